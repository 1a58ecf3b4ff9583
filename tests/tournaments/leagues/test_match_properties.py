"""However a league came to its results, it stands as if they had been entered right at once."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.elo import PairScores
from scoring.ladder import SINGLE_TERMS, LadderResult, Member, fold
from scoring.standings import Row
from tests.tournaments.leagues.match_kit import (
    LEVEL,
    LOSS,
    WIN,
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
from tests.tournaments.rated_sheet_kit import people_ladder
from tournaments.league_access import LeagueDeniedError
from tournaments.league_results import Absent, Entered, Total
from tournaments.models import Fixture, Ladder, LadderEntry, League, LeagueRound
from tournaments.selectors.league_sides import fixture_players, fixtures_with_people
from tournaments.selectors.leagues import league_book
from tournaments.selectors.ratings import sums_of
from tournaments.services.leagues.postponing import fixture_call_off, fixture_resume
from tournaments.services.people import competitor_of_player
from tournaments.services.rating_rebuild import ratings_rebuild

pytestmark = pytest.mark.django_db

State = Fixture.State
PLAYED = (WIN, LOSS, LEVEL)
FORFEITS = (Absent(second=True), Absent(first=True, second=True))
REFUSALS = (ValidationError, LeagueDeniedError)
MATCHES = 4
FEW = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@dataclass
class Expected:
    """What a match should stand at, by the rules in words: nobody's code but this test's."""

    state: str = "planned"
    entered: Entered | None = None
    side: int | None = None

    def enter(self, side: int, entered: Entered) -> None:
        if self.state == "planned":
            self.state, self.entered, self.side = "entered", entered, side
        elif self.state == "entered" and entered == self.entered:
            self.state = "confirmed" if side != self.side else "entered"
        elif self.state == "entered" and side == self.side:
            self.entered = entered

    def official(self, entered: Entered) -> None:
        if self.state in ("planned", "entered"):
            self.state, self.entered = "confirmed", entered

    def answer(self, side: int, *, confirm: bool) -> None:
        if self.state in ("entered", "disputed") and side != self.side:
            self.state = "confirmed" if confirm else "disputed"

    def decide(self, entered: Entered | None) -> None:
        if entered is not None:
            self.state, self.entered = "confirmed", entered
        elif self.state in ("entered", "disputed"):
            self.state = "confirmed"

    def call_off(self) -> None:
        self.state, self.entered, self.side = "cancelled", None, None

    def resume(self) -> None:
        self.state = "planned" if self.state == "cancelled" else self.state


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["enter", "enter", "official", "confirm", "object", "decide", "decide",
                         "keep", "call_off", "resume"]),
        st.integers(0, MATCHES - 1),
        st.integers(0, 1),
        st.sampled_from([*PLAYED, *FORFEITS]),
    ),
    max_size=30,
)  # fmt: skip


def take(step: tuple[str, int, int, Entered], one: Fixture, expected: Expected) -> None:
    """Do it, if it can be done; what is refused changes nothing."""
    what, _number, side, entered = step
    who = {"fixture_id": one.public_id, "visitor": organizer(one)}
    is_forfeit = isinstance(entered, Absent)
    doings: dict[str, tuple[Callable[[], object], Callable[[], None]]] = {
        "enter": (
            lambda: enter(one, entered, by=player(one, side)),
            lambda: None if is_forfeit else expected.enter(side, entered),
        ),
        "official": (
            lambda: enter(one, entered),
            lambda: expected.official(entered),
        ),
        "confirm": (lambda: answer(one, side), lambda: expected.answer(side, confirm=True)),
        "object": (
            lambda: answer(one, side, confirm=False),
            lambda: expected.answer(side, confirm=False),
        ),
        "decide": (lambda: decide(one, entered), lambda: expected.decide(entered)),
        "keep": (lambda: decide(one), lambda: expected.decide(None)),
        "call_off": (lambda: fixture_call_off(**who, note="No."), expected.call_off),  # type: ignore[arg-type]
        "resume": (lambda: fixture_resume(**who), expected.resume),  # type: ignore[arg-type]
    }
    really, in_words = doings[what]
    try:
        with transaction.atomic():
            really()
    except REFUSALS:
        pass
    in_words()


def table(league: League) -> list[tuple[object, ...]]:
    """The table with everything it says, by seeds."""
    seeds = dict(league.entries.values_list("pk", "seed"))

    def told(row: Row) -> tuple[object, ...]:
        counted = (row.wins, row.draws, row.losses, row.forfeit_wins, row.forfeit_losses)
        raw = (row.points_for, row.points_against)
        return (row.rank, seeds[int(row.competitor)], row.points, *counted, *raw)

    return [told(row) for row in league_book(league=league).table().rows]


def assert_rated_once(ladder: Ladder) -> None:
    """On the ladder is what is final and was played, each once, and ratings are those of a fresh
    ladder that took these results in the order in which they became final."""
    played = fixtures_with_people().filter(state=State.CONFIRMED)
    numbered: dict[int, LadderResult] = {}
    for one in played.exclude(result__kind="forfeit"):
        assert one.result is not None
        entry = one.result.ladder_entry
        assert entry is not None
        assert entry.source == f"league:{one.public_id}/{one.result.number}"
        numbered[entry.number] = fresh(entry.number, one)
    void = LadderEntry.objects.filter(ladder=ladder, kind="void").values("source")
    counting = LadderEntry.objects.filter(ladder=ladder, kind="result").exclude(source__in=void)
    assert set(counting.values_list("number", flat=True)) == set(numbered)
    stored = {who: row.standing for who, row in sums_of(ladder_id=ladder.pk).items()}
    assert stored == fold([numbered[n] for n in sorted(numbered)], terms=SINGLE_TERMS)
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical


def fresh(number: int, one: Fixture) -> LadderResult:
    """What a match says to a ladder, worked out from who played it and who won."""
    first, second = fixture_players(fixture=one)
    assert one.result is not None
    won = {"first": (1, 0), "second": (0, 1), "nobody": (0, 0)}[one.result.winner]
    sides = tuple(
        tuple(Member(competitor_of_player(player=who).pk) for who in side)
        for side in (first, second)
    )
    return LadderResult(number, sides, PairScores.of_points(won))


TWICE = League.Format.DOUBLE_ROUND_ROBIN  # the same two meet in both rounds


@FEW
@given(steps=STEPS)
def test_any_way_to_the_truth_leads_to_the_same_table_and_the_same_ratings(
    steps: list[tuple[str, int, int, Entered]],
) -> None:
    with transaction.atomic():
        ladder = people_ladder()
        league = match(size=4, rated=True, format=TWICE).league
        round_of(league, 2)
        fixtures = list(league.fixtures.order_by("round__number", "place"))
        expected = [Expected() for _ in fixtures]
        for step in steps:
            take(step, fixtures[step[1]], expected[step[1]])
        assert [now(one).state for one in fixtures] == [one.state for one in expected]
        assert_rated_once(ladder)
        right = match(size=4, format=TWICE).league
        round_of(right, 2)
        truths = zip(right.fixtures.order_by("round__number", "place"), expected, strict=True)
        for one, truth in truths:
            if truth.state == "confirmed" and truth.entered is not None:
                enter(one, truth.entered)
            elif truth.state == "cancelled":
                fixture_call_off(fixture_id=one.public_id, visitor=organizer(one), note="No.")
        assert table(league) == table(right)
        transaction.set_rollback(True)


RESULTS = st.sampled_from([WIN, LOSS, Absent(first=True), Absent(first=True, second=True)])


@FEW
@given(steps=st.lists(st.tuples(st.integers(0, 2), RESULTS), max_size=12))
def test_a_knockout_corrected_any_way_is_the_one_entered_right(
    steps: list[tuple[int, Total | Absent]],
) -> None:
    with transaction.atomic():
        ladder = people_ladder()
        league, fixtures = knockout()
        for number, entered in steps:
            try:
                with transaction.atomic():
                    decide(fixtures[number], entered)
            except REFUSALS:
                pass
        assert_rated_once(ladder)
        right, again = knockout(rated=False)
        for one, other in zip(fixtures, again, strict=True):
            found = now(one)
            if found.state == State.CONFIRMED and found.result is not None:
                told = found.result
                if told.kind == "forfeit":
                    decide(other, Absent(told.first_absent, told.second_absent))
                else:
                    decide(other, Total(told.points_first or 0, told.points_second or 0))
        assert ranking(league) == ranking(right)
        assert [pair(one) for one in fixtures] == [pair(one) for one in again]
        transaction.set_rollback(True)


def knockout(*, rated: bool = True) -> tuple[League, list[Fixture]]:
    """Four, with the final drawn before anybody knows who is in it: nobody plays it until then."""
    league, semi_finals = bracket(rated=rated)
    final_round = LeagueRound.objects.create(league=league, number=2, state="published")
    first, second = (one.first for one in semi_finals)
    final = Fixture.objects.create(
        league=league, round=final_round, place=1, first=first, second=second,
        bracket_match=3, state=State.CANCELLED,
    )  # fmt: skip
    return league, [*semi_finals, final]


def ranking(league: League) -> list[tuple[int | None, int]]:
    seeds = dict(league.entries.values_list("pk", "seed"))
    return [(one.rank, seeds[one.entry]) for one in league_book(league=league).final_ranking()]


def pair(one: Fixture) -> tuple[str, set[int]]:
    found = now(one)
    known = found.state != State.CANCELLED
    return found.state, {found.first.seed, found.second.seed} if known else set()
