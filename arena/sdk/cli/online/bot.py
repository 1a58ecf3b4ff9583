"""`durako bot`: one bot, with its versions and ratings."""

from typing import Annotated

import typer

from arena.sdk.cli.console import say, say_json
from arena.sdk.cli.dashed_ids import unmarked
from arena.sdk.cli.online.bots import state_of
from arena.sdk.cli.online.common import (
    AsJson,
    Follow,
    SiteOption,
    client_at,
    moment,
    plain,
    say_table,
    stopping,
)
from arena.sdk.cli.online.submit import check_is_over
from arena.sdk.cli.online.waiting import changing_line
from arena.sdk.online.client import Client, Json
from arena.sdk.online.events import followed
from arena.sdk.online.names import bot_named

MOST_VERSIONS = 20


def bot(
    name: Annotated[
        str, typer.Argument(metavar="NAME|ID", help="As `durako bots` lists it.", callback=unmarked)
    ],
    *,
    activate: Annotated[
        int | None,
        typer.Option(
            "--activate", metavar="VERSION", help="Let this version of yours play.", min=1
        ),
    ] = None,
    follow: Follow = False,
    site: SiteOption = "",
    as_json: AsJson = False,
) -> None:
    """Show a bot: what plays, its versions, its ratings; with --follow when its checks are over."""
    client = client_at(site)
    found = bot_named(client, name)
    path = f"bots/{found['id']}/"
    if activate is not None:
        client.act(f"{path}versions/{activate}/activate/")
        found = client.get(path)
    if follow and found["is_mine"] and found["latest_version"]:
        _wait(client, found)
        found = client.get(path)
    versions = client.pages(f"{path}versions/", limit=MOST_VERSIONS)
    ratings = client.pages(f"{path}ratings/", limit=MOST_VERSIONS)
    if as_json:
        say_json({**found, "versions": versions, "ratings": ratings})
        return
    _tell(client, found)
    say_table(("version", "sent in", "state", "rules", "note"), map(_version, versions))
    if ratings:
        say()
        _tell_ratings(ratings)


def _wait(client: Client, found: Json) -> None:
    path = f"bots/{found['id']}/versions/{found['latest_version']}/"
    with (
        stopping("Stopped looking; the checks go on."),
        changing_line("It is being checked.") as line,
    ):
        for version in followed(client, path, check_is_over):
            line((version["check"] or {}).get("text", ""))


def _tell(client: Client, found: Json) -> None:
    author = f" by {plain(found['author'])}" if found["author"] else ""
    say(f"{plain(found['name'])}{author}", style="bold")
    if found["description"]:
        say(f"  {plain(found['description'])}")
    say(f"  state  {plain(state_of(found))}")
    say(f"  id     {found['id']}")
    say(f"  page   {client.site.page(found['page'])}")
    say()


def _version(version: Json) -> tuple[object, ...]:
    state = "plays" if version["is_active"] else version["state"]
    rules = ", ".join(version["profiles"])
    return version["number"], moment(version["submitted_at"]), state, rules, version["note"]


def _tell_ratings(ratings: list[Json]) -> None:
    say_table(
        ("ladder", "place", "rating", "±", "deal sets"),
        (
            (
                one["ladder"],
                one["place"],
                f"{one['rating']:.0f}",
                one["error_95"],
                one["deal_sets"],
            )
            for one in ratings
        ),
    )
