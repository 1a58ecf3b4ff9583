"""Names that strangers read."""

import unicodedata

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tournaments.forms import DisplayNameField
from tournaments.names import (
    DISPLAY_NAME_MAX_LENGTH,
    clean_display_name,
    names_joined,
    validate_display_name,
)


@given(st.text())
def test_cleaning_twice_changes_nothing_more(raw: str) -> None:
    once = clean_display_name(raw)
    assert clean_display_name(once) == once


@given(st.text())
def test_a_name_that_passes_is_short_visible_and_stored_in_one_form(raw: str) -> None:
    try:
        name = DisplayNameField().clean(raw)
    except ValidationError:
        return  # refused; the cases below look at the sentences
    assert 2 <= len(name) <= DISPLAY_NAME_MAX_LENGTH
    assert name == name.strip() == unicodedata.normalize("NFKC", name)
    assert not any(unicodedata.category(char)[0] == "C" for char in name)
    assert "\x00" not in name


@pytest.mark.parametrize(
    ("raw", "stored"),
    [
        ("  Ana   María ", "Ana María"),
        ("Zoe\u0308", "Zoë"),
        ("\uff21\uff4e\uff41", "Ana"),  # full width
        ("Ana\u00a0B", "Ana B"),
        ("Ana ♠\ufe0f", "Ana ♠"),
        ("Ana 🂡", "Ana 🂡"),
        ("李小龍", "李小龍"),
        ("ירדן", "ירדן"),
        ("สมชาย", "สมชาย"),
        ("x" * 40, "x" * 40),
    ],
)
def test_good_names(raw: str, stored: str) -> None:
    assert DisplayNameField().clean(raw) == stored


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("", "required"),
        ("   ", "required"),
        (None, "required"),
        ("A", "too_short"),
        ("x" * 41, "max_length"),
        ("x" * 10_000, "max_length"),
        ("\ufdfa" * 10_000, "max_length"),  # each becomes eighteen characters
        ("Ana\u202eanA", "invisible_characters"),  # turns the text around
        ("An\u200ba", "invisible_characters"),  # zero width
        ("An\u200da", "invisible_characters"),
        ("Ana\x07", "invisible_characters"),
        ("Ana\x00", "null_characters_not_allowed"),
        ("Ana\ud800", "invisible_characters"),  # half a character
        ("Ana\ue000", "invisible_characters"),  # private use
        ("\u3164\u3164", "invisible_characters"),  # letters that show nothing
        ("An\u2800a", "invisible_characters"),
        ("An\ufe01a", "invisible_characters"),
        ("😀😀", "no_letter_or_digit"),
        ("--", "no_letter_or_digit"),
        ("Za\u0321\u0322\u0327\u0328", "too_many_accents"),
    ],
)
def test_refused_names(raw: str | None, code: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        DisplayNameField().clean(raw)
    assert code in {error.code for error in refusal.value.error_list}


def test_the_rule_holds_for_text_that_was_not_cleaned() -> None:
    with pytest.raises(ValidationError, match="at least 2"):
        validate_display_name(" a ")


@pytest.mark.parametrize(
    ("second", "joined"),
    [
        ("Bea", "Ana y Bea"),
        ("Inés", "Ana e Inés"),
        ("Íñigo", "Ana e Íñigo"),
        ("Hilda", "Ana e Hilda"),
        ("Hierro", "Ana y Hierro"),
        ("Ian", "Ana y Ian"),
    ],
)
def test_a_pair_is_named_as_spanish_says_it(second: str, joined: str) -> None:
    with translation.override("es"):
        assert names_joined("Ana", second) == joined
    with translation.override("en"):
        assert names_joined("Ana", second) == f"Ana and {second}"
