"""What the SDK's tests share: bots as files, and short matches."""

from pathlib import Path
from textwrap import dedent
from typing import Any

from arena.games import rules
from arena.sdk.loading import BotSource
from arena.sdk.local import BoardPlayed, Limits, LocalMatch, lineup
from arena.sdk.trouble import Trouble
from arena.wire.match_spec import MatchSpec, TimeControl

SEED = bytes(range(32))
PATIENT = TimeControl(bank=60.0, increment=60.0, bank_limit=120.0)
"""Clocks that never run out in a test that does not want them to."""
RANDOM = """
    def choose(self, view, legal, clock):
        return self.random.choice(legal)
"""


def bot_file(folder: Path, body: str, *, name: str = "mybot", before: str = "") -> BotSource:
    """A bot's file: the body of its class, and what stands before it."""
    path = folder / f"{name}.py"
    body = dedent(body).strip("\n").replace("\n", "\n    ")
    path.write_text(
        f"from arena.sdk import Bot\n{dedent(before)}\n\nclass {name.title()}(Bot):\n    {body}\n"
    )
    return BotSource(str(path))


def spec_of(profile: str = "durak/duel24", boards: int = 1, **order: Any) -> MatchSpec:
    """A match of two, or by `rule_set`, of so many boards in the usual rotations."""
    rule_set = order.pop("rule_set", None) or rules(profile, players=2)
    return MatchSpec(
        **{
            "match_id": "local",
            "rules": rule_set,
            "participants": tuple(f"bot {seat}" for seat in range(rule_set.players)),
            "boards": boards,
            "seed": SEED,
            "time_control": PATIENT,
            **order,
        }
    )


def play_locally(
    spec: MatchSpec,
    mine: BotSource,
    against: BotSource,
    *,
    limits: Limits = Limits(),  # noqa: B008
    **options: Any,
) -> tuple[LocalMatch, list[BoardPlayed], list[Trouble]]:
    """The match to its end, what was played and what went wrong."""
    bots = [mine if side == 0 else against for side in lineup(spec.rules)]
    boards: list[BoardPlayed] = []
    troubles: list[Trouble] = []
    with LocalMatch(spec, bots, workers=2, limits=limits, **options) as match:
        for event in match:
            if isinstance(event, BoardPlayed):
                boards.append(event)
            else:
                troubles.append(event)
    return match, boards, troubles
