"""Matches of a league are for whoever may read the league: by address, in lists, live."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from arena.match_states import MatchState
from arena.models import Match
from arena.selectors.bot_results import bot_matches_latest, bot_timings
from arena.selectors.match_news import match_news
from arena.selectors.matches import matches_of_account, matches_public
from tests.arena.replayed_matches import match_replayed
from tests.arena.shown_matches import at, bot_playing, browser_of, match_step_to, told
from tests.factories import LeagueEntryFactory, LeagueFactory, MatchFactory, UserFactory
from tests.permissions.roles import Role, client_for
from tournaments.models import (
    Fixture,
    League,
    LeagueLink,
    LeagueOfficial,
    LeagueRound,
    User,
)

pytestmark = pytest.mark.django_db

OWNER, SCORER, AUTHOR, LINKED = "the owner", "a scorer", "a bot's author", "whoever has a link"
INSIDERS = {OWNER, SCORER, AUTHOR, LINKED}
READERS = {*INSIDERS, Role.STAFF_2FA}
WHOEVER = [*Role, OWNER, SCORER, AUTHOR, LINKED]


@pytest.fixture
def league(ana: User) -> League:
    league = LeagueFactory.create(
        owner=ana,
        game=League.Game.DURAK,
        competitors="bot",
        visibility=League.Visibility.PRIVATE,
        state=League.State.RUNNING,
    )
    LeagueOfficial.objects.create(
        league=league, account=UserFactory.create(), role=LeagueOfficial.Role.SCORER
    )
    return league


@pytest.fixture
def played(league: League) -> Match:
    """With its replay, and what the bots printed."""
    author = UserFactory.create()
    versions = [bot_playing(author, name) for name in ("Mustard", "Pepper")]
    first, second = (
        LeagueEntryFactory.create(league=league, competitor=version.bot.competitor)
        for version in versions
    )
    drawn = LeagueRound.objects.create(league=league, number=1, state=LeagueRound.State.PUBLISHED)
    fixture = Fixture.objects.create(
        league=league, round=drawn, place=1, first=first, second=second
    )
    match = match_replayed(
        *versions, kind=Match.Kind.LEAGUE, fixture=fixture, requested_by=league.owner, boards=1
    )
    return told(match)


@pytest.fixture
def browser_for(league: League, played: Match) -> Callable[[str], Client]:
    def browser(role: str) -> Client:
        if role == OWNER:
            assert league.owner is not None
            return browser_of(league.owner)
        if role == SCORER:
            return browser_of(league.officials.get().account)
        if role == AUTHOR:
            author = played.participants.all()[0].version.bot.owner
            assert author is not None
            return browser_of(author)
        if role == LINKED:
            return _with_link(league)
        return client_for(Role(role))

    return browser


def _with_link(league: League) -> Client:
    link = LeagueLink.objects.create(
        league=league,
        kind=LeagueLink.Kind.ROUND,
        round=league.rounds.get(),
        token_hash="0" * 64,
        token_sealed="sealed",
    )
    client = Client()
    session = client.session
    session["league_links"] = [link.pk]
    session.save()
    return client


def open_to(league: League, visibility: League.Visibility) -> None:
    League.objects.filter(pk=league.pk).update(visibility=visibility)


@pytest.mark.parametrize("role", WHOEVER)
@pytest.mark.parametrize(
    ("name", "more"),
    [("match", ()), ("part", ()), ("events", ()), ("replay", ()), ("game", (0, 0))],
)
def test_pages_of_a_private_league_s_match_are_there_for_its_insiders_and_the_staff(
    played: Match,
    browser_for: Callable[[str], Client],
    name: str,
    more: tuple[int, ...],
    role: str,
) -> None:
    answer = browser_for(role).get(at(name, played, *more))
    assert answer.status_code == (200 if role in READERS else 404)


@pytest.mark.parametrize("visibility", [League.Visibility.PUBLIC, League.Visibility.LINK])
@pytest.mark.parametrize("name", ["match", "events"])
def test_whoever_has_the_address_reads_the_match_of_a_league_that_is_not_private(
    league: League, played: Match, name: str, visibility: League.Visibility
) -> None:
    open_to(league, visibility)
    assert Client().get(at(name, played)).status_code == 200


def test_its_page_says_of_which_league_and_round_it_is(league: League, played: Match) -> None:
    League.objects.update(name="Spices & Herbs", visibility=League.Visibility.PUBLIC)
    assert played.fixture is not None
    page = Client().get(at("match", played)).content.decode()
    fixture = reverse("leagues:match", args=[league.public_id, played.fixture.public_id])
    assert (
        f'<a href="{reverse("leagues:league", args=[league.public_id])}">Spices &amp; Herbs</a>'
        in (page)
    )
    assert f'<a href="{fixture}">round 1</a>' in page


def test_the_page_of_the_league_s_match_leads_to_the_arena_s(league: League, played: Match) -> None:
    open_to(league, League.Visibility.PUBLIC)
    assert played.fixture is not None
    MatchFactory.create(kind=Match.Kind.LEAGUE, fixture=played.fixture, state=MatchState.VOID)
    address = reverse("leagues:match", args=[league.public_id, played.fixture.public_id])
    page = Client().get(address).content.decode()
    assert page.count("move by move") == 1
    assert page.count(f'href="{at("match", played)}"') == 1


@pytest.mark.parametrize("visibility", League.Visibility)
def test_only_public_leagues_are_listed_on_the_home_page_and_on_the_bot_s(
    league: League, played: Match, visibility: League.Visibility
) -> None:
    open_to(league, visibility)
    bot = played.participants.all()[0].version.bot
    expected = [played] if visibility is League.Visibility.PUBLIC else []
    assert list(matches_public()) == expected
    assert list(matches_public(bot=bot, profile=played.profile)) == expected
    assert bot_matches_latest(bot=bot, count=5) == expected
    assert [one.matches for one in bot_timings(bot=bot)] == [1 for _ in expected]
    for address in (reverse("matches:list"), reverse("bots:bot", args=[bot.public_id])):
        page = Client().get(address).content.decode()
        assert (played.public_id in page) == bool(expected)


@pytest.mark.parametrize("visibility", League.Visibility)
def test_a_match_that_is_being_played_is_news_only_if_its_league_is_public(
    league: League, played: Match, visibility: League.Visibility
) -> None:
    open_to(league, visibility)
    match_step_to(played, MatchState.PLAYING, ended_at=None)
    expected = [played] if visibility is League.Visibility.PUBLIC else []
    assert list(match_news().live) == expected


def test_authors_find_the_league_matches_of_their_bots_and_owners_are_not_flooded(
    league: League, played: Match
) -> None:
    author = played.participants.all()[0].version.bot.owner
    assert author is not None
    assert league.owner is not None
    assert list(matches_of_account(account=author)) == [played]
    assert list(matches_of_account(account=league.owner)) == []


@pytest.mark.parametrize("role", [OWNER, Role.MEMBER, Role.STAFF_2FA])
def test_a_match_whose_round_was_drawn_anew_is_the_staff_s(
    played: Match, browser_for: Callable[[str], Client], role: str
) -> None:
    browser = browser_for(role)
    assert played.fixture is not None
    played.fixture.delete()
    assert list(matches_public()) == []
    answer = browser.get(at("match", played))
    assert answer.status_code == (200 if role == Role.STAFF_2FA else 404)
