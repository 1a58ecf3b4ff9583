"""Questions that nobody hears of, and the seats that they passed over.

About a redeal and a swap only those are asked who could say more than no (1I), and nobody else may
learn that they were: it would tell who holds five of a suit or the lowest trump.  A question takes
time, though.  So whoever wants to hide it must know where one might have been asked, as far as
everybody can see, and wait there as long as an answer would have taken.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from arena.games.durak.opening import can_redeal

if TYPE_CHECKING:
    from arena.games.durak.ruleset import DurakRules
    from arena.games.durak.state import State

Question = tuple[str, int]
"""A phase, and the seat that is asked in it."""


def asks_silently(rules: "DurakRules") -> bool:
    """Whether games by these rules have such questions at all."""
    return rules.swaps or rules.dealing.on_demand


def passed_over(game: "State", place: int) -> Sequence[int]:
    """Who might have been asked silently between two questions, in order, but was not.

    Between the decision at this place of the log, -1 for the deal, and the present one.  Depends on
    nothing that is hidden but on who really was asked.
    """
    if game.phase not in {"redeal", "swap", "open"}:
        return ()
    line = [*_redeals(game, place), *_swaps(game, place)]
    begin = _place_after(line, game, place)
    end = line.index(now) if (now := _present(game)) in line else len(line)
    return [seat for _, seat in line[begin:end]]


def _present(game: "State") -> Question:
    assert game.seat is not None
    return game.phase, game.seat


def _place_after(line: list[Question], game: "State", place: int) -> int:
    """Behind the question that was declined at this place; none was: at the beginning."""
    if place not in game.private:
        return 0
    seat, action = game.log[place]
    declined = ("redeal" if action.kind == "redeal" else "swap", seat)
    return line.index(declined) + 1 if declined in line else 0


def _redeals(game: "State", place: int) -> Iterator[Question]:
    """After a deal, everybody from the dealer's left."""
    dealt = place < 0 or game.log[place][1].kind == "redeal"
    if dealt and game.rules.dealing.on_demand and can_redeal(game):
        players = game.rules.players
        for step in range(1, players + 1):
            yield "redeal", (game.dealer + step) % players


def _swaps(game: "State", place: int) -> Iterator[Question]:
    """Before a bout, everybody who may hold the lowest trump, from the attacker on.

    There is no window where the bout has begun already: a swap closes it, and is free later on.
    """
    low = game.beating.swap_cards
    swapped = place >= 0 and game.log[place][1].kind == "swap"
    if swapped or game.phase == "redeal" or not game.rules.swaps:
        return
    if not game.turned or game.turned & low:
        return
    unseen = low & ~game.discard
    for hand, known in zip(game.hands, game.known, strict=True):
        unseen &= ~(hand & known)
    for seat in (game.main, *game.ring.around(game.main, game.dir)):
        hand, known = game.hands[seat], game.known[seat]
        if hand & known & low or (unseen and hand & ~known):
            yield "swap", seat
