"""Entering a whole list: a preview says what would become of every row and saves nothing; the
import then does exactly that. Whoever is entered already stays as they are, so the same list twice
changes nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.db import transaction

from tournaments.league_access import LeagueAction, LeagueVisitor
from tournaments.league_acts import LeagueAct
from tournaments.league_csv import csv_read
from tournaments.models import Competitor
from tournaments.selectors.league_asked import league_asked
from tournaments.services.leagues.common import league_note, league_open
from tournaments.services.leagues.competing import Known, competitors_named
from tournaments.services.leagues.entries import entries_write, room_check
from tournaments.services.leagues.entry_judging import Choice, ImportRow, Verdict, judge_of
from tournaments.services.leagues.room import size_fault


@dataclass(frozen=True)
class ImportPreview:
    """All rows; `too_long` if the list has more than can be read."""

    rows: tuple[ImportRow, ...]
    too_long: bool = False

    @property
    def entering(self) -> int:
        """How many the import enters, if nothing is said to doubtful rows."""
        return sum(row.enters for row in self.rows)

    @property
    def doubtful(self) -> int:
        return sum(row.verdict is Verdict.DOUBTFUL for row in self.rows)

    @property
    def already(self) -> int:
        return sum(row.verdict is Verdict.ALREADY for row in self.rows)

    @property
    def wrong(self) -> int:
        return sum(row.verdict is Verdict.WRONG for row in self.rows)

    @property
    def asks(self) -> bool:
        """Whether there is something to say to a row, or to say otherwise."""
        return any(row.similar for row in self.rows)


def entries_import_preview(
    *,
    public_id: str,
    visitor: LeagueVisitor,
    text: str,
    choices: Mapping[int, str] | None = None,
) -> ImportPreview:
    """What importing this list would do, with these choices for doubtful rows, by line."""
    access = league_asked(public_id=public_id, visitor=visitor, action=LeagueAction.MANAGE_ENTRIES)
    assert access.account is not None  # only accounts organize
    room_check(league=access.league, more=0)
    return _judged(Known(access.league, access.account), text, choices or {})[0]


def entries_import(
    *,
    public_id: str,
    visitor: LeagueVisitor,
    text: str,
    choices: Mapping[int, str] | None = None,
) -> int:
    """Enter whom the preview promised; returns how many."""
    done = entries_import_rows(public_id=public_id, visitor=visitor, text=text, choices=choices)
    return done.entering


@transaction.atomic
def entries_import_rows(
    *,
    public_id: str,
    visitor: LeagueVisitor,
    text: str,
    choices: Mapping[int, str] | None = None,
) -> ImportPreview:
    """Enter whom the preview promised, by their seeds in the list and behind those entered before;
    returns what became of every row."""
    access = league_open(public_id=public_id, visitor=visitor, action=LeagueAction.MANAGE_ENTRIES)
    league = access.league
    assert access.account is not None  # only accounts organize
    room_check(league=league, more=0)
    known = Known(league, access.account)
    preview, bots = _judged(known, text, choices or {})
    entering = sorted(
        (row for row in preview.rows if row.enters),
        key=lambda row: (row.seed is None, row.seed or 0, row.line),
    )
    if not entering:
        return preview
    if league.is_of_bots:
        competitors = [bots[row.line] for row in entering]
    else:
        competitors = competitors_named(known=known, sides=[row.names for row in entering])
    entries = entries_write(league=league, competitors=competitors)
    league_note(
        access=access,
        action=LeagueAct.ENTRIES_IMPORTED,
        before={"entries": entries[0].seed - 1},
        after={
            "entries": entries[-1].seed,
            "competitors": [entry.competitor_id for entry in entries],
        },
    )
    return preview


def _judged(
    known: Known, text: str, choices: Mapping[int, str]
) -> tuple[ImportPreview, dict[int, Competitor]]:
    """Every row in turn, and the bots of those that name one."""
    found = csv_read(text)
    judge = judge_of(known)
    size = known.league.entries.count()
    rows: list[ImportRow] = []
    for one in found.rows:
        row = judge.judge(one, choices.get(one.line, Choice.SKIP))
        fault = size_fault(league=known.league, size=size + row.enters)
        if row.enters and fault is not None:
            row = replace(row, verdict=Verdict.WRONG, sentence=fault)
        size += row.enters
        rows.append(row)
    return ImportPreview(tuple(rows), found.too_long), judge.bots
