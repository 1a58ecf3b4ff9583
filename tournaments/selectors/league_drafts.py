"""What is odd about a draft of a round, in sentences; nothing of it forbids to publish."""

from collections.abc import Sequence

from scoring.messages import Message
from scoring.pairing import Fixed, FixedBye, FixedPairing
from tournaments.models import League, LeagueRound
from tournaments.selectors.leagues import league_book


def draft_conflicts(*, row: LeagueRound) -> tuple[Message, ...]:
    """Of a draft as it is kept."""
    pairings = list(row.fixtures.order_by("place").values_list("first", "second"))
    byes = list(row.byes.values_list("entry", flat=True))
    return edit_conflicts(league=row.league, number=row.number, pairings=pairings, byes=byes)


def edit_conflicts(
    *, league: League, number: int, pairings: Sequence[tuple[int, int]], byes: Sequence[int]
) -> tuple[Message, ...]:
    """Of a draft as somebody would like it. Other drafts count, for they come, too."""
    edited: list[Fixed] = [FixedPairing(first, second) for first, second in pairings]
    edited += [FixedBye(entry) for entry in byes]
    return league_book(league=league, drafts=True).conflicts(edited, number)
