"""What a change changed, in words: who moved in a table, what fell away in a bracket."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.league.book import LeagueBook
from scoring.league.records import Format
from scoring.league.words import say
from scoring.messages import CompetitorId, Message, Who
from scoring.pairing import DroppedResult, MatchState, Outcome


def changes(before: LeagueBook, after: LeagueBook) -> tuple[Message, ...]:
    """Everything that differs in places and in the bracket, best places first."""
    return (*_places(before, after), *_qualifiers(before, after), *_bracket(before, after))


def _ranks(book: LeagueBook) -> dict[CompetitorId, int | None]:
    return {row.competitor: row.rank for table in book.tables().values() for row in table.rows}


def _places(before: LeagueBook, after: LeagueBook) -> Iterator[Message]:
    was = _ranks(before)
    for who, rank in _ranks(after).items():
        old = was.get(who)
        if rank == old:
            continue
        if rank is None:
            yield say("league.unplaced", who=Who(who), before=old or 0)
        elif old is None:
            yield say("league.placed", who=Who(who), after=rank)
        else:
            code = "league.up" if rank < old else "league.down"
            yield say(code, who=Who(who), before=old, after=rank)


def _qualifiers(before: LeagueBook, after: LeagueBook) -> Iterator[Message]:
    """The play-offs stay as they were drawn; but it is said who would be in them now."""
    if not after.play_off_seeds or not after.tables():
        return
    was, now = before.qualified(), after.qualified()
    if was is None or now is None:
        return
    old = [q.competitor for q in was.qualifiers]
    new = [q.competitor for q in now.qualifiers]
    gained = [one for one in new if one not in old]
    lost = [one for one in old if one not in new]
    for one, other in zip(gained, lost, strict=False):
        yield say("league.qualifiers_differ", who=Who(one), other=Who(other))
    if old != new and not gained and not lost:
        yield say("league.seeds_differ")


def _bracket(before: LeagueBook, after: LeagueBook) -> Iterator[Message]:
    was = {state.match.number: state for state in before.bracket_states()}
    for now in after.bracket_states():
        old = was.get(now.match.number)
        if old is None or (old.a, old.b) == (now.a, now.b):
            continue
        if (dropped := _dropped(before, old)) is not None:
            yield dropped.why
        if now.a is not None and now.b is not None:
            yield say("league.now_meet", a=Who(now.a), b=Who(now.b), match=now.match.number)
    yield from _annulled(before, after)
    champion, old_champion = _champion(after), _champion(before)
    if champion is not None and champion != old_champion:
        yield say("league.champion", who=Who(champion))


def _annulled(before: LeagueBook, after: LeagueBook) -> Iterator[Message]:
    """Who had a place in a knockout and has lost it for good; tables say so themselves."""
    if after.terms.format is not Format.KNOCKOUT or after.bracket_book is None:
        return
    was = {one.entry: one.rank for one in before.final_ranking()}
    for one in after.final_ranking():
        if one.entry in after.bracket_book.annulled and (rank := was.get(one.entry)) is not None:
            yield say("league.unplaced", who=Who(one.entry), before=rank)


def _dropped(before: LeagueBook, old: MatchState) -> DroppedResult | None:
    book = before.bracket_book
    meeting = book.meeting_of(old) if book is not None else None
    if meeting is None or meeting.result is None or old.a is None or old.b is None:
        return None
    result = old.winner if old.winner is not None else Outcome.DOUBLE_NO_SHOW
    return DroppedResult(old.match.number, result, old.a, old.b)


def _champion(book: LeagueBook) -> CompetitorId | None:
    return next((one.entry for one in book.final_ranking() if one.rank == 1), None)
