"""Names that may be one person, written differently: an accent, a swapped order, one slip.

A list of names is compared with a list of names in one pass: each is known by what remains of it
when one letter is left out, and two that share such a remainder are one slip apart.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

_SHORTEST: Final = 5
"""Of a name in which a slip is a slip: Ana and Ada are two people."""


class SimilarNames:
    """Names seen so far; asked for the one that another may be meant for."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._by_key: dict[str, str] = {}
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """Remember a name; the first with its letters stays."""
        for key in _keys(name):
            self._by_key.setdefault(key, name)

    def like(self, name: str) -> str | None:
        """A remembered name that is written almost as this one."""
        digits = _digits(name)
        for key in _keys(name):
            found = self._by_key.get(key)
            if found is not None and _digits(found) == digits:
                return found
        return None


def _keys(name: str) -> Iterator[str]:
    """What a name is found by: its letters, its words in any order, and each slip of them."""
    words = _words(name)
    letters = "".join(words)
    yield letters
    yield "".join(sorted(words))
    if len(letters) >= _SHORTEST:
        for at in range(len(letters)):
            yield letters[:at] + letters[at + 1 :]


def _words(name: str) -> list[str]:
    """In lower case, without accents and whatever is neither letter nor digit."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    spaced = "".join(char if char.isalnum() else " " for char in plain if not _is_mark(char))
    return spaced.split()


def _is_mark(char: str) -> bool:
    return unicodedata.combining(char) > 0


def _digits(name: str) -> str:
    """Names that differ in a number are told apart by it: Guest 1, Guest 2."""
    return "".join(char for char in name if char.isdigit())
