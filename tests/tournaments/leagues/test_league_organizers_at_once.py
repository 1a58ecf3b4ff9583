"""Two organizers at the same moment: nobody overwrites what the other has done."""

from collections.abc import Callable

import pytest

from tests.factories import running_league
from tests.threads import at_once, while_held
from tests.tournaments.leagues.kit import events, official, owner
from tournaments.league_access import LeagueVisitor
from tournaments.league_acts import LeagueAct
from tournaments.models import League, LeagueOfficial, LeagueRound
from tournaments.services.leagues.common import LeagueStaleError
from tournaments.services.leagues.rounds import (
    round_discard,
    round_edit,
    round_publish,
    rounds_draft,
)

pytestmark = pytest.mark.django_db(transaction=True)

Pairs = list[tuple[int, int]]


def two_organizers(league: League) -> tuple[LeagueVisitor, LeagueVisitor]:
    return owner(league), official(league, LeagueOfficial.Role.CO_ORGANIZER)


def told(job: Callable[[], object]) -> Callable[[], str]:
    """What came of it."""

    def run() -> str:
        try:
            job()
        except LeagueStaleError:
            return "stale"
        return "done"

    return run


def test_of_two_who_draw_at_once_one_draws() -> None:
    league = running_league(6)
    jobs = [
        lambda who=who: rounds_draft(public_id=league.public_id, visitor=who)
        for who in two_organizers(league)
    ]
    said = at_once(jobs)
    assert sorted(one == "done" for one in said) == [False, True]
    assert league.rounds.count() == 5
    assert [event.action for event in events(league)] == [LeagueAct.ROUNDS_DRAFTED]


def test_of_two_who_edit_the_same_page_one_edits_and_the_other_is_told() -> None:
    league = running_league(4, format=League.Format.SWISS)
    one, other = two_organizers(league)
    rounds_draft(public_id=league.public_id, visitor=one)
    league.refresh_from_db()
    a, b, c, d = league.entries.order_by("seed").values_list("pk", flat=True)
    wishes: list[Pairs] = [[(a, b), (c, d)], [(a, c), (b, d)]]

    def editing(who: LeagueVisitor, pairs: Pairs) -> Callable[[], str]:
        return told(
            lambda: round_edit(
                public_id=league.public_id,
                visitor=who,
                number=1,
                pairings=pairs,
                byes=[],
                revision=league.revision,
            )
        )

    said = while_held(
        editing(one, wishes[0]),
        at="tournaments.services.leagues.round_edits.league_note",
        second=editing(other, wishes[1]),
    )
    assert said == ("done", "stale")
    kept = league.fixtures.order_by("place").values_list("first", "second")
    assert list(kept) == wishes[0]
    revisions = [event.revision for event in events(league)]
    assert revisions == [1, 2]


def test_a_draft_is_not_thrown_away_while_somebody_publishes_it() -> None:
    league = running_league(4, format=League.Format.SWISS)
    one, other = two_organizers(league)
    rounds_draft(public_id=league.public_id, visitor=one)
    league.refresh_from_db()
    seen = league.revision
    said = while_held(
        told(
            lambda: round_publish(public_id=league.public_id, visitor=one, number=1, revision=seen)
        ),
        at="tournaments.services.leagues.rounds.league_note",
        second=told(
            lambda: round_discard(
                public_id=league.public_id, visitor=other, number=1, revision=seen
            )
        ),
    )
    assert said == ("done", "stale")
    assert league.rounds.get().state == LeagueRound.State.PUBLISHED
