"""Texts from outside, as PostgreSQL can keep them."""

from typing import Final

_CUT: Final = " …"


def text_clean(value: str, longest: int) -> str:
    """No NUL, nothing that is not Unicode, and not longer than this."""
    clean = value[: longest + 1].replace("\0", "�").encode("utf-8", "replace").decode()
    return clean if len(clean) <= longest else clean[: longest - len(_CUT)] + _CUT
