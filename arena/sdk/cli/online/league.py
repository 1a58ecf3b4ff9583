"""`durako league`: find leagues, read their tables, fill and export their lists."""

import csv
import io
import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Final

import typer

from arena.sdk.cli.console import say_json
from arena.sdk.cli.dashed_ids import unmarked
from arena.sdk.cli.exits import Exit, refuse
from arena.sdk.cli.online import league_tables
from arena.sdk.cli.online.common import (
    USUAL_LIMIT,
    AsJson,
    Limit,
    SiteOption,
    client_at,
    note,
)
from arena.sdk.online.names import league_named

STDIN: Final = "-"
MOST_BYTES: Final = 4 * 1024 * 1024

league = typer.Typer(
    help="Find leagues, read their tables, fill and export their lists.",
    no_args_is_help=True,
    add_completion=False,
)
LeagueName = Annotated[
    str, typer.Argument(metavar="LEAGUE", help="Its id, or its whole name.", callback=unmarked)
]


class Table(StrEnum):
    """What can be exported."""

    ENTRIES = "entries"
    STANDINGS = "standings"
    FIXTURES = "fixtures"


@league.command("list")
def list_(
    words: Annotated[str, typer.Argument(metavar="[WORDS]", help="Of the name.")] = "",
    *,
    mine: Annotated[bool, typer.Option("--mine", help="You organize, score or play in.")] = False,
    state: Annotated[
        str | None, typer.Option("--state", help="draft, running, finished or cancelled.")
    ] = None,
    limit: Limit = USUAL_LIMIT,
    site: SiteOption = "",
    as_json: AsJson = False,
) -> None:
    """List leagues, the newest first."""
    client = client_at(site)
    found = client.pages("leagues/", limit=limit, q=words, mine=mine or None, state=state)
    say_json(found) if as_json else league_tables.tell_leagues(found)


@league.command()
def show(name: LeagueName, *, site: SiteOption = "", as_json: AsJson = False) -> None:
    """Show a league: its rules, how far it is, what you may do."""
    client = client_at(site)
    found = league_named(client, name)
    say_json(found) if as_json else league_tables.tell_league(client, found)


@league.command()
def entries(
    name: LeagueName, *, limit: Limit = 1000, site: SiteOption = "", as_json: AsJson = False
) -> None:
    """List who is entered."""
    client = client_at(site)
    found = client.pages(f"leagues/{league_named(client, name)['id']}/entries/", limit=limit)
    say_json(found) if as_json else league_tables.tell_entries(found)


@league.command()
def standings(name: LeagueName, *, site: SiteOption = "", as_json: AsJson = False) -> None:
    """Show the table."""
    client = client_at(site)
    found = client.get(f"leagues/{league_named(client, name)['id']}/standings/")
    say_json(found) if as_json else league_tables.tell_standings(found)


@league.command()
def fixtures(
    name: LeagueName,
    *,
    number: Annotated[int | None, typer.Option("--round", help="Of this round.", min=1)] = None,
    limit: Limit = 1000,
    site: SiteOption = "",
    as_json: AsJson = False,
) -> None:
    """List the matches, round after round."""
    client = client_at(site)
    path = f"leagues/{league_named(client, name)['id']}/fixtures/"
    found = client.pages(path, limit=limit, round=number)
    say_json(found) if as_json else league_tables.tell_fixtures(found)


@league.command("import")
def import_(
    name: LeagueName,
    file: Annotated[
        Path, typer.Argument(metavar="FILE.csv", help="name, partner, seed; “-” reads stdin.")
    ],
    *,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would become of each row.")
    ] = False,
    site: SiteOption = "",
    as_json: AsJson = False,
) -> None:
    """Enter everybody of a list. Exit code 1 if rows are left out that somebody has to mend."""
    text = _text(file)
    client = client_at(site)
    path = f"leagues/{league_named(client, name)['id']}/entries/import/"
    done = client.create(path, {"text": text, "dry_run": dry_run})
    say_json(done) if as_json else league_tables.tell_import(done)
    if any(row["problems"] for row in done["rows"]):
        raise typer.Exit(Exit.NO)


@league.command()
def export(
    name: LeagueName,
    table: Annotated[Table, typer.Argument(help="Which table.")],
    *,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A file instead of stdout.")
    ] = None,
    site: SiteOption = "",
    as_json: AsJson = False,
) -> None:
    """Export a table as CSV, for spreadsheets; with --json as a list of its rows."""
    client = client_at(site)
    data = client.download(f"leagues/{league_named(client, name)['id']}/{table}.csv")
    if as_json:
        data = json.dumps(list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))).encode()
    if output is not None:
        output.write_bytes(data)
        note(f"Saved {output}.")
    elif as_json:
        say_json(json.loads(data))
    else:
        typer.echo(data, nl=False)


def _text(file: Path) -> str:
    """As spreadsheets write it."""
    if str(file) == STDIN:
        data = sys.stdin.buffer.read(MOST_BYTES)
    else:
        with file.open("rb") as opened:
            data = opened.read(MOST_BYTES)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        refuse(f"{file} is not UTF-8; let the spreadsheet save it as “CSV UTF-8”.")
