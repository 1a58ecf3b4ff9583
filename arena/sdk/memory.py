"""Counting: what has been seen, who has shown what, and what may therefore be where.

A view already tells which cards everybody knows to be in a hand (`view.known`); its log tells the
rest.  Both games are counted with the same functions.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from arena.games.burako.actions import Discard, Extend, Lay
from arena.games.burako.ruleset import BurakoRules
from arena.games.burako.tiles import BY_ID, ID
from arena.games.durak.cards import CARD_BIT, ids, read_face

if TYPE_CHECKING:
    from arena.games.burako.view import View as BurakoView
    from arena.games.durak.ruleset import DurakRules
    from arena.games.durak.view import View as DurakView


def unseen(rules: Any, view: Any) -> tuple[str, ...]:  # noqa: ANN401 - of either game
    """The cards or tiles whose place this seat does not know, sorted.

    In Durak they lie in the talon, in other hands and among secret cards; in a quicky series also
    outside the game, for a later game has fewer cards.  In Burako: mazo, other racks, muertos.
    """
    if isinstance(rules, BurakoRules):
        return _unseen_tiles(view)
    return _unseen_cards(rules, view)


def played(view: Any) -> tuple[tuple[str, ...], ...]:  # noqa: ANN401 - of either game
    """Per seat, all that it has laid, shown or discarded in this game, in order."""
    counts = view.hand_counts if hasattr(view, "hand_counts") else view.rack_counts
    found: list[list[str]] = [[] for _ in counts]
    for seat, action in view.log:
        found[seat] += _laid(action)
    return tuple(map(tuple, found))


def gone(rules: "DurakRules", view: "DurakView") -> tuple[str, ...]:
    """Durak: the cards that have left the game; nobody may look, but you may remember."""
    packs = rules.pack.packs
    there = _mask(rules, (*(view.hand or ()), *(card for known in view.known for card in known)))
    there |= _mask(rules, (c for t in view.table for c in (t.card, t.beaten_by) if c))
    there |= _mask(rules, [view.face_up] if view.face_up else [])
    return tuple(ids(_shown(view) & ~there, packs))


def _unseen_cards(rules: "DurakRules", view: "DurakView") -> tuple[str, ...]:
    """Whatever was played lies on the table, is known to be in a hand, or has left the game."""
    seen = _shown(view) | _mask(rules, view.hand or ())
    for known in view.known:
        seen |= _mask(rules, known)
    seen |= _mask(rules, [card for card in (view.face_up, view.trump_card) if card])
    return tuple(ids(rules.pack.cards & ~seen, rules.pack.packs))


def _shown(view: "DurakView") -> int:
    mask = 0
    for _, action in view.log:
        mask |= action.bits
    return mask


def _mask(rules: "DurakRules", cards: Any) -> int:  # noqa: ANN401 - any iterable of ids
    mask = 0
    for card in cards:
        face = read_face(card, rules.pack.packs)
        assert face is not None
        mask |= CARD_BIT[face]
    return mask


def _unseen_tiles(view: "BurakoView") -> tuple[str, ...]:
    seen = {*(view.rack or ()), *view.pozo}
    for known in view.known:
        seen.update(known)
    for lying in view.melds:
        seen.update(tile.id for tile in lying.meld.tiles)
    return tuple(sorted(BY_ID.keys() - seen))


def _laid(action: Any) -> Iterator[str]:  # noqa: ANN401 - of either game
    """The cards or tiles of an action; a consultation hidden from this seat has none."""
    if isinstance(action, Lay):
        yield from (ID[tile] for meld in action.melds for tile in meld.tiles)
    elif isinstance(action, Extend):
        yield from (ID[tile] for tile in action.tiles)
    elif isinstance(action, Discard):
        yield ID[action.tile]
    elif hasattr(action, "cards"):
        yield from action.cards
