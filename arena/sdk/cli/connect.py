"""`durako connect`: play at a game server."""

from typing import Annotated

import typer

from arena.sdk.cli.console import say
from arena.sdk.loading import load
from arena.sdk.running import ADDRESS
from arena.sdk.running import connect as play_there
from arena.sdk.tokens import TOKEN


def connect(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A bot's file, or a reference bot.")],
    address: Annotated[str, typer.Option(envvar=ADDRESS, help="Of the server or the socket.")],
    token: Annotated[str, typer.Option(envvar=TOKEN, help="Of the seat.")],
) -> None:
    """Play one seat at a game server, until its rotation is over."""
    play_there(load(bot), address=address, token=token)
    say("Played to the end.")
