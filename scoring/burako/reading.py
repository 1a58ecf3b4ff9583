"""Reading foreign data field by field, noting every fault instead of stopping at the first."""

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum
from typing import TypeVar

from scoring.burako.codes import TEMPLATES, Code
from scoring.burako.refusal import ErrorCollector, FieldError

Choice = TypeVar("Choice", bound=StrEnum)


def shown(value: object) -> str:
    """A foreign value short enough to be quoted in a sentence."""
    return value[:40] if isinstance(value, str) else type(value).__name__


def join(path: str, step: str | int) -> str:
    """The path of a part inside the value at `path`."""
    return f"{path}.{step}" if path else str(step)


class Reader:
    """Each method returns the value in its type, or None after noting why it cannot.

    None is also what an absent field reads as, so a caller needs only one test; whether
    anything went wrong is asked once, at the end, from `errors`.
    """

    def __init__(self) -> None:
        self.errors = ErrorCollector(TEMPLATES)

    def refuse(self, path: str, code: Code, **params: int | str) -> None:
        """Note a fault that only the caller can see."""
        self.errors.add(path, code, **params)

    def take(self, errors: Iterable[FieldError]) -> None:
        """Note faults found elsewhere."""
        self.errors.extend(errors)

    def fields(
        self, path: str, value: object, required: Collection[str], optional: Collection[str] = ()
    ) -> Mapping[str, object]:
        """The named fields of an object; absent ones are noted and left out."""
        if not isinstance(value, dict):
            self.refuse(path, Code.NOT_AN_OBJECT)
            return {}
        for name in value:
            if name not in required and name not in optional:
                self.refuse(join(path, shown(name)), Code.UNKNOWN_FIELD, name=shown(name))
        for name in required:
            if name not in value:
                self.refuse(join(path, name), Code.MISSING)
        return {name: value[name] for name in (*required, *optional) if name in value}

    def items(self, path: str, value: object, expected: int | None = None) -> list[object] | None:
        """A list, of exactly `expected` entries where that is fixed."""
        if not isinstance(value, (list, tuple)):
            self.refuse(path, Code.NOT_A_LIST)
            return None
        if expected is not None and len(value) != expected:
            self.refuse(path, Code.WRONG_LENGTH, expected=expected)
            return None
        return list(value)

    def number(self, path: str, value: object, least: int, most: int) -> int | None:
        """A whole number within bounds; True, 3.0 and "3" are not whole numbers."""
        if not isinstance(value, int) or isinstance(value, bool):
            self.refuse(path, Code.NOT_A_WHOLE_NUMBER)
            return None
        if not least <= value <= most:
            # The value itself is not quoted: it may have more digits than Python prints.
            self.refuse(path, Code.OUT_OF_RANGE, least=least, most=most)
            return None
        return value

    def yes_no(self, path: str, value: object) -> bool | None:
        """True or False and nothing that merely resembles them."""
        if not isinstance(value, bool):
            self.refuse(path, Code.NOT_YES_OR_NO)
            return None
        return value

    def choice(self, path: str, value: object, choices: type[Choice]) -> Choice | None:
        """One member of an enumeration, by its value."""
        for member in choices:
            if isinstance(value, str) and value == member.value:
                return member
        self.refuse(path, Code.NOT_A_CHOICE, choices=", ".join(choices))
        return None
