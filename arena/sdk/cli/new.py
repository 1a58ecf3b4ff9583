"""`durako new`: a folder with a first bot."""

from pathlib import Path
from typing import Annotated

import typer

from arena.sdk.cli.console import say
from arena.sdk.cli.exits import refuse
from arena.sdk.scaffold import BOT_FILE, starter_files

NEXT = "Next: cd {folder} && durako play {bot} --against greedy --deals 20"


def new(
    folder: Annotated[Path, typer.Argument(help="The folder to make, such as mybot.")],
) -> None:
    """Make a folder with a first bot in it."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        refuse(f"{folder} exists and is not empty; choose another name.")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in starter_files().items():
        path = folder / name
        path.write_text(text, encoding="utf-8")
        say(f"made {path}")
    say(NEXT.format(folder=folder, bot=BOT_FILE), style="bold")
