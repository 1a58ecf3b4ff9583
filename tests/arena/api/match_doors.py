"""The same people before both doors: with a browser, and with a program and its token."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

import pytest
from django.http import StreamingHttpResponse
from django.test import Client
from django.urls import reverse

from arena.models import Match
from tests.api_client import client_with_token
from tests.arena.replayed_matches import match_replayed
from tests.arena.shown_matches import bot_playing, browser_of, told
from tests.factories import AbTestFactory, LeagueEntryFactory, LeagueFactory, UserFactory
from tests.permissions.roles import Role, api_client_for, client_for
from tournaments.api.streams import stream
from tournaments.league_access import LeagueVisitor
from tournaments.live.streams import Seen
from tournaments.models import Fixture, League, LeagueLink, LeagueOfficial, LeagueRound, User
from tournaments.selectors.league_links import league_link_token
from tournaments.services.leagues.links import link_make

PAGES = {
    "api:match": "matches:match",
    "api:match_events": "matches:events",
    "api:match_replay": "matches:replay",
    "api:match_game": "matches:game",
    "api:match_log": "matches:log",
}
"""What programs ask for, and the page that answers the same."""
MORE: dict[str, tuple[int, ...]] = {"api:match_game": (0, 0), "api:match_log": (0,)}
_NUMBERS = count()
LINKED = "whoever has a link"


@dataclass(frozen=True)
class Scene:
    """A match that is not for everybody, and who may read it."""

    match: Match
    insiders: dict[str, User]
    link: LeagueLink | None = None

    @property
    def whoever(self) -> list[str]:
        """Everybody who might come, but for staff with a second factor: no token shows one."""
        strangers = [role for role in Role if role is not Role.STAFF_2FA]
        return [*strangers, *self.insiders, *([LINKED] if self.link else [])]

    @property
    def readers(self) -> set[str]:
        return {*self.insiders, *([LINKED] if self.link else [])}

    def browser(self, who: str) -> Client:
        if who == LINKED:
            assert self.link is not None
            client = Client()
            session = client.session
            session["league_links"] = [self.link.pk]
            session.save()
            return client
        return browser_of(self.insiders[who]) if who in self.insiders else client_for(Role(who))

    def program(self, who: str) -> Client:
        if who == LINKED:
            assert self.link is not None
            return Client(headers={"Durako-Link": league_link_token(link=self.link)})
        if who in self.insiders:
            return client_with_token(self.insiders[who])
        return api_client_for(Role(who))

    def page(self, name: str) -> str:
        return reverse(PAGES[name], args=[self.match.public_id, *MORE.get(name, ())])

    def call(self, name: str) -> str:
        return reverse(name, args=[self.match.public_id, *MORE.get(name, ())])


def bot_names() -> list[str]:
    """No two bots have the same."""
    return [f"Spice {number}" for number in islice(_NUMBERS, 2)]


def match_of_an_ab_test() -> Scene:
    """With its replay and what the bots printed."""
    author = UserFactory.create()
    new, old = (bot_playing(author, name) for name in bot_names())
    test = AbTestFactory.create(owner=author, new=new, old=old)
    kind = Match.Kind.AB_TEST
    match = match_replayed(new, old, kind=kind, ab_test=test, requested_by=author, boards=1)
    return Scene(told(match), {"the author": author})


def match_of_a_private_league() -> Scene:
    """Its owner, a scorer, the bots' author and whoever has a round's link may read it."""
    owner, scorer, author = (UserFactory.create() for _ in range(3))
    league = LeagueFactory.create(
        owner=owner,
        game=League.Game.DURAK,
        competitors="bot",
        visibility=League.Visibility.PRIVATE,
        state=League.State.RUNNING,
    )
    role = LeagueOfficial.Role.SCORER
    LeagueOfficial.objects.create(league=league, account=scorer, role=role)
    versions = [bot_playing(author, name) for name in bot_names()]
    first, second = (
        LeagueEntryFactory.create(league=league, competitor=version.bot.competitor)
        for version in versions
    )
    drawn = LeagueRound.objects.create(league=league, number=1, state=LeagueRound.State.PUBLISHED)
    fixture = Fixture.objects.create(
        league=league, round=drawn, place=1, first=first, second=second
    )
    match = match_replayed(
        *versions, kind=Match.Kind.LEAGUE, fixture=fixture, requested_by=owner, boards=1
    )
    link = link_make(
        public_id=league.public_id,
        visitor=LeagueVisitor(owner),
        kind=LeagueLink.Kind.JOIN,
    )
    people = {"the owner": owner, "a scorer": scorer, "a bot's author": author}
    return Scene(told(match), people, link)


SCENES: dict[str, Callable[[], Scene]] = {
    "A/B test": match_of_an_ab_test,
    "private league": match_of_a_private_league,
}

Look = Callable[[User | None], Seen | None]


def looks_noted(monkeypatch: pytest.MonkeyPatch, module: str) -> list[Look]:
    """What streams of this module ask whenever something may have changed."""
    asked: list[Look] = []

    def noted(*args: Any, look: Look, **kwargs: Any) -> StreamingHttpResponse:  # noqa: ANN401
        asked.append(look)
        return stream(*args, look=look, **kwargs)

    monkeypatch.setattr(f"{module}.stream", noted)
    return asked
