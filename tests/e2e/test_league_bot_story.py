"""A league of bots that plays itself: entered by search and started on the pages; from then on the
arena plays what is due, and results arrive on the open page until the places are final."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from arena.models import Match
from tests.arena.bot_kit import ToldCheck, bot_sent_in, program
from tests.e2e.arena_at_work import ArenaAtWork, arena_at_work
from tests.e2e.browser import assert_sound
from tests.e2e.conftest import Visit
from tests.e2e.hands import FINGERS
from tests.e2e.league_pages import Desk, about, create, open_match, open_round, standings, start
from tests.factories import UserFactory
from tournaments.models import Fixture, FixtureResult, League, User

NAME = "Spices"
BOTS = ("Mustard", "Pepper")
PROFILE = "durak/duel24"
# Sandboxed starts and matches on a busy machine take a while.
LONG = 240_000


def _bots(*owners: User) -> None:
    """Real programs, each of its own author; that they passed their checks is only told."""
    for name, owner in zip(BOTS, owners, strict=True):
        sent = bot_sent_in(owner, name, profiles=[PROFILE], data=program(name))
        ToldCheck(sent).valid()


@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_league_of_bots_plays_itself(visit: Visit, ana: User, tmp_path: Path) -> None:
    _bots(ana, UserFactory.create(display_name="Bea"))
    organizer = Desk(visit("/leagues/", device="phone", account=ana), FINGERS)
    league = create(
        organizer,
        name=NAME,
        what=["Durak", "Bots"],
        how={"Everybody meets everybody twice": True, "Shuffles in a match": "5"},
    )
    organizer.follow("Enter them")
    for name in BOTS:
        _enter(organizer, name)
    assert_sound(organizer.page)
    start(organizer)
    organizer.follow(NAME, inside=organizer.page.locator(".breadcrumbs"))
    visitor = visit(f"/leagues/{league.public_id}/", device="phone")
    for page in (organizer.page, visitor):
        page.evaluate("window.marked = true")

    with arena_at_work(tmp_path, matches=True) as arena:
        for page in (organizer.page, visitor):
            _expect_to_be_over(page, arena)

    _expect_what_the_arena_played(visitor, league)
    assert_sound(visitor)
    reader = Desk(visitor, FINGERS)
    open_round(reader, league, 1)
    open_match(reader, *BOTS)
    reader.follow("The match in the arena, move by move")
    expect(visitor.locator("#match-status")).to_contain_text("of 10 games")


def _enter(organizer: Desk, name: str) -> None:
    organizer.type("Name of the bot, or the address of its page", name)
    organizer.press("Find")
    expect(organizer.page.locator("#add .row")).to_have_count(1)
    organizer.press(about("Enter", name))
    organizer.expect_said("Entered.")


def _expect_to_be_over(page: Page, arena: ArenaAtWork) -> None:
    """By itself, without being loaded again."""
    try:
        expect(page.locator("#league-status")).to_contain_text("The league is over.", timeout=LONG)
    except AssertionError as error:
        raise AssertionError(arena.said()) from error
    assert page.evaluate("window.marked")


def _expect_what_the_arena_played(page: Page, league: League) -> None:
    """The table on the page counts the matches that were played, and nothing else."""
    points = dict.fromkeys(BOTS, 0.0)
    for fixture in Fixture.objects.filter(league=league).select_related("result"):
        assert fixture.result is not None
        for side, entry in (("first", fixture.first), ("second", fixture.second)):
            worth = {side: 1.0, FixtureResult.Winner.NOBODY: 0.5}.get(fixture.result.winner, 0.0)
            points[entry.competitor.bot.name] += worth
    assert Match.objects.filter(fixture__league=league).count() == 2
    lines = standings(page)
    assert {line.who: line.points for line in lines} == points
    assert [line.played for line in lines] == [2, 2]
    assert lines[0].points >= lines[1].points
