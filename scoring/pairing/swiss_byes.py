"""Who rests in a Swiss round, and why them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from scoring.pairing.common import ByeAward, Message, PairingError, Who, reason
from scoring.pairing.swiss_field import Field
from scoring.pairing.swiss_records import Fixed, FixedBye


def byes_by_hand(fixed: Sequence[Fixed]) -> list[ByeAward]:
    """The byes that the organizer asked for."""
    return [
        ByeAward(one.competitor, (reason("swiss.bye_by_hand", who=Who(one.competitor)),))
        for one in fixed
        if isinstance(one, FixedBye)
    ]


def choose_bye(players: Field, free: Set[int]) -> int:
    """Who of an odd number rests: fewest byes, fewest rematches for the others, lowest."""
    fewest = min(players.byes[rank] for rank in free)
    candidates = sorted(
        (rank for rank in free if players.byes[rank] == fewest),
        key=lambda rank: (players.forfeit_wins[rank], players.score[rank], -rank),
    )
    best: tuple[int, int] | None = None
    for rank in candidates:
        needed = players.least_rematch_cost(free - {rank})
        if best is None or needed < best[0]:
            best = (needed, rank)
        if needed == 0:
            break
    if best is None:
        raise PairingError("nobody_to_pair", "nobody is left for the bye")
    return best[1]


def bye_award(players: Field, rester: int, free: Set[int]) -> ByeAward:
    """The bye of ``rester``, one of the ``free``, with its reason."""
    who = players.who(rester)
    because = tuple(_passed_over(players, rester, free))
    if because:
        why = reason("swiss.bye_passed_over", who=who, byes=players.byes[rester], because=because)
    else:
        why = reason("swiss.bye", who=who, byes=players.byes[rester])
    return ByeAward(who.competitor, (why,))


def _passed_over(players: Field, rester: int, free: Set[int]) -> Iterator[Message]:
    """Why not each of those ranked below who have had as few byes."""
    for rank in sorted(free):
        if rank > rester and players.byes[rank] == players.byes[rester]:
            has_won_more = players.forfeit_wins[rank] > players.forfeit_wins[rester]
            code = "swiss.bye_because_forfeit" if has_won_more else "swiss.bye_because_rematch"
            yield reason(code, who=players.who(rank))
