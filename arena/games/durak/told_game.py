"""A game of Durak retold bout by bout: every answer, and what it led to."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from arena.games.durak.actions import PASS, Action
from arena.games.durak.game import Game
from arena.games.durak.told_words import TOLD_TEMPLATES
from arena.games.durak.worked_game import Bout, Move, cut_into_bouts
from arena.games.durak.worked_steps import (
    TELLERS,
    drawn_by,
    ending,
    hand_shown,
    move_told,
    picks_up_secret,
    situation,
)
from arena.games.told import Holding, Line, Passage
from scoring.messages import Message, Parameter, Who, message

TOLD_KINDS: Final = frozenset((*TELLERS, "pass", "redeal"))
"""Every kind of action that has a sentence."""


def _say(code: str, /, **params: Parameter) -> Message:
    return message(TOLD_TEMPLATES, f"told.{code}", **params)


def held(game: Game) -> tuple[Holding, ...]:
    """The hands of everybody who is still in the game."""
    hands = ((seat, hand_shown(game, game.hands[seat])) for seat in game.ring.seats)
    return tuple(Holding(seat, hand) for seat, hand in hands)


def beginning(game: Game) -> Iterator[Message]:
    """What was fixed with the deal: trump, the draw pile, and what lies hidden."""
    yield from situation(game)
    if game.trump_card is not None:
        yield _say("turned", card=game.rules.card_name(game.trump_card))
    for seat, cards in enumerate(game.secrets):
        if cards:
            shown = " ".join(hand_shown(game, cards))
            yield _say("secret_cards", who=Who(seat), cards=shown)


def passages(game: Game, actions: Iterable[Action]) -> Iterator[Passage]:
    """Play these actions and tell them; whoever does it has judged them before."""
    coming = iter(actions)
    number = place = 0
    for bout in cut_into_bouts(game, lambda _: next(coming, None)):
        number += bout.is_played
        yield Passage(
            title=_title(bout, number),
            situation=tuple(situation(bout.start)),
            held=held(bout.start),
            lines=tuple(_lines(bout, place)),
        )
        place += len(bout.moves)


def _title(bout: Bout, number: int) -> Message:
    if not bout.is_played:
        return _say("before_bouts")
    start = bout.start
    return _say("bout", number=number, who=Who(start.main), other=Who(start.defender))


def _lines(bout: Bout, place: int) -> Iterator[Line]:
    """The moves, numbered from `place` on, and the end of the bout.

    Whom the server passes over, because no card fits, was not asked: that is not told.
    """
    for code, told in groupby(enumerate(bout.moves, place), lambda step: _passing(step[1])):
        if code:
            yield _passes(code, list(told))
            continue
        for number, move in told:
            yield _line(move, number)
            yield from _penalty(move)
    if bout.end is not None and bout.is_played:
        sentences = (*ending(bout, _drawing(bout)), *_epaulettes(bout.end))
        yield from (Line(sentence) for sentence in sentences)


def _passing(move: Move) -> str:
    """How it is told that somebody lets others go on; empty for what is told alone."""
    if move.action is not PASS or move.before.phase == "swap":
        return ""
    return "lets_stand" if move.before.phase == "call" else "passes"


def _passes(code: str, passing: Sequence[tuple[int, Move]]) -> Line:
    """Those who passed one after the other."""
    decisions = tuple(number for number, _ in passing)
    seats = list(dict.fromkeys(move.seat for _, move in passing))
    if len(seats) == 1:
        return Line(_say(code, who=Who(seats[0])), "-", decisions)
    names = tuple(_say("name", who=Who(seat)) for seat in seats)
    return Line(_say(f"all_{code}", names=names), "-", decisions)


def _line(move: Move, number: int) -> Line:
    action = move.action
    who = Who(move.seat)
    if action.kind == "redeal":
        said = _say("redeal_demanded" if action.demand else "redeal_declined", who=who)
    elif action is PASS:
        said = _say("no_swap", who=who)
    else:
        said = move_told(move)
    return Line(said, move.before.rules.notation(action), (number,))


def _penalty_card(move: Move) -> int:
    """CH3: the card that a cheat draws whom the injured seat has called, as a mask."""
    play = move.before.play
    if move.action.kind != "call" or play is None or play.honest or play.injured != move.seat:
        return 0
    return move.before.talon[-1] if move.before.talon else 0


def _penalty(move: Move) -> Iterator[Line]:
    card, play = _penalty_card(move), move.before.play
    if card and play is not None:
        cards = " ".join(hand_shown(move.before, card))
        yield Line(_say("penalty", who=Who(play.seat), cards=cards))


def _drawing(bout: Bout) -> Iterator[Message]:
    """Who drew what, in the order of drawing."""
    last, end = bout.moves[-1].before, bout.end
    assert end is not None
    options = end.rules.options
    order = last.drawers
    if options.draw_order == "loser_first" and any(bout.of_kind("take")):
        order = order[::-1]
    for seat in order:
        if picks_up_secret(bout, seat):
            cards = " ".join(hand_shown(end, end.hands[seat]))
            yield _say("secret", who=Who(seat), cards=cards)
        elif drawn := drawn_by(bout, seat) & ~_penalty_card(bout.moves[-1]):
            yield _say("draws", who=Who(seat), cards=" ".join(hand_shown(end, drawn)))


def _epaulettes(end: Game) -> Iterator[Message]:
    outcome = end.outcome
    if outcome is not None and outcome.epaulettes and outcome.wearer is not None:
        yield _say(f"epaulettes_{outcome.epaulettes}", who=Who(outcome.wearer))
