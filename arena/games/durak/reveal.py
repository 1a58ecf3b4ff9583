"""The whole truth about a position, for tests, oracles and finished games."""

from typing import TYPE_CHECKING

from arena.games.durak.cards import RANKS, SUITS, ids
from arena.games.durak.plays import NO_CAP
from arena.games.durak.view import log_to_json

if TYPE_CHECKING:
    from arena.games.durak.game import Game


def reveal(game: "Game") -> dict[str, object]:
    """Plain data; the talon is listed in the order in which it will be drawn."""
    packs = game.rules.options.packs
    pack = game.rules.pack
    trump = game.trump
    talon = [pack.id(card.bit_length() - 1) for card in reversed(game.talon)]
    return {
        "phase": game.phase,
        "seat": game.seat,
        "hands": [ids(hand, packs) for hand in game.hands],
        "secret": [ids(cards, packs) for cards in game.secrets],
        "known": [
            ids(hand & known, packs) for hand, known in zip(game.hands, game.known, strict=True)
        ],
        "talon": talon,
        "trump_suit": None if trump.suit is None else SUITS[trump.suit],
        "trump_rank": None if trump.rank is None else RANKS[trump.rank],
        "trump_card": None if game.trump_card is None else pack.id(game.trump_card),
        "face_up": pack.id(game.turned.bit_length() - 1) if game.turned else None,
        "table": [
            {
                "card": pack.id(attack),
                "seat": owner,
                "beaten_by": pack.id(game.defences[number]) if number in game.defences else None,
            }
            for number, (attack, owner) in enumerate(zip(game.attacks, game.owners, strict=True))
        ],
        "discard": ids(game.discard, packs),
        "dealer": game.dealer,
        "opener": game.opener,
        "main": game.main,
        "defender": game.defender,
        "dir": "LR"[game.dir],
        "cap": None if game.cap >= NO_CAP else game.cap,
        "active": list(game.ring.seats),
        "out": list(game.out),
        "idle_bouts": game.idle_bouts,
        "redeals": game.redeals,
        "shown": ids(game.shown, packs),
        "tickets": list(game.tickets),
        "barred": [seat for seat in range(game.rules.players) if game.barred >> seat & 1],
        "outcome": game.outcome.to_json() if game.outcome else None,
        "log": log_to_json(game.log),
    }
