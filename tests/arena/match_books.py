"""Whether everything that is written down about matches fits together, to the last row."""

from collections import Counter
from itertools import pairwise

from arena.match_states import NEXT, OVER, MatchState
from arena.models import AbTest, ArenaState, Match, MatchEvent
from arena.selectors.ab_tests import ab_test_faults
from arena.selectors.matches import match_replay
from arena.wire.verify import verify
from tournaments.models import Ladder, LadderEntry, ResultEvent
from tournaments.services.rating_rebuild import ratings_rebuild
from tournaments.services.results import records_rebuilt, records_stored

Kind = LadderEntry.Kind


def check_books() -> None:
    """Of all matches there are; those that are not over need only a legal history."""
    for match in Match.objects.prefetch_related("events", "participants").order_by("pk"):
        check_history(match)
        if match.state == MatchState.SETTLED:
            check_settled(match)
    settled = Match.objects.exclude(settled_number=None)  # some may be void by now
    assert not settled.exclude(state__in=OVER).exists()
    numbers = settled.order_by("settled_number").values_list("settled_number", flat=True)
    assert list(numbers) == list(range(1, settled.count() + 1))
    state = ArenaState.objects.filter(pk=1).first()
    assert (state.settled if state else 0) == settled.count()
    sides = {
        match.public_id: len({one.side for one in match.participants.all()})
        for match in settled.filter(ab_test=None).prefetch_related("participants")
    }
    void = set(settled.filter(state=MatchState.VOID).values_list("public_id", flat=True))
    assert Counter(ResultEvent.objects.values_list("match", "kind")) == {
        (match, kind): count
        for match, count in sides.items()
        for kind in ("settled", "voided")
        if kind == "settled" or match in void
    }
    for test in AbTest.objects.all():
        assert not list(ab_test_faults(test=test)), test
    assert records_rebuilt() == records_stored()
    check_ladders()


def check_ladders() -> None:
    """Every rated match reached its ladder once, in the order of settlement, and was taken back if
    it is void; and every ladder is what its entries add up to."""
    rated = Match.objects.exclude(settled_number=None).filter(rated=True)
    expected: dict[tuple[int | None, str], list[str]] = {}
    for match in rated.order_by("settled_number"):
        expected.setdefault((match.ladder_id, Kind.RESULT), []).append(f"match:{match.public_id}")
        if match.state == MatchState.VOID:
            expected.setdefault((match.ladder_id, Kind.VOID), []).append(f"match:{match.public_id}")
    for ladder in Ladder.objects.all():
        entries = list(ladder.entries.order_by("number"))
        assert [entry.number for entry in entries] == list(range(1, ladder.last_number + 1))
        of_matches = [entry for entry in entries if entry.source.startswith("match:")]
        results = [entry.source for entry in of_matches if entry.kind == Kind.RESULT]
        assert results == expected.get((ladder.pk, Kind.RESULT), []), ladder
        void = [entry.source for entry in of_matches if entry.kind == Kind.VOID]
        assert sorted(void) == sorted(expected.get((ladder.pk, Kind.VOID), [])), ladder
        rebuilt = ratings_rebuild(ladder_id=ladder.pk, write=False)
        assert rebuilt.is_identical, rebuilt.differences
    assert not rated.filter(ladder=None).exists()


def check_history(match: Match) -> None:
    """Step by step: each allowed, each from where the last one led, the attempts in order."""
    steps = list(match.events.order_by("pk"))
    assert (steps[0].before, steps[0].after) == ("", MatchState.QUEUED), told(match)
    for last, step in pairwise(steps):
        assert step.before == last.after, told(match)
        assert MatchState(step.after) in NEXT[MatchState(step.before)], told(match)
        sends = step.after == MatchState.SENT
        assert step.attempt == last.attempt + sends, told(match)
    assert (steps[-1].after, steps[-1].attempt) == (match.state, match.attempt), told(match)
    ends = [step.after for step in steps if step.after in OVER]
    usual = [match.state] if match.state in OVER else []
    assert ends in (usual, [MatchState.SETTLED, MatchState.VOID]), told(match)
    assert bool(match.reason) == (match.state == MatchState.VOID), told(match)


def check_settled(match: Match) -> None:
    """Its replay is there and holds, and what was written down is what it says."""
    verified = verify(match_replay(match=match))
    assert verified.header.match_id == match.public_id
    assert (verified.games, verified.decisions) == (match.games, match.decisions)
    assert len(match.results) == match.boards_in_all
    if match.ab_test_id is not None:
        return  # which is evidence for its test, and for nothing else
    events = ResultEvent.objects.filter(match=match.public_id)
    sides = {one.side: one for one in match.participants.all()}
    assert {event.side: event.points for event in events} == {
        side: one.points for side, one in sides.items()
    }
    assert {event.number for event in events} == {match.settled_number}


def told(match: Match) -> str:
    """Its history, for whoever has to find out."""
    return "\n".join(map(_line, match.events.order_by("pk")))


def _line(step: MatchEvent) -> str:
    moved = f"{step.before or 'new'} -> {step.after}, attempt {step.attempt}"
    return f"{step.at:%H:%M:%S.%f} {step.match_id}: {moved} {step.worker} {step.reason}"
