"""A bout told step by step."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from arena.games.durak.card_words import rank_shown, suit_shown
from arena.games.durak.cards import RANKS, SUITS, in_card_order
from arena.games.durak.game import Game
from arena.games.durak.worked_game import Bout, Move
from arena.games.durak.worked_words import STEP_TEMPLATES
from scoring.messages import Message, Parameter, Who, message


@dataclass(frozen=True, slots=True)
class Step:
    """What somebody did, in the notation of replays and in words.

    Where nobody did anything, `seat` is None and the words tell what followed.
    """

    seat: int | None
    notation: str
    sentence: Message


def _say(code: str, /, **params: Parameter) -> Message:
    return message(STEP_TEMPLATES, f"worked.{code}", **params)


def hand_shown(game: Game, mask: int) -> tuple[str, ...]:
    """The cards of a mask in the notation of replays."""
    return tuple(game.rules.card_name(number) for number in in_card_order(mask))


def _suit(game: Game, suit: int) -> tuple[Message]:
    return (suit_shown(game.rules.options, SUITS[suit]),)


def situation(game: Game) -> Iterator[Message]:
    """What lies open before the bout."""
    trump = game.trump
    if trump.suit is None:
        yield _say("trump.none")
    elif trump.rank is None:
        yield _say("trump.suit", suit=_suit(game, trump.suit))
    else:
        rank = rank_shown(game.rules.options, RANKS[trump.rank])
        yield _say("trump.suit_and_rank", suit=_suit(game, trump.suit), rank=rank)
    yield _say("talon", cards=len(game.talon))


def steps(bout: Bout) -> Iterator[Step]:
    """What was done, passes left out, and what it led to."""
    for move in bout.moves:
        if move.action.kind in TELLERS:
            yield Step(move.seat, move.before.rules.notation(move.action), move_told(move))
    for sentence in ending(bout, _drawing(bout)):
        yield Step(None, "", sentence)


def move_told(move: Move) -> Message:
    """One of `TELLERS` says what was done."""
    return TELLERS[move.action.kind](move)


def _laid(move: Move) -> str:
    return " ".join(map(move.before.rules.card_name, move.action.faces))


def _after(move: Move) -> Game:
    game = move.before.copy()
    game.apply(move.action)
    return game


def _attack(move: Move) -> Message:
    other = Who(move.before.defender)
    return _say("attack", who=Who(move.seat), other=other, cards=_laid(move))


def _throw(move: Move) -> Message:
    return _say("throw", who=Who(move.seat), cards=_laid(move))


def _beat(move: Move) -> Message:
    assert move.action.target is not None
    game = move.before
    target = game.rules.card_name(game.attacks[move.action.target])
    return _say("beat", who=Who(move.seat), target=target, cards=_laid(move))


def _pass_on(move: Move) -> Message:
    other = Who(_after(move).defender)
    return _say(move.action.kind, who=Who(move.seat), other=other, cards=_laid(move))


def _swap(move: Move) -> Message:
    game = move.before
    (given,), (taken,) = hand_shown(game, _after(move).turned), hand_shown(game, game.turned)
    return _say("swap", who=Who(move.seat), given=given, taken=taken)


def _take(move: Move) -> Message:
    return _say("take", who=Who(move.seat))


def _call(move: Move) -> Message:
    play = move.before.play
    assert play is not None
    if play.honest:
        return _say("call_wrong", who=Who(move.seat))
    return _say("call_right", who=Who(move.seat), other=Who(play.seat))


TELLERS: Final[dict[str, Callable[[Move], Message]]] = {
    "attack": _attack,
    "throw": _throw,
    "beat": _beat,
    "transfer": _pass_on,
    "show": _pass_on,
    "swap": _swap,
    "take": _take,
    "call": _call,
}


def ending(bout: Bout, drawing: Iterable[Message]) -> Iterator[Message]:
    """What the last move of the bout led to; `drawing` tells who drew."""
    last, end = bout.moves[-1], bout.end
    assert end is not None
    before = last.before
    outcome = end.outcome
    if outcome is not None and outcome.reason == "last_card":
        yield _say("last_card", who=Who(last.seat))
        yield from (_say("durak", who=Who(seat)) for seat in outcome.losers)
        return
    failed = any(bout.of_kind("take"))
    defender = Who(before.defender)
    if failed:
        yield _say("failure", who=defender)
    else:
        left = before.hands[before.defender] & ~last.action.bits
        full = before.cap <= len(before.attacks) or not left
        yield _say("success_full" if full else "success", who=defender)
    yield from drawing
    for seat in end.out:
        if seat not in before.out:
            yield _say("out", who=Who(seat))
    if outcome is None:
        if end.trump != before.trump and end.trump.suit is not None:
            assert end.trump_card is not None
            card = end.rules.card_name(end.trump_card)
            yield _say("new_trump", card=card, suit=_suit(end, end.trump.suit))
        yield _say("next", who=Who(end.main))
    elif outcome.reason == "draw":
        yield _say("draw")
    elif outcome.reason in {"team_holding", "first_out"}:
        yield _say("team_loses", who=Who(outcome.losers[0]))
    else:
        if outcome.reason == "stalled":
            yield _say("stalled")
        yield from (_say("durak", who=Who(seat)) for seat in outcome.losers)


def _drawing(bout: Bout) -> Iterator[Message]:
    last, end = bout.moves[-1], bout.end
    assert end is not None
    before = last.before
    draws = []
    for seat in range(before.rules.players):
        if picks_up_secret(bout, seat):
            yield _say("secret", who=Who(seat))
            continue
        gained = drawn_by(bout, seat)
        if gained:
            draws.append(_say("drawn_by", who=Who(seat), count=gained.bit_count()))
    if draws:
        yield _say("drawn", draws=tuple(draws))
    elif before.talon:
        yield _say("not_drawn")


def picks_up_secret(bout: Bout, seat: int) -> bool:
    """Whether the bout's end gave this seat its secret cards (SE1)."""
    assert bout.end is not None
    return bool(bout.moves[-1].before.secrets[seat]) and not bout.end.secrets[seat]


def drawn_by(bout: Bout, seat: int) -> int:
    """The cards that a seat drew at the bout's end, as a mask."""
    last, end = bout.moves[-1], bout.end
    assert end is not None
    lay_there = last.before.table | last.action.bits
    return end.hands[seat] & ~last.before.hands[seat] & ~lay_there
