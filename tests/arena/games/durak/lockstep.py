"""The engine and the oracle play the same game side by side; every difference is an error."""

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from arena.games import IllegalAction, MalformedAction
from arena.games.durak.game import Game
from arena.games.durak.ruleset import DurakRules
from tests.arena.games.durak.oracle import Action, Oracle, canonical
from tests.arena.games.durak.oracle.beating import Trump, in_class, strength
from tests.arena.games.durak.oracle.cards import (
    SUITS,
    deck_ranks,
    full_pack,
    height,
    printed_suit,
    rank,
)
from tests.arena.games.durak.oracle.moves import TooWide
from tests.arena.games.durak.oracle.position import NO_CAP
from tests.arena.games.durak.oracle.questions import PASS, TAKE
from tests.arena.games.durak.oracle.seating import team
from tests.arena.games.durak.strategies import RandomPlayer, pack_orders

TAIL = 30
"""More than one action can add to the log; all of it is compared again at the end."""
TEMPTATIONS = ("attack", "throw", "transfer", "show", "beat", "take", "pass", "call", "swap")
REASONS = {
    "draw": "draw",
    "stalled": "stalled",
    "immediate": "last_card",
    "first_out": "first_out",
}


class Difference(AssertionError):  # noqa: N818 - it is what the test is looking for
    """Engine and oracle disagree; the text says where and on what."""


@dataclass
class Tally:
    """What has been played so far."""

    patience: int = 400  # decisions after which a game is left: some rule sets go on for ever
    games: int = 0
    left: int = 0  # before their end
    decisions: int = 0
    actions: int = 0  # legal ones, compared
    phases: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)


def engine_facts(game: Game) -> dict[str, Any]:
    """What the engine says is the case, from its own `reveal`."""
    truth: dict[str, Any] = game.reveal()
    over, dealing = truth["outcome"] is not None, game.phase == "redeal"
    return {
        "seat": game.seat,
        "phase": game.phase,
        "hands": [sorted(hand) for hand in truth["hands"]],
        "secret": [sorted(cards) for cards in truth["secret"]],
        "known": [sorted(cards) for cards in truth["known"]],
        "public": [sorted(cards) for cards in game.view(None).known],
        "talon": truth["talon"],
        "face_up": truth["face_up"],
        "trump": (truth["trump_suit"], truth["trump_rank"]),
        "table": None if over else [(x["card"], x["seat"], x["beaten_by"]) for x in truth["table"]],
        "discarded": len(truth["discard"]),
        "dealer": truth["dealer"],
        "roles": None if dealing else (truth["opener"], truth["main"], truth["defender"]),
        "direction": truth["dir"],
        "cap": None if over or dealing else truth["cap"],
        "active": None if over else sorted(truth["active"]),
        "out": truth["out"],
        "barred": None if over else sorted(truth["barred"]),
        "idle": None if over else truth["idle_bouts"],
        "length": len(game.log),
        "log": [(seat, action.to_json()) for seat, action in game.log[-TAIL:]],
    }


def oracle_facts(oracle: Oracle) -> dict[str, Any]:
    position = oracle.position
    over, dealing = oracle.ending is not None, oracle.phase == "redeal"
    under = [card for card in (position.face_up, position.bottom) if card is not None]
    known = [sorted(cards) for cards in position.known]
    return {
        "seat": oracle.seat,
        "phase": oracle.phase,
        "hands": [sorted(hand) for hand in position.hands],
        "secret": [sorted(cards) for cards in position.secret],
        "known": known,
        "public": known,
        "talon": position.talon + under,
        "face_up": position.face_up,
        "trump": (position.trump.suit or None, position.trump.rank or None),
        "table": None if over else [(x.card, x.seat, x.defence) for x in position.table],
        "discarded": position.discarded,
        "dealer": position.dealer,
        "roles": None if dealing else (position.opener, position.main, position.defender),
        "direction": "L" if position.direction == 1 else "R",
        "cap": None if over or dealing or position.cap == NO_CAP else position.cap,
        "active": None if over else sorted(position.active),
        "out": position.finished,
        "barred": None if over else sorted(position.barred),
        "idle": None if over else position.idle_bouts,
        "length": len(oracle.log),
        "log": oracle.log[-TAIL:],
    }


def oracle_outcome(oracle: Oracle) -> dict[str, Any]:
    """The end as the engine's `Outcome.to_json` would say it."""
    ending, options = oracle.ending, oracle.options
    assert ending is not None
    tags = ["stalled"] if ending.reason == "stalled" else []
    if ending.epaulettes:
        tags.append(f"epaulettes-{ending.epaulettes}")
    holding = "durak" if options.teams == "none" else "team_holding"
    everybody = len(ending.losers) in {0, oracle.players}  # a loss that all share parts nobody
    return {
        "losers": ending.losers,
        "order": ending.order,
        "teams": [team(options, seat) for seat in range(oracle.players)],
        "scores": [
            1 if everybody else 0 if seat in ending.losers else 2 for seat in range(oracle.players)
        ],
        "reason": REASONS.get(ending.reason, holding),
        "tags": tags,
        "epaulettes": ending.epaulettes,
        "wearer": ending.last_defender if ending.epaulettes else None,
    }


def compare(game: Game, oracle: Oracle, where: str) -> int:
    """Raise on the first fact that differs; the number of legal actions when none does."""
    ours, theirs = oracle_facts(oracle), engine_facts(game)
    for fact, expected in ours.items():
        if theirs[fact] != expected:
            raise Difference(
                f"{where}: {fact} is {theirs[fact]} in the engine, {expected} in the oracle; "
                f"log {oracle.log[-12:]}"
            )
    actions = [action.to_json() for action in game.legal()]
    texts = [str(action) for action in actions]
    if len(texts) != len(set(texts)):
        raise Difference(f"{where}: an action is listed twice among {sorted(texts)}")
    listed = {canonical(action) for action in actions}
    wanted = {canonical(action) for action in oracle.legal()}
    if listed != wanted:
        raise Difference(
            f"{where}: only the engine allows {sorted(listed - wanted)[:8]}, "
            f"only the oracle {sorted(wanted - listed)[:8]}; log {oracle.log[-12:]}"
        )
    if oracle.question is not None and not is_default(oracle, game.default_action().to_json()):
        raise Difference(f"{where}: {game.default_action()} is no default for {oracle.question}")
    return len(texts)


def is_default(oracle: Oracle, action: Action) -> bool:
    """1H: what happens on a timeout; which of two equally low suits is left open."""
    question = oracle.question
    assert question is not None
    if question.phase != "open":
        plain = {"redeal": {"a": "redeal", "demand": False}, "defend": TAKE}
        return action == plain.get(question.phase, PASS)
    trump, hand = oracle.position.trump, oracle.position.hands[question.seat]
    lowest = min(height(card) for card in hand if not in_class(card, trump) or is_all(hand, trump))
    card = str(action["cards"][0])
    if is_all(hand, trump):
        weakest = min(strength(oracle.options, card, trump) for card in hand)
        return strength(oracle.options, card, trump) == weakest
    return len(action["cards"]) == 1 and not in_class(card, trump) and height(card) == lowest


def is_all(hand: list[str], trump: Trump) -> bool:
    return all(in_class(card, trump) for card in hand)


def tempt(game: Game, oracle: Oracle, rng: random.Random, where: str) -> None:
    """Send the engine something close to a move: it must refuse what the oracle does not list."""
    pack = full_pack(oracle.options.deck, oracle.options.packs)
    cards = rng.sample(rng.choice([*oracle.position.hands, pack]) or pack, 1)
    cards += rng.sample(pack, rng.choice((0, 0, 1)))
    if rng.random() < 0.2:
        # Its own suit is always a card's name ("6H@H" is the same as "6H"): name another one.
        cards[0] += "@" + rng.choice([suit for suit in SUITS if suit != printed_suit(cards[0])])
    kind = rng.choice(TEMPTATIONS)
    action: Action = {"a": kind}
    if kind in ("attack", "throw", "transfer"):
        action["cards"] = cards
    elif kind in ("show", "beat"):
        action["card"] = cards[0]
    if kind == "beat":
        action["target"] = rng.randrange(len(oracle.position.table) + 1)
    if kind in ("transfer", "show") and rng.random() < 0.5:
        action["dir"] = rng.choice("LR")
    if canonical(action) in {canonical(legal) for legal in oracle.legal()}:
        return
    try:
        game.apply(action)
    except (IllegalAction, MalformedAction):
        return
    logged = game.log[-1][1].to_json()
    if canonical(logged) not in {canonical(legal) for legal in oracle.legal()}:
        raise Difference(f"{where}: the engine accepts {action}; log {oracle.log[-12:]}")
    raise Difference(f"{where}: the engine reads {action} as {logged}")


def as_laid(game: Game, action: Action, where: str) -> Action:
    """The action as the engine logged it: the same, but for an order that means nothing.

    EP1: cards "lie in the order given".  Only a trailing card or two of the lowest rank can
    ever matter, so the engine may lay the others as it likes.
    """
    logged: Action = next(
        a.to_json() for _, a in reversed(game.log) if a.to_json()["a"] == action["a"]
    )
    if canonical(logged) != canonical(action):
        raise Difference(f"{where}: {action} was given, {logged} was logged")
    options = game.rules.options
    if "cards" in action and options.epaulettes == "tag":
        lowest = deck_ranks(options.deck)[0]
        given, laid = ([rank(c) == lowest for c in x["cards"][-2:]] for x in (action, logged))
        if shoulders(given) != shoulders(laid):
            raise Difference(f"{where}: {action} was given, {logged} was laid")
    return logged


def shoulders(lowest: list[bool]) -> int:
    """How many of the last two cards would be epaulettes."""
    if not lowest[-1]:
        return 0
    return 2 if len(lowest) == 2 and lowest[0] else 1


def play_side_by_side(
    game: Game, oracle: Oracle, rng: random.Random, tally: Tally, label: str
) -> bool:
    """Random play, everything compared at every step; false when left before the end."""
    player = RandomPlayer(rng)
    for _ in range(tally.patience):
        where = f"{label}, after {len(oracle.log)} actions"
        tally.actions += compare(game, oracle, where)
        if oracle.question is None:
            compare_ends(game, oracle, label)
            tally.games += 1
            tally.reasons[oracle.ending.reason if oracle.ending else ""] += 1
            return True
        tally.phases[oracle.phase] += 1
        tally.decisions += 1
        if rng.random() < 0.2:
            tempt(game, oracle, rng, where)
        action = dict(player.choose(oracle.legal()))
        if "cards" in action:
            action["cards"] = rng.sample(action["cards"], len(action["cards"]))
        tally.kinds[action["a"]] += 1
        game.apply(action)
        action = as_laid(game, action, where)
        try:
            oracle.apply(action)
        except TooWide:
            tally.left += 1
            return False
    tally.left += 1
    return False


def compare_ends(game: Game, oracle: Oracle, label: str) -> None:
    assert game.outcome is not None
    if [(seat, action.to_json()) for seat, action in game.log] != oracle.log:
        raise Difference(f"{label}: the logs differ")
    if game.outcome.to_json() != oracle_outcome(oracle):
        raise Difference(
            f"{label}: outcome {game.outcome.to_json()} in the engine, "
            f"{oracle_outcome(oracle)} in the oracle"
        )


def play_random_game(rules: DurakRules, seed: str, tally: Tally) -> None:
    """One game of these rules, its cards, dealer and play drawn from the seed."""
    rng = random.Random(seed)
    orders = pack_orders(rules.options, rng)
    dealer = rng.randrange(rules.players)
    game = rules.deal_stacked(orders, dealer)
    oracle = Oracle(rules.options, rules.players, orders, dealer)
    label = f"{rules.name} for {rules.players}, seed {seed!r}"
    play_side_by_side(game, oracle, rng, tally, label)
