"""`durako bots`: who plays, or one's own."""

from typing import Annotated

import typer

from arena.sdk.cli.console import say, say_json
from arena.sdk.cli.online.common import (
    USUAL_LIMIT,
    AsJson,
    Limit,
    SiteOption,
    client_at,
    say_table,
)
from arena.sdk.online.client import Json


def bots(
    q: Annotated[str, typer.Argument(metavar="[WORDS]", help="Of the name, or the author.")] = "",
    *,
    mine: Annotated[bool, typer.Option("--mine", help="Only yours, retired ones as well.")] = False,
    profile: Annotated[
        str | None, typer.Option("--profile", "-p", metavar="RULES", help="Who plays by these.")
    ] = None,
    limit: Limit = USUAL_LIMIT,
    site: SiteOption = "",
    as_json: AsJson = False,
) -> None:
    """List the bots that play at the site, or your own."""
    client = client_at(site)
    found = client.pages("bots/", limit=limit, q=q, profile=profile, mine=mine or None)
    if as_json:
        say_json(found)
        return
    if not found:
        say("You have no bot yet: durako submit FILE --new NAME" if mine else "There is none.")
        return
    say_table(
        ("name", "author", "plays", "rules", "state", "id"),
        (
            (
                bot["name"],
                bot["author"],
                None if bot["active_version"] is None else f"version {bot['active_version']}",
                ", ".join(bot["profiles"]) or None,
                state_of(bot),
                bot["id"],
            )
            for bot in found
        ),
    )


def state_of(bot: Json) -> str:
    """In one word, or the sentence that says what hinders it."""
    if bot["is_retired"]:
        return "retired"
    if bot.get("latest_state") == "checking":
        return f"version {bot['latest_version']} is being checked"
    return "plays" if bot["can_play"] else str(bot["hindrance"])
