"""What is told about a way of playing Durak besides its rules: with which cards it can be played,
and a bout that shows what is special about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arena.games.durak.profiles import Profile
from arena.games.durak.ruleset import DurakRules
from arena.games.durak.worked_bout import worked_bout
from arena.games.durak.worked_words import PLAYER_NAMES
from scoring.messages import CompetitorId
from tournaments.kernel_texts import message_text

CARDS: Final = ("french", "spanish")
_SEEDS_WITH_SPANISH_CARDS: Final = {"S0"}  # RULES 1K: volga, French or Spanish


@dataclass(frozen=True, slots=True)
class ShownStep:
    """One step of the bout."""

    notation: str
    text: str


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A player who is still in the game, and their cards as they are written."""

    name: str
    cards: Sequence[str]


@dataclass(frozen=True, slots=True)
class ShownBout:
    """The position before the bout with all hands open, and what happens."""

    title: str
    situation: Sequence[str]
    hands: Sequence[ShownHand]
    steps: Sequence[ShownStep]


def cards_offered(profile: Profile) -> Sequence[str]:
    """How its cards can be named; the usual way first."""
    return CARDS if profile.seed in _SEEDS_WITH_SPANISH_CARDS else CARDS[:1]


def bout_shown(rule_set: DurakRules) -> ShownBout | None:
    """None if no game that was tried has such a bout."""
    bout = worked_bout(rule_set)
    if bout is None:
        return None
    names: dict[CompetitorId, str] = dict(enumerate(PLAYER_NAMES))
    return ShownBout(
        title=message_text(bout.title),
        situation=[message_text(sentence) for sentence in bout.situation],
        hands=[
            ShownHand(name, hand)
            for name, hand in zip(PLAYER_NAMES, bout.hands, strict=False)
            if hand
        ],
        steps=[ShownStep(step.notation, message_text(step.sentence, names)) for step in bout.steps],
    )
