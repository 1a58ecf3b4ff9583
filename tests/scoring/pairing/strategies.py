"""Hypothesis strategies for pairings: fields with an arbitrary past, and whole tournaments."""

from __future__ import annotations

import random
from fractions import Fraction

from hypothesis import strategies as st

from scoring.pairing import (
    Fixed,
    FixedBye,
    FixedPairing,
    Past,
    PastBye,
    PastMeeting,
    Round,
    SwissEntrant,
    as_history,
    pair_swiss_round,
)


@st.composite
def swiss_fields(draw: st.DrawFn, most: int = 8) -> tuple[int, list[SwissEntrant], list[Past]]:
    """A round number, entrants and a past that no sensible pairing need have made."""
    count = draw(st.integers(1, most))
    rounds = draw(st.integers(0, 5))
    history: list[Past] = []
    for number in range(1, rounds + 1):
        order = draw(st.permutations(range(count)))
        for a, b in zip(order[::2], order[1::2], strict=False):
            kind = draw(st.sampled_from(["played"] * 5 + ["forfeit", "double", "float"]))
            winner = a if kind == "forfeit" else None
            down = a if kind == "float" else None
            played = kind in ("played", "float")
            history.append(PastMeeting(number, a, b, played, winner, down))
        if count % 2 and draw(st.booleans()):
            history.append(PastBye(number, order[-1]))
    levels = draw(st.integers(1, 4))
    entrants = [
        SwissEntrant(i, i, Fraction(draw(st.integers(0, levels)), 2), draw(st.integers(0, 9)) > 0)
        for i in range(count)
    ]
    return rounds + 1, entrants, history


@st.composite
def swiss_rounds(
    draw: st.DrawFn, most: int = 8
) -> tuple[int, list[SwissEntrant], list[Past], list[Fixed]]:
    """A field as above, in which the organizer may have fixed a pairing, a bye, or both."""
    number, entrants, history = draw(swiss_fields(most))
    playing = draw(st.permutations([e.competitor for e in entrants if e.plays]))
    fixed: list[Fixed] = []
    if len(playing) > 2 and draw(st.integers(0, 3)) == 0:
        fixed.append(FixedPairing(playing[0], playing[1]))
    if len(playing) > 2 and draw(st.integers(0, 3)) == 0:
        fixed.append(FixedBye(playing[2]))
    return number, entrants, history, fixed


def play_swiss(count: int, rounds: int, seed: int, draws: float = 0.2) -> list[Round]:
    """A tournament in which the lower number is stronger; a bye is worth a win."""
    rng = random.Random(seed)
    score = dict.fromkeys(range(count), Fraction())
    history: list[Past] = []
    made: list[Round] = []
    for number in range(1, rounds + 1):
        entrants = [SwissEntrant(i, i, score[i]) for i in range(count)]
        made.append(pair_swiss_round(number, entrants, history))
        history += as_history(made[-1])
        for pairing in made[-1].pairings:
            strong, weak = sorted(map(int, pairing.both))
            if rng.random() < draws:
                score[strong] += Fraction(1, 2)
                score[weak] += Fraction(1, 2)
            else:
                score[strong if rng.random() < 0.7 else weak] += 1
        for bye in made[-1].byes:
            score[int(bye.competitor)] += 1
    return made
