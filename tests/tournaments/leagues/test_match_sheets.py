"""The score sheet of a league's match: whose it is, who writes on it, and what follows from it."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from scoring.burako import BurakoRuleSet
from tests.factories import UserFactory, running_league
from tests.scoring.burako.books import AWAY_WINS, HOME_WINS, LEVEL
from tests.tournaments.leagues.kit import events, official
from tests.tournaments.leagues.match_kit import (
    LOSS,
    WIN,
    bracket,
    decide,
    enter,
    link_to,
    match,
    now,
    organizer,
    player,
    points,
)
from tests.tournaments.leagues.playing import round_of
from tests.tournaments.leagues.sheet_kit import Scene, as_sheets_know
from tests.tournaments.sheet_table import link_visitor, rules_of, write
from tournaments.league_access import LeagueDeniedError, LeagueVisitor
from tournaments.league_acts import LeagueAct
from tournaments.models import Fixture, FixtureResult, League, LeagueRound, Sheet, SheetEntry
from tournaments.selectors.sheets import sheets_of_visitor
from tournaments.services.rated_sheets import sheet_wish_give
from tournaments.services.sheets import sheets_unused_prune
from tournaments.sheet_access import SheetDeniedError, Visitor

pytestmark = pytest.mark.django_db

State = Fixture.State
HAND = {"number": 1, "sheet": HOME_WINS}


# Opening one


def test_a_pairs_sheet_has_partners_opposite_and_the_leagues_rules() -> None:
    version = rules_of(None, BurakoRuleSet(target_points=2000))
    one = match(competitors="pair", rule_version=version)
    sheet = Scene.of(one).sheet
    first, second = (now(one).first.competitor.pair, now(one).second.competitor.pair)
    assert first is not None
    assert second is not None
    seated = [seat.player for seat in sheet.seats.order_by("number")]
    assert seated == [first.first, second.first, first.second, second.second]
    assert sheet.rule_version == version
    assert (sheet.creator, sheet.links.count()) == (None, 0)
    assert now(one).state == State.PLAYING
    assert [event.action for event in events(one.league)] == [LeagueAct.SHEET_OPENED]


def test_two_devices_open_the_same_sheet() -> None:
    one = match()
    assert Scene.of(one, player(one, 0)).sheet == Scene.of(one, player(one, 1)).sheet
    assert Sheet.objects.count() == 1


def test_only_who_may_enter_the_result_opens_it() -> None:
    one = match(score_entry="officials")
    for visitor in (player(one, 0), LeagueVisitor(UserFactory.create()), LeagueVisitor()):
        with pytest.raises(LeagueDeniedError):
            Scene.of(one, visitor)
    Scene.of(one, official(one.league, "scorer"))


@pytest.mark.parametrize("fields", [{"game": "durak"}, {"competitors": "bot", "accounts": False}])
def test_only_burako_between_people_has_sheets(fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="Burako between people"):
        Scene.of(match(**fields))


# Who may do what


def visitors(scene: Scene) -> dict[str, LeagueVisitor | Visitor]:
    one = scene.fixture
    other = round_of(running_league(2), 1)[0]
    holder = Visitor(league_link_ids=frozenset({link_to(one).pk}))
    revoked = link_to(one, revoked_at=timezone.now())
    round_link = link_to(one, kind="round", round=one.round, fixture=None)
    return {
        "owner": organizer(one),
        "co_organizer": official(one.league, "co_organizer"),
        "scorer": official(one.league, "scorer"),
        "link": holder,
        "round link": Visitor(league_link_ids=frozenset({round_link.pk})),
        "first": player(one, 0),
        "second": player(one, 1),
        "link of another league": Visitor(league_link_ids=frozenset({link_to(other).pk})),
        "revoked": Visitor(league_link_ids=frozenset({revoked.pk})),
        "somebody": LeagueVisitor(UserFactory.create()),
        "stranger": Visitor(),
    }


OFFICIALS = {"owner", "co_organizer", "scorer", "link", "round link"}


@pytest.mark.parametrize(
    ("score_entry", "writers"),
    [
        ("players", OFFICIALS | {"first", "second"}),
        ("officials", OFFICIALS),
        ("organizers", {"owner", "co_organizer"}),
    ],
)
def test_the_leagues_table_says_who_writes_and_who_speaks(
    score_entry: str, writers: set[str]
) -> None:
    scene = Scene.of(match(score_entry=score_entry))
    found = {name: scene.access(who) for name, who in visitors(scene).items()}
    assert {name for name, access in found.items() if access.may_write} == writers
    both = {name for name, access in found.items() if access.sides == {0, 1}}
    assert both == writers & OFFICIALS
    assert found["first"].sides == {0}
    assert found["second"].sides == {1}
    assert not any(access.may_manage for access in found.values())
    assert all(access.may_read for access in found.values())  # the league is public


def test_sheets_of_private_leagues_are_read_by_those_who_take_part() -> None:
    scene = Scene.of(match(visibility="private"))
    found = {name: scene.access(who) for name, who in visitors(scene).items()}
    readers = OFFICIALS | {"first", "second"}
    assert {name for name, access in found.items() if access.may_read} == readers
    assert found["revoked"].link_was_revoked


def test_an_official_who_plays_speaks_for_the_other_side_only_if_nobody_there_can() -> None:
    one = match()
    League.objects.update(owner=player(one, 0).account)
    scene = Scene.of(now(one))
    assert scene.access(player(one, 0)).sides == {0}
    opponent = player(one, 1).account
    assert opponent is not None
    opponent.is_active = False
    opponent.save()
    assert scene.access(player(one, 0)).sides == {0, 1}


def test_a_player_does_not_speak_for_people_without_accounts() -> None:
    """Otherwise a result would need nobody's word but one side's."""
    one = match()
    one.second = running_league(1).entries.get()
    one.second.league = one.league
    one.second.save()
    one.save()
    scene = Scene.of(one)
    scene.play()
    scene.confirm(0)
    with pytest.raises(SheetDeniedError):
        scene.confirm(1, by=scene.player(0))
    scene.confirm(1, by=as_sheets_know(official(one.league, "scorer")))
    assert scene.state == State.CONFIRMED


def test_rights_are_judged_anew_at_every_entry() -> None:
    one = match()
    scene = Scene.of(one)
    link = link_to(one)
    holder = Visitor(league_link_ids=frozenset({link.pk}))
    write(scene.sheet, "hand", holder, **HAND)
    entry = SheetEntry.objects.get()
    assert (entry.role, entry.by) == ("link", None)
    link.revoked_at = timezone.now()
    link.save()
    with pytest.raises(SheetDeniedError) as error:
        write(scene.sheet, "hand", holder, number=2, sheet=HOME_WINS)
    assert error.value.denial == "may_not_write"
    scorer = official(one.league, "scorer")
    write(scene.sheet, "hand", as_sheets_know(scorer), number=2, sheet=HOME_WINS)
    assert SheetEntry.objects.latest("seq").role == "scorer"
    one.league.officials.all().delete()
    with pytest.raises(SheetDeniedError):
        write(scene.sheet, "hand", as_sheets_know(scorer), number=3, sheet=HOME_WINS)


@pytest.mark.parametrize("state", ["finished", "cancelled"])
def test_when_the_league_is_over_nobody_writes(state: str) -> None:
    scene = Scene.of(match())
    League.objects.update(state=state)
    for access in (scene.access(scene.player(0)), scene.access(organizer(scene.fixture))):
        assert access.may_read
        assert (access.may_write, access.sides) == (False, frozenset())


def test_a_sheets_own_links_open_nothing() -> None:
    scene = Scene.of(match(visibility="private"))
    assert not scene.access(link_visitor(scene.sheet)).may_read
    assert list(sheets_of_visitor(visitor=scene.player(0))) == [scene.sheet]


# What follows from it


def test_a_confirmed_sheet_is_the_matchs_result() -> None:
    scene = Scene.of(match())
    scene.play(winner=1)
    assert scene.state == State.PLAYING
    scene.confirm(0)
    assert scene.state == State.PLAYING
    scene.confirm(1)
    result = now(scene.fixture).result
    assert result is not None
    assert (result.kind, result.winner, result.role) == ("sheet", "second", "service")
    assert result.points_second == 3000
    assert result.detail["hands"] == 5
    assert points(scene.fixture.league) == {1: 0, 2: 1}
    assert scene.state == State.CONFIRMED


def test_a_scorer_at_the_table_writes_it_all() -> None:
    one = match(score_entry="officials", accounts=False)
    holder = Visitor(league_link_ids=frozenset({link_to(one).pk}))
    scene = Scene.of(one)
    scene.play(by=holder)
    scene.confirm(by=holder)
    assert scene.state == State.CONFIRMED


def test_reopened_the_result_is_taken_back_until_both_confirm_again() -> None:
    scene = Scene.of(match())
    scene.play()
    scene.confirm()
    scene.reopen()
    assert scene.state == State.PLAYING
    assert points(scene.fixture.league) == {1: 0, 2: 0}
    scene.confirm()
    assert points(scene.fixture.league) == {1: 1, 2: 0}
    kinds = FixtureResult.objects.order_by("number").values_list("kind", flat=True)
    assert list(kinds) == ["sheet", "withdrawn", "sheet"]


def test_a_disputed_sheet_is_seen_by_the_organizers_who_can_keep_or_correct_it() -> None:
    for entered, expected in ((None, {1: 1, 2: 0}), (LOSS, {1: 0, 2: 1})):
        scene = Scene.of(match())
        scene.play()
        write(
            scene.sheet, "dispute", scene.player(1), side=1, number=1, sheet=LEVEL, reason="no"
        )  # fmt: skip
        assert scene.state == State.PLAYING
        assert events(scene.fixture.league)[-1].action == LeagueAct.RESULT_DISPUTED
        objection = scene.book.dispute
        assert objection is not None
        decide(scene.fixture, entered)
        assert points(scene.fixture.league) == expected
        with pytest.raises(SheetDeniedError):  # the organizer's word is the last
            write(scene.sheet, "settle", scene.player(0), dispute=objection.id, accept=True)


def test_an_organizers_total_closes_the_sheet() -> None:
    scene = Scene.of(match())
    write(scene.sheet, "hand", scene.player(0), **HAND)
    with pytest.raises(ValidationError, match="on a score sheet"):
        enter(scene.fixture, WIN, by=player(scene.fixture, 0))
    enter(scene.fixture, WIN)
    for who in (scene.player(0), as_sheets_know(organizer(scene.fixture))):
        assert not scene.access(who).may_write
    assert now(scene.fixture).sheet == scene.sheet


def test_an_empty_sheet_does_not_keep_a_player_from_entering_the_total() -> None:
    scene = Scene.of(match())
    enter(scene.fixture, WIN, by=player(scene.fixture, 0))
    assert scene.state == State.ENTERED


def test_writing_on_the_sheet_of_a_postponed_match_begins_it() -> None:
    scene = Scene.of(match())
    Fixture.objects.update(state=State.POSTPONED)
    write(scene.sheet, "hand", scene.player(0), **HAND)
    assert scene.state == State.PLAYING


def test_hand_after_hand_leaves_the_log_alone() -> None:
    scene = Scene.of(match())
    scene.play()
    assert len(events(scene.fixture.league)) == 1


def test_level_in_a_knockout_waits_for_an_organizer() -> None:
    version = rules_of(None, BurakoRuleSet(target_points=None, hand_limit=1))
    _league, (one, _other) = bracket(rule_version=version)
    scene = Scene.of(one)
    write(scene.sheet, "hand", scene.player(0), number=1, sheet=LEVEL)
    scene.confirm()
    assert scene.state == State.ENTERED
    with pytest.raises(ValidationError, match="one of both has to go on"):
        decide(one)
    scene.reopen()
    assert scene.state == State.PLAYING
    write(
        scene.sheet, "correct", scene.player(0),
        number=1, version=1, sheet=AWAY_WINS, reason="counted again",
    )  # fmt: skip
    scene.confirm()
    assert scene.state == State.CONFIRMED


def test_a_match_on_which_others_have_built_is_not_reopened_by_its_players() -> None:
    league, (one, other) = bracket()
    scene = Scene.of(one)
    scene.play()
    scene.confirm()
    enter(other)
    final_round = LeagueRound.objects.create(league=league, number=2, state="published")
    final = Fixture.objects.create(
        league=league, round=final_round, place=1,
        first=now(one).first, second=now(other).first, bracket_match=3,
    )  # fmt: skip
    enter(final)
    with pytest.raises(ValidationError, match="Ask an organizer"):
        scene.reopen()
    assert scene.state == State.CONFIRMED
    assert Sheet.objects.get(pk=scene.sheet.pk).status == "confirmed"


# Apart from it


def test_a_leagues_sheet_is_not_rated_by_itself() -> None:
    scene = Scene.of(match())
    with pytest.raises(ValidationError, match="belongs to a league"):
        sheet_wish_give(public_id=scene.sheet.public_id, visitor=scene.player(0), side=0)


def test_empty_sheets_of_matches_to_come_are_not_swept_away() -> None:
    scene = Scene.of(match())
    Sheet.objects.update(created_at=timezone.now() - timedelta(days=400))
    assert sheets_unused_prune(older_than=timedelta(days=1)) == 0
    Fixture.objects.update(sheet=None)
    assert sheets_unused_prune(older_than=timedelta(days=1)) == 1
    assert Scene.of(scene.fixture).sheet != scene.sheet
