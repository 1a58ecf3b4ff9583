"""What is read about challenges: whose bots can play whom, and how much of the quota is left."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from arena.challenge_terms import DAILY_MAX, DAY, OPEN_MAX
from arena.games.registry import profiles, rules
from arena.match_states import OVER, MatchState
from arena.models import Bot, BotVersion, Match, MatchEvent
from arena.selectors.bots import bots_of_owner, bots_public
from arena.selectors.playing import Hindrance, bots_able, bots_hindered
from tournaments.models import User


@dataclass(frozen=True)
class ChallengeQuota:
    """What an account has asked for, and how much more it may."""

    open: int
    """Waiting or being played."""
    within_a_day: int
    next_at: datetime | None
    """When the day's share has room again; None: it has."""

    @property
    def left(self) -> int:
        """How many more may be asked for right now."""
        return max(0, min(OPEN_MAX - self.open, DAILY_MAX - self.within_a_day))

    @property
    def left_today(self) -> int:
        return max(0, DAILY_MAX - self.within_a_day)

    @property
    def too_many_open(self) -> bool:
        return self.open >= OPEN_MAX


def challenges_of(*, account: User) -> QuerySet[Match]:
    """All that an account ever asked for, in the order in which it did."""
    return Match.objects.filter(requested_by=account, kind=Match.Kind.CHALLENGE).order_by("pk")


def challenge_quota(*, account: User, now: datetime | None = None) -> ChallengeQuota:
    """Two queries. Whoever decides by it has locked the account."""
    now = now or timezone.now()
    asked = challenges_of(account=account)
    withdrawn = MatchEvent.objects.filter(
        match=OuterRef("pk"), after=MatchState.VOID, by=OuterRef("requested_by")
    )
    counted = asked.filter(~Q(state=MatchState.VOID) | Exists(withdrawn))
    lately = list(
        counted.filter(created_at__gt=now - DAY)
        .order_by("created_at")
        .values_list("created_at", flat=True)
    )
    over_by = len(lately) - DAILY_MAX
    return ChallengeQuota(
        open=asked.exclude(state__in=OVER).count(),
        within_a_day=len(lately),
        next_at=lately[over_by] + DAY if over_by >= 0 else None,
    )


@dataclass(frozen=True)
class JudgedBot:
    """A bot, and what keeps it from playing, if anything does."""

    bot: Bot
    hindrance: Hindrance | None


def bots_judged(
    *, account: User | None = None, bots: Sequence[Bot] | None = None
) -> list[JudgedBot]:
    """All bots of an account, or these, which come with owner and active version; one query for
    the bench."""
    judged = list(bots or [])
    if account is not None:
        judged += bots_of_owner(owner=account)
    hindered = bots_hindered(bots=judged)
    return [JudgedBot(bot, hindered.get(bot.pk)) for bot in judged]


def bots_to_challenge(*, profile: str, but: Iterable[Bot]) -> QuerySet[Bot]:
    """Who else can sit down at a table of these rules, by name."""
    found = bots_public(profile=profile).exclude(pk__in=[bot.pk for bot in but])
    return found.filter(pk__in=bots_able().values("pk"))


def profiles_in_common(*, versions: Sequence[BotVersion]) -> list[str]:
    """The rule sets that all of these know, in the order in which they are listed everywhere."""
    known = [set(version.profiles) for version in versions]
    return [name for name in profiles() if all(name in names for names in known)]


def profile_sides(*, profile: str) -> int:
    """How many different bots play a match by these rules; partners are one bot's."""
    return len(set(rules(profile).teams))


def challenges_number(*, account: User) -> int:
    """How many an account ever asked for: by it a form that is sent twice is recognised."""
    return challenges_of(account=account).count()


def challenge_twin(
    *, account: User, after: int, profile: str, boards: int, versions: Sequence[BotVersion]
) -> Match | None:
    """The same challenge, asked for after the first so many: that was this form, sent twice."""
    wanted = {version.pk for version in versions}
    later = challenges_of(account=account).prefetch_related("participants")
    later = later[min(after, DAILY_MAX * 100_000) :]
    for match in later:
        playing = {participant.version_id for participant in match.participants.all()}
        if (match.profile, match.boards, playing) == (profile, boards, wanted):
            return match
    return None
