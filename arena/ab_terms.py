"""On what terms authors may have two versions tested: the same for everybody."""

from typing import Final

from arena.challenge_terms import DAY, boards_offered
from arena.games.errors import RulesRefused
from arena.games.registry import profiles, rules
from scoring.sequential import SprtPlan

RUNNING_MAX: Final = 2
"""Tests of one account that go on at once."""
DAILY_MAX: Final = 10
"""Tests of one account that began within a day."""
AHEAD: Final = 3
"""Matches of a test that wait or are being played: enough that no worker waits for the next, and
few enough that little is played in vain when the answer is known."""
VOIDS_MAX: Final = 3
"""Matches of a test in a row that could not be played; then it is stuck."""
ELO_OFFERED: Final = (10, 20, 50, 100)
ELO_USUAL: Final = 20
ERROR_RATES: Final = (0.1, 0.05, 0.01)
ERROR_RATE_USUAL: Final = 0.05
DEAL_VARIANCE: Final = 0.125
"""Of the share of one deal, played from both seats, if half of each game were luck and nothing of
it cancelled out: that of two fair coins. Real deals vary less, and tests are over sooner."""
_SETS_OFFERED: Final = {"durak": (25, 50, 100, 200, 400), "burako": (10, 25, 50, 100)}
_BOARDS_USUAL: Final = 2

GAIN: Final = "gain"
"""Is the new version stronger? Between 0 and so many Elo."""
KEEP: Final = "keep"
"""Is it no weaker? Between so many Elo less and 0: for a version that is simpler or faster."""
QUESTIONS: Final = (GAIN, KEEP)

__all__ = [
    "AHEAD", "DAILY_MAX", "DAY", "DEAL_VARIANCE", "ELO_OFFERED", "ELO_USUAL", "ERROR_RATES",
    "ERROR_RATE_USUAL", "GAIN", "KEEP", "QUESTIONS", "RUNNING_MAX", "VOIDS_MAX", "boards_offered",
    "boards_usual", "plan_of", "sets_offered", "sets_usual", "tables_offered", "usual_terms",
]  # fmt: skip


def boards_usual(profile: str) -> int:
    """Of those offered, rather many: a match takes seconds to begin, and a game does not."""
    return boards_offered(profile)[_BOARDS_USUAL]


def sets_offered(profile: str) -> tuple[int, ...]:
    """After how many deal sets one may give up."""
    return _SETS_OFFERED[profile.partition("/")[0]]


def sets_usual(profile: str) -> int:
    return sets_offered(profile)[-2]


def usual_terms(profile: str) -> dict[str, int]:
    """What is chosen by these rules unless something else is asked for."""
    return {
        "players": tables_offered(profile)[0],
        "boards": boards_usual(profile),
        "sets_most": sets_usual(profile),
    }


def plan_of(*, question: str, elo: int, error_rate: float) -> SprtPlan:
    """The test that answers the question."""
    elo0, elo1 = (0, elo) if question == GAIN else (-elo, 0)
    return SprtPlan(elo0, elo1, alpha=error_rate, beta=error_rate)


def tables_offered(profile: str) -> tuple[int, ...]:
    """At how many seats two versions can be compared: two, where the rules allow it (as `durako
    compare` does offline), and the usual table if its sides can be shared out evenly, every other
    one to each version. At a table of three or seven one of them would always have more seats."""
    usual = rules(profile)
    found = [len(usual.teams)] if len(set(usual.teams)) % 2 == 0 else []
    if 2 in profiles()[profile].players and 2 not in found and _is_duel(profile):
        found.insert(0, 2)
    return tuple(found)


def _is_duel(profile: str) -> bool:
    try:
        return len(set(rules(profile, 2).teams)) == 2
    except RulesRefused:
        return False
