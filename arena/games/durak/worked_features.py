"""What is worth showing of a rule set: its most special rule that a bout can show."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from arena.games.durak.cards import (
    CARD_OF,
    CLUBS,
    PRINTED_SUIT_OF,
    RANK_OF,
    RANKS,
    SUIT_OF,
)
from arena.games.durak.explain_facts import Facts
from arena.games.durak.worked_game import Bout, Move

USUAL_LIMIT: Final = 6


@dataclass(frozen=True, slots=True)
class Feature:
    """A rule, whether it is played at a table, and whether a bout shows it."""

    code: str
    played: Callable[[Facts], bool]
    shown: Callable[[Bout], bool]


def feature_of(facts: Facts) -> Feature:
    """The first on the list; the last one is played everywhere."""
    return next(feature for feature in FEATURES if feature.played(facts))


def _target(move: Move) -> int:
    """The attack card that a beat is played upon."""
    assert move.action.target is not None
    return move.before.attacks[move.action.target]


def _cheat_called(bout: Bout) -> bool:
    return any(
        move.before.play is not None and not move.before.play.honest
        for move in bout.of_kind("call")
    )


def _six_renamed(bout: Bout) -> bool:
    return any(
        SUIT_OF[face] != PRINTED_SUIT_OF[face] for move in bout.moves for face in move.action.faces
    )


def _secret_picked_up(bout: Bout) -> bool:
    return bout.end is not None and any(
        before and not after
        for before, after in zip(bout.start.secrets, bout.end.secrets, strict=True)
    )


def _swapped(bout: Bout) -> bool:
    return any(bout.of_kind("swap"))


def _trump_changed(bout: Bout) -> bool:
    return bout.end is not None and bout.end.outcome is None and bout.start.trump != bout.end.trump


def _number_trump_beats(bout: Bout) -> bool:
    trump = bout.start.trump
    return any(
        RANK_OF[move.action.faces[0]] == trump.rank
        and SUIT_OF[move.action.faces[0]] != trump.suit
        and SUIT_OF[_target(move)] != SUIT_OF[move.action.faces[0]]
        for move in bout.of_kind("beat")
    )


def _club_beaten(bout: Bout) -> bool:
    return bout.start.trump.suit != CLUBS and any(
        SUIT_OF[_target(move)] == CLUBS for move in bout.of_kind("beat")
    )


def _lowest_beat_highest(bout: Bout) -> bool:
    return any(
        RANK_OF[_target(move)] == len(RANKS) - 1
        and SUIT_OF[_target(move)] == SUIT_OF[move.action.faces[0]]
        for move in bout.of_kind("beat")
    )


def _beaten_off(bout: Bout) -> bool:
    return any(bout.of_kind("beat")) and not any(bout.of_kind("take"))


def _helped(bout: Bout) -> bool:
    return any(move.seat != move.before.main for move in bout.of_kind("throw"))


def _beyond_the_cap(bout: Bout) -> bool:
    last = bout.moves[-1]
    laid = len(last.before.attacks) + (len(last.action.faces) if last.action.kind == "throw" else 0)
    return laid > last.before.cap


def _twins_lay_there(bout: Bout) -> bool:
    laid = {CARD_OF[face] for move in bout.moves for face in move.action.faces if move.action.bits}
    return len({(RANK_OF[card], PRINTED_SUIT_OF[card]) for card in laid}) < len(laid)


def _large(bout: Bout) -> bool:
    return len(bout.moves[-1].before.attacks) > USUAL_LIMIT


def _passed_on(bout: Bout) -> bool:
    return any(bout.of_kind("transfer", "show"))


def _passed_on_by_two(bout: Bout) -> bool:
    return bout.start.active.bit_count() == 2 and _passed_on(bout)


def _turned(bout: Bout) -> bool:
    return any(move.action.dir == "R" for move in bout.of_kind("transfer", "show"))


def _several_passed_on(bout: Bout) -> bool:
    return any(len(move.action.faces) > 1 for move in bout.of_kind("transfer"))


def _beaten_then_taken(bout: Bout) -> bool:
    return any(bout.of_kind("beat")) and any(bout.of_kind("take"))


def _shown(bout: Bout) -> bool:
    return any(bout.of_kind("show"))


def _played_on(bout: Bout) -> bool:
    return any(bout.of_kind("transfer"))


def _won_at_once(bout: Bout) -> bool:
    return (
        bout.end is not None
        and bout.end.outcome is not None
        and bout.end.outcome.reason == "last_card"
        and any(bout.of_kind("beat"))
    )


def _beaten(bout: Bout) -> bool:
    return any(bout.of_kind("beat"))


FEATURES: Final = (
    Feature("cheat", lambda f: f.options.cheating != "off", _cheat_called),
    Feature("weli", lambda f: f.options.weli != "off", _six_renamed),
    Feature("secret", lambda f: f.options.secret > 0, _secret_picked_up),
    Feature("swap", lambda f: f.options.trump_swap, _swapped),
    Feature("change_trump", lambda f: f.options.change_trump, _trump_changed),
    Feature("number_trump", lambda f: f.options.number_trump != "off", _number_trump_beats),
    Feature("clubs", lambda f: f.options.club_rule and f.has_trump, _club_beaten),
    Feature("low_beats_high", lambda f: f.options.low_beats_high, _lowest_beat_highest),
    Feature("quicky", lambda f: f.options.quicky != "off", _beaten_off),
    Feature("teams", lambda f: f.in_teams and f.options.throw_in != "attacker_only", _helped),
    Feature("pile_on", lambda f: f.options.after_take == "uncapped", _beyond_the_cap),
    Feature("twins", lambda f: f.options.packs > 1, _twins_lay_there),
    Feature("large_attack", lambda f: f.options.attack_limit > USUAL_LIMIT, _large),
    Feature(
        "two_left",
        lambda f: f.passes_on and f.options.transfer_two_left == "equal_hands" and f.players > 2,
        _passed_on_by_two,
    ),
    Feature(
        "two_players",
        lambda f: f.passes_on and f.options.transfer_two_left == "equal_hands",
        _passed_on,
    ),
    Feature(
        "turn",
        lambda f: f.passes_on and f.options.transfer_dir == "choose" and f.players > 2,
        _turned,
    ),
    Feature(
        "equal_push",
        lambda f: f.passes_on and f.options.transfer_count != "any",
        _several_passed_on,
    ),
    Feature("no_trump", lambda f: not f.has_trump, _beaten_then_taken),
    Feature("ticket", lambda f: f.passes_on and f.options.transfer == "play_or_show", _shown),
    Feature("push", lambda f: f.passes_on, _played_on),
    Feature("last_card", lambda f: f.options.last_card_win == "immediate", _won_at_once),
    Feature(
        "throw_in",
        lambda f: f.options.throw_in != "attacker_only" and f.players > 2,
        _helped,
    ),
    Feature("plain", lambda _: True, _beaten),
)
