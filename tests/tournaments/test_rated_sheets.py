"""Matches of people on a ladder: if both sides wish it, once, and only while they are confirmed."""

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.burako import SEED_RULES, BurakoRuleSet
from scoring.elo import PairScores, micro_elo
from scoring.ladder import SINGLE_TERMS, START, LadderResult, Member, fold
from tests.factories import PlayerFactory, UserFactory, confirmed_result
from tests.scoring.burako.books import AWAY_POINTS, HOME_POINTS, LEVEL
from tests.tournaments.rated_sheet_kit import (
    HANDS,
    Table,
    account_of,
    member,
    people_ladder,
    rated_match,
    ratings,
    table,
)
from tests.tournaments.sheet_table import link_visitor, open_sheet, rules_of, write
from tournaments.models import LadderEntry, Player, Rating, RatingEvent, Sheet, SheetResult, User
from tournaments.selectors.rated_sheets import Obstacle, sheet_rating
from tournaments.selectors.ratings import sums_of
from tournaments.selectors.sheets import sheet_find
from tournaments.services.accounts import account_delete
from tournaments.services.claims import player_claim
from tournaments.services.ladders import ladder_close
from tournaments.services.people import competitor_of_player
from tournaments.services.rated_sheets import sheet_wish_give
from tournaments.services.rating_rebuild import ratings_rebuild
from tournaments.services.sheets import SeatSpec
from tournaments.sheet_access import SheetDeniedError, Visitor

pytestmark = pytest.mark.django_db

WON, LOST = (START + sign * micro_elo(SINGLE_TERMS.newcomer_k) // 2 for sign in (1, -1))
"""Both begin level: a whole win instead of half of one is half of K."""


def two() -> Table:
    return table(member("Ana"), member("Beto"))


# When it counts


@pytest.mark.parametrize("first", ["wish", "confirm"])
def test_it_counts_when_both_wish_and_both_confirm_in_either_order(first: str) -> None:
    ladder = people_ladder()
    one = two()
    one.play(winner=1)
    steps = [one.wish, one.confirm]
    for step in steps if first == "wish" else steps[::-1]:
        assert not LadderEntry.objects.exists()
        step()
    assert ratings() == {"Ana": LOST, "Beto": WON}
    entry = LadderEntry.objects.get()
    result = SheetResult.objects.get()
    assert result.ladder_entry == entry
    assert entry.source == f"sheet:{one.sheet.public_id}/{result.confirmed_seq}"
    assert (entry.ladder, entry.points, entry.games) == (
        ladder,
        [HANDS * AWAY_POINTS, HANDS * HOME_POINTS],
        HANDS,
    )
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical


@pytest.mark.parametrize("sides", [(), (0,), (1,)])
def test_it_does_not_count_unless_both_wish(sides: tuple[int, ...]) -> None:
    people_ladder()
    one = two()
    for side in sides:
        one.wish(side)
    one.play()
    one.confirm()
    assert not LadderEntry.objects.exists()


def test_it_does_not_count_unless_both_confirm() -> None:
    people_ladder()
    one = two()
    one.wish()
    one.play()
    one.confirm(0)
    write(
        one.sheet, "dispute", one.visitor(1), side=1, number=1, sheet=LEVEL, reason="never"
    )  # fmt: skip
    assert not LadderEntry.objects.exists()


def test_wishing_twice_is_wishing_once() -> None:
    people_ladder()
    one = two()
    one.play()
    one.confirm()
    one.wish(0, 0, 1)
    one.wish(1, 0)
    assert LadderEntry.objects.count() == 1


def test_pairs_are_rated_as_sides_of_two() -> None:
    ladder = people_ladder(4)
    ana, carl, bea, dora = (member(name) for name in ("Ana", "Carl", "Bea", "Dora"))
    one = table(ana, carl, bea, dora)
    one.wish(0, seat=2)  # either of two partners
    one.wish(1, seat=3)
    one.play()
    one.confirm()
    assert ratings() == {"Ana": WON, "Bea": WON, "Carl": LOST, "Dora": LOST}
    (first, second) = LadderEntry.objects.get().sides
    assert {who for who, _version in first} == {
        player.competitor.pk for player in Player.objects.filter(pk__in=(ana.pk, bea.pk))
    }
    assert len(second) == 2
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical


# Back again


def test_a_wish_is_taken_back_until_it_counts() -> None:
    people_ladder()
    one = two()
    one.wish()
    one.wish_no_more(1)
    one.play()
    one.confirm()
    assert not LadderEntry.objects.exists()
    one.wish(1)
    assert LadderEntry.objects.exists()
    with pytest.raises(ValidationError, match="reopen it"):
        one.wish_no_more(1)
    assert one.sheet.wishes.count() == 2


def test_reopening_takes_it_off_the_ladder_and_confirming_anew_rates_it_anew() -> None:
    ladder = people_ladder()
    ana, beto, carl = member("Ana"), member("Beto"), member("Carl")
    wrong = rated_match(ana, beto)
    rated_match(beto, carl)
    wrong.reopen()
    assert ratings() == {"Beto": WON, "Carl": LOST}
    assert RatingEvent.objects.filter(cause="correction").exists()
    write(
        wrong.sheet, "correct", wrong.visitor(0),
        number=1, version=1, sheet=LEVEL, reason="counted again",
    )  # fmt: skip
    assert Sheet.objects.get(pk=wrong.sheet.pk).status == "playing"
    wrong.play(winner=1)
    wrong.confirm()
    assert ratings()["Ana"] < START
    assert ratings()["Beto"] > WON
    assert LadderEntry.objects.filter(kind="result").count() == 3
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical


def test_who_has_changed_their_mind_says_so_while_it_is_reopened() -> None:
    people_ladder()
    one = rated_match(member("Ana"), member("Beto"))
    one.reopen()
    one.wish_no_more(0)
    one.confirm()
    assert ratings() == {}


# Who may, and what can


def test_only_who_sits_on_a_side_wishes_for_it() -> None:
    people_ladder()
    ana, beto = member("Ana"), member("Beto")
    one = table(ana, beto)
    stranger = Visitor(account=account_of(member("Carl")))
    guest = link_visitor(one.sheet)
    for visitor, side, why in [
        (one.visitor(0), 1, "not_your_side"),
        (one.visitor(0), 2, "not_your_side"),
        (guest, 0, "not_your_side"),
        (stranger, 0, "no_sheet"),
        (Visitor(), 0, "no_sheet"),
    ]:
        with pytest.raises(SheetDeniedError) as error:
            sheet_wish_give(public_id=one.sheet.public_id, visitor=visitor, side=side)
        assert error.value.denial.value == why
    one.wish(0)
    with pytest.raises(SheetDeniedError):
        one.wish_no_more(0, seat=1)
    assert one.sheet.wishes.count() == 1


def obstacle_of(sheet: Sheet, visitor: Visitor) -> Obstacle | None:
    found = sheet_rating(sheet=sheet_find(public_id=sheet.public_id), visitor=visitor)
    assert found is not None
    return found.obstacle


def test_why_a_match_cannot_be_rated_is_said_and_holds() -> None:
    ladder = people_ladder()
    ana = member("Ana")
    creator = Visitor(account=account_of(ana))
    with_guest = open_sheet(creator, seats=(SeatSpec(is_creator=True), SeatSpec(name="Beto")))
    listed = PlayerFactory.create(created_by=account_of(ana))
    with_listed = open_sheet(
        creator, seats=(SeatSpec(is_creator=True), SeatSpec(player_id=listed.public_id))
    )
    by_club_rules = table(ana, member("Carl"), rules=BurakoRuleSet(target_points=2000)).sheet
    fine = table(ana, member("Dora")).sheet
    assert obstacle_of(fine, creator) is None
    ladder_close(ladder=ladder, by=_staff(), reason="The season is over.")
    for sheet, obstacle in [
        (with_guest, Obstacle.NO_ACCOUNT),
        (with_listed, Obstacle.NO_ACCOUNT),
        (by_club_rules, Obstacle.OTHER_RULES),
        (fine, Obstacle.NO_LADDER),
    ]:
        assert obstacle_of(sheet, creator) is obstacle
        with pytest.raises(ValidationError) as error:
            sheet_wish_give(public_id=sheet.public_id, visitor=creator, side=0)
        assert error.value.messages == [obstacle.sentence]
        assert not sheet.wishes.exists()


def _staff() -> User:
    return UserFactory.create(is_staff=True)


def test_a_clubs_rules_with_the_houses_values_are_the_houses() -> None:
    people_ladder()
    one = two()
    one.sheet.rule_version = rules_of(account_of(one.players[0]), SEED_RULES)
    one.sheet.save()
    one.wish()
    one.play()
    one.confirm()
    assert ratings()["Ana"] == WON


def test_where_nobody_has_an_account_rating_is_not_mentioned() -> None:
    sheet = open_sheet()
    assert sheet_rating(sheet=sheet_find(public_id=sheet.public_id), visitor=Visitor()) is None


def test_a_ladder_that_closes_before_the_match_is_confirmed_takes_nothing_more() -> None:
    ladder = people_ladder()
    one = two()
    one.wish()
    one.play()
    ladder_close(ladder=ladder, by=_staff(), reason="The season is over.")
    one.confirm()
    assert not LadderEntry.objects.exists()
    assert SheetResult.objects.filter(voided_at=None).count() == 1


# People come and go


def test_ratings_stay_when_an_account_is_erased_without_its_name() -> None:
    ladder = people_ladder()
    ana, beto = member("Ana"), member("Beto")
    one = rated_match(ana, beto)
    account_delete(account=account_of(beto))
    assert ratings() == {"Ana": WON, f"Deleted player {beto.pk}": LOST}
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical
    found = sheet_rating(sheet=sheet_find(public_id=one.sheet.public_id), visitor=one.visitor(0))
    assert found is not None
    assert found.counts
    assert [side.by for side in found.sides] == ["Ana", ""]


def test_an_account_that_is_erased_before_it_counts_is_not_rated() -> None:
    people_ladder()
    ana, beto = member("Ana"), member("Beto")
    one = table(ana, beto)
    one.wish()
    one.play()
    account_delete(account=account_of(beto))
    write(one.sheet, "confirm", one.visitor(0), side=0, seen=HANDS)
    write(one.sheet, "confirm", one.visitor(0), side=1, seen=HANDS)
    assert SheetResult.objects.filter(voided_at=None).exists()
    assert not LadderEntry.objects.exists()


def test_who_claims_a_rated_player_has_its_rating() -> None:
    """The rated competitor stays, because what reached a ladder is never changed."""
    ladder = people_ladder()
    ana, guest = member("Ana"), _erased_and_rated()
    eva = member("Eva")
    confirmed_result([eva], [ana])  # not rated; a competitor nevertheless
    own = player_claim(player_id=guest.pk, account=account_of(eva))
    assert own == eva
    assert ratings() == {"Beto": LOST, "Eva": WON}
    rated = Rating.objects.get(value=WON).competitor
    assert rated.sheet_results.count() == 2
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical
    rated_match(ana, eva, winner=1)
    assert Rating.objects.get(competitor=rated).won == 2


def test_who_has_no_player_yet_becomes_the_rated_one() -> None:
    people_ladder()
    guest = _erased_and_rated()
    player_claim(player_id=guest.pk, account=UserFactory.create(display_name="Eva"))
    assert ratings() == {"Beto": LOST, "Eva": WON}


def test_two_ratings_do_not_become_one() -> None:
    ladder = people_ladder()
    guest, eva = _erased_and_rated(), member("Eva")
    rated_match(eva, member("Ana"))
    with pytest.raises(ValidationError, match="two ratings cannot become one"):
        player_claim(player_id=guest.pk, account=account_of(eva))
    assert Player.objects.filter(pk=guest.pk).exists()
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical


def _erased_and_rated() -> Player:
    """Somebody who has beaten Beto, and whose account is gone."""
    player = member("Nobody")
    rated_match(player, member("Beto"))
    account_delete(account=account_of(player))
    return Player.objects.get(pk=player.pk)


# Any order

MATCHES = ((0, 1), (1, 2), (2, 0))  # who sits where, of three
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["wish", "wish", "wish", "no_wish", "confirm", "confirm", "reopen"]),
        st.integers(0, len(MATCHES) - 1),
        st.integers(0, 1),
    ),
    max_size=24,
)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(steps=STEPS)
def test_ratings_are_those_of_the_matches_that_are_confirmed_and_wished_by_both(
    steps: list[tuple[str, int, int]],
) -> None:
    """Three matches; what cannot be done at a moment is refused and changes nothing."""
    with transaction.atomic():
        ladder = people_ladder()
        who = [member(name) for name in ("Ana", "Beto", "Carl")]
        tables = [table(who[first], who[second]) for first, second in MATCHES]
        for one in tables:
            one.play()
        wishes: set[tuple[int, int]] = set()
        confirmed: set[int] = set()
        rated: list[int] = []
        for what, number, side in steps:
            one = tables[number]
            if what == "wish":
                one.wish(side)
                wishes.add((number, side))
            elif what == "no_wish" and number not in rated:
                one.wish_no_more(side)
                wishes.discard((number, side))
            elif what == "confirm" and number not in confirmed:
                one.confirm()
                confirmed.add(number)
            elif what == "reopen" and number in confirmed:
                one.reopen()
                confirmed.discard(number)
                rated = [other for other in rated if other != number]
            if number in confirmed and number not in rated and {(number, 0), (number, 1)} <= wishes:
                rated.append(number)
        found = SheetResult.objects.filter(voided_at=None).exclude(ladder_entry=None)
        assert set(found.values_list("sheet", flat=True)) == {tables[n].sheet.pk for n in rated}
        keys = [competitor_of_player(player=player).pk for player in who]
        results = [
            LadderResult(
                place,
                tuple((Member(keys[seat]),) for seat in MATCHES[number]),
                PairScores.of_two(1),
            )
            for place, number in enumerate(rated, 1)
        ]
        found_sums = sums_of(ladder_id=ladder.pk)
        expected = fold(results, terms=SINGLE_TERMS)
        assert {key: row.standing for key, row in found_sums.items()} == expected
        assert ratings_rebuild(ladder_id=ladder.pk).is_identical
        transaction.set_rollback(True)
