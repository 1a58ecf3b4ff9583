"""What programs print, as people can read it without being deceived."""

import unicodedata
from typing import Final

# Characters of a program's output that are shown as they are.
_PLAIN: Final = frozenset("\n\t")
_HIDDEN_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def as_text(output: str) -> str:
    """What a program printed, with everything that could deceive a reader written out."""
    return "".join(map(_readable, output))


def _readable(char: str) -> str:
    if char in _PLAIN or unicodedata.category(char) not in _HIDDEN_CATEGORIES:
        return char
    code = ord(char)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
