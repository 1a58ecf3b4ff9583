"""`durako logs`: what a bot of yours printed, in a match or while it was checked."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from arena.sdk.cli.console import OUT, say, say_json
from arena.sdk.cli.dashed_ids import unmarked
from arena.sdk.cli.exits import Complaint, Exit, refuse
from arena.sdk.cli.online.common import AsJson, SiteOption, client_at, note, plain
from arena.sdk.cli.online.match import match_path
from arena.sdk.online.client import Client
from arena.sdk.online.errors import RefusedError
from arena.sdk.online.names import own_bot, thing


def logs(
    what: Annotated[
        str,
        typer.Argument(metavar="MATCH|BOT", help="A match's id, or your bot.", callback=unmarked),
    ],
    version: Annotated[
        int | None, typer.Argument(metavar="[VERSION]", help="Of the bot: what its checks printed.")
    ] = None,
    *,
    side: Annotated[
        int | None, typer.Option("--side", help="Of the match, if several bots are yours.", min=0)
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A file instead of the terminal.")
    ] = None,
    site: SiteOption = "",
    as_json: AsJson = False,
) -> None:
    """Show what your bot printed in a match, or while a version of it was checked."""
    client = client_at(site)
    if version is None:
        path = _of_match(client, what, side)
    else:
        path = f"bots/{own_bot(client, what)['id']}/versions/{version}/log/"
    data = client.download(path)
    if output is not None:
        output.write_bytes(data)
        note(f"Saved {output}.")
        return
    text = data.decode("utf-8", "replace")
    if as_json:
        say_json({"log": text})
    elif not text:
        note("It printed nothing.")
    else:
        say((plain(text) if OUT.is_terminal else text).removesuffix("\n"))


def _of_match(client: Client, match_id: str, side: int | None) -> str:
    match = thing(client, match_path(match_id), f"match {match_id}")
    mine = [one["number"] for one in match["sides"] if one["has_log"]]
    if side is None and len(mine) > 1:
        refuse(f"Several bots are yours; say which with --side: {', '.join(map(str, mine))}.")
    if side is None and mine:
        return f"{match_path(match_id)}logs/{mine[0]}/"
    numbers = [one["number"] for one in match["sides"]] if side is None else [side]
    return _readable(client, [f"{match_path(match_id)}logs/{number}/" for number in numbers])


def _readable(client: Client, paths: Sequence[str]) -> str:
    """The first that is for us; a bot that printed nothing has none, and the site says so."""
    for path in paths:
        try:
            client.download(path)
        except RefusedError as refused:
            if refused.is_not_found:
                refuse(refused.detail, Exit.NO)
        else:
            return path
    raise Complaint("No log of this match is for you: no bot in it is yours.", Exit.NO)
