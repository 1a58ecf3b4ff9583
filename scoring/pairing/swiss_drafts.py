"""From two who will meet to a pairing: what was fixed by hand, and who sits first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.pairing.common import Message, Pairing, PairingError, Who, reason
from scoring.pairing.seats import who_sits_first
from scoring.pairing.swiss_field import Field
from scoring.pairing.swiss_records import Fixed, FixedBye, FixedPairing


@dataclass(frozen=True, slots=True)
class Draft:
    """Two players by rank who will meet; seats and table are still to come."""

    a: int
    b: int
    reasons: tuple[Message, ...]
    first: int | None = None


def without_fixed(players: Field, fixed: Sequence[Fixed]) -> set[int]:
    """Everyone who plays and is not spoken for."""
    free = {rank for rank, entrant in enumerate(players.ranked) if entrant.plays}
    for one in fixed:
        names = (one.competitor,) if isinstance(one, FixedBye) else (one.first, one.second)
        if len(set(names)) < len(names):
            raise PairingError("paired_with_self", f"{names[0]!r} cannot play themselves")
        for name in names:
            rank = players.rank(name)
            if not players.ranked[rank].plays:
                raise PairingError("not_playing", f"{name!r} does not play this round")
            if rank not in free:
                raise PairingError("fixed_twice", f"{name!r} is fixed twice")
            free.discard(rank)
    return free


def drafts_by_hand(players: Field, fixed: Sequence[Fixed]) -> list[Draft]:
    """The pairings that the organizer asked for."""
    drafts = []
    for one in fixed:
        if isinstance(one, FixedPairing):
            a, b = players.rank(one.first), players.rank(one.second)
            why = reason("swiss.manual", a=Who(one.first), b=Who(one.second))
            drafts.append(Draft(a, b, (why,), first=a))
    return drafts


def seated(players: Field, draft: Draft, table: int) -> Pairing:
    """The finished pairing."""
    high, low = min(draft.a, draft.b), max(draft.a, draft.b)
    a, b = players.ranked[high].competitor, players.ranked[low].competitor
    if draft.first is None:
        first, why = who_sits_first(
            a, b, players.seats[high], players.seats[low], is_odd_table=table % 2 == 1
        )
    else:
        first = players.ranked[draft.first].competitor
        why = reason("swiss.seat_by_hand", first=Who(first))
    down = a if players.score[high] > players.score[low] else None
    return Pairing(first, b if first == a else a, table, (*draft.reasons, why), down)
