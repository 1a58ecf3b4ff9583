"""The SDK's version, which bots announce; the package's own (pyproject.toml) is the same."""

from typing import Final

VERSION: Final = "0.1.0"
CLIENT: Final = f"durako-sdk {VERSION}"
