"""A/B tests: who may begin one, about what, and how many."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone

from arena.ab_terms import AHEAD, DAILY_MAX, RUNNING_MAX
from arena.models import AbTest, BotVersion, Match
from arena.services.ab_tests import ab_test_stop
from tests.arena.ab_kit import (
    begun,
    open_matches,
    two_versions,
)
from tests.arena.shown_matches import FOUR, PAIRS, bench
from tests.factories import BotVersionFactory, UserFactory
from tournaments.models import User

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("workers")]


def refused(**changes: Any) -> ValidationError:  # noqa: ANN401
    with pytest.raises(ValidationError) as caught:
        begun(**changes)
    assert AbTest.objects.count() == 0
    return caught.value


def test_a_test_puts_a_few_unrated_matches_into_its_authors_line() -> None:
    test = begun()
    matches = open_matches(test)
    assert len(matches) == AHEAD
    for match in matches:
        assert (match.kind, match.rated, match.requested_by) == ("ab_test", False, test.owner)
        assert (match.boards, match.profile) == (test.boards, test.profile)
        assert [one.version for one in match.participants.all()] == [test.new, test.old]
    assert (test.elo0, test.elo1, test.alpha, test.beta) == (0, 20, 0.05, 0.05)


def test_to_keep_what_one_has_is_asked_from_below() -> None:
    test = begun(question="keep", elo=10)
    assert (test.elo0, test.elo1) == (-10, 0)


def test_at_a_table_of_four_both_have_every_other_seat() -> None:
    test = begun(profile=FOUR, players=4)
    versions = [one.version for one in open_matches(test)[0].participants.order_by("place")]
    assert versions == [test.new, test.old, test.new, test.old]
    assert [one.side for one in open_matches(test)[0].participants.order_by("place")] == [
        0,
        1,
        2,
        3,
    ]


def test_partners_are_one_version() -> None:
    test = begun(profile=PAIRS, players=4, boards=1, sets_most=10)
    versions = [one.version for one in open_matches(test)[0].participants.order_by("place")]
    assert versions == [test.new, test.old, test.new, test.old]


def test_two_bots_of_ones_own_may_be_compared() -> None:
    owner = UserFactory.create()
    test = begun((two_versions(owner)[1], two_versions(owner)[1]))
    assert test.new.bot != test.old.bot


def test_another_authors_version_is_not_tested() -> None:
    mine, theirs = two_versions()[0], two_versions()[0]
    with pytest.raises(PermissionDenied):
        begun((mine, theirs))
    with pytest.raises(PermissionDenied):
        begun((theirs, mine), by=mine.bot.owner)


def test_a_suspended_account_begins_nothing() -> None:
    new, old = two_versions()
    assert new.bot.owner_id is not None
    User.objects.filter(pk=new.bot.owner_id).update(is_active=False)
    with pytest.raises(PermissionDenied):
        begun((new, old))


def test_a_version_is_not_compared_with_itself() -> None:
    version = two_versions()[0]
    assert set(refused(versions=(version, version)).error_dict) == {"old"}


@pytest.mark.parametrize("hindrance", ["retired", "benched", "invalid"])
def test_who_cannot_play_is_not_tested(hindrance: str) -> None:
    new, old = two_versions()
    if hindrance == "retired":
        new.bot.retired_at = timezone.now()
        new.bot.save()
    elif hindrance == "benched":
        new.bot.refresh_from_db()
        bench(new.bot)
    else:
        new = BotVersionFactory.create(bot=new.bot, state=BotVersion.State.INVALID)
    error = refused(versions=(new, old))
    assert set(error.error_dict) == {"new"}
    assert new.bot.name in error.messages[0]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("profile", "burako/duel"),
        ("profile", "durak/none"),
        ("players", 3),
        ("boards", 7),
        ("sets_most", 10**9),
        ("elo", 0),
        ("error_rate", 0.5),
        ("question", "who?"),
    ],
)
def test_only_what_is_offered(name: str, value: object) -> None:
    assert set(refused(versions=two_versions(), **{name: value}).error_dict) == {name}


def test_a_form_sent_twice_is_one_test() -> None:
    versions = two_versions()
    assert begun(versions) == begun(versions)
    assert Match.objects.count() == AHEAD


def test_only_so_many_go_on_at_once() -> None:
    versions = two_versions()
    tests = [begun(versions, elo=elo) for elo in (10, 20, 50)[:RUNNING_MAX]]
    with pytest.raises(ValidationError, match="as soon as one of them is over"):
        begun(versions, elo=100)
    assert versions[0].bot.owner is not None
    ab_test_stop(test=tests[0], by=versions[0].bot.owner)
    assert begun(versions, elo=100).is_running


def test_only_so_many_a_day() -> None:
    versions = two_versions()
    owner = versions[0].bot.owner
    assert owner is not None
    for _ in range(DAILY_MAX):
        ab_test_stop(test=begun(versions), by=owner)
    with pytest.raises(ValidationError, match="within a day"):
        begun(versions)
    long_ago = timezone.now() - timedelta(hours=25)
    AbTest.objects.filter(pk=AbTest.objects.latest("pk").pk).update(created_at=long_ago)
    assert begun(versions).is_running
