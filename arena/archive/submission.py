"""What was sent in, as far as it can be known without running it."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from arena.archive import limits
from arena.archive.contents import Contents, read_contents
from arena.archive.hosted import Hosted
from arena.archive.manifest import MANIFEST, Manifest, read_manifest
from arena.archive.refusals import SubmissionRefusedError, refusal
from arena.archive.start import start_command

__all__ = ["Submission", "SubmissionRefusedError", "read_submission"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """A bot's file or archive that may be tried."""

    file_name: str
    digest: str
    """The SHA-256 of its bytes, in hexadecimal."""
    size: int
    command: tuple[str, ...]
    """How it is started in its folder."""
    profiles: tuple[str, ...]
    """The rule sets it says it plays; empty if it says nothing."""
    packages: tuple[str, ...]
    entries: tuple[str, ...]
    """The files that it is unpacked to."""
    name: str = ""
    description: str = ""


def read_submission(file_name: str, data: bytes, *, hosted: Hosted) -> Submission:
    """Read a bot that was sent in; `SubmissionRefusedError` says why it cannot be one.

    Every file is unpacked once, piece by piece into nothing, so what is accepted can be unpacked.
    """
    contents = read_contents(file_name, data)
    for pieces in contents.files.values():
        for _ in pieces():
            pass
    manifest = read_manifest(_manifest_source(contents), hosted)
    if contents.is_python_file:
        manifest = Manifest()
    return Submission(
        file_name=file_name,
        digest=hashlib.sha256(data).hexdigest(),
        size=len(data),
        command=start_command(contents, manifest.start, hosted),
        profiles=manifest.profiles,
        packages=manifest.packages,
        entries=tuple(contents.files),
        name=manifest.name,
        description=manifest.description,
    )


def _manifest_source(contents: Contents) -> bytes:
    """The bytes of durako.toml; none if there is no such file."""
    for path in contents.files:
        if path.lower() == MANIFEST and path != MANIFEST:
            raise refusal("manifest_case", path, wanted=MANIFEST)
    pieces = contents.files.get(MANIFEST)
    return _limited(pieces()) if pieces else b""


def _limited(pieces: Iterator[bytes]) -> bytes:
    source = bytearray()
    for piece in pieces:
        source += piece
        if len(source) > limits.MANIFEST_BYTES:
            limit = limits.size_text(limits.MANIFEST_BYTES)
            raise refusal("manifest_too_big", MANIFEST, limit=limit)
    return bytes(source)
