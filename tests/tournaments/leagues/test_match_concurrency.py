"""Several devices at the same moment: one result, one rating, and nobody waits for ever."""

import uuid
from collections.abc import Callable
from functools import partial

import pytest
from django.core.exceptions import ValidationError

from tests.scoring.burako.books import HOME_WINS
from tests.threads import at_once, while_held
from tests.tournaments.leagues.kit import events
from tests.tournaments.leagues.match_kit import (
    LOSS,
    WIN,
    answer,
    decide,
    enter,
    match,
    now,
    organizer,
    player,
    points,
)
from tests.tournaments.leagues.sheet_kit import Scene
from tests.tournaments.rated_sheet_kit import people_ladder
from tournaments.league_access import LeagueDeniedError
from tournaments.league_results import Total
from tournaments.models import (
    Fixture,
    FixtureResult,
    Ladder,
    LadderEntry,
    LeagueEvent,
    Sheet,
    SheetEntry,
)
from tournaments.services.accounts import account_delete
from tournaments.services.leagues.common import LeagueStaleError
from tournaments.services.leagues.match_sheets import fixture_sheet_open
from tournaments.services.rating_rebuild import ratings_rebuild
from tournaments.services.sheet_entries import sheet_entry_add
from tournaments.sheet_access import SheetDeniedError

pytestmark = pytest.mark.django_db(transaction=True)

State = Fixture.State


def or_refused(job: Callable[[], object]) -> Callable[[], object]:
    """What is refused because the other was first is said as `at_once` says it."""

    def run() -> object:
        try:
            return job()
        except (LeagueDeniedError, LeagueStaleError, SheetDeniedError) as error:
            raise ValidationError(error.sentence) from error

    return run


def counting(ladder: Ladder) -> int:
    entries = LadderEntry.objects.filter(ladder=ladder)
    return entries.filter(kind="result").count() - entries.filter(kind="void").count()


def test_the_same_result_from_many_devices_is_one() -> None:
    ladder = people_ladder()
    one = match(rated=True)
    who = [organizer(one), player(one, 0), player(one, 1)] * 2
    jobs = [partial(enter, one, WIN, by=visitor, revision=0) for visitor in who]
    assert at_once([or_refused(job) for job in jobs]) == ["done"] * 6
    assert now(one).state == State.CONFIRMED
    assert FixtureResult.objects.count() == 1
    assert counting(ladder) == 1


def test_of_two_results_that_differ_one_is_refused() -> None:
    ladder = people_ladder()
    one = match(rated=True)
    jobs = [partial(enter, one, entered, revision=0) for entered in (WIN, LOSS)]
    said = at_once([or_refused(job) for job in jobs])
    assert said.count("done") == 1
    assert FixtureResult.objects.count() == 1
    assert counting(ladder) == 1


def test_two_organizers_do_not_overwrite_each_others_corrections() -> None:
    ladder = people_ladder()
    one = match(rated=True)
    enter(one)
    revision = now(one).revision
    totals = [Total(3000 + 5 * number, 1000) for number in range(1, 5)]
    said = at_once([or_refused(partial(decide, one, total, revision=revision)) for total in totals])
    assert said.count("done") == 1
    assert FixtureResult.objects.count() == 2
    assert counting(ladder) == 1
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical


def test_a_confirmation_and_an_objection_at_once() -> None:
    """By two partners: one of them is first, and the other is told so."""
    one = match(competitors="pair")
    enter(one, by=player(one, 0))
    jobs: list[Callable[[], object]] = [
        or_refused(partial(answer, one, 1, confirm=confirm, visitor=player(one, 1, seat)))
        for seat, confirm in enumerate((True, False))
    ]
    said = at_once(jobs)
    assert said.count("done") == 1
    assert now(one).state == (State.CONFIRMED if said[0] == "done" else State.DISPUTED)


def test_many_matches_of_a_league_end_at_once() -> None:
    ladder = people_ladder()
    league = match(size=8, rated=True).league
    fixtures = list(league.fixtures.order_by("place"))
    assert at_once([partial(enter, one) for one in fixtures]) == ["done"] * 4
    assert sum(points(league).values()) == 4
    assert counting(ladder) == 4
    assert [event.revision for event in events(league)] == [1, 2, 3, 4]
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical


def test_a_sheet_is_opened_once() -> None:
    one = match()
    open_it = partial(fixture_sheet_open, fixture_id=one.public_id)
    jobs = [partial(open_it, visitor=player(one, side)) for side in (0, 1, 0, 1)]
    assert at_once(jobs) == ["done"] * 4
    assert Sheet.objects.count() == 1
    assert LeagueEvent.objects.count() == 1


def over(scene: Scene) -> Scene:
    scene.play()
    scene.confirm(0)
    return scene


def test_the_last_confirmation_on_the_sheet_and_an_organizers_total_at_once() -> None:
    """Whoever is first decides: the other is told that it is decided."""
    ladder = people_ladder()
    scene = over(Scene.of(match(rated=True)))
    revision = now(scene.fixture).revision
    jobs: list[Callable[[], object]] = [
        partial(scene.confirm, 1),
        partial(decide, scene.fixture, LOSS, revision=revision),
    ]
    said = at_once([or_refused(job) for job in jobs])
    assert "done" in said
    result = now(scene.fixture).result
    assert result is not None
    assert now(scene.fixture).state == State.CONFIRMED
    assert result.kind == ("sheet" if said[1] != "done" else "total")
    assert counting(ladder) == 1
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical


@pytest.mark.parametrize("first_is_the_sheet", [True, False])
def test_a_sheet_and_its_league_are_locked_in_one_order(first_is_the_sheet: bool) -> None:
    """Held at the moment when it has one of both locks, neither makes the other wait for ever."""
    scene = over(Scene.of(match(rated=True)))
    people_ladder()
    writing = partial(scene.confirm, 1)
    revision = now(scene.fixture).revision
    deciding = or_refused(partial(decide, scene.fixture, LOSS, revision=revision))

    def quietly() -> object:
        try:
            return deciding()
        except ValidationError:
            return None

    if first_is_the_sheet:
        at = "tournaments.services.sheet_entries.sheet_lock"
        while_held(writing, at=at, second=quietly)
        assert now(scene.fixture).result.kind == "sheet"  # type: ignore[union-attr]
        return

    def write_or_not() -> object:
        try:
            return writing()
        except SheetDeniedError:
            return None

    at = "tournaments.services.leagues.settlements.fixture_players_hold"
    while_held(quietly, at=at, second=write_or_not)
    assert now(scene.fixture).result.kind == "total"  # type: ignore[union-attr]


def test_two_sheets_of_the_same_people_end_while_their_league_is_corrected() -> None:
    """Players are held after the league and before the ladder, by everybody."""
    ladder = people_ladder()
    first = match(rated=True)
    enter(first)
    scenes: list[Scene] = []
    for _number in range(2):
        again = match(rated=True)
        again.first, again.second = now(first).first, now(first).second
        again.league = first.league
        again.place = 2 + len(scenes)
        again.round = first.round
        again.save()
        scenes.append(over(Scene.of(again)))
    jobs: list[Callable[[], object]] = [
        *(partial(scene.confirm, 1) for scene in scenes),
        partial(decide, first, LOSS),
    ]
    assert at_once(jobs) == ["done"] * 3
    assert counting(ladder) == 3
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical


def test_the_same_hand_from_two_devices_is_written_once() -> None:
    scene = Scene.of(match())
    entry_id = uuid.uuid4()
    job = partial(
        sheet_entry_add,
        public_id=scene.sheet.public_id,
        visitor=scene.player(0),
        entry_id=entry_id,
        kind="hand",
        payload={"number": 1, "sheet": HOME_WINS},
    )
    assert at_once([job] * 4) == ["done"] * 4
    assert SheetEntry.objects.count() == 1


def test_a_player_erases_the_account_while_confirming() -> None:
    one = match()
    enter(one, by=player(one, 0))
    account = player(one, 1).account
    assert account is not None
    while_held(
        partial(answer, one, 1),
        at="tournaments.services.leagues.answers.result_confirm",
        second=partial(account_delete, account=account),
    )
    assert now(one).state == State.CONFIRMED
