"""A match is declared void after it was settled and rated, and a ladder is closed over matches that
were made for it: what happens to everybody's rating, and who reads of it."""

from collections.abc import Iterator

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from arena.match_states import MatchState
from arena.models import BotVersion, Match, OperatorEvent
from arena.selectors.matches import match_voided_afterwards
from arena.services.ladder_ticks import ladders_tick
from arena.services.match_reports import match_result_record
from arena.services.operations import match_void_by_staff
from scoring.ladder import fold
from tests.arena.bot_kit import text_of
from tests.arena.match_books import check_books
from tests.arena.match_kit import (
    MatchWorkers,
    created,
    match_workers,
    rateable_version,
    replay_of,
    result_of,
    sent,
)
from tests.arena.operator_kit import operator, operator_client
from tests.arena.wire.played import Trouble
from tests.factories import PROFILE
from tests.tournaments.browsing import Page
from tests.tournaments.ladder_kit import ladder_made
from tournaments.models import Ladder, LadderEntry, Rating, RatingEvent, User
from tournaments.selectors.ratings import results_from
from tournaments.services.ladders import ladder_close

pytestmark = pytest.mark.django_db
REASON = "The <b>worker's</b> disk was broken."


@pytest.fixture
def workers() -> Iterator[MatchWorkers]:
    with match_workers(commits=False) as found:
        yield found


@pytest.fixture
def ladder() -> Ladder:
    return ladder_made(PROFILE)


@pytest.fixture
def olga() -> User:
    return operator()


def rated(ladder: Ladder, versions: list[BotVersion]) -> Match:
    """A match on its way."""
    return sent(ladder=ladder, kind=Match.Kind.LADDER, versions=versions)


def settled(workers: MatchWorkers, ladder: Ladder, versions: list[BotVersion]) -> Match:
    """Won by the first: the other one's program never comes."""
    match = rated(ladder, versions)
    order = workers.order_of(match)
    lost = replay_of(order, Trouble(absent=(1,)))
    assert match_result_record(result=result_of(order, replay=lost))
    match.refresh_from_db()
    return match


def shown(name: str, *args: str, client: Client | None = None) -> str:
    """What can be read there."""
    return text_of((client or Client()).get(reverse(name, args=args)))


def test_a_settled_match_is_declared_void_on_the_operators_page(
    workers: MatchWorkers, ladder: Ladder, olga: User
) -> None:
    a, b, c = (rateable_version() for _ in range(3))
    first, second = settled(workers, ladder, [a, b]), settled(workers, ladder, [a, c])
    before = {row.competitor_id: row.value for row in Rating.objects.all()}
    browser = operator_client(olga)
    assert "every rating that followed from it" in shown(
        "operators:match", first.public_id, client=browser
    )
    void = reverse("operators:match_void", args=[first.public_id])
    assert "The match is void." in Page(browser.post(void, {"reason": REASON}, follow=True)).text
    first.refresh_from_db()
    assert (first.state, first.reason) == (MatchState.VOID, REASON)
    assert first.results, "what was played stays"
    event = match_voided_afterwards(match=first)
    assert event is not None
    assert (event.by, event.reason, event.before) == (olga, REASON, "settled")
    logged = OperatorEvent.objects.get()
    assert (logged.action, logged.by, logged.match, logged.reason) == ("void", olga, first, REASON)

    entry = LadderEntry.objects.get(kind="void")
    assert (entry.number, entry.source) == (3, f"match:{first.public_id}")
    left = fold(results_from(ladder_id=ladder.pk), without={1})
    assert {row.competitor_id: row.standing for row in Rating.objects.all()} == left
    corrected = RatingEvent.objects.filter(number=3)
    assert {one.cause for one in corrected} == {"correction"}
    assert {one.competitor_id for one in corrected} == before.keys(), "all three were moved by it"
    for one in corrected:
        assert one.delta == one.value - before[one.competitor_id]
    assert match_voided_afterwards(match=second) is None
    check_books()


def test_everybody_reads_why_and_what_it_changed(
    workers: MatchWorkers, ladder: Ladder, olga: User
) -> None:
    a, b, c = (rateable_version() for _ in range(3))
    first, _ = settled(workers, ladder, [a, b]), settled(workers, ladder, [a, c])
    match_void_by_staff(match=first, by=olga, reason=REASON)
    text = shown("matches:match", first.public_id)
    assert "It was played and counted until the staff declared it void on" in text
    assert REASON in text, "as it was written"
    assert "worked out again as if it had never been played" in text
    assert "Olga" not in text
    about = shown("ladders:about", ladder.slug)
    assert "3 ratings were corrected." in about
    log = shown("operators:page", client=operator_client(olga))
    assert f"match declared void {first.public_id}" in log
    assert REASON in log


def test_what_was_void_before_it_was_played_is_told_otherwise(
    workers: MatchWorkers, ladder: Ladder, olga: User
) -> None:
    match = rated(ladder, [rateable_version() for _ in range(2)])
    order = workers.order_of(match)
    match_void_by_staff(match=match, by=olga, reason=REASON)
    assert match_voided_afterwards(match=match) is None
    assert "until the staff declared it void" not in shown("matches:match", match.public_id)
    assert not match_result_record(result=result_of(order))
    assert not LadderEntry.objects.exists()
    check_books()


def test_void_is_void_once_and_for_all(workers: MatchWorkers, ladder: Ladder, olga: User) -> None:
    versions = [rateable_version() for _ in range(2)]
    match = rated(ladder, versions)
    result = result_of(workers.order_of(match))
    assert match_result_record(result=result)
    match_void_by_staff(match=match, by=olga, reason=REASON)
    with pytest.raises(ValidationError, match="void already"):
        match_void_by_staff(match=match, by=olga, reason=REASON)
    assert not match_result_record(result=result), "its result comes once more"
    assert [entry.kind for entry in LadderEntry.objects.order_by("number")] == ["result", "void"]
    assert not Rating.objects.exists()
    settled(workers, ladder, versions)
    assert Rating.objects.count() == 2
    check_books()


def test_what_was_made_for_a_ladder_counts_also_after_it_is_closed(
    workers: MatchWorkers, ladder: Ladder, olga: User
) -> None:
    versions = [rateable_version() for _ in range(2)]
    order = workers.order_of(match := rated(ladder, versions))
    ladder_close(ladder=ladder, by=olga, reason=REASON)
    with pytest.raises(ValidationError, match="takes no matches"):
        created(ladder=ladder, kind=Match.Kind.LADDER, versions=versions)
    assert ladders_tick() == 0
    assert match_result_record(result=result_of(order))
    match.refresh_from_db()
    assert (match.state, match.rated) == (MatchState.SETTLED, True)
    assert Rating.objects.filter(ladder=ladder).count() == 2
    match_void_by_staff(match=match, by=olga, reason=REASON)
    assert not Rating.objects.exists(), "corrections go on, too"
    check_books()
