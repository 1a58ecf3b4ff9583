"""Swiss against an independent source: caissify-pairings' FIDE Dutch engine.

Its README reports agreement with the FIDE-endorsed bbpPairings on all 70,000 rounds checked.
Whole tournaments are played on *its* pairings; before every round ours is asked too, with the same
scores and the same past.  Compared:

* round one: the very same pairs and the very same bye;
* every round: neither repeats a match, and the bye goes to the same score;
* every round in which the bye (if any) is the same player: the number of pairs that cross each
  score level, from the top, is never larger with ours.

Identical rounds are not demanded later on: FIDE breaks up score groups for the sake of colours,
ours never does for the sake of seats (``scoring.pairing.swiss``).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

import pytest
from caissify_pairings import generate_pairings

from scoring.pairing import Past, PastBye, PastMeeting, SwissEntrant, pair_swiss_round

Pair = tuple[int, int]
HALF = Fraction(1, 2)


class DutchTournament:
    """A tournament paired by caissify, with the past in both notations."""

    def __init__(self, count: int, rounds: int, seed: int) -> None:
        self.rng = random.Random(seed)
        self.rounds = rounds
        self.score = dict.fromkeys(range(1, count + 1), Fraction())
        self.colours: dict[int, list[str]] = {who: [] for who in self.score}
        self.floats: dict[int, list[str]] = {who: [] for who in self.score}
        self.byes: Counter[int] = Counter()
        self.games: set[Pair] = set()
        self.past: list[Past] = []

    def dutch_round(self, number: int) -> tuple[list[Pair], list[int]]:
        players = [
            {
                "id": who,
                "name": str(who),
                "score": float(score),
                "rating": 3000 - who,
                "starting_number": who,
                "color_hist": list(self.colours[who]),
                "float_history": list(self.floats[who]),
                "bye_count": self.byes[who],
            }
            for who, score in self.score.items()
        ]
        made = generate_pairings(
            system="dutch",
            players=players,
            previous_pairings=set(self.games),
            round_number=number,
            total_rounds=self.rounds,
        )
        pairs = [(p["white_id"], p["black_id"]) for p in made if p.get("black_id")]
        return pairs, [p["white_id"] for p in made if not p.get("black_id")]

    def our_round(self, number: int) -> tuple[list[Pair], list[int]]:
        entrants = [SwissEntrant(who, who, score) for who, score in self.score.items()]
        made = pair_swiss_round(number, entrants, self.past)
        pairs = [(int(p.first), int(p.second)) for p in made.pairings]
        return pairs, [int(bye.competitor) for bye in made.byes]

    def play(self, number: int, pairs: Iterable[Pair], resting: Iterable[int]) -> None:
        before = dict(self.score)
        for white, black in pairs:
            self.games.add((min(white, black), max(white, black)))
            self.colours[white].append("white")
            self.colours[black].append("black")
            for me, other in ((white, black), (black, white)):
                self.floats[me].append(_float(before[me], before[other]))
            down = {"down": white, "up": black}.get(self.floats[white][-1])
            self.past.append(PastMeeting(number, white, black, downfloater=down))
            share = self.rng.choice([Fraction(0), HALF, HALF, Fraction(1), Fraction(1)])
            self.score[white] += share
            self.score[black] += 1 - share
        for who in resting:
            self.score[who] += 1
            self.byes[who] += 1
            self.colours[who].append("none")
            self.floats[who].append("down")
            self.past.append(PastBye(number, who))


def _float(mine: Fraction, theirs: Fraction) -> str:
    return "none" if mine == theirs else "down" if mine > theirs else "up"


def crossings(pairs: Iterable[Pair], score: Mapping[int, Fraction]) -> list[int]:
    """For every score level from the top: how many pairs reach below it."""
    levels = sorted(set(score.values()), reverse=True)
    spans = [sorted((score[a], score[b])) for a, b in pairs]
    return [sum(low < level <= high for low, high in spans) for level in levels]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("count", [6, 9, 14, 17, 20])
def test_swiss_is_no_worse_than_the_dutch_system(count: int, seed: int) -> None:
    rounds = min(7, count - 3)
    event = DutchTournament(count, rounds, seed)
    for number in range(1, rounds + 1):
        theirs, their_bye = event.dutch_round(number)
        ours, our_bye = event.our_round(number)
        if number == 1:
            assert {frozenset(p) for p in ours} == {frozenset(p) for p in theirs}
            assert our_bye == their_bye
        for pairs in (ours, theirs):
            assert not event.games & {(min(p), max(p)) for p in pairs}
        assert [event.score[who] for who in our_bye] == [event.score[who] for who in their_bye]
        if our_bye == their_bye:
            assert crossings(ours, event.score) <= crossings(theirs, event.score)
        event.play(number, theirs, their_bye)
