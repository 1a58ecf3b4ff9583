"""Limits that stand in sentences, for the translators' sake, are those that hold."""

from pathlib import Path

import pytest

from arena.archive.limits import PACKED_BYTES, PYTHON_FILE_BYTES, size_text
from arena.forms.fields import ProgramField, too_large_text
from arena.runner.sandbox.interface import Limits

TEMPLATES = Path(__file__).resolve().parents[2] / "arena" / "templates" / "arena"
FILE_LIMITS = (size_text(PYTHON_FILE_BYTES), size_text(PACKED_BYTES))


def template(name: str) -> str:
    return (TEMPLATES / name).read_text()


@pytest.mark.parametrize(
    "sentence",
    [
        too_large_text("mybot.py"),
        str(ProgramField().help_text),
        template("bots/new.html"),
        template("bots/upload.html"),
    ],
)
def test_a_file_may_have_as_many_bytes_as_the_sentence_says(sentence: str) -> None:
    for limit in FILE_LIMITS:
        assert f"at most {limit}" in sentence


def test_a_bot_may_use_as_much_as_the_authors_page_says() -> None:
    limits = Limits()
    page = template("authors.html")
    assert f"{size_text(limits.memory_bytes)} of memory" in page
    assert f"{size_text(limits.temporary_bytes)} of temporary files" in page
    assert "One core" in page
    assert limits.cores == 1.0
