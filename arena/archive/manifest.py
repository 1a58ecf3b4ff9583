"""durako.toml: how an archive says how to start the bot and what it needs."""

import difflib
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from arena.archive import limits
from arena.archive.hosted import Hosted
from arena.archive.refusals import SubmissionRefusedError, refusal

MANIFEST: Final = "durako.toml"
EXAMPLES: Final[Mapping[str, str]] = {
    "start": 'start = ["python", "mybot.py"]',
    "profiles": 'profiles = ["durak/volga"]',
    "packages": 'packages = ["numpy"]',
    "name": 'name = "My bot"',
    "description": 'description = "Keeps its trumps."',
}
"""Every key, and what it looks like."""
_PACKAGE_NAME: Final = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What durako.toml says; everything may be left out."""

    start: tuple[str, ...] = ()
    profiles: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    name: str = ""
    description: str = ""


def read_manifest(source: bytes, hosted: Hosted) -> Manifest:
    """Read it, or refuse it with what to write instead."""
    values = _parsed(source)
    for key in values:
        if key not in EXAMPLES:
            raise refusal(
                "manifest_key", MANIFEST,
                key=key, nearest=_nearest(key, EXAMPLES), choices=", ".join(EXAMPLES),
            )  # fmt: skip
    return Manifest(
        start=_texts(values, "start"),
        profiles=_distinct(_profile(name, hosted) for name in _texts(values, "profiles")),
        packages=_distinct(_package(name, hosted) for name in _texts(values, "packages")),
        name=_text(values, "name", limits.NAME_CHARACTERS),
        description=_text(values, "description", limits.DESCRIPTION_CHARACTERS, lines=True),
    )


def _parsed(source: bytes) -> dict[str, Any]:
    try:
        text = source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        raise refusal("manifest_not_utf8", MANIFEST, line=line) from None
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise refusal("manifest_syntax", MANIFEST, reason="nested too deeply") from None
    except ValueError as error:  # also of numbers with too many digits
        raise refusal("manifest_syntax", MANIFEST, reason=str(error)) from None


def _texts(values: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = values.get(key, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise _wrong_type(key)
    if key == "start" and key in values and not value:
        raise _wrong_type(key)
    return tuple(value)


def _text(values: Mapping[str, Any], key: str, limit: int, *, lines: bool = False) -> str:
    value = values.get(key, "")
    if not isinstance(value, str):
        raise _wrong_type(key)
    plain = unicodedata.normalize("NFC", value.strip())
    readable = plain.replace("\r\n", "\n").replace("\n", " ") if lines else plain
    if len(plain) > limit or not readable.isprintable():
        raise refusal("manifest_text", MANIFEST, key=key, limit=limit)
    return plain


def _profile(name: str, hosted: Hosted) -> str:
    if name not in hosted.profiles:
        nearest = _nearest(name, hosted.profiles)
        raise refusal("manifest_profile", MANIFEST, value=name, nearest=nearest)
    return name


def _package(name: str, hosted: Hosted) -> str:
    """As the site spells it; the index takes names for the same that differ in case and dashes."""
    known = {_plain(package): package for package in hosted.packages}
    found = known.get(_plain(name))
    if found is not None:
        return found
    begun = _PACKAGE_NAME.match(name.strip())
    only = known.get(_plain(begun.group())) if begun else None
    if only is not None:
        raise refusal(
            "manifest_package_version", MANIFEST,
            value=name, name=only, version=hosted.packages[only],
        )  # fmt: skip
    raise refusal("manifest_package", MANIFEST, value=name, choices=", ".join(hosted.packages))


def _plain(package: str) -> str:
    return re.sub(r"[-_.]+", "-", package).lower()


def _distinct(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(values))


def _nearest(text: str, choices: Iterable[str]) -> str:
    found = difflib.get_close_matches(text[:100], list(choices), n=1, cutoff=0.0)
    return found[0] if found else ""


def _wrong_type(key: str) -> SubmissionRefusedError:
    return refusal("manifest_type", MANIFEST, key=key, example=EXAMPLES[key])
