"""Leagues with something of everything, for the pages that show them."""

from dataclasses import dataclass
from datetime import timedelta

from django.utils import timezone

from tests.factories import LeagueEntryFactory, LeagueFactory, PlayerFactory
from tests.tournaments.leagues.page_scenes import (
    absence_written,
    decisive_points,
    nothing_played,
    round_published,
)
from tests.tournaments.leagues.playing import give_result
from tournaments.models import (
    Fixture,
    League,
    LeagueAdjustment,
    LeagueEntry,
    LeagueRound,
    User,
)

NAMES = (
    "Ana", "Bruno", "Carmen", "Dimitri", "Elena", "Facundo", "Gisela von Hohenlohe-Langenburg",
    "Hugo", "Inés", "Jorge", "Klára", "Lucía", "Mateo", "Nina", "Óscar", "Paula",
)  # fmt: skip


@dataclass(frozen=True)
class LeagueScene:
    """Ana plays in the Swiss league of pairs and runs all of them."""

    swiss: League
    everybody: League
    knockout: League
    groups: League
    durak: League
    draft: League

    def next_of(self, league: League) -> Fixture:
        """A match that is still to be played."""
        found = league.fixtures.filter(state=Fixture.State.PLANNED).first()
        assert found is not None
        return found

    def in_state(self, league: League, state: Fixture.State) -> Fixture:
        return league.fixtures.filter(state=state).order_by("pk")[0]


def league_scene(ana: User) -> LeagueScene:
    """One league of every format, each half way."""
    return LeagueScene(
        swiss=_swiss(ana),
        everybody=_everybody(ana),
        knockout=_knockout(ana),
        groups=_groups(ana),
        durak=_durak(ana),
        draft=LeagueFactory.create(owner=ana, name="Winter cup"),
    )


def _swiss(ana: User) -> League:
    league = _running(
        ana,
        "Thursday league of the Café Tortoni",
        competitors="pair",
        format="swiss",
        rounds_planned=5,
        tables=4,
        tie_breaks=["buchholz_cut1", "buchholz", "point_difference"],
        description="Every other Thursday at eight. Bring your own tiles if you can.",
    )
    own = PlayerFactory.create(account=ana)
    LeagueEntryFactory.create(league=league, players=[own, _guest("Bruno")])
    others = [*NAMES[2:], "Quique", "Rosario"]
    for pair in zip(others[::2], others[1::2], strict=True):
        LeagueEntryFactory.create(league=league, players=[_guest(name) for name in pair])
    round_published(league)
    second = round_published(league)
    absence_written(second.fixtures.order_by("place")[2])
    LeagueEntry.objects.filter(league=league, seed=7).update(status=LeagueEntry.Status.WITHDRAWN)
    LeagueAdjustment.objects.create(
        league=league,
        entry=league.entries.get(seed=3),
        points="-0.5",
        reason="Came an hour late to round 2.",
        by=ana,
    )
    third = round_published(league, nothing_played)
    _dated(third)
    open_ones = list(third.fixtures.order_by("place"))
    give_result(open_ones[-1], 3010, 2240, state=Fixture.State.DISPUTED)
    give_result(open_ones[-2], 3040, 2980, state=Fixture.State.ENTERED)
    return league


def _everybody(ana: User) -> League:
    league = _running(ana, "Ladder of the house", format="round_robin")
    for name in NAMES[:7]:
        LeagueEntryFactory.create(league=league, players=[_guest(name)])
    for _ in range(4):
        round_published(league)
    postponed = round_published(league, nothing_played).fixtures.order_by("place")[0]
    Fixture.objects.filter(pk=postponed.pk).update(state=Fixture.State.POSTPONED)
    return league


def _knockout(ana: User) -> League:
    league = _running(ana, "Copa de invierno", format="knockout", third_place=True)
    for name in NAMES[:11]:
        LeagueEntryFactory.create(league=league, players=[_guest(name)])
    round_published(league, decisive_points)
    round_published(league, decisive_points)
    round_published(league, lambda _number, place: (3000, 2100) if place == 1 else None)
    return league


def _groups(ana: User) -> League:
    league = _running(ana, "Two groups and a final", format="groups", groups=2, qualifiers=2)
    for number, name in enumerate(NAMES[:8]):
        LeagueEntryFactory.create(league=league, players=[_guest(name)], group=number % 2)
    for _ in range(3):
        round_published(league)
    round_published(league, lambda _number, place: (3000, 2100) if place == 1 else None)
    return league


def _durak(ana: User) -> League:
    league = _running(ana, "Durak on Sundays", game="durak", format="double_round_robin")
    for name in NAMES[:4]:
        LeagueEntryFactory.create(league=league, players=[_guest(name)])
    round_published(league, lambda _number, place: (6, 4) if place == 1 else (5, 5))
    round_published(league, nothing_played)
    return league


def _running(ana: User, name: str, **fields: object) -> League:
    begun = {"state": League.State.RUNNING, "started_at": timezone.now()}
    return LeagueFactory.create(owner=ana, name=name, **begun, **fields)


def _guest(name: str) -> object:
    return PlayerFactory.create(name=name)


def _dated(published: LeagueRound) -> None:
    published.starts_at = timezone.now() + timedelta(days=1)
    published.deadline = timezone.now() + timedelta(days=8)
    published.save()
