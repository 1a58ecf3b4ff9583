"""Two organizers at the same moment: nobody overwrites what the other has done."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from tests.factories import running_league
from tests.threads import at_once, while_held
from tests.tournaments.leagues.kit import entries_of, events, official, owner
from tests.tournaments.leagues.match_kit import enter, match
from tournaments.league_access import LeagueVisitor
from tournaments.league_acts import LeagueAct
from tournaments.models import Fixture, League, LeagueOfficial, LeagueRound
from tournaments.services.leagues.common import LeagueStaleError
from tournaments.services.leagues.entries import entry_rest_set
from tournaments.services.leagues.officials import league_owner_transfer
from tournaments.services.leagues.postponing import (
    fixture_call_off,
    fixture_postpone,
    fixture_resume,
)
from tournaments.services.leagues.round_dates import (
    RoundDates,
    drafts_dates_set,
    round_dates_set,
)
from tournaments.services.leagues.rounds import (
    round_discard,
    round_edit,
    round_publish,
    rounds_draft,
)
from tournaments.services.leagues.seeding import entries_seed, entries_seed_by_rating

pytestmark = pytest.mark.django_db(transaction=True)

Pairs = list[tuple[int, int]]
Job = Callable[[], object]
MAY, JUNE = datetime(2031, 5, 1, tzinfo=UTC), datetime(2031, 6, 1, tzinfo=UTC)


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


def one_then_the_other(first: Job, second: Job, module: str) -> None:
    """Both were made from the same page: the first is held while it writes."""
    said = while_held(told(first), at=f"tournaments.services.leagues.{module}", second=told(second))
    assert said == ("done", "stale")


def test_dates_of_a_round_are_not_overwritten() -> None:
    league = running_league(4, format=League.Format.SWISS)
    one, other = two_organizers(league)
    rounds_draft(public_id=league.public_id, visitor=one)

    def dating(who: LeagueVisitor, begins: datetime) -> Job:
        return lambda: round_dates_set(
            public_id=league.public_id,
            visitor=who,
            number=1,
            starts_at=begins,
            deadline=None,
            revision=1,
        )

    one_then_the_other(dating(one, MAY), dating(other, JUNE), "round_dates.league_note")
    assert league.rounds.get().starts_at == MAY
    dating(other, MAY)()  # the same again is no quarrel
    assert len(events(league)) == 2


def test_dates_of_all_drafts_are_set_together_or_not_at_all() -> None:
    league = running_league(4)
    one, other = two_organizers(league)
    rounds_draft(public_id=league.public_id, visitor=one)

    def dating(who: LeagueVisitor, begins: datetime, count: int = 3) -> Job:
        week = timedelta(days=7)
        dates = [RoundDates(begins + number * week, None) for number in range(count)]
        return lambda: drafts_dates_set(
            public_id=league.public_id, visitor=who, dates=dates, revision=1
        )

    assert told(dating(one, MAY, count=2))() == "stale"
    one_then_the_other(dating(one, MAY), dating(other, JUNE), "round_dates.league_note")
    begins = list(league.rounds.order_by("number").values_list("starts_at", flat=True))
    assert begins == [MAY + number * timedelta(days=7) for number in range(3)]


def test_of_two_orders_of_seeds_the_first_stands() -> None:
    league = running_league(3)
    one, other = two_organizers(league)
    a, b, c = (entry.pk for entry in entries_of(league))

    def seeding(who: LeagueVisitor, *order: int) -> Job:
        return lambda: entries_seed(
            public_id=league.public_id, visitor=who, order=order, revision=league.revision
        )

    one_then_the_other(seeding(one, c, a, b), seeding(other, b, a, c), "seeding.league_note")
    assert [entry.pk for entry in entries_of(league)] == [c, a, b]
    by_rating = told(
        lambda: entries_seed_by_rating(public_id=league.public_id, visitor=other, revision=0)
    )
    assert by_rating() == "stale"


def test_of_two_who_let_somebody_rest_the_first_stands() -> None:
    league = running_league(3)
    one, other = two_organizers(league)
    entry = entries_of(league)[0]

    def resting(who: LeagueVisitor, *rounds: int) -> Job:
        return lambda: entry_rest_set(
            public_id=league.public_id,
            visitor=who,
            entry_id=entry.pk,
            rounds=rounds,
            revision=league.revision,
        )

    one_then_the_other(resting(one, 2), resting(other, 3), "entries.league_note")
    assert entries_of(league)[0].rests == [2]


def test_of_two_who_postpone_a_match_the_first_stands() -> None:
    one = match()
    first, second = two_organizers(one.league)

    def postponing(who: LeagueVisitor, until: datetime) -> Job:
        return lambda: fixture_postpone(
            fixture_id=one.public_id, visitor=who, until=until, revision=one.revision
        )

    one_then_the_other(postponing(first, MAY), postponing(second, JUNE), "postponing.fixture_move")
    one.refresh_from_db()
    assert one.starts_at == MAY
    resumed = told(
        lambda: fixture_resume(fixture_id=one.public_id, visitor=second, revision=one.revision - 1)
    )
    assert resumed() == "stale"


def test_a_result_that_nobody_has_seen_is_not_called_off() -> None:
    one = match()
    seen = one.revision
    enter(one)
    called_off = told(
        lambda: fixture_call_off(
            fixture_id=one.public_id, visitor=owner(one.league), note="Rain.", revision=seen
        )
    )
    assert called_off() == "stale"
    one.refresh_from_db()
    assert one.state == Fixture.State.CONFIRMED


def test_two_owners_who_give_each_other_their_leagues_do_not_wait_for_each_other() -> None:
    mine, yours = running_league(2), running_league(2)
    for league, other in ((mine, yours), (yours, mine)):
        assert other.owner is not None
        LeagueOfficial.objects.create(
            league=league, account=other.owner, role=LeagueOfficial.Role.CO_ORGANIZER
        )

    def giving(league: League, other: League) -> Job:
        who, heir = owner(league), other.owner
        assert heir is not None
        return told(
            lambda: league_owner_transfer(
                public_id=league.public_id, visitor=who, account_id=heir.pk
            )
        )

    said = while_held(
        giving(mine, yours),
        at="tournaments.services.leagues.common.league_access",
        second=giving(yours, mine),
    )
    assert said == ("done", "done")
    before = (mine.owner, yours.owner)
    mine.refresh_from_db()
    yours.refresh_from_db()
    assert (yours.owner, mine.owner) == before
