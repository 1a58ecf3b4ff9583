"""Submissions to try, made by the usual means."""

import io
import zipfile
from collections.abc import Mapping

import pytest

from arena.archive import Hosted, Submission, SubmissionRefusedError, read_submission

HOSTED = Hosted(
    packages={"grpcio": "1.85.1", "numpy": "2.4.6", "typing-extensions": "4.16.0"},
    programs=("python", "node"),
    profiles=("durak/volga", "durak/duel24", "burako/duel"),
    machine="x86_64",
)
CODE = b"print('hello')\n"


def zipped(files: Mapping[str, bytes | str], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """An archive as Python's own writer makes it; folders' names end in a slash."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return buffer.getvalue()


def read(files: Mapping[str, bytes | str], file_name: str = "mybot.zip") -> Submission:
    return read_submission(file_name, zipped(files), hosted=HOSTED)


def refused(file_name: str, data: bytes) -> SubmissionRefusedError:
    with pytest.raises(SubmissionRefusedError) as caught:
        read_submission(file_name, data, hosted=HOSTED)
    return caught.value


def refused_files(files: Mapping[str, bytes | str]) -> SubmissionRefusedError:
    return refused("mybot.zip", zipped(files))
