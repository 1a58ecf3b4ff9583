"""What is read about matches."""

import hashlib
import zlib
from collections.abc import Iterable, Sequence
from typing import Final

from django.core.files.storage import default_storage
from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from arena.match_states import MatchState
from arena.models import Bot, Match, MatchEvent, MatchParticipant, MatchRun
from arena.runner.archives import archive_name
from arena.runner.match_orders import REPLAY_BYTES_MAX
from tournaments.models import Fixture, League, User

REPLAYS: Final = "replays"
"""The folder in the storage."""


class ReplayDamagedError(Exception):
    """The replay is gone, or is not the one that was verified."""


def replay_stored_name(digest: str) -> str:
    """Where the storage keeps the replay with this SHA-256."""
    return f"{REPLAYS}/{archive_name(digest)}"


def match_replay(*, match: Match) -> bytes:
    """The event log of a settled match, as it was verified."""
    return _replay_read(match.replay_digest)


def match_replay_once_over(*, match: Match) -> bytes | None:
    """For whoever may read the match: there as soon as it is over, because it tells every card."""
    try:
        return match_replay(match=match) if match.is_over else None
    except ReplayDamagedError:
        return None


def replay_is_whole(*, digest: str) -> bool:
    """Whether this replay is stored, undamaged."""
    try:
        _replay_read(digest)
    except ReplayDamagedError:
        return False
    return True


def _replay_read(digest: str) -> bytes:
    if not digest:
        raise ReplayDamagedError("there is none")
    try:
        with default_storage.open(replay_stored_name(digest)) as file:
            data = zlib.decompressobj().decompress(file.read(), REPLAY_BYTES_MAX)
    except (OSError, zlib.error) as error:
        raise ReplayDamagedError(digest) from error
    if hashlib.sha256(data).hexdigest() != digest:
        raise ReplayDamagedError(digest)
    return data


def match_get(*, public_id: str) -> Match | None:
    """The match at this address, with who plays and its league; whoever shows it needs no further
    question."""
    found = Match.objects.filter(public_id=public_id)
    return _with_participants(found.select_related("fixture__league", "fixture__round")).first()


def matches_for_everybody() -> Q:
    """Which matches lists show: not those of A/B tests, which only their authors look for, and of
    leagues those of public ones. `arena.selectors.bot_results` says the same in SQL."""
    of_public_leagues = Fixture.objects.filter(
        pk=OuterRef("fixture"), league__visibility=League.Visibility.PUBLIC
    )
    return Q(ab_test=None) & (~Q(kind=Match.Kind.LEAGUE) | Q(Exists(of_public_leagues)))


def matches_public(
    *, bot: Bot | None = None, profile: str = "", state: str = ""
) -> QuerySet[Match]:
    """Newest first; those that are for everybody."""
    found = Match.objects.filter(matches_for_everybody()).order_by("-pk")
    return matches_shown(_narrowed(found, bot, profile, state))


def matches_of_account(
    *, account: User, bot: Bot | None = None, profile: str = "", state: str = ""
) -> QuerySet[Match]:
    """Those that an account asked for and those that its bots play in, newest first; but for those
    of its A/B tests and of the leagues that it runs, which stand on their own pages."""
    asked_for = Match.objects.filter(requested_by=account).exclude(kind=Match.Kind.LEAGUE)
    of_bots = MatchParticipant.objects.filter(version__bot__owner=account).values("match")
    # Each part has an index; one condition for both would look at every match there is.
    found = Match.objects.filter(
        ab_test=None, pk__in=asked_for.values("pk").union(of_bots.order_by())
    )
    return matches_shown(_narrowed(found.order_by("-pk"), bot, profile, state))


def matches_shown(matches: QuerySet[Match]) -> QuerySet[Match]:
    """With who plays, and with the boards, which say who won; without the rules, which lists do not
    show."""
    return _with_participants(matches).defer("rules")


def match_voided_afterwards(*, match: Match) -> MatchEvent | None:
    """How the staff declared it void after it had counted, if they did: when, and why."""
    if match.state != MatchState.VOID or match.settled_number is None:
        return None
    return match.events.filter(before=MatchState.SETTLED, after=MatchState.VOID).first()


def match_participants(*, match: Match) -> Sequence[MatchParticipant]:
    """By their places."""
    return list(match.participants.all())


def match_runs(*, participant: MatchParticipant) -> QuerySet[MatchRun]:
    """Its processes, rotation by rotation. What they printed is not for everybody."""
    return participant.runs.order_by("rotation", "seat", "pk")


def participants_that_printed(*, participants: Iterable[MatchParticipant]) -> set[int]:
    """The keys of those whose output is kept; one query, or none where nobody is asked about."""
    asked = [participant.pk for participant in participants]
    if not asked:
        return set()
    printed = MatchRun.objects.filter(participant__in=asked).exclude(stdout="", stderr="")
    return set(printed.values_list("participant_id", flat=True).order_by().distinct())


def _narrowed(
    matches: QuerySet[Match], bot: Bot | None, profile: str, state: str
) -> QuerySet[Match]:
    if bot is not None:
        matches = matches.filter(_has_version_of(bot__pk=bot.pk))
    if profile:
        matches = matches.filter(profile=profile)
    return matches.filter(state=state) if state else matches


def _has_version_of(**bot: object) -> Exists:
    of_match = MatchParticipant.objects.filter(match=OuterRef("pk"))
    return Exists(of_match.filter(**{f"version__{name}": value for name, value in bot.items()}))


def _with_participants(matches: QuerySet[Match]) -> QuerySet[Match]:
    rows = MatchParticipant.objects.select_related("version__bot__owner").order_by("place")
    return matches.select_related("requested_by").prefetch_related(Prefetch("participants", rows))
