"""`run`: what a bot's own file ends with.

gRPC is imported only here and only when a game is really played over the wire, so that bots start
quickly offline.
"""

import gc
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NoReturn

from arena.sdk import loading
from arena.sdk.bot import Bot
from arena.sdk.tokens import TOKEN, is_of_a_site
from arena.sdk.trouble import Printed

if TYPE_CHECKING:
    from arena.sdk.client import Played

ADDRESS: Final = "DURAKO_ADDRESS"
USAGE, REFUSED, LOST, ABORTED, INTERRUPTED = 2, 3, 4, 5, 130
"""Exit codes; 0: played to the end."""


def run(
    bot: type[Bot],
    *,
    address: str | None = None,
    token: str | None = None,
    arguments: Sequence[str] | None = None,
) -> None:
    """Play at a game server until the rotation is over.

    Address and token are given here, on the command line (``--address``, ``--token``), or by the
    environment (``DURAKO_ADDRESS``, ``DURAKO_TOKEN``).  Failure ends the program with a sentence
    and an exit code.  While one of our tools reads the bot's file, this does nothing.
    """
    if loading.in_progress():
        return
    given = _arguments(bot, arguments)
    address = address or given["address"] or os.environ.get(ADDRESS)
    token = token or given["token"] or os.environ.get(TOKEN)
    if not address or not token:
        missing = " and ".join(name for name, it in ((ADDRESS, address), (TOKEN, token)) if not it)
        _leave(
            f"Set {missing}, or give --address and --token: they say where the game is. "
            "To play without a server, type: durako play FILE",
            USAGE,
        )
    connect(bot, address=address, token=token)


def connect(bot: type[Bot], *, address: str, token: str) -> "Played":
    """Play at a game server and tell about troubles on stderr; `SystemExit` on failure."""
    if is_of_a_site(token):
        _leave(
            f"This is the token of your account at a site, not that of a seat ({TOKEN}?); a game "
            "server must not have it.",
            USAGE,
        )
    from arena.sdk.client import LineLostError, RefusedError, play

    gc.freeze()  # what is loaded stays: looking through it at the end is a tenth of a short life
    report = Printed(sys.stderr)
    failed = ("", 0)
    played: Played | None = None
    try:
        played = play(bot, address=address, token=token, report=report)
    except RefusedError as refused:
        failed = str(refused), REFUSED
    except LineLostError as lost:
        failed = str(lost), LOST
    except KeyboardInterrupt:
        failed = "Interrupted; the boards not finished will be forfeited.", INTERRUPTED
    if summary := report.summary():
        sys.stderr.write(f"{summary}\n")
    if played is None:
        _leave(*failed)
    if played.aborted:
        _leave(f"The match was broken off: {played.aborted}", ABORTED)
    return played


def _arguments(bot: type[Bot], arguments: Sequence[str] | None) -> dict[str, str | None]:
    from argparse import ArgumentParser

    parser = ArgumentParser(description=f"Plays {bot.__name__} at a game server of Durako.")
    parser.add_argument("--address", help=f"of the server or the seat's socket; else {ADDRESS}")
    parser.add_argument("--token", help=f"of the seat; else {TOKEN}")
    return vars(parser.parse_args(arguments))


def _leave(text: str, code: int) -> NoReturn:
    sys.stderr.write(f"{text}\n")
    raise SystemExit(code)
