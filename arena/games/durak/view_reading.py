"""Views from their text form, for bots and pages that get them over the wire.

What is read is what `View.to_json` wrote: shapes and types are checked, not whether the
position can come up in a game.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from arena.games.durak.outcome import Outcome
from arena.games.durak.state import LogEntry
from arena.games.durak.view import TableCard, View

if TYPE_CHECKING:
    from arena.games.durak.ruleset import DurakRules

Value = TypeVar("Value")
Read = Callable[[object], Any]


def _refused(expected: str) -> ValueError:
    return ValueError(f"This is no view of a game: {expected} was expected.")


def _number(value: object) -> int:
    if type(value) is not int:
        raise _refused("a whole number")
    return value


def _text(value: object) -> str:
    if type(value) is not str:
        raise _refused("a text")
    return value


def _maybe(read: Callable[[object], Value]) -> Callable[[object], Value | None]:
    return lambda value: None if value is None else read(value)


def _many(read: Callable[[object], Value]) -> Callable[[object], tuple[Value, ...]]:
    def many(value: object) -> tuple[Value, ...]:
        if not isinstance(value, list):
            raise _refused("a list")
        return tuple(read(item) for item in value)

    return many


def _fields(value: object, reads: dict[str, Read]) -> dict[str, Any]:
    if not isinstance(value, dict) or value.keys() != reads.keys():
        raise _refused(f"an object with exactly {', '.join(reads)}")
    return {name: read(value[name]) for name, read in reads.items()}


def _table_card(value: object) -> TableCard:
    return TableCard(**_fields(value, _TABLE_CARD))


def _outcome(value: object) -> Outcome:
    return Outcome(**_fields(value, _OUTCOME))


_TABLE_CARD: Final[dict[str, Read]] = {"card": _text, "seat": _number, "beaten_by": _maybe(_text)}
_OUTCOME: Final[dict[str, Read]] = {
    **dict.fromkeys(("losers", "order", "teams", "scores"), _many(_number)),
    "reason": _text,
    "tags": _many(_text),
    "epaulettes": _number,
    "wearer": _maybe(_number),
}
_VIEW: Final[dict[str, Read]] = {
    **dict.fromkeys(("phase", "direction"), _text),
    **dict.fromkeys(("trump_suit", "trump_rank", "trump_card", "face_up"), _maybe(_text)),
    **dict.fromkeys(("talon", "discard", "dealer", "opener", "main", "defender"), _number),
    **dict.fromkeys(("idle_bouts", "redeals"), _number),
    **dict.fromkeys(("seat", "to_act", "cap"), _maybe(_number)),
    **dict.fromkeys(("hand_counts", "secret_counts", "tickets"), _many(_number)),
    **dict.fromkeys(("active", "out", "teams", "barred"), _many(_number)),
    "hand": _maybe(_many(_text)),
    "known": _many(_many(_text)),
    "shown": _many(_text),
    "table": _many(_table_card),
    "outcome": _maybe(_outcome),
}


def read_view(rules: "DurakRules", data: object) -> View:
    """The view that these rules' `View.to_json` wrote; anything else is a `ValueError`."""

    def entry(value: object) -> LogEntry:
        if not isinstance(value, list) or len(value) != 2:
            raise _refused("a seat and an action")
        return _number(value[0]), rules.action(value[1])

    return View(**_fields(data, {**_VIEW, "log": _many(entry)}))
