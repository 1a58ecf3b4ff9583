"""Challenges: who may let whom play, how often, and once however often it is asked."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connections
from django.utils import timezone

from arena.challenge_terms import DAILY_MAX, OPEN_MAX, boards_offered
from arena.games.registry import profiles
from arena.match_reasons import WITHDRAWN
from arena.match_states import MatchState
from arena.models import BotVersion, Match, MatchEvent
from arena.selectors.challenges import challenge_quota, challenges_number
from arena.services.challenges import challenge_create, challenge_withdraw
from tests.arena.shown_matches import DUEL, FOUR, PAIRS, bench, bot_playing, match_step_to
from tests.factories import MatchFactory, UserFactory
from tournaments.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def mustard(ana: User) -> BotVersion:
    return bot_playing(ana, "Mustard", (DUEL, FOUR, PAIRS))


@pytest.fixture
def pepper() -> BotVersion:
    return bot_playing(UserFactory.create(display_name="Bea"), "Pepper", (DUEL, FOUR, PAIRS))


def asked(own: BotVersion, *others: BotVersion, **changes: Any) -> Match:  # noqa: ANN401
    given = {
        "by": own.bot.owner,
        "bot": own.bot,
        "opponents": [other.bot for other in others],
        "profile": DUEL,
        "boards": 10,
        **changes,
    }
    return challenge_create(**given)


def played(match: Match) -> None:
    """Make room for the next."""
    Match.objects.filter(pk=match.pk).update(
        state=MatchState.SETTLED,
        ended_at=timezone.now(),
        replay_digest="0" * 64,
        settled_number=match.pk,
    )


def refusal(own: BotVersion, *others: BotVersion, **changes: Any) -> ValidationError:  # noqa: ANN401
    with pytest.raises(ValidationError) as caught:
        asked(own, *others, **changes)
    assert Match.objects.count() == 0
    return caught.value


# Who plays whom


def test_a_challenge_is_an_unrated_match_of_the_active_versions(
    ana: User, mustard: BotVersion, pepper: BotVersion
) -> None:
    match = asked(mustard, pepper)
    assert (match.kind, match.rated, match.requested_by) == (Match.Kind.CHALLENGE, False, ana)
    assert (match.profile, match.boards, match.state) == (DUEL, 10, MatchState.QUEUED)
    assert [one.version for one in match.participants.all()] == [mustard, pepper]


def test_partners_are_one_bots(mustard: BotVersion, pepper: BotVersion) -> None:
    match = asked(mustard, pepper, profile=PAIRS)
    assert [one.version for one in match.participants.all()] == [mustard, pepper, mustard, pepper]


def test_a_table_of_four_needs_four_bots(
    ana: User, mustard: BotVersion, pepper: BotVersion
) -> None:
    assert "3 bots besides yours" in refusal(mustard, pepper, profile=FOUR).messages[0]
    others = [bot_playing(ana, f"Own {number}") for number in range(2)]  # one's own are fine
    match = asked(mustard, pepper, *others, profile=FOUR)
    assert [one.version for one in match.participants.all()] == [mustard, pepper, *others]


def test_nobody_sits_at_a_table_twice(mustard: BotVersion, pepper: BotVersion) -> None:
    assert set(refusal(mustard, mustard).error_dict) == {"opponents"}
    assert set(refusal(mustard, pepper, pepper, pepper, profile=FOUR).error_dict) == {"opponents"}


def test_another_authors_bot_is_not_sent(mustard: BotVersion, pepper: BotVersion) -> None:
    stranger = UserFactory.create()
    with pytest.raises(PermissionDenied):
        asked(mustard, pepper, by=stranger)


def test_a_suspended_account_asks_for_nothing(
    ana: User, mustard: BotVersion, pepper: BotVersion
) -> None:
    ana.is_active = False
    ana.save()
    with pytest.raises(PermissionDenied):
        asked(mustard, pepper)


@pytest.mark.parametrize("is_own", [True, False])
@pytest.mark.parametrize("hindrance", ["retired", "no version", "benched", "suspended"])
def test_who_cannot_play_is_said_where_it_was_chosen(
    mustard: BotVersion, pepper: BotVersion, hindrance: str, *, is_own: bool
) -> None:
    bot = (mustard if is_own else pepper).bot
    if hindrance == "retired":
        bot.retired_at = timezone.now()
    elif hindrance == "no version":
        bot.active_version = None
    elif hindrance == "benched":
        bench(bot)
    elif is_own:
        return  # refused before: see above
    else:
        assert bot.owner is not None
        bot.owner.is_active = False
        bot.owner.save()
    bot.save()
    error = refusal(mustard, pepper)
    assert set(error.error_dict) == {"bot" if is_own else "opponents"}
    assert bot.name in error.messages[0]


@pytest.mark.parametrize("profile", ["burako/duel", "durak/none", ""])
def test_all_must_know_the_rules(mustard: BotVersion, pepper: BotVersion, profile: str) -> None:
    assert set(refusal(mustard, pepper, profile=profile).error_dict) == {"profile"}


@pytest.mark.parametrize("boards", [0, -5, 7, 51, 10**9])
def test_only_so_many_boards_as_are_offered(
    mustard: BotVersion, pepper: BotVersion, boards: int
) -> None:
    error = refusal(mustard, pepper, boards=boards)
    assert error.messages == ["Choose one of these numbers of boards: 5, 10, 25, 50."]


# The quota


def test_only_so_many_at_once(mustard: BotVersion, pepper: BotVersion) -> None:
    first = asked(mustard, pepper)
    for _ in range(OPEN_MAX - 1):
        match_step_to(asked(mustard, pepper), MatchState.PLAYING)
    with pytest.raises(ValidationError, match="as soon as one of them is over"):
        asked(mustard, pepper)
    played(first)
    asked(mustard, pepper)


def test_whose_bots_are_challenged_has_the_whole_quota(
    mustard: BotVersion, pepper: BotVersion
) -> None:
    for _ in range(OPEN_MAX):
        asked(pepper, mustard)
    asked(mustard, pepper)


def test_the_days_share_comes_back_and_the_refusal_says_when(
    ana: User, mustard: BotVersion, pepper: BotVersion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.selectors.challenges.DAILY_MAX", 3)
    for hours in (20, 10, 5):
        match = asked(mustard, pepper)
        played(match)
        moment = timezone.now() - timedelta(hours=hours)
        Match.objects.filter(pk=match.pk).update(created_at=moment)
    with pytest.raises(ValidationError, match=r"The next is possible on .* UTC"):
        asked(mustard, pepper)
    quota = challenge_quota(account=ana)
    assert quota.next_at is not None
    assert timedelta(hours=3, minutes=59) < quota.next_at - timezone.now() <= timedelta(hours=4)
    assert quota.left == 0
    later = challenge_quota(account=ana, now=quota.next_at + timedelta(seconds=1))
    assert (later.next_at, later.left) == (None, 1)


def test_what_was_void_by_nobodys_wish_costs_nothing_of_the_quota(
    ana: User, mustard: BotVersion, pepper: BotVersion
) -> None:
    match_step_to(asked(mustard, pepper), MatchState.VOID)
    assert challenge_quota(account=ana).within_a_day == 0
    challenge_withdraw(match=asked(mustard, pepper), by=ana)
    quota = challenge_quota(account=ana)
    assert (quota.open, quota.within_a_day) == (0, 1)
    assert quota.left_today == DAILY_MAX - 1


def test_other_matches_are_not_challenges(ana: User, mustard: BotVersion) -> None:
    for kind in (Match.Kind.DEMO, Match.Kind.LADDER, Match.Kind.LEAGUE):
        MatchFactory.create(kind=kind, requested_by=ana)
    assert challenge_quota(account=ana).within_a_day == 0
    assert challenges_number(account=ana) == 0


# Sent twice


def test_a_form_that_is_sent_twice_is_one_challenge(
    ana: User, mustard: BotVersion, pepper: BotVersion
) -> None:
    drawn = challenges_number(account=ana)
    first = asked(mustard, pepper, after=drawn)
    assert asked(mustard, pepper, after=drawn) == first
    assert asked(mustard, pepper, after=drawn, boards=25) != first
    again = asked(mustard, pepper, after=challenges_number(account=ana))
    assert again != first
    assert Match.objects.count() == 3


def test_the_second_click_of_the_last_one_is_no_refusal(
    ana: User, mustard: BotVersion, pepper: BotVersion
) -> None:
    for _ in range(OPEN_MAX - 1):
        asked(mustard, pepper)
    drawn = challenges_number(account=ana)
    assert asked(mustard, pepper, after=drawn) == asked(mustard, pepper, after=drawn)


@pytest.mark.django_db(transaction=True)
def test_many_at_once_do_not_pass_the_quota_together() -> None:
    ana = UserFactory.create()
    own, other = bot_playing(ana, "Mustard"), bot_playing(UserFactory.create(), "Pepper")

    def ask(after: int | None) -> bool:
        try:
            asked(own, other, after=after)
        except ValidationError:
            return False
        finally:
            connections.close_all()
        return True

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(ask, [0] * 8))
        assert Match.objects.count() == 1
        assert sum(pool.map(ask, [None] * 8)) == OPEN_MAX - 1
    assert Match.objects.count() == OPEN_MAX


# Taking it back


def test_who_asked_can_withdraw_what_has_not_begun(
    ana: User, mustard: BotVersion, pepper: BotVersion
) -> None:
    match = challenge_withdraw(match=asked(mustard, pepper), by=ana)
    assert (match.state, match.reason) == (MatchState.VOID, WITHDRAWN)
    event = MatchEvent.objects.filter(match=match).latest("pk")
    assert (event.before, event.after, event.by) == (MatchState.QUEUED, MatchState.VOID, ana)


@pytest.mark.parametrize("state", [MatchState.SENT, MatchState.PLAYING])
def test_what_has_begun_is_played(
    ana: User, mustard: BotVersion, pepper: BotVersion, state: MatchState
) -> None:
    match = match_step_to(asked(mustard, pepper), state)
    with pytest.raises(ValidationError, match="begun"):
        challenge_withdraw(match=match, by=ana)
    match.refresh_from_db()
    assert match.state == state


def test_nobody_else_withdraws_it(ana: User, mustard: BotVersion, pepper: BotVersion) -> None:
    match = asked(mustard, pepper)
    ladder = MatchFactory.create(kind=Match.Kind.LADDER, requested_by=ana)
    challenged = pepper.bot.owner
    assert challenged is not None
    for found, by in (
        (match, challenged),
        (match, UserFactory.create(is_staff=True)),
        (ladder, ana),
    ):
        with pytest.raises(PermissionDenied):
            challenge_withdraw(match=found, by=by)
    assert not Match.objects.filter(state=MatchState.VOID).exists()


def test_the_terms_are_those_that_are_told() -> None:
    for profile in profiles():
        assert len(boards_offered(profile)) >= 2, profile
    assert (OPEN_MAX, DAILY_MAX) == (3, 40)
