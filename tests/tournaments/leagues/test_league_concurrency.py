"""Several organizers, or one with two devices, at the same moment."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.factories import LeagueFactory, UserFactory, running_league
from tests.threads import at_once
from tests.tournaments.leagues.kit import (
    entries_of,
    events,
    fixtures_of,
    link_holder,
    official,
    owner,
    round_with,
    spec,
)
from tournaments.league_access import LeagueDeniedError, LeagueVisitor
from tournaments.models import FixtureResult, League, LeagueApplication, Player
from tournaments.services.leagues import settings
from tournaments.services.leagues.applications import application_accept, application_send
from tournaments.services.leagues.common import LeagueStaleError
from tournaments.services.leagues.entries import entry_add
from tournaments.services.leagues.entry_import import entries_import
from tournaments.services.leagues.leaving import entry_withdraw
from tournaments.services.leagues.settings import league_create, league_spec_of, league_update
from tournaments.services.leagues.states import league_start

pytestmark = pytest.mark.django_db(transaction=True)


def _tries(*jobs: Callable[[], object]) -> list[str]:
    """All at once; of each "done", or in a word why not."""
    said: list[str] = [""] * len(jobs)

    def trying(number: int, job: Callable[[], object]) -> Callable[[], object]:
        def run() -> None:
            try:
                job()
                said[number] = "done"
            except LeagueStaleError:
                said[number] = "stale"
            except LeagueDeniedError as error:
                said[number] = error.denial.value

        return run

    refused = at_once([trying(number, job) for number, job in enumerate(jobs)])
    return [one or other for one, other in zip(said, refused, strict=True)]


def _gapless(league: League) -> bool:
    """Whether every change has a revision of its own, and the league has the last."""
    league.refresh_from_db()
    revisions = [event.revision for event in events(league)]
    return revisions == list(range(1, len(revisions) + 1)) and league.revision == len(revisions)


def test_two_organizers_do_not_overwrite_each_others_settings() -> None:
    league = LeagueFactory.create()
    visitors = [owner(league), *(official(league, "co_organizer") for _ in range(3))]

    def rename(number: int, visitor: LeagueVisitor) -> Callable[[], object]:
        new = replace(league_spec_of(league), name=f"Name {number}")
        return lambda: league_update(
            public_id=league.public_id, visitor=visitor, spec=new, revision=league.revision
        )

    said = _tries(*(rename(number, one) for number, one in enumerate(visitors)))
    assert sorted(said) == ["done", "stale", "stale", "stale"]
    assert _gapless(league)
    assert league.name == f"Name {said.index('done')}"


def test_two_devices_enter_different_people_and_nobody_is_lost() -> None:
    league = LeagueFactory.create()
    helper = official(league, "co_organizer")
    jobs = [
        lambda name=name, who=who: entry_add(public_id=league.public_id, visitor=who, names=[name])
        for name, who in (("Ana", owner(league)), ("Bea", helper), ("Carl", owner(league)))
    ]
    assert _tries(*jobs) == ["done"] * 3
    assert [entry.seed for entry in entries_of(league)] == [1, 2, 3]
    assert _gapless(league)


def test_a_double_submit_enters_once() -> None:
    league = LeagueFactory.create()
    add = lambda: entry_add(public_id=league.public_id, visitor=owner(league), names=["Ana"])  # noqa: E731
    said = _tries(add, add, add)
    assert sorted(one == "done" for one in said) == [False, False, True]
    assert (league.entries.count(), Player.objects.count(), len(events(league))) == (1, 1, 1)


def test_the_same_list_sent_twice_at_once_is_imported_once() -> None:
    league = LeagueFactory.create(competitors="pair")
    text = "Ana;Bea\nCarl;Dora\nEva;Finn"
    send = lambda: entries_import(public_id=league.public_id, visitor=owner(league), text=text)  # noqa: E731
    assert _tries(send, send) == ["done", "done"]
    assert (league.entries.count(), Player.objects.count(), len(events(league))) == (3, 6, 1)


def test_a_league_is_started_once() -> None:
    league = LeagueFactory.create()
    for name in ("Ana", "Bea"):
        entry_add(public_id=league.public_id, visitor=owner(league), names=[name])
    start = lambda: league_start(public_id=league.public_id, visitor=owner(league))  # noqa: E731
    assert sorted(_tries(start, start)) == ["done", "wrong_time"]
    assert [event.action for event in events(league)][2:] == ["started"]


def test_both_of_a_match_withdraw_at_once_and_it_is_decided_once() -> None:
    league = running_league(2)
    first, second = entries_of(league)
    round_with(league, (first, second))
    jobs = [
        lambda entry=entry: entry_withdraw(
            public_id=league.public_id,
            visitor=owner(league),
            entry_id=entry.pk,
            remaining="forfeit",
        )
        for entry in (first, second, first)
    ]
    assert _tries(*jobs) == ["done"] * 3
    assert FixtureResult.objects.count() == 1
    assert fixtures_of(league)[0].state == "confirmed"
    assert len(events(league)) == 2


def test_asking_and_accepting_twice_at_once_is_once() -> None:
    league = LeagueFactory.create()
    visitor = LeagueVisitor(UserFactory.create(), link_holder(league).link_ids)
    ask = lambda: application_send(public_id=league.public_id, visitor=visitor)  # noqa: E731
    assert _tries(ask, ask, ask) == ["done"] * 3
    asked = LeagueApplication.objects.get()
    accept = lambda: application_accept(  # noqa: E731
        public_id=league.public_id, visitor=owner(league), application_id=asked.pk
    )
    assert _tries(accept, accept) == ["done", "done"]
    assert league.entries.count() == 1
    assert _gapless(league)


def test_two_requests_cannot_pass_the_limit_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "OPEN_MAX", 2)
    account = UserFactory.create()
    create = lambda: league_create(account=account, spec=spec())  # noqa: E731
    said = _tries(create, create, create, create)
    assert sorted(one == "done" for one in said) == [False, False, True, True]
    assert League.objects.count() == 2
