"""Everyone meets everyone: Berger tables.

FIDE Handbook C.05, Annex 1.  The number that plays the last one walks 1, n/2+1, 2, n/2+2, ...;
the rest pair symmetrically around it, counting in a circle of n-1.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.pairing.common import (
    ByeAward,
    CompetitorId,
    Pairing,
    PairingError,
    Round,
    Who,
    reason,
    refuse_duplicates,
)


def berger_round(size: int, number: int) -> tuple[tuple[int, int], ...]:
    """One round of the table for an even number of players, as (first, second) numbers from 1."""
    if size < 2 or size % 2:
        raise PairingError("size_not_even", f"Berger tables are for even numbers, not {size}")
    if not 1 <= number < size:
        raise PairingError("round_out_of_range", f"the table for {size} has rounds 1 to {size - 1}")
    circle = size - 1
    pivot = (number + 1) // 2 if number % 2 else (size + number) // 2
    top = (pivot, size) if number % 2 else (size, pivot)
    others = (
        ((pivot + step - 1) % circle + 1, (pivot - step - 1) % circle + 1)
        for step in range(1, size // 2)
    )
    return (top, *others)


def round_robin(competitors: Sequence[CompetitorId], cycles: int = 1) -> tuple[Round, ...]:
    """All rounds, for competitors in the order of their drawn numbers.

    An odd number is filled up with an empty seat, the highest number; who meets it rests.
    In a double round robin seats are exchanged the second time, and the last two rounds
    of the first cycle are swapped so that nobody keeps a seat three times (C.05, Annex 1).
    """
    refuse_duplicates(competitors)
    if len(competitors) < 2:
        raise PairingError("too_few_competitors", "a round robin needs two competitors or more")
    if cycles not in (1, 2):
        raise PairingError("cycles_out_of_range", "a round robin is single (1) or double (2)")
    size = len(competitors) + len(competitors) % 2
    order = list(range(1, size))
    if cycles == 2 and size > 2:
        order[-2:] = reversed(order[-2:])
    rounds = [
        _round(competitors, size, table_round, number, is_return=False)
        for number, table_round in enumerate(order, start=1)
    ]
    if cycles == 2:
        rounds += [
            _round(competitors, size, table_round, number, is_return=True)
            for number, table_round in enumerate(range(1, size), start=size)
        ]
    return tuple(rounds)


def _round(
    competitors: Sequence[CompetitorId],
    size: int,
    table_round: int,
    number: int,
    *,
    is_return: bool,
) -> Round:
    pairings: list[Pairing] = []
    byes: list[ByeAward] = []
    code = "round_robin.return" if is_return else "round_robin.berger"
    for a, b in berger_round(size, table_round):
        if max(a, b) > len(competitors):
            rester = competitors[min(a, b) - 1]
            byes.append(ByeAward(rester, (reason("round_robin.bye", who=Who(rester)),)))
            continue
        first, second = (b, a) if is_return else (a, b)
        why = reason(code, round=table_round, size=size, a=first, b=second)
        pairings.append(
            Pairing(competitors[first - 1], competitors[second - 1], len(pairings) + 1, (why,))
        )
    return Round(number, tuple(pairings), tuple(byes))
