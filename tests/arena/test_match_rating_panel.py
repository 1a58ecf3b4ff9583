"""What a match did to the ratings, on its page: before, after, expected, taken, or why not."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from arena.match_rating_steps import ShownStep, unrated_text
from arena.match_sides import Side
from arena.models import BotVersion, Match, Validation
from arena.runner.sandbox.names import BWRAP, INSECURE
from arena.selectors.match_ratings import RatingStep, match_rating
from arena.services.match_reports import match_result_record
from arena.services.operations import match_void_by_staff
from tests.arena.match_kit import MatchWorkers, match_workers, playing_version, result_of, sent
from tests.arena.operator_kit import operator
from tests.arena.shown_matches import at, match_played, page_of
from tests.factories import PROFILE, MatchRunnerFactory
from tests.tournaments.ladder_kit import ladder_made
from tournaments.models import Ladder, RatingEvent

pytestmark = pytest.mark.django_db


@pytest.fixture
def workers() -> Iterator[MatchWorkers]:
    with match_workers(commits=False) as found:
        yield found


@pytest.fixture
def ladder() -> Ladder:
    return ladder_made(PROFILE)


@pytest.fixture
def versions() -> list[BotVersion]:
    return [checked() for _ in range(2)]


def checked(**changes: Any) -> BotVersion:  # noqa: ANN401
    version = playing_version(**changes)
    Validation.objects.create(
        version=version, verdict=Validation.Verdict.VALID, sandbox=BWRAP, ended_at=timezone.now()
    )
    return version


def settled(
    workers: MatchWorkers, ladder: Ladder | None, versions: list[BotVersion], **changes: object
) -> Match:
    kind = Match.Kind.LADDER if ladder else Match.Kind.CHALLENGE
    match = sent(ladder=ladder, kind=kind, versions=versions)
    assert match_result_record(result=result_of(workers.order_of(match), **changes))
    match.refresh_from_db()
    return match


def test_before_and_after_stand_side_by_side(
    workers: MatchWorkers, ladder: Ladder, versions: list[BotVersion]
) -> None:
    match = settled(workers, ladder, versions)
    page = page_of(match)
    for event in RatingEvent.objects.all():
        after = round(event.value / 1_000_000)
        assert f"1500 ± 686 →before, {after} ± {round(event.standing.bar.margin())} after" in page
        assert event.expected == 0.5
        assert f"Expected 50.0 %, took {100 * (event.score or 0):.1f} %; K was 400." in page
    assert "What it did to the ratings Ladder Duel with 24 cards" in page
    assert f"/ladders/{ladder.slug}/" in Client().get(at("match", match)).content.decode()


@pytest.mark.parametrize(
    ("before", "after", "shown"),
    [
        (1_520_600_000, 1_466_400_000, "\N{MINUS SIGN}55"),
        (1_500_400_000, 1_500_600_000, "+1"),
        (1_500_400_000, 1_499_600_000, "±0"),
    ],
)
def test_the_change_fits_the_numbers_beside_it(before: int, after: int, shown: str) -> None:
    event = RatingEvent(
        value=after, delta=after - before, variance=900, results=5, score=0.4, expected=0.5
    )
    bot = SimpleNamespace(public_id="a-bot-of-tests")
    side = SimpleNamespace(name="Mustard", version=SimpleNamespace(bot=bot))
    step = RatingStep(
        event=event,
        before=before,
        margin_before=60.0,
        k=100,
        has_new_version=False,
        correction=None,
    )
    context = {
        "rating": SimpleNamespace(ladder=ladder_made(PROFILE)),
        "rating_steps": [ShownStep(cast("Side", side), step, 60)],
    }
    page = render_to_string("arena/matches/_ratings.html", context)
    assert f">{shown}</span>" in page
    assert ("badge-good" in page, "badge-bad" in page) == (shown == "+1", "55" in shown)


def test_a_second_result_begins_where_the_first_ended(
    workers: MatchWorkers, ladder: Ladder, versions: list[BotVersion]
) -> None:
    first = settled(workers, ladder, versions)
    MatchRunnerFactory.create(slots=1)
    second = settled(workers, ladder, versions)
    one, other = match_rating(match=first), match_rating(match=second)
    assert one is not None
    assert other is not None
    for competitor, step in other.steps.items():
        earlier = one.steps[competitor]
        assert step.before == earlier.event.value
        assert step.margin_before == earlier.event.standing.bar.margin()
        assert step.k < earlier.k
        moved = step.k * ((step.event.score or 0) - (step.event.expected or 0))
        assert step.event.delta == pytest.approx(1e6 * moved, abs=2)
        assert not step.has_new_version


def test_a_new_versions_first_result_is_named(
    workers: MatchWorkers, ladder: Ladder, versions: list[BotVersion]
) -> None:
    settled(workers, ladder, versions)
    newer = checked(bot=versions[0].bot, number=2)
    match = settled(workers, ladder, [newer, versions[1]])
    rating = match_rating(match=match)
    assert rating is not None
    told = [step.has_new_version for step in rating.steps.values()]
    assert sorted(told) == [False, True]
    assert page_of(match).count("first result here, so its rating was known less well") == 1


def test_a_match_declared_void_says_what_was_corrected(
    workers: MatchWorkers, ladder: Ladder, versions: list[BotVersion]
) -> None:
    match = settled(workers, ladder, versions)
    later = settled(workers, ladder, versions)
    match_void_by_staff(match=match, by=operator(), reason="The worker's disk was broken.")
    page = page_of(match)
    for expected in (
        "The worker's disk was broken.",
        "UTC it does not count any more. Everything after it was worked out again",
        "when the match was declared void.",
    ):
        assert expected in page
    assert "does not count any more" not in page_of(later)


def test_the_page_asks_the_same_however_long_the_ladder_is(
    workers: MatchWorkers,
    ladder: Ladder,
    versions: list[BotVersion],
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    match = settled(workers, ladder, versions)
    for _ in range(3):
        with django_assert_num_queries(4):
            Client().get(at("match", match))
        settled(workers, ladder, [versions[1], checked()])


def test_a_challenge_says_that_it_is_not_rated(
    workers: MatchWorkers, versions: list[BotVersion]
) -> None:
    match = settled(workers, None, versions)
    assert match_rating(match=match) is None
    assert "Challenges are not rated" in page_of(match)


def test_what_was_not_played_in_a_sandbox_says_so(
    workers: MatchWorkers,
    ladder: Ladder,
    versions: list[BotVersion],
    settings: Settings,
) -> None:
    """Which is possible at home only."""
    settings.DEBUG = True
    match = settled(workers, ladder, versions, sandbox=INSECURE)
    assert not match.rated
    assert unrated_text(match) == "It was not played in a sandbox: such matches are not rated."


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"kind": Match.Kind.DEMO}, "Demonstrations are not rated."),
        ({"kind": Match.Kind.AB_TEST}, "A/B tests are not rated: they only compare."),
        ({"kind": Match.Kind.LEAGUE}, "It was not played on a ladder."),
        ({"rules": {"name": "durak/gone"}}, "Challenges are not rated: try out whatever you like."),
    ],
)
def test_why_a_match_is_not_rated(
    mustard: BotVersion, pepper: BotVersion, changes: dict[str, object], said: str
) -> None:
    match = match_played(mustard, pepper)
    for name, value in changes.items():
        setattr(match, name, value)
    assert unrated_text(match) == said


def test_rules_that_are_never_rated_say_so(mustard: BotVersion, pepper: BotVersion) -> None:
    match = match_played(mustard, pepper, profile="durak/german-cheat")
    assert unrated_text(match) == "Games by these rules are never rated."
