"""Which replay is meant: a file, or the last one that `durako play` has saved."""

from pathlib import Path
from typing import Annotated, Final

import typer

from arena.sdk.cli.exits import refuse
from arena.sdk.recorded import Recorded, recorded
from arena.sdk.replays import read_replay

FOLDER: Final = Path("replays")
ENDING: Final = ".durako"
LAST: Final = "last"
ReplayFile = Annotated[
    str, typer.Argument(metavar="REPLAY", help="A replay file, or `last` for the latest one here.")
]


def replay_path(text: str) -> Path:
    """The file that is meant."""
    if text != LAST:
        return Path(text)
    found = sorted(FOLDER.glob(f"*{ENDING}"), key=lambda path: path.stat().st_mtime)
    if not found:
        refuse(f"There is no replay in {FOLDER}/ yet; `durako play` saves one.")
    return found[-1]


def open_replay(text: str) -> Recorded:
    """The replay, checked."""
    return recorded(read_replay(replay_path(text)))
