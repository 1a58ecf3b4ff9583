"""What an A/B test can be made of, and what it is expected to take."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from arena.ab_terms import AHEAD, DEAL_VARIANCE, ELO_OFFERED, ERROR_RATES, plan_of
from arena.ab_texts import version_key
from arena.games.deal_set import usual_rotations
from arena.games.registry import rules
from arena.models import BotVersion
from arena.selectors.challenges import profiles_in_common
from arena.selectors.match_queue import expected_seconds
from scoring.sequential import expected_length


@dataclass(frozen=True)
class AbChoices:
    """What can be chosen, by what was chosen so far."""

    versions: Sequence[BotVersion]
    new: BotVersion
    old: BotVersion
    profiles: Sequence[str]
    profile: str


@dataclass(frozen=True)
class AbCost:
    """What a test is expected to take, if workers are there and nobody else waits."""

    soon: int
    """Deal sets if the answer is clear."""
    longest: int
    """Deal sets if the truth lies in the middle."""
    is_cut: bool
    """Whether that is more than are allowed."""
    soon_seconds: float
    longest_seconds: float


def ab_choices(
    *, versions: Sequence[BotVersion], new: str = "", old: str = "", profile: str = ""
) -> AbChoices | None:
    """What was asked for, if it is there; else the newest version of a bot that has two, and the
    one before it. Versions are named by `version_key`; None if there are not two."""
    if len(versions) < 2:
        return None
    by_key = {version_key(version): version for version in versions}
    newer = by_key.get(new) or _newest(versions)
    older = by_key.get(old) or _before(newer, versions)
    profiles = profiles_in_common(versions=[newer, older])
    chosen = next((name for name in profiles if name == profile), "")
    return AbChoices(versions, newer, older, profiles, chosen or next(iter(profiles), ""))


def ab_cost(
    *,
    profile: str,
    players: int,
    boards: int,
    sets_most: int,
    question: str,
    elo: int,
    error_rate: float,
) -> AbCost | None:
    """None where that is not offered."""
    if elo not in ELO_OFFERED or error_rate not in ERROR_RATES or boards < 1 or sets_most < 1:
        return None
    plan = plan_of(question=question, elo=elo, error_rate=error_rate)
    length = expected_length(plan, DEAL_VARIANCE)
    soon = ceil(max(length.at_elo0, length.at_elo1) / boards)
    longest = ceil(length.between / boards)
    rotations = len(usual_rotations(rules(profile, players)))
    seconds = expected_seconds(
        profile=profile,
        boards_in_all=boards * rotations,
        games_per_board=1,
        rotations=rotations,
    )
    return AbCost(
        soon=min(soon, sets_most),
        longest=min(longest, sets_most),
        is_cut=longest > sets_most,
        soon_seconds=ceil(min(soon, sets_most) / AHEAD) * seconds,
        longest_seconds=ceil(min(longest, sets_most) / AHEAD) * seconds,
    )


def _newest(versions: Sequence[BotVersion]) -> BotVersion:
    bots = [version.bot_id for version in versions]
    return next((one for one in versions if bots.count(one.bot_id) > 1), versions[0])


def _before(new: BotVersion, versions: Sequence[BotVersion]) -> BotVersion:
    """Of the same bot, else of another; rather an earlier one."""
    others = [version for version in versions if version.pk != new.pk]
    return min(
        others,
        key=lambda one: (one.bot_id != new.bot_id, one.number > new.number, -one.number),
    )
