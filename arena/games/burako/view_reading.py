"""Views from their text form, for bots and replays.

A view is built from the data and written again: only if that gives the same data was it a view.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, get_args

from arena.games.burako.actions import Action
from arena.games.burako.outcome import Outcome, Reason, outcome
from arena.games.burako.reading import read_action
from arena.games.burako.state import Phase
from arena.games.burako.table import SIDES
from arena.games.burako.tiles import BY_ID, COUNT, kernel_tiles, mask_of, tiles_of
from arena.games.burako.view import MeldView, MuertoView, View
from scoring.burako import HandTiles, Meld, Muerto, SideTiles, meld_from_dict
from scoring.refusal import RefusedError

if TYPE_CHECKING:
    from arena.games.burako.ruleset import BurakoRules

NOT_IN_MELD: Final = {"side", "wildcard", "canasta"}
PHASES: Final = get_args(Phase)
REASONS: Final = get_args(Reason)
SIDE: Final = range(SIDES)
COUNTS: Final = range(COUNT + 1)
YES_NO: Final = (False, True)


def read_view(rules: "BurakoRules", data: object) -> View:
    """The view that these rules' `View.to_json` wrote; anything else is a `ValueError`."""
    if not isinstance(data, Mapping):
        raise _refused()
    try:
        view = _build(rules, data)
        same = view.to_json() == data
    except (AttributeError, KeyError, IndexError, TypeError, ValueError, RefusedError) as wrong:
        raise _refused() from wrong
    if not same:
        raise _refused()
    return view


def _refused() -> ValueError:
    return ValueError("This is not a view of such a hand; send what `View.to_json` wrote.")


def _build(rules: "BurakoRules", data: Mapping[str, Any]) -> View:
    seats = range(rules.players)
    melds = tuple(MeldView(_one_of(SIDE, m["side"]), _meld(rules, m)) for m in data["melds"])
    log = tuple((_one_of(seats, seat), _logged(action)) for seat, action in data["log"])
    ended = data["outcome"]
    return View(
        seat=_maybe(seats, data["seat"]),
        phase=_one_of(PHASES, data["phase"]),
        to_act=_maybe(seats, data["to_act"]),
        starter=_one_of(seats, data["starter"]),
        rack=None if data["rack"] is None else _tiles(data["rack"]),
        drawn=_maybe(BY_ID, data["drawn"]),
        rack_counts=_each(COUNTS, data["rack_counts"], rules.players),
        known=tuple(_tiles(data["known"][seat]) for seat in seats),
        melds=melds,
        pozo=_tiles(data["pozo"]),
        mazo=_one_of(COUNTS, data["mazo"]),
        muertos=tuple(
            MuertoView(
                _maybe(seats, data["muertos"][side]["taken_by"]),
                _one_of(YES_NO, data["muertos"][side]["unplayed"]),
            )
            for side in SIDE
        ),
        canastas=_each(COUNTS, data["canastas"], len(SIDE)),
        opened=_each(YES_NO, data["opened"], rules.players),
        takes=_one_of(COUNTS, data["takes"]),
        pozo_closed=_one_of(YES_NO, data["pozo_closed"]),
        asker=_maybe(seats, data["asker"]),
        consulted=_one_of(YES_NO, data["consulted"]),
        answer=_maybe(YES_NO, data["answer"]),
        outcome=None if ended is None else _outcome(rules, ended, melds, log[-1][0]),
        log=log,
    )


def _one_of(choices: Collection[Any], value: Any) -> Any:  # noqa: ANN401 - as in the data
    """The value, if it is one of these and of the same type: neither True nor 1.0 is 1."""
    if value not in choices or type(value) is not type(next(iter(choices))):
        raise ValueError(value)
    return value


def _maybe(choices: Collection[Any], value: Any) -> Any:  # noqa: ANN401
    return None if value is None else _one_of(choices, value)


def _each(choices: Collection[Any], values: Sequence[Any], count: int) -> tuple[Any, ...]:
    if len(values) != count:
        raise ValueError(values)
    return tuple(_one_of(choices, value) for value in values)


def _tiles(values: Sequence[Any]) -> tuple[str, ...]:
    return _each(BY_ID, values, len(values))


def _meld(rules: "BurakoRules", data: Mapping[str, Any]) -> Meld:
    return meld_from_dict(
        rules.options, {name: part for name, part in data.items() if name not in NOT_IN_MELD}
    )


def _logged(data: object) -> Action | None:
    """A consultation of somebody else has no plan."""
    return None if data == {"a": "consult"} else read_action(data)


def _outcome(
    rules: "BurakoRules", data: Mapping[str, Any], melds: tuple[MeldView, ...], last: int
) -> Outcome:
    """Counted again from its tiles."""
    first, second = (
        SideTiles(
            closed=_one_of(YES_NO, sheet["closed"]),
            muerto=Muerto(sheet["muerto"]),
            melds=tuple(view.meld for view in melds if view.side == side),
            racks=tuple(
                kernel_tiles(tiles_of(mask_of(BY_ID[name] for name in rack))) for rack in racks
            ),
            muerto_rack=_maybe(range(len(racks)), sheet["muerto_rack"]),
        )
        for side, (sheet, racks) in enumerate(
            zip(data["sheet"]["sides"], data["racks"], strict=True)
        )
    )
    return outcome(
        rules=rules.options,
        seats=rules.players,
        tiles=HandTiles((first, second)),
        reason=_one_of(REASONS, data["reason"]),
        closer=last if data["reason"] == "closed" else None,
    )
