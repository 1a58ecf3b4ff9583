"""`durako matches`: what was played, is being played, and waits."""

from typing import Annotated

import typer

from arena.sdk.cli.console import say, say_json
from arena.sdk.cli.dashed_ids import unmarked
from arena.sdk.cli.online.common import (
    USUAL_LIMIT,
    AsJson,
    Limit,
    SiteOption,
    client_at,
    moment,
    say_table,
)
from arena.sdk.online.client import Json
from arena.sdk.online.names import bot_named


def matches(
    *,
    bot: Annotated[
        str, typer.Option("--bot", "-b", metavar="NAME|ID", help="Of this bot.", callback=unmarked)
    ] = "",
    mine: Annotated[bool, typer.Option("--mine", help="That you asked for.")] = False,
    state: Annotated[
        str | None,
        typer.Option("--state", help="queued, sent, playing, settled or void."),
    ] = None,
    profile: Annotated[
        str | None, typer.Option("--profile", "-p", metavar="RULES", help="By these rules.")
    ] = None,
    limit: Limit = USUAL_LIMIT,
    site: SiteOption = "",
    as_json: AsJson = False,
) -> None:
    """List matches, the latest first."""
    client = client_at(site)
    chosen = bot_named(client, bot)["id"] if bot else None
    found = client.pages(
        "matches/", limit=limit, bot=chosen, mine=mine or None, state=state, profile=profile
    )
    if as_json:
        say_json(found)
    elif not found:
        say("There is none.")
    else:
        say_table(("match", "when", "state", "rules", "who", "points"), map(_row, found))


def _row(match: Json) -> tuple[object, ...]:
    sides = match["sides"]
    points = [side["points"] for side in sides]
    return (
        match["id"],
        moment(match["ended_at"] or match["created_at"]),
        match["state"],
        match["profile"],
        " : ".join(str(side["name"]) for side in sides),
        None if None in points else " : ".join(f"{value:g}" for value in points),
    )
