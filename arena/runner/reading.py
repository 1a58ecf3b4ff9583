"""Values that came over the queue, read strictly: whatever does not fit is named in a sentence.

Orders are signed, so what does not fit here comes from a server of another version; what workers
tell is not, so the server reads it with more suspicion still.
"""

import re
from collections.abc import Mapping
from typing import Any, Final

_HEXADECIMAL: Final = re.compile(r"[0-9a-f]*")


class UnreadableError(ValueError):
    """This is not what it should be; the text says what is wrong with it."""


def fields(value: object, names: frozenset[str], what: str) -> Mapping[str, Any]:
    """An object with exactly these names."""
    if not isinstance(value, Mapping):
        raise UnreadableError(f"{what} is no object.")
    if missing := sorted(names - value.keys()):
        raise UnreadableError(f"{what} lacks {', '.join(missing)}.")
    if unknown := sorted(map(str, value.keys() - names)):
        raise UnreadableError(f"{what} has {', '.join(unknown)[:200]}, which is not known here.")
    return value


def text(value: object, name: str, *, longest: int, shortest: int = 1) -> str:
    if not isinstance(value, str) or not shortest <= len(value) <= longest:
        raise UnreadableError(f"{name} is no text of {shortest} to {longest} characters.")
    return value


def hexadecimal(value: object, name: str, *, length: int) -> str:
    if not isinstance(value, str) or len(value) != length or not _HEXADECIMAL.fullmatch(value):
        raise UnreadableError(f"{name} is not {length} hexadecimal digits.")
    return value


def whole(value: object, name: str, *, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise UnreadableError(f"{name} is no whole number from {least} to {most}.")
    return value


def real(value: object, name: str, *, least: float = 0.0, most: float) -> float:
    """NaN is out of every range."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not least <= value <= most:  # type: ignore[operator]  # it is a number
        raise UnreadableError(f"{name} is no number from {least:g} to {most:g}.")
    return float(value)  # type: ignore[arg-type]


def items(value: object, name: str, *, most: int, least: int = 0) -> list[Any]:
    if not isinstance(value, list | tuple) or not least <= len(value) <= most:
        raise UnreadableError(f"{name} is no list of {least} to {most}.")
    return list(value)
