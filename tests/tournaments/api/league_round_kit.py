"""A league with one of everybody, each with a browser and a program, for tests that ask at both
doors."""

import json
from dataclasses import dataclass
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.api_client import client_with_token
from tests.api_document import conforms
from tests.factories import UserFactory, running_league
from tests.tournaments.leagues.kit import owner
from tests.tournaments.leagues.match_kit import now, player
from tests.tournaments.leagues.organizing import browser_of, round_drawn
from tests.tournaments.leagues.playing import play_published
from tournaments.league_access import LeagueVisitor
from tournaments.models import Fixture, League, LeagueLink, LeagueOfficial, User
from tournaments.selectors.league_links import league_link_token
from tournaments.services.leagues.links import link_make
from tournaments.services.moderation import account_suspend

LINK = "link"
ROLES = (
    "owner", "helper", "scorer", LINK, "match_player", "other_player", "stranger", "suspended",
    "nobody",
)  # fmt: skip
"""`link` has no account; `suspended` was a co-organizer."""


@dataclass(frozen=True)
class Door:
    """How somebody comes in: in a browser, and as a program."""

    browser: Client
    program: Client
    visitor: LeagueVisitor


@dataclass(frozen=True)
class Scene:
    """A league, and a match of its first round that the match player plays as the second side."""

    league: League
    fixture: Fixture
    doors: dict[str, Door]

    def page(self, name: str, *more: object) -> str:
        return reverse(f"leagues:{name}", args=[self.league.public_id, *more])

    def api(self, name: str, *more: object) -> str:
        return reverse(f"api:league_{name}", args=[self.league.public_id, *more])

    @property
    def revision(self) -> int:
        return League.objects.get(pk=self.league.pk).revision

    @property
    def match_revision(self) -> int:
        return now(self.fixture).revision


def scene_of(*, size: int = 4, **fields: Any) -> Scene:  # noqa: ANN401
    """Under way, its first round published and not played."""
    chosen: dict[str, Any] = {"format": "swiss", "rounds_planned": 3, "accounts": True} | fields
    league = running_league(size, **chosen)
    fixtures = list(round_drawn(league).fixtures.order_by("place"))
    return Scene(league, fixtures[0], _doors(league, fixtures))


def draft_scene(**fields: Any) -> Scene:  # noqa: ANN401
    """Its first round is played, and the second a draft."""
    scene = scene_of(**fields)
    play_published(scene.league)
    round_drawn(scene.league, publish=False)
    return scene


def official(league: League, role: str) -> User:
    account: User = UserFactory.create()
    LeagueOfficial.objects.create(league=league, account=account, role=role)
    return account


def _doors(league: League, fixtures: list[Fixture]) -> dict[str, Door]:
    link = link_make(
        public_id=league.public_id, visitor=owner(league), kind=LeagueLink.Kind.ROUND, round=1
    )
    plays = player(fixtures[0], 1).account
    others = player(fixtures[1], 0).account if len(fixtures) > 1 else None
    accounts = {
        "owner": league.owner,
        "helper": official(league, LeagueOfficial.Role.CO_ORGANIZER),
        "scorer": official(league, LeagueOfficial.Role.SCORER),
        "match_player": plays,
        "other_player": others,
        "stranger": UserFactory.create(),
        "suspended": official(league, LeagueOfficial.Role.CO_ORGANIZER),
    }
    doors = {
        role: Door(browser_of(account), client_with_token(account), LeagueVisitor(account))
        for role, account in accounts.items()
        if account is not None
    }
    banned = accounts["suspended"]
    assert banned is not None
    account_suspend(account=banned, actor=UserFactory.create(is_staff=True), reason="For the test.")
    token = league_link_token(link=link)
    browser = Client()
    browser.get(reverse("leagues:link", args=[token]))
    program = Client(headers={"Durako-Link": token})
    doors[LINK] = Door(browser, program, LeagueVisitor(link_ids=frozenset({link.pk})))
    doors["nobody"] = Door(Client(), Client(), LeagueVisitor())
    return doors


def ask(client: Client, path: str, **query: str | int) -> Any:  # noqa: ANN401 - JSON
    """What is told, held against the document; it has to be told."""
    answer = client.get(path, query)
    assert answer.status_code == 200, answer.content
    return conforms(answer)


def send(
    client: Client,
    path: str,
    data: dict[str, Any] | None = None,
    *,
    method: str = "POST",
    status: int = 200,
    key: str = "",
) -> Any:  # noqa: ANN401 - JSON
    """What is answered, held against the document."""
    headers = {"Idempotency-Key": key} if key else {}
    answer = client.generic(
        method, path, json.dumps(data or {}), content_type="application/json", headers=headers
    )
    told = conforms(answer)
    assert answer.status_code == status, answer.content
    return told
