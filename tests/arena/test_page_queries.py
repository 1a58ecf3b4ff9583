"""Every page of the arena that lists something needs as many queries with many bots as with few."""

from dataclasses import dataclass, field, replace
from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from arena.models import ArenaState, BotVersion, Match
from tests.arena.shown_matches import DUEL, bot_playing, match_played
from tests.factories import UserFactory
from tests.tournaments.ladder_kit import ladder_made, result_between
from tournaments.models import Ladder
from tournaments.results import match_source
from tournaments.services.ratings import rating_result_record

pytestmark = pytest.mark.django_db

FEW = 3
MANY = 30


@dataclass
class Scene:
    """A ladder on which everybody has played against the two who were there first."""

    ladder: Ladder = field(default_factory=lambda: ladder_made(DUEL))
    versions: list[BotVersion] = field(default_factory=list)
    matches: list[Match] = field(default_factory=list)

    def grow(self, bots: int) -> None:
        while len(self.versions) < bots:
            number = len(self.versions)
            author = UserFactory.create()
            newcomer = bot_playing(author, f"Walnut {number}")
            for other in self.versions[:2]:
                self._result(newcomer, other)
            self.versions.append(newcomer)
        ArenaState.objects.update_or_create(pk=1, defaults={"settled": len(self.matches)})

    def _result(self, one: BotVersion, other: BotVersion) -> None:
        match = match_played(one, other, ladder=self.ladder, rated=True, kind=Match.Kind.LADDER)
        bots = one.bot.competitor_id, other.bot.competitor_id
        result = result_between(self.ladder, 0, *bots, Fraction(5, 8))
        rating_result_record(result=replace(result, source=match_source(match.public_id)))
        self.matches.append(match)

    def pages(self) -> dict[str, str]:
        one, other = (version.bot.public_id for version in self.versions[:2])
        board = [self.ladder.slug]
        return {
            "home": reverse("home"),
            "bots": reverse("bots:list"),
            "bot": reverse("bots:bot", args=[one]),
            "versus": reverse("bots:versus", args=[one, other]),
            "matches": reverse("matches:list"),
            "match": reverse("matches:match", args=[self.matches[0].public_id]),
            "ladders": reverse("ladders:list"),
            "ladder": reverse("ladders:ladder", args=board),
            "search": reverse("ladders:ladder", args=board) + "?q=walnut",
            "search of one": reverse("ladders:ladder", args=board) + "?q=walnut+1",
            "about": reverse("ladders:about", args=board),
            "csv": reverse("ladders:csv", args=board),
            "json": reverse("ladders:json", args=board),
        }


def queries(client: Client, path: str) -> int:
    """Of the second visit: some things are found out once."""
    client.get(path)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200, path
    return len(captured)


def test_as_many_queries_with_many_bots_as_with_few(client: Client) -> None:
    scene = Scene()
    scene.grow(FEW)
    with_few = {name: queries(client, path) for name, path in scene.pages().items()}
    scene.grow(MANY)
    with_many = {name: queries(client, path) for name, path in scene.pages().items()}
    assert with_many == with_few


def test_one_name_is_found_with_as_many_queries_among_more_than_are_listed(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.selectors.leaderboards.LISTED_MOST", 2 * FEW)
    scene = Scene()
    scene.grow(FEW)
    path = scene.pages()["search of one"]
    with_few = queries(client, path)
    scene.grow(3 * FEW)
    assert queries(client, path) == with_few
