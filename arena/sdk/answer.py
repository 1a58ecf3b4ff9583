"""What a bot has returned: a place in the list, an action, or nonsense.

Whether an action is legal is not judged here: the engine does that.
"""

import operator
from collections.abc import Sequence
from typing import Any, Final, get_args

from arena.games.burako.actions import Action as BurakoAction
from arena.games.burako.ruleset import BurakoRules
from arena.games.durak.actions import Action as DurakAction
from arena.games.interface import AnyAction, Rules

_LONGEST: Final = 200
ActionTypes = tuple[type, ...]


class NonsenseError(ValueError):
    """The bot's answer is none; the text says what to return instead."""


def action_types(rules: Rules[Any]) -> ActionTypes:
    """What an action is in games by these rules."""
    return get_args(BurakoAction) if isinstance(rules, BurakoRules) else (DurakAction,)


def understood(choice: object, legal: Sequence[AnyAction], types: ActionTypes) -> AnyAction | int:
    """The place in `legal`, or the action, that was meant."""
    if isinstance(choice, types):
        return choice
    if choice is None:
        raise NonsenseError("choose() returned nothing; return an action or its place in `legal`.")
    if not isinstance(choice, bool) and hasattr(choice, "__index__"):
        place = operator.index(choice)
        if 0 <= place < len(legal):
            return place
        raise NonsenseError(
            f"choose() returned {place}, but the places in `legal` go from 0 to {len(legal) - 1}."
        )
    raise NonsenseError(
        f"choose() returned {_shown(choice)}, which is no action of this game; "
        "return one of `legal`, or its place there."
    )


def _shown(choice: object) -> str:
    kind = type(choice).__name__
    if isinstance(choice, str | int | float | bool):
        text = repr(choice)
        return f"{text[:_LONGEST]}... (a {kind})" if len(text) > _LONGEST else f"{text} (a {kind})"
    return f"an object of type {kind}"
