"""Matches of a league on the ladders of people: once each, while their result counts."""

from typing import Any

import pytest

from scoring.burako import BurakoRuleSet
from scoring.elo import micro_elo
from scoring.ladder import SINGLE_TERMS, START
from tests.factories import LeagueEntryFactory, PlayerFactory, UserFactory
from tests.tournaments.leagues.match_kit import (
    LEVEL,
    LOSS,
    answer,
    bracket,
    decide,
    enter,
    match,
    now,
    organizer,
    player,
)
from tests.tournaments.leagues.playing import round_of
from tests.tournaments.leagues.sheet_kit import Scene
from tests.tournaments.rated_sheet_kit import people_ladder
from tests.tournaments.sheet_table import rules_of
from tournaments.league_results import Absent, Games
from tournaments.models import Fixture, FixtureResult, Ladder, LadderEntry, LeagueRound, Rating
from tournaments.models.ladders import SOURCE_MAX_LENGTH
from tournaments.models.people import PUBLIC_ID_MAX_LENGTH
from tournaments.results import league_source
from tournaments.selectors.league_ratings import league_rating_obstacle
from tournaments.selectors.rated_sheets import Obstacle
from tournaments.services.leagues.postponing import fixture_call_off
from tournaments.services.rating_rebuild import ratings_rebuild

pytestmark = pytest.mark.django_db

WON, LOST = (START + sign * micro_elo(SINGLE_TERMS.newcomer_k) // 2 for sign in (1, -1))


def rated(**fields: Any) -> Fixture:  # noqa: ANN401
    return match(**({"rated": True} | fields))


def values() -> list[int]:
    """Everybody's rating, the first side's first."""
    return list(Rating.objects.order_by("competitor").values_list("value", flat=True))


def counting() -> int:
    """Results on the ladders that count."""
    entries = LadderEntry.objects
    return entries.filter(kind="result").count() - entries.filter(kind="void").count()


def test_a_final_result_counts_on_the_ladder_once() -> None:
    ladder = people_ladder()
    one = rated()
    result = enter(one, by=player(one, 0))
    assert counting() == 0
    answer(one, 1)
    answer(one, 1, revision=0)
    enter(one, revision=0)
    entry = LadderEntry.objects.get()
    assert entry.source == f"league:{one.public_id}/1"
    assert FixtureResult.objects.get(pk=result.pk).ladder_entry == entry
    assert values() == [WON, LOST]
    assert (entry.points, entry.games) == ([3200, 1800], 0)
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical


def test_every_source_has_room() -> None:
    assert len(league_source("x" * PUBLIC_ID_MAX_LENGTH, 32_767)) <= SOURCE_MAX_LENGTH


def test_a_draw_is_rated_level() -> None:
    people_ladder()
    enter(rated(), LEVEL)
    assert values() == [START, START]


def test_pairs_are_rated_as_sides_of_two() -> None:
    people_ladder(4)
    enter(rated(competitors="pair"))
    assert sorted(values()) == [LOST, LOST, WON, WON]


def test_durak_between_people_is_rated_on_its_own_ladder() -> None:
    Ladder.objects.create(slug="d", hosting="people", profile="durak/duel24", players=2)
    enter(
        rated(game="durak", match_length=2),
        Games([{"ending": "durak", "losers": [0]}, {"ending": "draw"}]),
    )
    assert values() == [LOST, WON]
    assert LadderEntry.objects.get().games == 2


def test_a_sheet_is_rated_through_its_match_and_reopened_not_at_all() -> None:
    ladder = people_ladder()
    scene = Scene.of(rated())
    scene.play()
    scene.confirm()
    entry = LadderEntry.objects.get()
    assert entry.source == f"league:{scene.fixture.public_id}/1"
    assert entry.games == 5
    scene.reopen()
    assert counting() == 0
    scene.confirm()
    assert LadderEntry.objects.latest("number").source.endswith("/3")
    assert counting() == 1
    assert values() == [WON, LOST]
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical


def test_a_correction_is_rated_instead() -> None:
    ladder = people_ladder()
    one = rated()
    enter(one)
    decide(one, LOSS)
    assert values() == [LOST, WON]
    assert counting() == 1
    decide(one, Absent(first=True))
    assert (values(), counting()) == ([], 0)
    decide(one, LOSS)
    assert (values(), counting()) == ([LOST, WON], 1)
    fixture_call_off(fixture_id=one.public_id, visitor=organizer(one), note="A wrong pairing.")
    assert (values(), counting()) == ([], 0)
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical


def test_results_of_a_bracket_that_fall_away_leave_the_ladder() -> None:
    ladder = people_ladder()
    league, (one, other) = bracket(rated=True)
    for fixture in (one, other):
        enter(fixture)
    final_round = LeagueRound.objects.create(league=league, number=2, state="published")
    final = Fixture.objects.create(
        league=league, round=final_round, place=1,
        first=now(one).first, second=now(other).first, bracket_match=3,
    )  # fmt: skip
    enter(final)
    assert counting() == 3
    decide(one, LOSS)
    assert counting() == 2
    enter(final)
    assert counting() == 3
    assert LadderEntry.objects.latest("number").source == f"league:{final.public_id}/3"
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical


@pytest.mark.parametrize("absent", [Absent(first=True), Absent(first=True, second=True)])
def test_who_did_not_come_is_not_rated(absent: Absent) -> None:
    people_ladder()
    enter(rated(), absent)
    assert counting() == 0


def test_why_a_match_is_not_rated_is_said_and_holds() -> None:
    people_ladder()
    club = rules_of(None, BurakoRuleSet(target_points=2000))
    with_guest = rated(accounts=False)
    with_guest.first = LeagueEntryFactory.create(league=with_guest.league, accounts=True)
    with_guest.save()
    for one, obstacle in [
        (match(), Obstacle.LEAGUE_UNRATED),
        (rated(rule_version=club), Obstacle.OTHER_RULES),
        (with_guest, Obstacle.NO_ACCOUNT),
        (rated(competitors="pair"), Obstacle.NO_LADDER),
        (rated(game="durak", match_length=1), Obstacle.NO_LADDER),
        (rated(competitors="bot", accounts=False), Obstacle.LEAGUE_UNRATED),
    ]:
        assert league_rating_obstacle(fixture=now(one)) is obstacle
        assert obstacle.sentence
        entered = Games([{"ending": "draw"}]) if one.league.game == "durak" else LOSS
        if not one.league.is_of_bots:
            enter(one, entered, note="Short.")
    assert counting() == 0
    assert league_rating_obstacle(fixture=now(rated())) is None


def test_a_closed_ladder_takes_nothing_and_gives_back_what_is_corrected() -> None:
    ladder = people_ladder()
    league = rated(size=4).league
    one, other = league.fixtures.order_by("place")
    enter(one)
    Ladder.objects.update(is_open=False)
    enter(other)
    assert counting() == 1
    decide(one, LOSS)
    assert counting() == 0
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical


def test_a_guest_who_gets_an_account_is_rated_from_then_on() -> None:
    people_ladder()
    guest = PlayerFactory.create()
    one = rated()
    LeagueEntryFactory.create(league=one.league, players=[guest])
    LeagueEntryFactory.create(league=one.league, accounts=True)
    for number, expected in ((2, 0), (3, 1)):
        _first, with_guest = round_of(one.league, number)
        enter(with_guest)
        assert counting() == expected
        guest.account, guest.name = UserFactory.create(), ""
        guest.save()
