"""The sentences: every one is used, complete, and known to the translators."""

import pickle
import re
from pathlib import Path

import pytest
from django.utils import translation

import arena.archive
from arena.archive.refusals import ALL_TEMPLATES, SubmissionRefusedError, refusal, shown
from arena.archive_texts import refusal_text
from tests.arena.archive.bots import refused

PACKAGE = Path(arena.archive.__file__).parent


def test_every_sentence_is_used_and_none_is_missing() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.glob("*.py"))
    assert set(re.findall(r'refusal\(\s*"(\w+)"', code)) == set(ALL_TEMPLATES)


@pytest.mark.parametrize("code", ALL_TEMPLATES)
def test_a_sentence_names_the_entry_and_says_what_to_do(code: str) -> None:
    template = ALL_TEMPLATES[code]
    assert "“%(entry)s”" in template
    assert len(re.findall(r"[.?:](?= |$)", template)) >= 2, "first the cause, then what to do"


def test_the_web_says_it_in_the_readers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    error = refused("mybot.txt", b"x")
    assert refusal_text(error) == str(error)
    german = {error.message: "„%(entry)s“ ist weder .py noch .zip."}
    monkeypatch.setattr("arena.archive_texts.gettext", german.__getitem__)
    with translation.override("de"):
        assert refusal_text(error) == "„mybot.txt“ ist weder .py noch .zip."


def test_a_percent_sign_in_a_name_is_only_a_percent_sign() -> None:
    error = refused("100%(entry)s %d.txt", b"x")
    assert "“100%(entry)s %d.txt”" in str(error)
    assert refusal_text(error) == str(error)


def test_what_strangers_write_is_made_visible_and_kept_short() -> None:
    assert shown("a\x00\u202eb\n") == "a\\x00\\u202eb\\n"
    assert shown("x" * 500) == "x" * 199 + "…"
    assert refusal("manifest_key", "a", key="\x1b", nearest="", choices="").params["key"] == "\\x1b"


def test_a_refusal_survives_the_way_between_processes() -> None:
    error = refused("mybot.py", b"x = (\n")
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert isinstance(again, SubmissionRefusedError)
    assert (str(again), again.code, again.params) == (str(error), error.code, error.params)
