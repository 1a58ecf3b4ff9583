"""`python -m arena.gameserver practice`: from the command line to a practice table."""

import asyncio
import json
import os
import re
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import grpc
import typer

from arena.games import RulesRefused, rules
from arena.gameserver.practice import Practice, practise

# Where `make run` has them.
_FOLDER = Path(os.environ.get("DURAKO_VAR", "var")) / "gameserver"
ADDRESS_FILE = _FOLDER / "address.json"
HOST_TOKEN_FILE = _FOLDER / "host-token"
NOT_RUNNING = (
    "No game server is running here: {} cannot be read. Start it with `make run` first, or name "
    "the files of the one you mean with --address-file and --host-token-file."
)
GONE = (
    "The game server does not answer, and its tables are gone. `make run` starts it again by "
    "itself; open a new table when `python -m arena.gameserver health` says that it is well."
)

_WHOLE = re.compile("-?[0-9]{1,9}")


class Opponent(StrEnum):
    """Who can play the other seats."""

    RANDOM = "random"


def practice(
    profile: Annotated[
        str, typer.Option("--rules", help="A profile, such as durak/volga; a wrong one lists all.")
    ],
    *,
    players: Annotated[int | None, typer.Option(help="How many seats; default: as usual.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the rules, as name=value; repeatable.")
    ] = None,
    boards: Annotated[int, typer.Option(help="How many shuffles, all played at once.", min=1)] = 1,
    games: Annotated[int, typer.Option(help="How many games each; Durak only.", min=1)] = 1,
    opponent: Annotated[
        Opponent | None, typer.Option(help="Who plays all seats but seat 0; default: you.")
    ] = None,
    patient: Annotated[
        bool, typer.Option("--patient", help="Clocks of an hour, for debuggers.")
    ] = False,
    replay: Annotated[Path | None, typer.Option(help="Keep the replay in this file.")] = None,
    address_file: Annotated[
        Path, typer.Option(help="Where the running server has written its addresses.")
    ] = ADDRESS_FILE,
    host_token_file: Annotated[Path, typer.Option(help="The token of its host.")] = HOST_TOKEN_FILE,
) -> None:
    """Open a table on the running server to try a bot at, and play the other seats at random."""
    try:
        wish = Practice(
            rules=rules(profile, players=players, **dict(map(_named_value, option or []))),
            boards=boards,
            games_per_board=games,
            random_opponents=opponent is Opponent.RANDOM,
            patient=patient,
            replay=replay,
        )
        addresses = json.loads(_read(address_file))
        played = asyncio.run(
            practise(
                wish,
                control=addresses["control"],
                host_token=_read(host_token_file).strip(),
                players=addresses["players"],
                say=typer.echo,
            )
        )
    except (RulesRefused, WrongCommandError) as problem:
        _fail(str(problem))
    except grpc.aio.AioRpcError as refused:
        gone = refused.code() is grpc.StatusCode.UNAVAILABLE
        _fail(GONE if gone else f"{refused.code().name}: {refused.details()}")
    except KeyboardInterrupt:
        _fail("The table is closed.")
    else:
        sys.exit(0 if played else 1)


class WrongCommandError(Exception):
    """It cannot be done like this; the text says what to change."""


def _named_value(text: str) -> tuple[str, object]:
    name, equals, value = text.partition("=")
    if not equals:
        raise WrongCommandError(f"Write options as name=value, unlike {text!r}.")
    if name == "players":
        raise WrongCommandError("Say how many seats there are with --players, not as an option.")
    if value in {"true", "false"}:
        return name, value == "true"
    return name, int(value) if _WHOLE.fullmatch(value) else value


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError as error:
        raise WrongCommandError(NOT_RUNNING.format(path)) from error


def _fail(text: str) -> None:
    typer.echo(text, err=True)
    sys.exit(1)
