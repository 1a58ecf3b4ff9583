"""Sentences of the kernels on our pages."""

from fractions import Fraction

import pytest
from django.utils import translation
from django.utils.translation import trans_real

from scoring.messages import Message, Who
from scoring.refusal import FieldError
from tournaments.kernel_texts import error_text, message_text

TRANSLATED = {
    "Enter a number from %(least)s to %(most)s.": "Pon un número de %(least)s a %(most)s.",
    "%(who)s has %(points)s.": "%(who)s tiene %(points)s.",
}


@pytest.fixture
def spanish(monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue of two sentences, so that this test does not hang on the translators' wording."""
    with translation.override("es"):
        translation.gettext("")  # loads the catalogue
        catalog = trans_real._translations["es"]._catalog  # type: ignore[attr-defined]
        for text, translated in TRANSLATED.items():
            monkeypatch.setitem(catalog._catalogs[0], text, translated)


def test_a_refusal_is_said_in_the_readers_language(spanish: None) -> None:
    template = "Enter a number from %(least)s to %(most)s."
    error = FieldError("close", "out_of_range", template, {"least": 0, "most": 10})
    assert error_text(error) == "Enter a number from 0 to 10."
    with translation.override("es"):
        assert error_text(error) == "Pon un número de 0 a 10."


def test_a_message_is_said_in_the_readers_language_with_names(spanish: None) -> None:
    message = Message("has", "%(who)s has %(points)s.", (("who", Who(7)), ("points", 30)))
    assert message_text(message, {7: "Ana"}) == "Ana has 30."
    with translation.override("es"):
        assert message_text(message, {7: "Ana"}) == "Ana tiene 30."


def test_numbers_are_written_as_the_reader_writes_them() -> None:
    message = Message("test.lead", "%(lead)s", (("lead", Fraction(-5, 2)),))
    assert message_text(message) == "\N{MINUS SIGN}2.5"
    with translation.override("de"):
        assert message_text(message) == "\N{MINUS SIGN}2,5"
