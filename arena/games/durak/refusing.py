"""Why an action is illegal, in a sentence.  Only said; decided by `Game.legal`."""

from typing import TYPE_CHECKING, Final

from arena.games.durak.actions import Action
from arena.games.durak.cards import CARD_OF, RANK_OF
from arena.games.durak.listing import room
from arena.games.errors import IllegalAction

if TYPE_CHECKING:
    from arena.games.durak.game import Game

KINDS_OF_PHASE: Final[dict[str, tuple[str, ...]]] = {
    "redeal": ("redeal",),
    "swap": ("swap", "pass"),
    "open": ("attack", "swap"),
    "pre": ("throw", "pass", "swap"),
    "add": ("throw", "pass", "swap"),
    "after": ("throw", "pass", "swap"),
    "defend": ("beat", "transfer", "show", "take", "swap"),
    "call": ("call", "pass", "swap"),
    "over": (),
}


def refusal(game: "Game", action: Action) -> IllegalAction:
    """The error to raise for an action that is not legal now."""
    return IllegalAction(_reason(game, action), game.position())


def _reason(game: "Game", action: Action) -> str:
    if game.seat is None:
        return "The game is over; nobody can act."
    if action.kind not in KINDS_OF_PHASE[game.phase]:
        kinds = [kind for kind in KINDS_OF_PHASE[game.phase] if _is_played(game, kind)]
        return f'"{action.kind}" does not answer this question; send one of: {", ".join(kinds)}.'
    return _about_cards(game, action) or _ABOUT[action.kind](game, action)


def _is_played(game: "Game", kind: str) -> bool:
    """Whether this rule set has such actions at all (O16, O30)."""
    match kind:
        case "swap":
            return game.rules.swaps
        case "transfer":
            return game.rules.transfers is not None
        case "show":
            return game.rules.options.transfer == "play_or_show"
    return True


def _about_cards(game: "Game", action: Action) -> str | None:
    pack = game.rules.pack
    assert game.seat is not None
    for face, name in zip(action.faces, action.cards, strict=True):
        if not pack.contains(face) or action.many != (pack.packs > 1):
            return f"There is no {name} in this pack; play a card you hold."
        if not game.hands[game.seat] >> CARD_OF[face] & 1:
            return f"You do not hold {name}; play a card you hold."
        if not pack.faces >> face & 1:
            return f"{name} cannot be named otherwise in this game; play it as printed."
    return None


def _about_attack(game: "Game", action: Action) -> str:
    if len(action.faces) > 1 and not game.rules.options.opening_multi:
        return "Open with one card."
    if len({RANK_OF[face] for face in action.faces}) > 1:
        return "Open with cards of one rank only."
    return f"Open with at most {game.cap} cards: the bout may not have more."


def _about_throw(game: "Game", action: Action) -> str:
    if len(action.faces) > 1 and game.rules.single_throws:
        return "Throw in one card at a time."
    missing = [
        name
        for face, name in zip(action.faces, action.cards, strict=True)
        if not game.match >> face & 1
    ]
    if missing:
        return f"{missing[0]} has no rank that lies on the table; throw in a matching card or pass."
    return f"Throw in at most {room(game)} cards: the bout may not have more."


def _about_beat(game: "Game", action: Action) -> str:
    assert action.target is not None
    if action.target >= len(game.attacks):
        return f"There is no attack card {action.target}; they count from 0."
    if action.target not in game.open:
        return f"Attack card {action.target} is beaten already; beat an open one."
    if game.must_take:
        return "After your cheat you must take the cards."
    attack = game.rules.pack.id(game.attacks[action.target])
    return f"{action.card} does not beat {attack}; beat it with another card, or take."


def _about_transfer(game: "Game", action: Action) -> str:
    if game.rules.transfers is None:
        return "Attacks are not passed on in this game; beat or take."
    if len(game.open) < len(game.attacks):
        return "A card has been beaten in this bout, so it cannot be passed on; beat or take."
    if any(RANK_OF[face] != RANK_OF[game.attacks[0]] for face in action.faces):
        return "Pass the attack on with cards of its own rank only, or beat or take."
    return (
        "This attack cannot be passed on so: mind the cards the next player holds, the limit "
        "of the bout and how many cards this game wants; beat or take instead."
    )


def _about_swap(game: "Game", _action: Action) -> str:
    if not game.rules.swaps:
        return "The trump card is not swapped in this game."
    return "Swap only the lowest trump, for a higher trump card that still lies under the talon."


def _about_answer(game: "Game", _action: Action) -> str:
    return f"The rules do not allow this in phase {game.phase}."


_ABOUT: Final = {
    "attack": _about_attack,
    "throw": _about_throw,
    "beat": _about_beat,
    "transfer": _about_transfer,
    "show": _about_transfer,
    "swap": _about_swap,
    "redeal": _about_answer,
    "take": _about_answer,
    "pass": _about_answer,
    "call": _about_answer,
}
