"""Concrete situations in a line each: stacked deals, and actions as short sentences.

    game = deal("7C 9S", "8C 9D", trump="AH")     seat 0 attacks, seat 1 defends
    play(game, "0 attack 7C; 1 beat 0 8C; 0 pass")
    assert "throw 9S" in choices(game)

A sentence is the seat, the action and its cards; it is played in its JSON form (1H).
"""

from collections.abc import Sequence
from typing import Any

from arena.games import rules
from arena.games.durak.actions import Action
from arena.games.durak.game import Game
from arena.games.durak.ruleset import DurakRules
from tests.arena.games.durak.random_play import pack_of

BARE = "durak/concise"
"""The profile nearest to a bare game."""


def deal(
    *hands: str,
    trump: str | None = "AH",
    talon: str = "",
    secrets: Sequence[str] = (),
    bottom: str | None = None,
    dealer: int | None = None,
    profile: str = BARE,
    again: Sequence[str] = (),
    **options: object,
) -> Game:
    """Deal these hands.  Unless told otherwise, the last seat deals and seat 0 attacks.

    `again` are the hands of a second deal, for redeals.  Cards nobody names fill the talon.
    """
    changes = {"first_attacker": "dealer_left", "hand_size": len(hands[0].split()), **options}
    rule_set: DurakRules = rules(profile, players=len(hands), **changes)
    dealer = len(hands) - 1 if dealer is None else dealer
    orders = [
        stacked(rule_set, dealt, dealer, trump=trump, talon=talon, secrets=secrets, bottom=bottom)
        for dealt in (hands, again)
        if dealt
    ]
    return rule_set.deal_stacked(orders, dealer)


def stacked(
    rule_set: DurakRules,
    hands: Sequence[str],
    dealer: int,
    *,
    trump: str | None,
    talon: str = "",
    secrets: Sequence[str] = (),
    bottom: str | None = None,
) -> list[str]:
    """An order of the pack that gives these hands."""
    held = [hand.split() for hand in hands]
    hidden = [cards.split() for cards in secrets]
    ahead = talon.split()
    used = {trump, bottom, *ahead, *(card for cards in (*held, *hidden) for card in cards)}
    rest = [name for name in pack_of(rule_set) if name not in used]
    if rule_set.options.secret and not hidden:
        hidden = [[rest.pop(), rest.pop()] for _ in held]
    order = [*_one_at_a_time(hidden, dealer), *_one_at_a_time(held, dealer)]
    if trump is not None:
        order.append(trump)
    if rule_set.options.change_trump:
        order.append(bottom or rest.pop())
    return [*order, *ahead, *rest]


def _one_at_a_time(held: list[list[str]], dealer: int) -> list[str]:
    seats = [(dealer + step) % len(held) for step in range(1, len(held) + 1)] if held else []
    return [held[seat][turn] for turn in range(len(held[0]) if held else 0) for seat in seats]


def play(game: Game, sentences: str) -> Game:
    """Play "seat action" sentences, separated by semicolons; each seat must be the one asked."""
    for sentence in sentences.split(";"):
        seat, *words = sentence.split()
        assert game.seat == int(seat), f"seat {game.seat} is asked in {game.phase}: {sentence}"
        game.apply(written(*words))
    return game


def written(kind: str, *words: str) -> dict[str, Any]:
    """The JSON form of a sentence without its seat."""
    side = {"dir": words[-1]} if words and words[-1] in ("L", "R") else {}
    cards = list(words[:-1] if side else words)
    match kind:
        case "redeal":
            return {"a": kind, "demand": cards == ["yes"]}
        case "attack" | "throw" | "transfer":
            return {"a": kind, "cards": cards, **side}
        case "beat":
            return {"a": kind, "target": int(cards[0]), "card": cards[1]}
        case "show":
            return {"a": kind, "card": cards[0], **side}
    return {"a": kind}


def choices(game: Game) -> set[str]:
    """The legal actions as sentences without their seat."""
    return {sentence(action) for action in game.legal()}


def sentence(action: Action) -> str:
    data = action.to_json()
    if "demand" in data:
        return f"redeal {'yes' if data['demand'] else 'no'}"
    target = [str(data["target"])] if "target" in data else []
    side = [str(data["dir"])] if "dir" in data else []
    return " ".join([action.kind, *target, *action.cards, *side])


def log_of(game: Game) -> list[str]:
    return [f"{seat} {sentence(action)}" for seat, action in game.log]


def hand(game: Game, seat: int) -> set[str]:
    return set(_truth(game)["hands"][seat])


def counts(game: Game) -> list[int]:
    return [len(cards) for cards in _truth(game)["hands"]]


def talon(game: Game) -> list[str]:
    """In the order in which it will be drawn."""
    return list(_truth(game)["talon"])


def discard(game: Game) -> set[str]:
    return set(_truth(game)["discard"])


def _truth(game: Game) -> dict[str, Any]:
    return game.reveal()


def beats(defence: str, attack: str, trump: str | None = "AH", **options: object) -> bool:
    """Whether the only card of the defender beats the only card of the attacker."""
    changes: dict[str, Any] = dict(options)
    plain = attack.split("@", maxsplit=1)[0], defence.split("@", maxsplit=1)[0]
    game = play(deal(*plain, trump=trump, **changes), f"0 attack {attack}")
    return f"beat 0 {defence}" in choices(game)
