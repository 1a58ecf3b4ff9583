"""What the game asks and is answered: JSON dicts as in RULES 1H."""

from typing import Any, NamedTuple

Action = dict[str, Any]


class Question(NamedTuple):
    seat: int
    phase: str
    legal: list[Action]


def canonical(action: Action) -> str:
    """One text per action; the order of several cards laid at once does not count here."""
    return ", ".join(
        f"{key}={' '.join(sorted(value)) if key == 'cards' else value}"
        for key, value in sorted(action.items())
    )


PASS: Action = {"a": "pass"}
TAKE: Action = {"a": "take"}
SWAP: Action = {"a": "swap"}
CALL: Action = {"a": "call"}
