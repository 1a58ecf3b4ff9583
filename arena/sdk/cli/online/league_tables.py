"""What `durako league` prints."""

from collections.abc import Sequence

from arena.sdk.cli.console import say
from arena.sdk.cli.online.common import moment, plain, say_table
from arena.sdk.online.client import Client, Json


def tell_leagues(leagues: Sequence[Json]) -> None:
    """A list."""
    if not leagues:
        say("There is none.")
        return
    say_table(
        ("name", "who", "rules", "format", "state", "entries", "rounds", "id"),
        (
            (
                one["name"],
                one["kind"],
                one["rules"]["name"],
                one["format"],
                one["state"],
                one["entries"],
                one["rounds"],
                one["id"],
            )
            for one in leagues
        ),
    )


def tell_league(client: Client, league: Json) -> None:
    """One of them."""
    say(plain(league["name"]), style="bold")
    if league["description"]:
        say(f"  {plain(league['description'])}")
    by = f", organized by {plain(league['organizer'])}" if league["organizer"] else ""
    say(f"  {league['kind']}, {league['format']}, {plain(league['rules']['name'])}{by}")
    say(f"  {league['state']}, {league['entries']} entered, {league['rounds']} rounds published")
    say(f"  id    {league['id']}")
    say(f"  page  {client.site.page(league['page'])}")
    if league["may"]:
        say(f"  you   {', '.join(league['may'])}")


def tell_entries(entries: Sequence[Json]) -> None:
    """Who is in it."""
    if not entries:
        say("Nobody yet.")
        return
    say_table(
        ("seed", "name", "author", "status", "group", "id"),
        (
            (
                one["seed"],
                one["name"],
                one["author"] or None,
                one["status"],
                one["group"],
                one["id"],
            )
            for one in entries
        ),
    )


def tell_import(done: Json) -> None:
    """What became of each row, or would."""
    say_table(
        ("line", "name", "", "what"),
        (
            (
                row["line"],
                " - ".join(row["names"]),
                "✓" if row["enters"] else "✗",
                row["text"],
            )
            for row in done["rows"]
        ),
    )
    if done["too_long"]:
        say("There is more than is read at once: send the rest as a list of its own.")
    what = "would be entered; nothing was done" if done["dry_run"] else "entered"
    say(f"{done['entered']} {what}.", style="bold")


def tell_standings(found: Json) -> None:
    """The table, or one for each group; and who came how far in a bracket."""
    say(plain(found["text"]), style="bold")
    for table in found["tables"]:
        say()
        if table["title"]:
            say(plain(table["title"]), style="bold")
        say_table(
            ("place", "name", "points", "played", "won", "drawn", "lost", "made", "against"),
            map(_standing, table["rows"]),
        )
    if found["reached"]:
        say()
        say_table(
            ("place", "name", "how far"),
            ((one["rank"], one["who"]["name"], one["why"]["text"]) for one in found["reached"]),
        )
    for one in found["adjustments"]:
        say(f"{plain(one['who']['name'])}: {one['points']:+g}, {plain(one['reason'])}")


def _standing(row: Json) -> tuple[object, ...]:
    return (
        row["rank"],
        row["who"]["name"],
        f"{row['points']:g}",
        row["played"],
        row["won"],
        row["drawn"],
        row["lost"],
        f"{row['points_for']:g}",
        f"{row['points_against']:g}",
    )


def tell_fixtures(fixtures: Sequence[Json]) -> None:
    """The matches."""
    if not fixtures:
        say("There are none yet.")
        return
    say_table(
        ("round", "table", "first", "second", "points", "how it stands", "when"),
        (
            (
                one["round"],
                one["table"],
                one["first"]["name"],
                one["second"]["name"],
                _points(one["result"]),
                one["text"],
                moment(one["starts_at"]),
            )
            for one in fixtures
        ),
    )


def _points(result: Json | None) -> str | None:
    if result is None or result["points_first"] is None or result["points_second"] is None:
        return None
    return f"{result['points_first']} : {result['points_second']}"
