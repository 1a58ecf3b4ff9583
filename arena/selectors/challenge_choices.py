"""What a challenge can be made of: whose bots meet whom by which rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, cast

from arena.models import Bot, BotVersion
from arena.selectors.challenges import (
    JudgedBot,
    bots_to_challenge,
    profile_sides,
    profiles_in_common,
)

OTHERS_OFFERED: Final = 200
"""Bots to choose the further opponents from, by name."""
DUEL: Final = 2


@dataclass(frozen=True)
class ChallengeChoices:
    """What can be chosen, by what was chosen so far."""

    challengers: Sequence[Bot]
    own: Bot | None
    profiles: Sequence[str]
    profile: str
    others: Sequence[Bot]
    others_needed: int

    @property
    def can_begin(self) -> bool:
        """Whether enough bots know these rules."""
        return bool(self.profile) and len(self.others) >= self.others_needed


def challenge_choices(
    *, target: Bot, own_bots: Sequence[JudgedBot], bot: str = "", profile: str = ""
) -> ChallengeChoices:
    """Chosen is what was asked for, if it is there, else what needs the fewest others. `bot` is a
    public id; the target can play."""
    able = [one.bot for one in own_bots if one.hindrance is None and one.bot.pk != target.pk]
    common = {one.pk: _common(one, target) for one in able}
    # Without rules in common there is nothing to choose.
    challengers = [one for one in able if common[one.pk]] or able
    own = next((one for one in challengers if one.public_id == bot), None)
    own = own or next(iter(challengers), None)
    profiles = [] if own is None else common[own.pk]
    usual = sorted(profiles, key=lambda name: profile_sides(profile=name) > DUEL)
    chosen = next((name for name in usual if name == profile), "") or next(iter(usual), "")
    needed = profile_sides(profile=chosen) - DUEL if chosen else 0
    others: list[Bot] = []
    if needed and own is not None:
        others = list(bots_to_challenge(profile=chosen, but=[own, target])[:OTHERS_OFFERED])
    return ChallengeChoices(challengers, own, profiles, chosen, others, needed)


def _common(own: Bot, target: Bot) -> list[str]:
    versions = [own.active_version, target.active_version]
    assert all(isinstance(version, BotVersion) for version in versions)
    return profiles_in_common(versions=cast("list[BotVersion]", versions))
