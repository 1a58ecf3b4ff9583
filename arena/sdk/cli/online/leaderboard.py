"""`durako leaderboard`: the ladders, and who stands where on one."""

from typing import Annotated

import typer

from arena.sdk.cli.console import say, say_json
from arena.sdk.cli.online.common import (
    USUAL_LIMIT,
    AsJson,
    Limit,
    SiteOption,
    client_at,
    plain,
    say_table,
)
from arena.sdk.online.client import Client, Json
from arena.sdk.online.errors import NameNotClearError
from arena.sdk.online.names import same

MOST_LADDERS = 500


def leaderboard(
    ladder: Annotated[
        str,
        typer.Argument(
            metavar="[LADDER]", help="Such as durak-volga-2, or rules that have one ladder only."
        ),
    ] = "",
    *,
    q: Annotated[str, typer.Option("--q", metavar="WORDS", help="Of the name or author.")] = "",
    away: Annotated[
        bool, typer.Option("--all", help="Also those who do not play at present.")
    ] = False,
    mine: Annotated[bool, typer.Option("--mine", help="Only your own.")] = False,
    limit: Limit = USUAL_LIMIT,
    site: SiteOption = "",
    as_json: AsJson = False,
) -> None:
    """Show a leaderboard; without a name, which ones there are."""
    client = client_at(site)
    ladders = client.pages("ladders/", limit=MOST_LADDERS)
    if not ladder:
        shown = ladders[:limit]
        say_json(shown) if as_json else _tell_ladders(shown)
        return
    chosen = _ladder(ladders, ladder)
    rows = client.pages(
        f"ladders/{chosen['slug']}/ratings/",
        limit=limit,
        q=q,
        away=away or None,
        mine=mine or None,
    )
    if as_json:
        say_json(rows)
    else:
        _tell(client, chosen, rows)


def _ladder(ladders: list[Json], text: str) -> Json:
    """By its slug, or what it is called, or its rules."""
    for key in ("slug", "name", "profile"):
        found = [one for one in ladders if same(one[key]) == same(text)]
        bots = [one for one in found if one["hosting"] == "bots"]
        if len(found) == 1 or len(bots) == 1:
            return found[0] if len(found) == 1 else bots[0]
        if found:
            names = ", ".join(one["slug"] for one in found)
            raise NameNotClearError(f"There are several ladders for {text}: {names}.")
    names = ", ".join(one["slug"] for one in ladders) or "none yet"
    raise NameNotClearError(f"There is no ladder {text!r}. Those there are: {names}.")


def _tell_ladders(ladders: list[Json]) -> None:
    if not ladders:
        say("There is no ladder yet.")
        return
    say_table(
        ("ladder", "what it is", "for", "rated", "results"),
        (
            (one["slug"], one["name"], one["hosting"], one["rated"], one["results"])
            for one in ladders
        ),
    )


def _tell(client: Client, ladder: Json, rows: list[Json]) -> None:
    page = client.site.page(f"ladders/{ladder['slug']}/")
    say(f"{plain(ladder['name'])}: {page}", style="bold")
    if not rows:
        say("Nobody.")
        return
    say_table(
        ("place", "name", "author", "rating", "±", "deal sets", "won", "level", "lost"),
        (
            (
                row["place"],
                row["name"] or "(no name)",
                row["author"],
                f"{row['rating']:.0f}{'?' if row['provisional'] else ''}",
                row["error_95"],
                row["deal_sets"],
                row["won"],
                row["level"],
                row["lost"],
            )
            for row in rows
        ),
    )
