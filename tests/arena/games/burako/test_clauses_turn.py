"""RULES 2C and 2D, clause by clause."""

import pytest

from arena.games import IllegalAction
from arena.games.burako.family import make
from arena.games.burako.planning import closing_plan
from arena.games.burako.tiles import ID, ids_of
from scoring.burako import Muerto
from tests.arena.games.burako.table import (
    CANASTA,
    DRAW,
    DUEL,
    END,
    NO,
    PAIRS,
    TAKE,
    YES,
    added,
    jsons,
    mask,
    meld,
    pierna,
    position,
    run,
    thrown,
)
from tests.arena.games.burako.test_clauses_melds import refused

IMPURE = run("y", 3, "y3 y4 y5 J#2 y7 y8 y9")


# 2C Turn


@pytest.mark.parametrize(
    ("rack", "pozo", "may"),
    [
        ("b3", "g3 g4 g5 g6", True),
        ("b3", "g3 g4 g5", False),
        ("b3 b4 b5 b6", "g3", True),
        ("b3 b4 b5", "g3", False),
        ("b3 b4 b5 b6 b7", "", False),
        ("b3", "g3 g4 g5 g6 g7", True),
    ],
)
def test_2C_14_the_pozo_needs_five_tiles_together(rack: str, pozo: str, may: bool) -> None:
    game = position(rack=rack, pozo=pozo, phase="draw", muerto_taken_by=0)
    assert jsons(game) == ([DRAW, TAKE] if may else [DRAW])
    if not may:
        refused(game, TAKE, "five tiles" if pozo else "pozo is empty")
        return
    game.apply(TAKE)
    assert game.pozo == []
    assert game.racks[0] == mask(rack) | mask(pozo)


def test_2C_14_a_draw_takes_one_tile_and_no_duty_follows() -> None:
    game = position(rack="b3 b4", mazo="g9 g10", phase="draw")
    game.apply(DRAW)
    assert ids_of(game.racks[0]) == ["b3#1", "b4#1", "g9#1"]
    game.apply(thrown("g9"))  # the tile just taken may be discarded again
    assert game.seat == 1


def test_2C_14_a_tile_of_the_pozo_may_be_discarded_again() -> None:
    game = position(rack="b3 b4 b5 b6", pozo="g9", phase="draw")
    game.apply(TAKE)
    game.apply(thrown("g9"))
    assert [ID[tile] for tile in game.pozo] == ["g9#1"]


def test_2C_15_any_number_of_melds_and_extensions_follow() -> None:
    game = position(rack="b8 g8 r8 b9 g9 r9 y9 y8 r3", opened=True)
    game.apply(meld(pierna(8, "b8 g8 r8")))
    game.apply(meld(pierna(9, "b9 g9 r9")))
    game.apply(added(1, "set", "y9"))
    game.apply(added(0, "set", "y8"))
    assert game.seat == 0
    assert jsons(game) == [thrown("r3")]


def test_2C_15_nothing_is_laid_before_the_draw() -> None:
    game = position(rack="b8 g8 r8 r3", opened=True, phase="draw")
    refused(game, meld(pierna(8, "b8 g8 r8")), "begins with a draw")
    refused(game, thrown("r3"), "begins with a draw")
    game.apply(DRAW)
    refused(game, DRAW, "You have drawn")


@pytest.mark.parametrize("tile", ["b3", "J", "g2"])
def test_2C_16_any_tile_may_be_discarded_and_ends_the_turn(tile: str) -> None:
    game = position(rack="b3 J g2 r9")
    refused(game, thrown("y9"), "not in your rack")
    game.apply(thrown(tile))
    assert (game.seat, game.phase) == (1, "draw")


def test_2C_17_an_empty_rack_by_melding_takes_the_muerto_at_once() -> None:
    game = position(rack="b8 g8 r8 y8", opened=True)
    muerto = game.sides[0].muerto
    game.apply(meld(pierna(8, "b8 g8 r8 y8")))
    assert game.racks[0] == muerto
    assert (game.seat, game.phase) == (0, "play")
    assert (game.sides[0].muerto, game.sides[0].taken_by) == (0, 0)
    assert game.sides[1].muerto


def test_2C_18_an_empty_rack_by_discard_takes_it_for_the_next_turn() -> None:
    game = position(rack="r3")
    muerto = game.sides[0].muerto
    game.apply(thrown("r3"))
    assert game.racks[0] == muerto
    assert (game.seat, game.phase) == (1, "draw")
    assert game.sides[0].unplayed


def test_2C_19_without_a_canasta_two_tiles_stay() -> None:
    game = position(rack="b8 g8 r8 r3 r9", opened=True, muerto_taken_by=2)
    game.apply(meld(pierna(8, "b8 g8 r8")))
    short = position(rack="b8 g8 r8 y8 r3", opened=True, muerto_taken_by=2)
    refused(short, meld(pierna(8, "b8 g8 r8 y8")), "Keep two tiles")
    assert meld(pierna(8, "b8 g8 r8 y8")) not in jsons(short)
    assert meld(pierna(8, "b8 g8 r8")) in jsons(short)


def test_2C_19_with_a_canasta_one_tile_stays() -> None:
    game = position(rack="b8 g8 r8 r3", laid=[CANASTA], muerto_taken_by=2)
    game.apply(meld(pierna(8, "b8 g8 r8")))
    bare = position(rack="b8 g8 r8", laid=[CANASTA], muerto_taken_by=2)
    refused(bare, meld(pierna(8, "b8 g8 r8")), "Keep one tile")
    assert {a["a"] for a in jsons(bare)} == {"discard"}


def test_2C_19_a_canasta_completed_by_the_action_counts() -> None:
    laid = run("g", 3, "g3 g4 g5 g6 g7 g8")
    game = position(rack="g9 r3", laid=[laid], muerto_taken_by=2)
    assert added(0, "high", "g9") in jsons(game)
    game.apply(added(0, "high", "g9"))
    assert jsons(game) == [thrown("r3")]
    whole = position(rack="g3 g4 g5 g6 g7 g8 g9 r3", opened=True, muerto_taken_by=2)
    whole.apply(meld(CANASTA))
    assert jsons(whole) == [thrown("r3")]


def test_2C_19_the_last_tile_may_not_be_discarded_without_a_canasta() -> None:
    game = position(rack="r3", muerto_taken_by=2)  # cannot arise: a turn draws first
    refused(game, thrown("r3"), "takes a canasta")
    assert jsons(game) == []


def test_2C_20_a_close_ends_the_hand() -> None:
    game = position(rack="r3", laid=[IMPURE], muerto_taken_by=2)
    game.apply(thrown("r3"))
    assert (game.seat, game.phase, game.reason) == (None, "over", "closed")
    assert game.outcome is not None
    assert game.outcome.tags == ("closed-by-0",)
    assert [side.closed for side in game.outcome.sheet.sides] == [True, False]
    with pytest.raises(IllegalAction, match="over"):
        game.apply(DRAW)
    with pytest.raises(IllegalAction, match="over"):
        game.default_action()
    assert list(game.legal()) == []


def test_2C_20_without_the_muerto_taken_the_discard_takes_it() -> None:
    game = position(rack="r3", laid=[CANASTA])
    game.apply(thrown("r3"))
    assert game.reason is None
    assert game.racks[0].bit_count() == 11


def test_2C_21_the_muerto_is_played_by_its_takers_first_action() -> None:
    game = position(rack="b8 g8 r8 y8", opened=True)
    game.apply(meld(pierna(8, "b8 g8 r8 y8")))
    assert game.sides[0].unplayed
    game.apply(thrown(ids_of(game.racks[0])[0]))
    assert not game.sides[0].unplayed


def test_2C_21_the_partner_does_not_play_it() -> None:
    game = position(rack="r3", laid=[CANASTA], racks={2: "r4 r5"}, mazo="y1 y9 y10 y11")
    game.apply(thrown("r3"))
    game.apply(DRAW)
    game.apply(thrown("y1"))
    game.apply(DRAW)  # seat 2, the partner
    game.apply(thrown("y9"))
    assert game.sides[0].unplayed
    game.apply(DRAW)
    game.apply(thrown("y10"))
    game.apply(DRAW)  # seat 0 again: drawing alone does not play it
    assert game.sides[0].unplayed
    game.apply(thrown("y11"))
    assert not game.sides[0].unplayed


def consulting(rack: str = "b8 g8 r8 r3") -> dict[str, object]:
    return {"a": "consult", "plan": [meld(pierna(8, "b8 g8 r8")), thrown("r3")]}


@pytest.mark.parametrize("answer", [YES, NO])
def test_2C_22_the_partner_is_asked_and_answers(answer: dict[str, object]) -> None:
    game = position(rack="b8 g8 r8 r3", laid=[CANASTA], muerto_taken_by=2)
    game.apply(consulting())
    assert (game.seat, game.phase, game.asker) == (2, "answer", 0)
    assert jsons(game) == [YES, NO]
    refused(game, thrown("r3"), "answer first")
    game.apply(answer)
    assert (game.seat, game.phase, game.answer) == (0, "play", answer["close"])
    refused(game, consulting(), "asked in this turn")
    game.apply(thrown("b8"))  # not binding
    assert game.seat == 1


def test_2C_22_the_question_and_the_answer_are_public_the_plan_is_not() -> None:
    game = position(rack="b8 g8 r8 r3", laid=[CANASTA], muerto_taken_by=2)
    game.apply(consulting())
    for seat in (1, 2, 3, None):
        view = game.view(seat)
        assert view.to_json()["log"] == [[0, {"a": "consult"}]]
        assert (view.phase, view.asker) == ("answer", 0)
    assert game.view(0).to_json()["log"] == [[0, consulting()]]
    game.apply(NO)
    assert all(game.view(seat).answer is False for seat in (0, 1, 2, 3, None))


def test_2C_22_a_plan_must_close_with_the_tiles_of_the_rack() -> None:
    game = position(rack="b8 g8 r8 r3 r4", laid=[CANASTA], muerto_taken_by=2)
    three = meld(pierna(8, "b8 g8 r8"))
    refused(game, {"a": "consult", "plan": [three, thrown("r3")]}, "does not close")
    refused(game, {"a": "consult", "plan": [three]}, "does not close")
    refused(game, {"a": "consult", "plan": [thrown("r3"), three]}, "ends with its discard")
    refused(game, {"a": "consult", "plan": [thrown("y13")]}, "Step 1 of the plan: y13#1 is not")
    before = position(rack="b8 g8 r8 r3", laid=[CANASTA])
    refused(before, consulting(), "has not taken its muerto")


def test_2C_22_not_with_two_seats_and_only_after_the_draw() -> None:
    alone = position(DUEL, rack="b8 g8 r8 r3", laid=[CANASTA], muerto_taken_by=0)
    refused(alone, consulting(), "nobody to ask")
    assert closing_plan(alone) is None
    early = position(rack="b8 g8 r8 r3", laid=[CANASTA], muerto_taken_by=2, phase="draw")
    refused(early, consulting(), "begins with a draw")


def test_2C_22_a_new_turn_may_ask_again() -> None:
    game = position(rack="b8 g8 r8 r3", laid=[CANASTA], muerto_taken_by=2, mazo="y9")
    game.apply(consulting())
    game.apply(NO)
    game.apply(thrown("b8"))
    game.seat = 0
    assert not game.consulted


# 2D Hand end without a close


def test_2D_23_with_an_empty_mazo_the_pozo_must_be_taken() -> None:
    game = position(rack="b3 r3 b9 y9", mazo="", racks={1: "g3 g4 g5 g6"})
    game.apply(thrown("b3"))
    assert jsons(game) == [TAKE]
    assert game.default_action().to_json() == TAKE
    refused(game, DRAW, "mazo is empty")
    refused(game, END, "do not let")


def test_2D_23_if_it_cannot_be_taken_the_hand_ends() -> None:
    game = position(rack="b3 r3 b9 y9", mazo="", racks={1: "g3 g4 g5"})
    game.apply(thrown("b3"))
    assert game.reason == "mazo_empty"
    assert game.outcome is not None
    assert not any(side.closed for side in game.outcome.sheet.sides)


def test_2D_23_the_turn_that_drew_the_last_tile_is_played_out() -> None:
    game = position(rack="b3 b4 b5", mazo="y9", phase="draw", racks={1: "g3"})
    game.apply(DRAW)
    assert game.seat == 0
    game.apply(thrown("y9"))
    assert game.reason == "mazo_empty"
    assert all(side.muerto for side in game.sides)  # muertos never become mazo


def test_2D_23_the_flag_may_end_hand() -> None:
    rules = make("burako/pairs", None, {"may_end_hand": True})
    game = position(rules, rack="b3 r3 b9 y9", mazo="", racks={1: "g3 g4 g5 g6"})
    game.apply(thrown("b3"))
    assert jsons(game) == [TAKE, END]
    game.apply(END)
    assert game.reason == "ended"
    early = position(rules, rack="b3 r3", phase="draw")
    refused(early, END, "only when the mazo is empty")


@pytest.mark.parametrize("rules", [PAIRS, DUEL], ids=lambda r: r.name)
def test_2D_24_takes_without_a_tile_laid_close_the_pozo(rules: object) -> None:
    game = (PAIRS if rules is PAIRS else DUEL).deal(seed=2)
    game.apply(DRAW)
    game.apply(game.legal()[0])
    for _ in range(2 * game.rules.players):
        assert TAKE in jsons(game)
        game.apply(TAKE)
        game.apply(game.legal()[0])
    assert game.pozo_closed
    assert jsons(game) == [DRAW]
    refused(game, TAKE, "closed until")
    game.apply(DRAW)
    game.apply(game.legal()[0])
    assert TAKE in jsons(game)


def test_2D_24_a_lay_opens_the_pozo_again() -> None:
    game = position(rack="b8 g8 r8 r3 r4", pozo="", opened=True)
    game.takes = 8
    game.apply(meld(pierna(8, "b8 g8 r8")))
    assert game.takes == 0
    grown = position(rack="g10 r3 r4", laid=[CANASTA])
    grown.takes = 8
    grown.apply(added(0, "high", "g10"))  # "laid" includes extensions
    assert grown.takes == 0


def test_2D_24_with_an_empty_mazo_the_hand_ends() -> None:
    game = position(rack="b3 b4 b5 b6 b7", mazo="")
    game.takes = 8
    game.apply(thrown("b3"))
    assert game.reason == "stalled"


# 2E: the facts that the engine hands to the kernel


def test_2E_an_unplayed_muerto_is_the_rack_of_its_taker() -> None:
    game = position(rack="r3", laid=[CANASTA], racks={2: "r5"}, mazo="y1 y9", muerto_taken_by=None)
    game.apply(thrown("r3"))  # seat 0 takes the muerto
    game.apply(DRAW)
    game.apply(thrown("y1"))
    game.apply(DRAW)
    game.racks[2] = mask("y9")
    game.apply(thrown("y9"))  # the partner closes
    assert game.outcome is not None
    ours = game.outcome.sheet.sides[0]
    assert (ours.closed, ours.muerto, ours.muerto_rack) == (True, Muerto.TAKEN_UNPLAYED, 0)
    codes = [line.code for line in game.outcome.score.sides[0].lines]
    assert "rack_free" in codes
    assert "muerto_not_played" in codes


def test_2E_the_partner_of_the_first_seat_can_hold_the_unplayed_muerto() -> None:
    game = position(rack="y9", laid=[CANASTA], muerto_taken_by=2)
    game.sides[0].unplayed = True
    game.apply(thrown("y9"))
    assert game.outcome is not None
    assert game.outcome.sheet.sides[0].muerto_rack == 1


def test_2E_the_flag_unplayed_rack_free() -> None:
    for free, code in (("closer", "rack"), ("both", "rack_free")):
        rules = make("burako/pairs", None, {"unplayed_rack_free": free})
        game = position(rules, rack="r3", laid=[CANASTA], racks={1: "g3"}, mazo="")
        game.racks[1] = mask("g3 g4 g5")
        game.apply(thrown("r3"))  # takes the muerto; seat 1 cannot take the pozo
        assert game.reason == "mazo_empty"
        assert game.outcome is not None
        assert code in [line.code for line in game.outcome.score.sides[0].lines]


def test_2E_a_side_without_a_canasta_pays_for_what_it_laid() -> None:
    game = position(rack="r3 r4", laid=[pierna(8, "b8 g8 r8")], mazo="", racks={1: "g3", 2: "r9"})
    game.apply(thrown("r3"))
    assert game.outcome is not None
    # muerto untouched 100, laid 30, racks r4 and r9
    assert game.outcome.totals[0] == -100 - 30 - 5 - 10
