"""A league with everybody who can want something of it, each with a browser and a program."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.api_client import client_with_token
from tests.factories import LeagueEntryFactory, PlayerFactory, UserFactory
from tests.tournaments.leagues.kit import owner
from tests.tournaments.leagues.organizing import browser_of, named_league, round_drawn
from tournaments.models import (
    League,
    LeagueApplication,
    LeagueEntry,
    LeagueLink,
    LeagueOfficial,
    User,
)
from tournaments.selectors.league_links import league_link_token
from tournaments.services.leagues.leaving import entry_withdraw
from tournaments.services.leagues.links import link_make
from tournaments.services.leagues.states import league_start
from tournaments.services.moderation import account_suspend

_OVER = {"finished": League.State.FINISHED, "called off": League.State.CANCELLED}


@dataclass(frozen=True)
class Person:
    """The same person at both doors."""

    browser: Client
    program: Client


@dataclass(frozen=True)
class Scene:
    """A league, and what is in it."""

    league: League
    helper: User
    scorer: User
    application: LeagueApplication
    join_link: LeagueLink
    playing: LeagueEntry
    """Somebody who plays and has no account."""
    gone: LeagueEntry
    """Somebody who has withdrawn, once the league has begun."""
    people: dict[str, Person]

    @property
    def address(self) -> dict[str, object]:
        return {"public_id": self.league.public_id}


def person_of(account: User) -> Person:
    return Person(browser_of(account), client_with_token(account))


def person_with(link: LeagueLink) -> Person:
    """Without an account, but with a link."""
    token = league_link_token(link=link)
    browser = Client()
    assert browser.get(reverse("leagues:link", args=[token])).status_code == 302
    return Person(browser, Client(headers={"Durako-Link": token}))


def scene_made(stage: str, visibility: str = League.Visibility.PUBLIC) -> Scene:
    """`stage` is being prepared, begun (nothing is drawn), playing, finished or called off."""
    helper, scorer, player = (
        UserFactory.create(display_name=name) for name in ("Hector", "Selma", "Pablo")
    )
    owns = UserFactory.create(display_name="Olga")
    league = named_league(4, owner=owns, format="swiss", rounds_planned=3, visibility=visibility)
    entries = list(league.entries.order_by("seed"))
    LeagueEntryFactory.create(league=league, players=[PlayerFactory.create(account=player)])
    for account, role in (
        (helper, LeagueOfficial.Role.CO_ORGANIZER),
        (scorer, LeagueOfficial.Role.SCORER),
    ):
        LeagueOfficial.objects.create(league=league, account=account, role=role)
    asks = LeagueApplication.objects.create(league=league, name="Wanda", note="Hello!")
    join = link_make(public_id=league.public_id, visitor=owner(league), kind="join")
    people = {
        "owner": person_of(owns),
        "co-organizer": person_of(helper),
        "scorer": person_of(scorer),
        "player": person_of(player),
        "applicant by link": person_with(join),
        "stranger": person_of(UserFactory.create(display_name="Stefan")),
        "suspended": _suspended(league),
        "nobody": Person(Client(), Client()),
    }
    if stage != "being prepared":
        _begin(league, entries[3])
    if stage in {"playing", *_OVER}:
        round_drawn(league)
        of_round = link_make(
            public_id=league.public_id, visitor=owner(league), kind="round", round=1
        )
        people["scorer's link"] = person_with(of_round)
    if stage in _OVER:
        League.objects.filter(pk=league.pk).update(state=_OVER[stage])
    league.refresh_from_db()
    return Scene(league, helper, scorer, asks, join, entries[0], entries[3], people)


def _begin(league: League, leaves: LeagueEntry) -> None:
    league_start(public_id=league.public_id, visitor=owner(league))
    entry_withdraw(
        public_id=league.public_id,
        visitor=owner(league),
        entry_id=leaves.pk,
        remaining="forfeit",
    )
    league.refresh_from_db()


def _suspended(league: League) -> Person:
    """Somebody who was a co-organizer until staff suspended the account."""
    account = UserFactory.create(display_name="Sven")
    LeagueOfficial.objects.create(
        league=league, account=account, role=LeagueOfficial.Role.CO_ORGANIZER
    )
    person = person_of(account)
    account_suspend(account=account, actor=UserFactory.create(is_staff=True), reason="Spam.")
    return person


def call(
    client: Client,
    method: str,
    name: str,
    kwargs: Mapping[str, object] | None = None,
    data: Any = None,  # noqa: ANN401 - JSON
    **headers: str,
) -> HttpResponse:
    """Call the interface; `data` is a body, or a query where there is none."""
    path = reverse(f"api:{name}", kwargs=dict(kwargs or {}))
    send = getattr(client, method.lower())
    kept = {key.replace("_", "-"): value for key, value in headers.items()}
    kind = {} if method == "GET" else {"content_type": "application/json"}
    answer: HttpResponse = send(path, data if data is not None else {}, headers=kept, **kind)
    return answer


def code_of(answer: HttpResponse) -> tuple[int, str]:
    """The status of a refusal and its code."""
    return answer.status_code, answer.json()["code"]  # type: ignore[attr-defined]


def faults_of(answer: HttpResponse) -> dict[str, str]:
    """The fields at fault with their codes."""
    assert answer.status_code == 422, answer.content
    return {one["field"]: one["code"] for one in answer.json()["errors"]}  # type: ignore[attr-defined]
