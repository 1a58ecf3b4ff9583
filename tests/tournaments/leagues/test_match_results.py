"""Results of a league's matches: entered, confirmed, disputed, decided; each counts once."""

from decimal import Decimal
from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError

from tests.factories import LeagueEntryFactory, running_league
from tests.tournaments.leagues.kit import events, official
from tests.tournaments.leagues.match_kit import (
    LEVEL,
    LOSS,
    WIN,
    answer,
    bracket,
    decide,
    enter,
    link_holder,
    match,
    now,
    organizer,
    player,
    points,
)
from tests.tournaments.leagues.playing import round_of
from tournaments.league_access import LeagueDeniedError, LeagueVisitor
from tournaments.league_acts import LeagueAct
from tournaments.league_results import Absent, Games, Total
from tournaments.models import (
    Fixture,
    FixtureResult,
    FixtureWord,
    League,
    LeagueEvent,
    LeagueOfficial,
)
from tournaments.services.leagues.answers import fixture_answer
from tournaments.services.leagues.common import LeagueStaleError
from tournaments.services.leagues.results import fixture_result_enter

pytestmark = pytest.mark.django_db

State = Fixture.State
UNPLAYED = {1: 0, 2: 0}


def acts(fixture: Fixture) -> list[str]:
    return [event.action for event in events(fixture.league)]


# Who enters it


@pytest.mark.parametrize("office", ["owner", "co_organizer", "scorer", "link", "round_link"])
def test_what_an_official_enters_is_final_at_once(office: str) -> None:
    one = match()
    visitors = {
        "owner": organizer(one),
        "co_organizer": official(one.league, "co_organizer"),
        "scorer": official(one.league, "scorer"),
        "link": link_holder(one),
        "round_link": link_holder(one, kind="round", round=one.round, fixture=None),
    }
    result = enter(one, by=visitors[office])
    assert now(one).state == State.CONFIRMED
    assert result.role == ("link_scorer" if "link" in office else office)
    assert points(one.league) == {1: 1, 2: 0}
    assert acts(one) == [LeagueAct.RESULT_ENTERED]


def test_a_scorer_who_plays_the_match_is_one_of_its_sides() -> None:
    one = match()
    playing = player(one, 0)
    assert playing.account is not None
    LeagueOfficial.objects.create(league=one.league, account=playing.account, role="scorer")
    enter(one, by=playing)
    assert now(one).state == "entered"
    with pytest.raises(LeagueDeniedError):
        fixture_answer(
            fixture_id=one.public_id, visitor=playing, side=None, confirm=True, revision=1
        )
    answer(one, 1)
    assert now(one).state == "confirmed"


@pytest.mark.parametrize("side", [0, 1])
def test_what_a_player_enters_waits_for_the_other_side(side: int) -> None:
    one = match()
    result = enter(one, by=player(one, side))
    assert (now(one).state, result.side, result.role) == (State.ENTERED, side, "match_player")
    assert points(one.league) == UNPLAYED
    answer(one, 1 - side)
    assert now(one).state == State.CONFIRMED
    assert points(one.league) == {1: 1, 2: 0}
    assert acts(one) == [LeagueAct.RESULT_ENTERED, LeagueAct.RESULT_CONFIRMED]


def test_either_of_two_partners_speaks_for_their_side() -> None:
    one = match(competitors="pair")
    enter(one, by=player(one, 0, seat=1))
    fixture_answer(
        fixture_id=one.public_id, visitor=player(one, 1, seat=1), side=1, confirm=True, revision=1
    )
    assert now(one).state == State.CONFIRMED


def test_against_people_without_accounts_it_waits_for_an_official() -> None:
    one = match(accounts=False)
    league = one.league
    entry = LeagueEntryFactory.create(league=league, accounts=True)
    one.first = entry
    one.save()
    enter(one, by=player(one, 0))
    assert now(one).state == State.ENTERED
    answer(one, 0)  # its own word is not the other side's
    assert now(one).state == State.ENTERED
    scorer = official(league, "scorer")
    fixture_answer(fixture_id=one.public_id, visitor=scorer, side=None, confirm=True, revision=1)
    assert now(one).state == State.CONFIRMED
    assert not FixtureWord.objects.exists()


@pytest.mark.parametrize(
    ("score_entry", "may"),
    [
        ("players", {"player", "scorer", "owner"}),
        ("officials", {"scorer", "owner"}),
        ("organizers", {"owner"}),
    ],
)
def test_the_league_says_who_may_enter(score_entry: str, may: set[str]) -> None:
    one = match(score_entry=score_entry)
    who = {
        "player": player(one, 0),
        "scorer": official(one.league, "scorer"),
        "stranger": LeagueVisitor(),
        "owner": organizer(one),
    }
    for name, visitor in who.items():
        if name in may:
            enter(one, by=visitor)
        else:
            with pytest.raises(LeagueDeniedError) as error:
                enter(one, by=visitor)
            assert error.value.denial == "not_yours"
    assert FixtureResult.objects.count() == 1


def test_a_link_for_another_match_or_revoked_enters_nothing() -> None:
    one, other = round_of(running_league(4), 1)
    with pytest.raises(LeagueDeniedError):
        enter(one, by=link_holder(other))
    with pytest.raises(LeagueDeniedError) as error:
        enter(one, by=link_holder(one, revoked_at=one.league.created_at))
    assert error.value.denial == "revoked"


def test_matches_of_drafts_and_of_leagues_that_are_over_take_no_results() -> None:
    league = running_league(2)
    (draft,) = round_of(league, 1, state="draft")
    with pytest.raises(LeagueDeniedError) as error:
        enter(draft)
    assert error.value.denial == "no_league"
    (one,) = round_of(league, 2)
    League.objects.update(state="finished")
    with pytest.raises(LeagueDeniedError) as error:
        enter(one)
    assert error.value.denial == "wrong_time"


def test_only_organizers_say_who_did_not_come() -> None:
    one = match()
    for visitor in (player(one, 0), official(one.league, "scorer"), link_holder(one)):
        with pytest.raises(LeagueDeniedError):
            enter(one, Absent(second=True), by=visitor)
    result = enter(one, Absent(second=True))
    assert (result.kind, result.winner, result.points_first) == ("forfeit", "first", None)
    assert now(one).state == State.CONFIRMED


def test_if_nobody_came_nobody_wins() -> None:
    one = match(points_forfeit_loss=Decimal(-1))
    assert enter(one, Absent(first=True, second=True)).winner == "nobody"
    assert points(one.league) == {1: -1, 2: -1}


# Once, whoever sends it how often


def test_the_same_entry_twice_is_one_result() -> None:
    one = match()
    first = enter(one, by=player(one, 0), revision=0)
    again = enter(one, by=player(one, 0), revision=0)
    assert again == first
    assert (FixtureResult.objects.count(), LeagueEvent.objects.count()) == (1, 1)
    final = enter(one, by=organizer(one), revision=0)
    assert final == first
    assert enter(one, by=organizer(one), revision=0) == first
    assert (FixtureResult.objects.count(), LeagueEvent.objects.count()) == (1, 2)


def test_if_both_sides_enter_the_same_it_is_confirmed() -> None:
    one = match()
    for side in (0, 1):
        enter(one, by=player(one, side), revision=0)
    assert now(one).state == State.CONFIRMED
    assert FixtureResult.objects.count() == 1
    assert FixtureWord.objects.get().side == 1


def test_another_result_from_an_older_page_is_refused() -> None:
    one = match()
    enter(one, by=player(one, 0))
    for visitor in (player(one, 0), player(one, 1), organizer(one)):
        with pytest.raises(LeagueStaleError):
            enter(one, LOSS, by=visitor, revision=0)
    assert FixtureResult.objects.count() == 1


def test_a_side_replaces_its_own_result_but_not_the_others() -> None:
    one = match()
    enter(one, by=player(one, 0))
    with pytest.raises(ValidationError, match="Confirm it, or object"):
        enter(one, LOSS, by=player(one, 1))
    enter(one, LOSS, by=player(one, 0))
    answer(one, 1)
    assert points(one.league) == {1: 0, 2: 1}


def test_what_is_final_is_not_entered_anew() -> None:
    one = match()
    enter(one)
    with pytest.raises(LeagueDeniedError) as error:
        enter(one, LOSS)
    assert error.value.denial == "match_decided"


# Objections and decisions


def test_an_objection_needs_words_and_waits_for_a_decision() -> None:
    one = match()
    enter(one, by=player(one, 0))
    with pytest.raises(ValidationError, match="what is wrong"):
        answer(one, 1, confirm=False, text="  ")
    answer(one, 1, confirm=False, text="We had 3,100.")
    answer(one, 1, confirm=False, text="We had 3,100.", revision=0)  # sent twice
    assert now(one).state == State.DISPUTED
    assert points(one.league) == UNPLAYED
    assert FixtureWord.objects.get().text == "We had 3,100."
    with pytest.raises(LeagueDeniedError):
        enter(one, LOSS, by=player(one, 0))
    with pytest.raises(ValidationError, match="Say why"):
        decide(one, note="")
    decide(one)
    assert now(one).state == State.CONFIRMED
    assert points(one.league) == {1: 1, 2: 0}
    assert [event.note for event in events(one.league)] == ["", "We had 3,100.", "I was there."]


def test_an_organizer_can_decide_otherwise() -> None:
    one = match()
    enter(one, by=player(one, 0))
    answer(one, 1, confirm=False)
    result = decide(one, LOSS)
    assert (result.number, result.note) == (2, "I was there.")
    assert points(one.league) == {1: 0, 2: 1}
    assert decide(one, LOSS, revision=0) == result  # sent twice
    assert acts(one) == [
        LeagueAct.RESULT_ENTERED, LeagueAct.RESULT_DISPUTED, LeagueAct.RESULT_DECIDED,
    ]  # fmt: skip


def test_whoever_objected_can_give_in() -> None:
    one = match()
    enter(one, by=player(one, 1))
    answer(one, 0, confirm=False)
    answer(one, 0)
    assert now(one).state == State.CONFIRMED
    answer(one, 0, revision=0)
    assert list(FixtureWord.objects.values_list("kind", flat=True)) == ["object", "confirm"]


def test_nobody_answers_for_others() -> None:
    one = match()
    enter(one, by=player(one, 0))
    for visitor in (player(one, 0), organizer(one), LeagueVisitor()):
        with pytest.raises(LeagueDeniedError):
            fixture_answer(
                fixture_id=one.public_id, visitor=visitor, side=1, confirm=True, revision=1
            )
    with pytest.raises(ValidationError, match="your own"):
        answer(one, 0, confirm=False)
    with pytest.raises(LeagueDeniedError):
        fixture_answer(
            fixture_id=one.public_id, visitor=player(one, 1), side=None, confirm=True, revision=1
        )


def test_only_organizers_decide() -> None:
    one = match()
    enter(one, by=player(one, 0))
    for visitor in (player(one, 1), official(one.league, "scorer"), link_holder(one)):
        with pytest.raises(LeagueDeniedError):
            decide(one, LOSS, visitor=visitor)
    with pytest.raises(LeagueStaleError):
        decide(one, LOSS, revision=0)


def test_there_has_to_be_something_to_keep() -> None:
    one = match()
    with pytest.raises(ValidationError, match="no result to keep"):
        decide(one)
    enter(one)
    with pytest.raises(ValidationError, match="final already"):
        decide(one)


# Corrections


def test_a_correction_rounds_later_says_what_it_changed() -> None:
    league = running_league(4)
    (one, other), (three, _four) = round_of(league, 1), round_of(league, 2)
    for fixture in (one, other, three):
        enter(fixture)
    seeds = {entry.pk: entry.seed for entry in league.entries.all()}
    decide(one, LOSS, note="The sides were mixed up.")
    event = events(league)[-1]
    assert event.action == LeagueAct.RESULT_CORRECTED
    assert (event.before["winner"], event.after["winner"]) == ("first", "second")
    assert (event.before["points"], event.after["points"]) == ([3200, 1800], [1500, 3005])
    moved = {(one["code"], seeds[dict(one["params"])["who"]["who"]]) for one in event.consequences}
    assert moved
    assert ("league.up", 2) in moved
    assert points(league) == {1: 1, 2: 1, 3: 1, 4: 0}


def test_what_was_corrected_stays_to_be_read() -> None:
    one = match()
    enter(one)
    decide(one, LOSS)
    decide(one, LEVEL)
    told = FixtureResult.objects.order_by("number").values_list("number", "winner")
    assert list(told) == [(1, "first"), (2, "second"), (3, "nobody")]
    assert points(one.league) == {1: Fraction(1, 2), 2: Fraction(1, 2)}


# What cannot be


@pytest.mark.parametrize(
    ("entered", "field"),
    [(Total(100_001, 0), "points_first"), (Total(3000, -20_001), "points_second")],
)
def test_slips_of_the_finger_are_refused_at_their_field(entered: Total, field: str) -> None:
    with pytest.raises(ValidationError) as error:
        enter(match(), entered)
    assert list(error.value.message_dict) == [field]


def test_a_match_that_ended_early_needs_a_note() -> None:
    one = match()
    with pytest.raises(ValidationError, match="Nobody has reached 3000"):
        enter(one, Total(1200, 900))
    assert enter(one, Total(1200, 900), note="The café closed.").winner == "first"


def test_a_knockout_needs_a_winner() -> None:
    _league, (one, _other) = bracket()
    with pytest.raises(ValidationError, match="one more hand"):
        enter(one, LEVEL)
    with pytest.raises(ValidationError, match="one more hand"):
        decide(one, LEVEL)


def test_every_game_is_entered_in_its_own_way() -> None:
    burako, durak = match(), match(game="durak")
    with pytest.raises(ValidationError, match="points of both sides"):
        enter(burako, Games([{"ending": "draw"}]))
    with pytest.raises(ValidationError, match="game by game"):
        enter(durak, WIN)


def test_results_of_bots_arrive_by_themselves_but_organizers_can_declare_a_forfeit() -> None:
    one = match(competitors="bot", game="durak", accounts=False)
    with pytest.raises(ValidationError, match="by themselves"):
        enter(one, Games([{"ending": "draw"}]))
    enter(one, Absent(first=True))
    assert points(one.league) == {1: 0, 2: 1}


def test_a_match_that_does_not_exist_is_not_found() -> None:
    with pytest.raises(LeagueDeniedError):
        fixture_result_enter(fixture_id="nothing", visitor=LeagueVisitor(), entered=WIN, revision=0)
