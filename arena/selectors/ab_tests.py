"""What is read about A/B tests."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import F, QuerySet
from django.utils import timezone

from arena.ab_evidence import Step, deals_of, walk
from arena.ab_terms import DAILY_MAX, DAY, RUNNING_MAX, VOIDS_MAX
from arena.games.registry import rules
from arena.match_reasons import TEST_OVER
from arena.match_states import OVER, MatchState
from arena.models import AbTest, AbTestStep, Bot, BotVersion, Match
from arena.selectors.matches import matches_shown
from arena.selectors.playing import Hindrance, bots_hindered
from tournaments.models import User

_HINDRANCES: Final = {
    Hindrance.RETIRED: AbTest.Reason.RETIRED,
    Hindrance.BENCHED: AbTest.Reason.BENCHED,
    Hindrance.NOT_PLAYING: AbTest.Reason.NOT_PLAYING,
}


@dataclass(frozen=True)
class AbQuota:
    """What an account has running, and how much more it may."""

    running: int
    within_a_day: int
    next_at: datetime | None
    """When the day's share has room again; None: it has."""

    @property
    def too_many_running(self) -> bool:
        return self.running >= RUNNING_MAX

    @property
    def left_today(self) -> int:
        return max(0, DAILY_MAX - self.within_a_day)


def ab_quota(*, account: User, now: datetime | None = None) -> AbQuota:
    """Two queries. Whoever decides by it has locked the account."""
    now = now or timezone.now()
    own = AbTest.objects.filter(owner=account)
    lately = list(
        own.filter(created_at__gt=now - DAY)
        .order_by("created_at")
        .values_list("created_at", flat=True)
    )
    over_by = len(lately) - DAILY_MAX
    return AbQuota(
        running=own.filter(state=AbTest.State.RUNNING).count(),
        within_a_day=len(lately),
        next_at=lately[over_by] + DAY if over_by >= 0 else None,
    )


def ab_test_get(*, public_id: str) -> AbTest | None:
    """The test at this address, with who is compared."""
    return _with_versions(AbTest.objects.filter(public_id=public_id)).first()


def ab_tests_of(*, account: User) -> QuerySet[AbTest]:
    """An account's own, newest first."""
    return _with_versions(AbTest.objects.filter(owner=account)).order_by("-created_at", "-pk")


def ab_test_steps(*, test: AbTest) -> list[AbTestStep]:
    """In the order in which they were taken."""
    return list(test.steps.select_related("match").defer("match__results", "match__rules"))


def ab_test_matches_uncounted(*, test: AbTest) -> QuerySet[Match]:
    """Those that wait, are being played, are void or came too late; newest first, with who
    plays. Those that were counted are in its steps."""
    return matches_shown(test.matches.filter(ab_test_steps=None).order_by("-pk"))


def ab_test_under_way(*, test: AbTest) -> int:
    """How many of its matches are not over."""
    return test.matches.exclude(state__in=OVER).count()


def ab_test_uncounted(*, test: AbTest) -> int:
    """How many of its matches were played, but came after the answer."""
    settled = test.matches.filter(state=MatchState.SETTLED)
    return settled.exclude(ab_test_steps__isnull=False).count()


def ab_test_hindrance(*, test: AbTest) -> str:
    """Why it cannot go on: an `AbTest.Reason`, or nothing; one query for the bench if the bots come
    with owner and active version."""
    versions = (test.new, test.old)
    if any(version.state != BotVersion.State.VALID for version in versions):
        return AbTest.Reason.NOT_PLAYING
    hindered = bots_hindered(bots=[version.bot for version in versions])
    found = (hindered.get(version.bot_id) for version in versions)
    return next((_HINDRANCES[one] for one in found if one is not None), "")


def ab_test_voids_in_a_row(*, test: AbTest) -> int:
    """How many of the latest of its matches could not be played."""
    over = test.matches.filter(state__in=OVER).exclude(reason=TEST_OVER)
    latest = over.order_by(F("ended_at").desc(), "-pk").values_list("state", flat=True)
    count = 0
    for state in latest[: VOIDS_MAX + 1]:
        if state != MatchState.VOID:
            break
        count += 1
    return count


def versions_seated(*, test: AbTest) -> list[BotVersion]:
    """Who plays which side: every other one is the new version's."""
    sides = len(set(rules(test.profile, test.players).teams))
    return [test.new if side % 2 == 0 else test.old for side in range(sides)]


def versions_to_compare(*, account: User) -> list[BotVersion]:
    """All versions of an account's bots that may be tested, the newest of each bot first."""
    found = (
        BotVersion.objects.filter(
            bot__owner=account, bot__retired_at=None, state=BotVersion.State.VALID
        )
        .select_related("bot__owner", "bot__active_version")
        .order_by("bot__name_key", "bot_id", "-number")
    )
    versions = list(found)
    hindered = bots_hindered(bots=_bots(versions))
    return [version for version in versions if version.bot_id not in hindered]


def versions_latest_two(*, bot: Bot) -> list[BotVersion]:
    """The newest of a bot that passed the checks, and the one before; fewer if there are fewer."""
    valid = bot.versions.filter(state=BotVersion.State.VALID).select_related("bot")
    return list(valid.order_by("-number")[:2])


def ab_test_faults(*, test: AbTest) -> Iterator[str]:
    """Fold everything anew from the matches; what differs from what is written down, in words."""
    steps = ab_test_steps(test=test)
    taken = {step.match_id: step for step in steps if step.kind == AbTestStep.Kind.TAKEN}
    matches = {match.pk: match for match in test.matches.prefetch_related("participants")}
    if [step.number for step in steps] != list(range(1, test.steps_count + 1)):
        yield "the steps are not numbered from 1 without gaps"
    for step in steps:
        if list(_deals_anew(test, matches[step.match_id])) != step.deals:
            yield f"step {step.number} does not say what its match came to"
    numbers = [matches[step.match_id].settled_number or 0 for step in taken.values()]
    if numbers != sorted(numbers):
        yield "the steps are not in the order of settlement"
    last = max(numbers, default=0)
    missed = [
        match
        for match in matches.values()
        if match.settled_number is not None
        and match.settled_number <= last
        and match.pk not in taken
    ]
    if missed:
        yield f"not counted: {', '.join(map(str, missed))}"
    yield from _sums_faults(test, steps)


def _sums_faults(test: AbTest, steps: Sequence[AbTestStep]) -> Iterator[str]:
    moves = [Step(tuple(step.deals), is_taken=step.kind == AbTestStep.Kind.TAKEN) for step in steps]
    standings = list(walk(test.plan, moves))
    if [standing.outcome.llr for standing in standings] != [step.llr for step in steps]:
        yield "the evidence after a step is another"
    signs = [1 if move.is_taken else -1 for move in moves]
    anew = (
        sum(signs),
        list(standings[-1].deals) if standings else [],
        standings[-1].outcome.llr if standings else 0.0,
        sum(sign * step.points_new for sign, step in zip(signs, steps, strict=True)),
        sum(sign * step.points_old for sign, step in zip(signs, steps, strict=True)),
    )
    kept = (test.sets, test.deals, test.llr, test.points_new, test.points_old)
    if anew != kept:
        yield f"the sums are {kept} and should be {anew}"


def _deals_anew(test: AbTest, match: Match) -> Sequence[int]:
    first: dict[int, tuple[int, int]] = {}
    for one in match.participants.all():
        first.setdefault(one.side, (one.place, one.version_id))
    seated = {
        version: [place for place, own in first.values() if own == version]
        for version in (test.new_id, test.old_id)
    }
    return deals_of(
        match.results,
        new=seated[test.new_id],
        old=seated[test.old_id],
        rotations=match.rotations,
    )


def _bots(versions: Sequence[BotVersion]) -> list[Bot]:
    return list({version.bot_id: version.bot for version in versions}.values())


def _with_versions(tests: QuerySet[AbTest]) -> QuerySet[AbTest]:
    return tests.select_related(
        "owner",
        "new__bot__owner",
        "new__bot__active_version",
        "old__bot__owner",
        "old__bot__active_version",
    )
