"""Whoever has the address of an A/B test's match reads it only as they may read the test."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from arena.models import Match
from tests.arena.replayed_matches import match_replayed
from tests.arena.shown_matches import at, bot_playing, browser_of, told
from tests.factories import AbTestFactory
from tests.permissions.roles import Role, client_for
from tournaments.models import User

pytestmark = pytest.mark.django_db

OWNER = "the author"
READERS = {OWNER, Role.STAFF_2FA}
WHOEVER = [*Role, OWNER]


@pytest.fixture
def played(ana: User) -> Match:
    """Of an A/B test of two bots of one author, with its replay and what the bots printed."""
    new, old = (bot_playing(ana, name) for name in ("Mustard", "Pepper"))
    test = AbTestFactory.create(owner=ana, new=new, old=old)
    match = match_replayed(
        new, old, kind=Match.Kind.AB_TEST, ab_test=test, requested_by=ana, boards=1
    )
    return told(match)


@pytest.fixture
def browser_for(ana: User) -> Callable[[str], Client]:
    return lambda role: browser_of(ana) if role == OWNER else client_for(Role(role))


@pytest.mark.parametrize("role", WHOEVER)
@pytest.mark.parametrize(
    ("name", "more"),
    [("match", ()), ("part", ()), ("events", ()), ("replay", ()), ("game", (0, 0))],
)
def test_its_pages_are_there_for_its_author_and_the_staff(
    played: Match,
    browser_for: Callable[[str], Client],
    name: str,
    more: tuple[int, ...],
    role: str,
) -> None:
    answer = browser_for(role).get(at(name, played, *more))
    assert answer.status_code == (200 if role in READERS else 404)


@pytest.mark.parametrize("role", WHOEVER)
def test_its_logs_are_there_for_its_author_and_the_staff(
    played: Match, browser_for: Callable[[str], Client], role: str
) -> None:
    answer = browser_for(role).get(at("log", played, 0))
    asked_to_log_in = {Role.ANONYMOUS, Role.SUSPENDED}
    expected = 302 if role in asked_to_log_in else 200 if role in READERS else 404
    assert answer.status_code == expected


@pytest.mark.parametrize("role", [Role.MEMBER, Role.STAFF])
def test_strangers_are_not_told_that_it_could_be_withdrawn(
    played: Match, browser_for: Callable[[str], Client], role: str
) -> None:
    assert browser_for(role).post(at("withdraw", played)).status_code == 404


@pytest.mark.parametrize("role", WHOEVER)
def test_it_is_laid_out_head_to_head_for_its_author_and_the_staff(
    played: Match, browser_for: Callable[[str], Client], role: str
) -> None:
    bots = [one.version.bot.public_id for one in played.participants.order_by("place")]
    address = reverse("bots:versus", args=bots)
    browser = browser_for(role)
    assert browser.get(address).context["comparison"] is None, "not unless it is asked for"
    answer = browser.get(address, {"match": played.public_id})
    assert answer.status_code == (200 if role in READERS else 404)
    if role in READERS:
        assert answer.context["comparison"].match == played
