"""Ids may begin with a dash, as options do: one in 64 does. On the way through the library that
reads the command line they carry a mark."""

import re
from collections.abc import Sequence
from typing import Final, TypeVar

_MARK: Final = "id:"
_DASHED: Final = re.compile(r"-[A-Za-z0-9_-]{15}(/[0-9]+)?")
_LONG_OPTION: Final = re.compile(r"--[a-z-]+")
_TEXTS: Final = frozenset({"--note"})
"""Options after which anything may stand."""
Words = TypeVar("Words", str, list[str])


def marked(words: Sequence[str]) -> list[str]:
    """What was typed, with every id recognised that would be taken for options."""
    before = ["", *words]
    return [
        f"{_MARK}{word}" if _is_id(word) and before[place] not in _TEXTS else word
        for place, word in enumerate(words)
    ]


def unmarked(value: Words) -> Words:
    """As it was typed."""
    if isinstance(value, list):
        return [word.removeprefix(_MARK) for word in value]
    return value.removeprefix(_MARK)


def _is_id(word: str) -> bool:
    return _DASHED.fullmatch(word) is not None and _LONG_OPTION.fullmatch(word) is None
