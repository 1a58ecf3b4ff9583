"""A league in the middle of everything, as its organizers find it, and a browser for each."""

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import LeagueEntryFactory, LeagueFactory, PlayerFactory, UserFactory
from tests.tournaments.browsing import Page
from tests.tournaments.leagues.kit import owner
from tests.tournaments.leagues.playing import give_result
from tournaments.models import (
    Competitor,
    Fixture,
    League,
    LeagueApplication,
    LeagueEntry,
    LeagueOfficial,
    LeagueRound,
    User,
)
from tournaments.services.leagues.adjustments import adjustment_add
from tournaments.services.leagues.links import link_make
from tournaments.services.leagues.rounds import round_publish, rounds_draft
from tournaments.services.leagues.states import league_start

NAMES = (
    "Ana Fernández",
    "Bea Ruiz",
    "Carlos del Valle y Montesinos",
    "Dora",
    "Emil Grünberg",
    "Fanny O'Neill",
    "Gustavo",
    "Hilde",
)


def browser_of(account: User | None) -> Client:
    """Logged in, or nobody."""
    client = Client()
    if account is not None:
        client.force_login(account)
    return client


def read(client: Client, name: str, league: League, /, *more: object, **query: str) -> Page:
    """A page of the league."""
    return Page(client.get(reverse(f"leagues:{name}", args=[league.public_id, *more]), query))


def send(client: Client, name: str, league: League, /, *more: object, **data: object) -> Page:
    """A form of the league, and where it leads."""
    url = reverse(f"leagues:{name}", args=[league.public_id, *more])
    return Page(client.post(url, data, follow=True))


def named_league(size: int = 8, **fields: object) -> League:
    """Being prepared, with people whom the owner knows by name."""
    league = LeagueFactory.create(**({"name": "Thursday league"} | fields))
    seats = 2 if league.competitors == Competitor.Kind.PAIR else 1
    for number in range(size):
        people = [
            PlayerFactory.create(
                name=NAMES[(number * seats + seat) % len(NAMES)]
                + (f" {number}" if number * seats >= len(NAMES) else ""),
                created_by=league.owner,
            )
            for seat in range(seats)
        ]
        LeagueEntryFactory.create(league=league, players=people)
    return league


def started_league(size: int = 8, **fields: object) -> League:
    """Under way; nothing is drawn."""
    league = named_league(size, **({"format": League.Format.SWISS, "rounds_planned": 3} | fields))
    return league_start(public_id=league.public_id, visitor=owner(league))


def round_drawn(league: League, *, publish: bool = True) -> LeagueRound:
    """The next round."""
    drawn = rounds_draft(public_id=league.public_id, visitor=owner(league))[0]
    if publish:
        round_publish(public_id=league.public_id, visitor=owner(league), number=drawn.number)
    league.refresh_from_db()
    drawn.refresh_from_db()
    return drawn


@dataclass(frozen=True)
class BusyScene:
    """Two rounds, and one of everything that there can be."""

    league: League
    owner: User
    helper: User
    scorer: User
    link_id: int
    application_id: int
    adjustment_id: int
    entry_id: int
    """Of somebody who plays."""


def busy_scene(account: User | None = None, **fields: object) -> BusyScene:
    """The first round is played but for a dispute, a result to confirm, and a match that is late;
    the second is a draft; somebody asks to take part."""
    owns = account or UserFactory.create(display_name="Olga Owner")
    helper = UserFactory.create(display_name="Hector Helper")
    scorer = UserFactory.create(display_name="Selma Scorer")
    league = started_league(9, owner=owns, tables=4, **fields)
    for who, role in (
        (helper, LeagueOfficial.Role.CO_ORGANIZER),
        (scorer, LeagueOfficial.Role.SCORER),
    ):
        LeagueOfficial.objects.create(league=league, account=who, role=role)
    first = round_drawn(league)
    fixtures = list(first.fixtures.order_by("place"))
    give_result(fixtures[0], 3010, 2450)
    give_result(fixtures[1], 1200, 3100, state=Fixture.State.DISPUTED)
    give_result(fixtures[2], 3000, 2990, state=Fixture.State.ENTERED)
    now = timezone.now()
    LeagueRound.objects.filter(pk=first.pk).update(
        starts_at=now - timedelta(days=8), deadline=now - timedelta(days=1)
    )
    asks = LeagueApplication.objects.create(league=league, name="Wanda Newcomer", note="Hello!")
    visitor, public_id = owner(league), league.public_id
    entry = LeagueEntry.objects.filter(league=league).order_by("seed")[0]
    fine = adjustment_add(
        public_id=public_id,
        visitor=visitor,
        entry_id=entry.pk,
        points=Decimal(-1),
        reason="Came late",
    )
    link = link_make(public_id=public_id, visitor=visitor, kind="round", round=1)
    link_make(public_id=public_id, visitor=visitor, kind="join")
    league.refresh_from_db()
    return BusyScene(league, owns, helper, scorer, link.pk, asks.pk, fine.pk, entry.pk)
