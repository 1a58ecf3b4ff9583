"""The files a new bot starts from: `durako new` writes them, and the site gives them away."""

from importlib.resources import files
from typing import Final

BOT_FILE: Final = "mybot.py"
NAMES: Final = (BOT_FILE, "README.md")


def starter_files() -> dict[str, str]:
    """Names and texts."""
    folder = files("arena.sdk") / "starter"
    return {name: (folder / name).read_text(encoding="utf-8") for name in NAMES}


def first_bot() -> str:
    """The whole first bot."""
    return starter_files()[BOT_FILE]
