"""Reading foreign data field by field, noting every fault instead of stopping at the first."""

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from typing import Final, TypeVar

from scoring.refusal import ErrorCollector, FieldError

Choice = TypeVar("Choice", bound=StrEnum)


class ShapeCode(StrEnum):
    """Reasons that any data can be refused for, whatever it is about."""

    NOT_AN_OBJECT = "not_an_object"
    NOT_A_LIST = "not_a_list"
    WRONG_LENGTH = "wrong_length"
    MISSING = "missing"
    UNKNOWN_FIELD = "unknown_field"
    UNKNOWN_SCHEMA = "unknown_schema"
    NOT_A_WHOLE_NUMBER = "not_a_whole_number"
    NOT_YES_OR_NO = "not_yes_or_no"
    NOT_A_CHOICE = "not_a_choice"
    OUT_OF_RANGE = "out_of_range"
    NOT_TEXT = "not_text"
    TEXT_EMPTY = "text_empty"
    TEXT_TOO_LONG = "text_too_long"
    TEXT_UNPRINTABLE = "text_unprintable"


SHAPE_TEMPLATES: Final[dict[str, str]] = {
    ShapeCode.NOT_AN_OBJECT: "Send this as named fields.",
    ShapeCode.NOT_A_LIST: "Send this as a list.",
    ShapeCode.WRONG_LENGTH: "Give exactly %(expected)s entries here.",
    ShapeCode.MISSING: "Fill in this field.",
    ShapeCode.UNKNOWN_FIELD: "Remove “%(name)s”: no such field exists here.",
    ShapeCode.UNKNOWN_SCHEMA: (
        "This was written for another version; this program reads version %(known)s."
    ),
    ShapeCode.NOT_A_WHOLE_NUMBER: "Enter a whole number.",
    ShapeCode.NOT_YES_OR_NO: "Answer yes or no.",
    ShapeCode.NOT_A_CHOICE: "Choose one of: %(choices)s.",
    ShapeCode.OUT_OF_RANGE: "Enter a number from %(least)s to %(most)s.",
    ShapeCode.NOT_TEXT: "Write this in words.",
    ShapeCode.TEXT_EMPTY: "Write a few words here.",
    ShapeCode.TEXT_TOO_LONG: "Write at most %(most)s characters.",
    ShapeCode.TEXT_UNPRINTABLE: "Leave out invisible and control characters.",
}


class _Absent:
    """Marks a required field that was not sent; it has been noted once and reads as None."""


ABSENT: Final = _Absent()
_JOINER: Final = "\u200d"  # invisible, but it makes one picture of several: 👨‍👩‍👧


def shown(value: object) -> str:
    """A foreign value short enough to be quoted in a sentence."""
    return value[:40] if isinstance(value, str) else type(value).__name__


def join(path: str, step: str | int) -> str:
    """The path of a part inside the value at `path`."""
    return f"{path}.{step}" if path else str(step)


class Reader:
    """Each method returns the value in its type, or None after noting why it cannot.

    Whether anything went wrong is asked once, at the end, from `errors`.
    """

    def __init__(self, templates: Mapping[str, str]) -> None:
        self.errors = ErrorCollector(templates)

    def refuse(self, path: str, code: str, **params: int | str) -> None:
        """Note a fault that only the caller can see."""
        self.errors.add(path, code, **params)

    def take(self, errors: Iterable[FieldError]) -> None:
        """Note faults found elsewhere."""
        self.errors.extend(errors)

    def fields(
        self, path: str, value: object, required: Collection[str], optional: Collection[str] = ()
    ) -> Mapping[str, object]:
        """The fields of an object; required ones that were not sent are noted and `ABSENT`."""
        if not isinstance(value, dict):
            if value is not ABSENT:
                self.refuse(path, ShapeCode.NOT_AN_OBJECT)
            return dict.fromkeys(required, ABSENT)
        for name in value:
            if name not in required and name not in optional:
                self.refuse(join(path, shown(name)), ShapeCode.UNKNOWN_FIELD, name=shown(name))
        for name in required:
            if name not in value:
                self.refuse(join(path, name), ShapeCode.MISSING)
        present = {name: value[name] for name in (*required, *optional) if name in value}
        return {**dict.fromkeys(required, ABSENT), **present}

    def versioned(
        self, data: object, known: int, required: Collection[str]
    ) -> Mapping[str, object]:
        """The fields of an object written for version `known` of its form.

        The fields of another version mean nothing here, so that is then the only fault noted.
        """
        schema = data.get("schema", known) if isinstance(data, dict) else known
        if type(schema) is int and schema == known:
            return self.fields("", data, ("schema", *required))
        self.refuse("schema", ShapeCode.UNKNOWN_SCHEMA, known=known)
        return dict.fromkeys(required, ABSENT)

    def items(self, path: str, value: object, expected: int | None = None) -> list[object] | None:
        """A list, of exactly `expected` entries where that is fixed."""
        if not isinstance(value, (list, tuple)):
            if value is not ABSENT:
                self.refuse(path, ShapeCode.NOT_A_LIST)
            return None
        if expected is not None and len(value) != expected:
            self.refuse(path, ShapeCode.WRONG_LENGTH, expected=expected)
            return None
        return list(value)

    def number(self, path: str, value: object, least: int, most: int) -> int | None:
        """A whole number within bounds; True, 3.0 and "3" are not whole numbers."""
        if not isinstance(value, int) or isinstance(value, bool):
            if value is not ABSENT:
                self.refuse(path, ShapeCode.NOT_A_WHOLE_NUMBER)
            return None
        if not least <= value <= most:
            # The value itself is not quoted: it may have more digits than Python prints.
            self.refuse(path, ShapeCode.OUT_OF_RANGE, least=least, most=most)
            return None
        return value

    def yes_no(self, path: str, value: object) -> bool | None:
        """True or False and nothing that merely resembles them."""
        if not isinstance(value, bool):
            if value is not ABSENT:
                self.refuse(path, ShapeCode.NOT_YES_OR_NO)
            return None
        return value

    def choice(self, path: str, value: object, choices: type[Choice]) -> Choice | None:
        """One member of an enumeration, by its value."""
        for member in choices:
            if isinstance(value, str) and value == member.value:
                return member
        if value is not ABSENT:
            self.refuse(path, ShapeCode.NOT_A_CHOICE, choices=", ".join(choices))
        return None

    def text(self, path: str, value: object, most: int) -> str | None:
        """One line in people's own words: neither empty nor endless, and all of it visible."""
        if not isinstance(value, str):
            if value is not ABSENT:
                self.refuse(path, ShapeCode.NOT_TEXT)
            return None
        if len(value) > most:
            self.refuse(path, ShapeCode.TEXT_TOO_LONG, most=most)
            return None
        words = " ".join(value.split())
        if not words:
            self.refuse(path, ShapeCode.TEXT_EMPTY)
            return None
        if not words.replace(_JOINER, "").isprintable():
            self.refuse(path, ShapeCode.TEXT_UNPRINTABLE)
            return None
        return words
