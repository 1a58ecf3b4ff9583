"""`durako match`: one match, now or until it is over."""

from typing import Annotated, Final

import typer

from arena.sdk.cli.console import say, say_json
from arena.sdk.cli.dashed_ids import unmarked
from arena.sdk.cli.exits import Exit
from arena.sdk.cli.online.common import (
    AsJson,
    Follow,
    SiteOption,
    client_at,
    duration,
    moment,
    note,
    plain,
    say_table,
    stopping,
)
from arena.sdk.cli.online.waiting import changing_line
from arena.sdk.online.client import Client, Json
from arena.sdk.online.events import followed
from arena.sdk.online.names import path_part, thing

OVER: Final = frozenset({"settled", "void"})
MatchId = Annotated[
    str,
    typer.Argument(metavar="MATCH", help="Its id, as `durako matches` says.", callback=unmarked),
]


def match(
    match_id: MatchId,
    *,
    follow: Follow = False,
    site: SiteOption = "",
    as_json: AsJson = False,
) -> None:
    """Show a match; with --follow, stay until it is over.

    Exit code with --follow: 0 if it was played, 5 if it is void.
    """
    client = client_at(site)
    found = thing(client, match_path(match_id), f"match {match_id}")
    if follow:
        found = followed_match(client, found, quiet=as_json)
    if as_json:
        say_json(found)
    else:
        tell_match(client, found)
    if follow:
        raise typer.Exit(exit_of(found))


def match_path(match_id: str) -> str:
    """Of the programming interface."""
    return f"matches/{path_part(match_id)}/"


def is_over(match: Json) -> bool:
    """Whether it will not change any more."""
    return match["state"] in OVER


def exit_of(match: Json) -> Exit:
    """What is void was nobody's fault here."""
    return Exit.BROKEN_OFF if match["state"] == "void" else Exit.FINE


def followed_match(client: Client, match: Json, *, quiet: bool = False) -> Json:
    """Until it is over; off a terminal its states are told, not every board."""
    now, state = match, ""
    again = f"durako match {match['id']} --follow"
    with (
        stopping(f"Stopped looking; the match goes on. Look again with: {again}"),
        changing_line("It is being looked at.") as line,
    ):
        for now in followed(client, match_path(match["id"]), is_over):
            line(_going_on(now))
            if now["state"] != state and not quiet and not is_over(now):
                note(plain(now["text"]))
            state = now["state"]
    return now


def _going_on(match: Json) -> str:
    queue = match["queue"]
    if queue is not None:
        wait = queue.get("wait_seconds")
        about = f", about {duration(wait)}" if wait is not None else ""
        paused = "; the arena rests" if queue.get("is_paused") else ""
        return f"number {queue['position']} in the queue{about}{paused}"
    if match["state"] == "playing":
        return f"{match['boards_over']} of {match['boards_in_all']} boards are over"
    return str(match["text"])


def tell_match(client: Client, match: Json) -> None:
    """For people."""
    names = " : ".join(plain(side["name"]) for side in match["sides"])
    say(f"{names}, {match['profile']}", style="bold")
    say(f"  {plain(match['text'])}")
    if not is_over(match):
        say(f"  {_going_on(match)}")
    rated = f"rated on {match['ladder']}" if match["rated"] and match["ladder"] else "not rated"
    boards = "1 board" if match["boards"] == 1 else f"{match['boards']} boards"
    boards = f"{boards} in {match['rotations']} rotations"
    say(f"  {match['kind']}, {rated}, {boards}, asked for {moment(match['created_at'])}")
    say(f"  id          {match['id']}")
    say(f"  page        {client.site.page(match['page'])}")
    say(f"  commitment  {match['commitment']}")
    if match["seed"]:
        say(f"  seed        {match['seed']}")
    say()
    say_table(("side", "bot", "author", "version", "points", "share", "strikes", "log"),
              map(_side, match["sides"]))  # fmt: skip
    if match["has_replay"]:
        say()
        say(f"durako replay {match['id']} saves its replay.", style="dim")


def _side(side: Json) -> tuple[object, ...]:
    share = None if side["share"] is None else f"{100 * side['share']:.1f} %"
    log = "yours" if side["has_log"] else None
    points = None if side["points"] is None else f"{side['points']:g}"
    return (side["number"], side["name"], side["author"], side["version"], points, share,
            side["strikes"], log)  # fmt: skip
