"""Is what a Swiss round says about itself true?

One check for every code, from the words of its sentence and the input alone: nothing here asks
the pairing code.  Who had which claim, had met whom and belonged to which group comes from the
brute-force ``Judge``; "could not be paired as well" is settled by looking at every pairing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from scoring.pairing import (
    Fixed,
    FixedBye,
    FixedPairing,
    Message,
    Pairing,
    Past,
    Round,
    SwissEntrant,
    Who,
)
from tests.scoring.pairing.brute_force import Judge, Pairs, all_rounds, planned

Costs = tuple[int, ...]


def person(message: Message, name: str) -> int | str:
    who = message.param(name)
    assert isinstance(who, Who)
    return who.competitor


def parts(message: Message, name: str) -> tuple[Message, ...]:
    value = message.param(name)
    assert isinstance(value, tuple)
    return value


def seat_letter(message: Message, name: str) -> str:
    (part,) = parts(message, name)
    return {"seat.first": "F", "seat.second": "S"}[part.code]


class Witness:
    """Checks every sentence of one round."""

    def __init__(
        self,
        number: int,
        entrants: Sequence[SwissEntrant],
        history: Sequence[Past],
        fixed: Sequence[Fixed],
        made: Round,
    ) -> None:
        self.judge = Judge(number, entrants, history)
        self.made = made
        index = self.judge.index
        by_hand = {frozenset((f.first, f.second)) for f in fixed if isinstance(f, FixedPairing)}
        self.resting_by_hand = {f.competitor for f in fixed if isinstance(f, FixedBye)}
        self.by_hand = by_hand
        self.free_pairs: Pairs = [self._ranks(p) for p in made.pairings if p.both not in by_hand]
        self.partner = {p: q for a, b in self.free_pairs for p, q in ((a, b), (b, a))}
        self.resters = [
            index[bye.competitor] for bye in made.byes if bye.competitor not in self.resting_by_hand
        ]
        self.said: set[str] = set()

    def _ranks(self, pairing: Pairing) -> tuple[int, int]:
        a, b = (self.judge.index[who] for who in (pairing.first, pairing.second))
        return min(a, b), max(a, b)

    def rank(self, message: Message, name: str) -> int:
        return self.judge.index[person(message, name)]

    # --- the whole round ---

    def check(self) -> set[str]:
        """Check everything said; the codes that were said come back."""
        for pairing in self.made.pairings:
            self._check_pairing(pairing)
        for bye in self.made.byes:
            (why,) = bye.reasons
            self._note(why)
            assert person(why, "who") == bye.competitor
            if bye.competitor in self.resting_by_hand:
                assert why.code == "swiss.bye_by_hand"
            else:
                self._bye(why)
        return self.said

    def _note(self, message: Message) -> None:
        self.said.add(message.code)
        text = message.text()
        assert "%" not in text
        assert "{" not in text

    def _check_pairing(self, pairing: Pairing) -> None:
        for message in pairing.reasons:
            self._note(message)
        codes = [message.code for message in pairing.reasons]
        if pairing.both in self.by_hand:
            assert codes == ["swiss.manual", "swiss.seat_by_hand"]
            assert person(pairing.reasons[1], "first") == pairing.first
            return
        score, order, *again, seat = pairing.reasons
        high, low = self._ranks(pairing)
        self._score(score, high, low)
        self._order(order, high, low)
        assert bool(again) == bool(self.judge.met[frozenset((high, low))])
        for message in again:
            self._rematch(message, high, low)
        self._seat(seat, pairing, high, low)

    # --- score ---

    def _score(self, message: Message, high: int, low: int) -> None:
        score = self.judge.score
        if message.code == "swiss.same_score":
            assert {self.rank(message, "a"), self.rank(message, "b")} == {high, low}
            assert score[high] == score[low] == message.param("score")
            return
        assert (self.rank(message, "high"), self.rank(message, "low")) == (high, low)
        assert message.param("high_score") == score[high] > score[low]
        assert message.param("low_score") == score[low]
        left_unmet = [
            other
            for other, partner in self.partner.items()
            if other != high
            and score[other] == score[high] > score[partner]
            and not self.judge.met[frozenset((high, other))]
        ]
        if message.code == "swiss.float":
            assert not left_unmet
            return
        assert message.code == "swiss.float_for_others"
        assert left_unmet
        below = [pair for pair in self.free_pairs if score[pair[1]] < score[high]]
        now = self._repeated(below)
        players = [player for pair in below for player in pair]
        for other in left_unmet:
            rest = [player for player in players if player not in (high, other)]
            assert self._least(rest, self._repeated) > now

    def _repeated(self, pairs: Iterable[tuple[int, int]]) -> Costs:
        times = [self.judge.met[frozenset(pair)] for pair in pairs]
        return sum(map(bool, times)), sum(times)

    @staticmethod
    def _least(players: Sequence[int], costs: Callable[[Pairs], Costs]) -> Costs:
        return min(costs(pairs) for pairs, _ in all_rounds(sorted(players)))

    def _rematch(self, message: Message, high: int, low: int) -> None:
        assert message.code == "swiss.rematch"
        assert {self.rank(message, "a"), self.rank(message, "b")} == {high, low}
        assert self._least(list(self.partner), self._repeated) > (0, 0)

    # --- order inside the group ---

    def _order(self, message: Message, high: int, low: int) -> None:
        a, b = self.rank(message, "a"), self.rank(message, "b")
        assert {a, b} == {high, low}
        plan, made_before = self._group_of(a)
        if message.code == "swiss.as_planned":
            assert plan[a] == b
            return
        assert message.code == "swiss.moved"
        due = self.rank(message, "planned")
        assert plan[a] == due != b
        (because,) = parts(message, "because")
        self._note(because)
        self._because(because, a, b, due, (plan, made_before))

    def _group_of(self, player: int) -> tuple[dict[int, int], set[int]]:
        """The plan of the group in which someone was paired, and who was paired there before."""
        score = self.judge.score
        floaters: list[int] = []
        for level in sorted({score[p] for p in self.partner}, reverse=True):
            residents = [p for p in sorted(self.partner) if score[p] == level]
            bracket = {*floaters, *residents}
            stay = {p for p in bracket if self.partner[p] in bracket}
            if player in stay:
                upper, lower = planned(
                    [p for p in floaters if p in stay], [p for p in residents if p in stay]
                )
                before: set[int] = set()
                for one in [*upper, *lower]:
                    if one in (player, self.partner[player]):
                        break
                    before |= {one, self.partner[one]}
                plan = dict(zip([*upper, *lower], [*lower, *upper], strict=True))
                return plan, before
            floaters = sorted(bracket - stay)
        raise AssertionError(f"{player} was paired in no group")

    def _because(
        self,
        message: Message,
        a: int,
        b: int,
        due: int,
        group: tuple[Mapping[int, int], set[int]],
    ) -> None:
        judge = self.judge
        plan, before = group
        match message.code:
            case "swiss.because_met":
                assert {self.rank(message, "a"), self.rank(message, "planned")} == {a, due}
                assert judge.met[frozenset((a, due))]
                assert not judge.met[frozenset((a, b))]
            case "swiss.because_taken":
                assert self.rank(message, "planned") == due
                assert self.partner[due] == self.rank(message, "other")
                assert due in before
            case "swiss.because_higher":
                assert (self.rank(message, "b"), self.rank(message, "planned")) == (b, due)
                assert b < due
                # The other half is asked from its top; one's own half only as a last resort.
                assert b in list(plan)[len(plan) // 2 :]
                assert due not in before
            case "swiss.because_seats":
                assert {self.rank(message, "a"), self.rank(message, "planned")} == {a, due}
                letter = seat_letter(message, "seat")
                assert judge.due(a) == judge.due(due) == letter != judge.due(b)
                assert due not in before
                self._is_worse(a, due, plan, before)
            case _:
                assert message.code == "swiss.because_others"
                assert due not in before
                self._is_worse(a, due, plan, before)

    def _is_worse(self, a: int, due: int, plan: Mapping[int, int], before: set[int]) -> None:
        """With these two together, who was left of the group could not be paired as well."""
        left = [player for player in plan if player not in before]
        rest = [player for player in left if player not in (a, due)]
        together = min(self._clashes([(a, due), *pairs]) for pairs, _ in all_rounds(sorted(rest)))
        assert together > self._least(left, self._clashes)

    def _clashes(self, pairs: Iterable[tuple[int, int]]) -> Costs:
        judge = self.judge
        pairs = list(pairs)
        clashing = [(p, q) for p, q in pairs if judge.due(p) and judge.due(p) == judge.due(q)]
        absolute = sum(judge.absolute(p) and judge.absolute(q) for p, q in clashing)
        return (*self._repeated(pairs), absolute, len(clashing))

    # --- seats ---

    def _seat(self, message: Message, pairing: Pairing, high: int, low: int) -> None:
        judge = self.judge
        first, second = judge.index[pairing.first], judge.index[pairing.second]
        mine, theirs = judge.seats[first], judge.seats[second]
        match message.code:
            case "swiss.seat_by_number":
                assert mine == theirs == ""
                assert (first == high) == (pairing.table % 2 == 1)
            case "swiss.seat_due":
                assert self.rank(message, "b") == second
                quoted = [int(str(message.param(f"{who}_{seat}s")))
                          for who in "ab" for seat in ("first", "second")]  # fmt: skip
                assert quoted == [seats.count(x) for seats in (mine, theirs) for x in "FS"]
                assert quoted[0] - quoted[1] < quoted[2] - quoted[3]
            case "swiss.seat_alternates":
                assert mine[-1] == "S"
            case "swiss.seat_other_alternates":
                assert self.rank(message, "b") == second
                assert theirs[-1] == "F"
            case _:
                self._contested(message, first, high, low)
                return
        assert self.rank(message, "first") == first
        assert (judge.due(first), judge.due(second)) not in (("F", "F"), ("S", "S"))
        assert judge.due(first) != "S"
        assert judge.due(second) != "F"

    def _contested(self, message: Message, first: int, high: int, low: int) -> None:
        judge = self.judge
        letter = seat_letter(message, "seat")
        assert judge.due(high) == judge.due(low) == letter
        winner = self.rank(message, "who")
        assert (winner == first) == (letter == "F")
        loser = low if winner == high else high
        mine, theirs = judge.seats[winner], judge.seats[loser]
        strength, other = (self._strength(p, letter) for p in (winner, loser))
        differ = [(x, y) for x, y in zip(mine[::-1], theirs[::-1], strict=False) if x != y]
        if message.code == "swiss.seat_yields":
            assert strength > other
        elif message.code == "swiss.seat_by_past":
            assert strength == other
            assert seat_letter(message, "other") != letter
            assert differ[0] == (seat_letter(message, "other"), letter)
        else:
            assert message.code == "swiss.seat_by_rank"
            assert strength == other
            assert not differ
            assert winner < loser

    def _strength(self, player: int, letter: str) -> tuple[bool, int]:
        """Absolute claims first; then how much more often the other seat was theirs."""
        seats = self.judge.seats[player]
        lack = len(seats) - 2 * seats.count(letter)
        return self.judge.absolute(player), lack

    # --- byes ---

    def _bye(self, message: Message) -> None:
        judge = self.judge
        (rester,) = self.resters
        left = {*self.partner, rester}
        fewest = min(judge.byes[player] for player in left)
        assert judge.byes[rester] == fewest == message.param("byes")
        below = [p for p in sorted(left) if p > rester and judge.byes[p] == fewest]
        if message.code == "swiss.bye":
            assert not below
            return
        assert message.code == "swiss.bye_passed_over"
        because = parts(message, "because")
        assert [self.rank(part, "who") for part in because] == below != []
        now = self._repeated(self.free_pairs)
        for part, player in zip(because, below, strict=True):
            self._note(part)
            if part.code == "swiss.bye_because_forfeit":
                assert judge.forfeit_wins[player] > judge.forfeit_wins[rester]
            else:
                assert part.code == "swiss.bye_because_rematch"
                assert self._least(sorted(left - {player}), self._repeated) > now
