"""What the site gives bot authors to install: the SDK as a wheel, and a folder to start from.

The wheel is put together here from the very files the server runs, so that a bot is tried at home
by the same rules that judge it later.  It holds what an author needs and nothing of the server; the
same files always make the same bytes.
"""

import base64
import hashlib
import io
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import arena
import scoring
from arena.sdk.scaffold import starter_files

PROJECT: Final = Path(arena.__file__).resolve().parents[1] / "pyproject.toml"
PARTS: Final = ("archive", "games", "protocol", "wire", "sdk")
"""Of the package `arena`; `scoring` comes whole."""
OWN_FILES: Final = ("__init__.py", "py.typed")
"""Of the package itself; the second one lets an author's type checker believe our types."""
STARTER_FOLDER: Final = "mybot"
_LONG_AGO: Final = (1980, 1, 1, 0, 0, 0)  # the first time a zip archive can tell
_LEFT_OUT: Final = ("__pycache__", ".pyc")


@dataclass(frozen=True, slots=True)
class KitFile:
    """A file to download."""

    name: str
    content: bytes

    @property
    def sha256(self) -> str:
        """In hexadecimal, for those who check."""
        return hashlib.sha256(self.content).hexdigest()


@cache
def wheel() -> KitFile:
    """The SDK, for pip."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    label = f"{project['name']}-{project['version']}"
    info = f"{label}.dist-info"
    files = dict(_package_files())
    files[f"{info}/METADATA"] = _metadata(project).encode()
    files[f"{info}/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: durako\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    scripts = "".join(f"{name} = {target}\n" for name, target in project["scripts"].items())
    files[f"{info}/entry_points.txt"] = f"[console_scripts]\n{scripts}".encode()
    record = f"{info}/RECORD"
    files[record] = _record(files, record).encode()
    return KitFile(f"{label}-py3-none-any.whl", _zipped(files))


@cache
def starter() -> KitFile:
    """A folder with a first bot."""
    files = {f"{STARTER_FOLDER}/{name}": text.encode() for name, text in starter_files().items()}
    return KitFile("durako-starter.zip", _zipped(files))


def _package_files() -> Iterator[tuple[str, bytes]]:
    home, kernel = Path(arena.__file__).parent, Path(scoring.__file__).parent
    for name in OWN_FILES:
        yield f"arena/{name}", (home / name).read_bytes()
    for folder in (*(home / part for part in PARTS), kernel):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not any(part.endswith(_LEFT_OUT) for part in path.parts):
                yield path.relative_to(home.parent).as_posix(), path.read_bytes()


def _metadata(project: Mapping[str, object]) -> str:
    requirements = project["dependencies"]
    assert isinstance(requirements, list)
    return "\n".join(
        [
            "Metadata-Version: 2.1",
            f"Name: {project['name']}",
            f"Version: {project['version']}",
            f"Summary: {project['description']}",
            f"Requires-Python: {project['requires-python']}",
            *(f"Requires-Dist: {requirement}" for requirement in requirements),
            "",
        ]
    )


def _record(files: Mapping[str, bytes], own_name: str) -> str:
    lines = [f"{name},sha256={_digest(content)},{len(content)}" for name, content in files.items()]
    return "\n".join([*lines, f"{own_name},,", ""])


def _digest(content: bytes) -> str:
    digest = hashlib.sha256(content).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def _zipped(files: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()
