"""How a game ends: rules 18 to 20, teams (1D), epaulettes (1E), stalling (1J)."""

from dataclasses import dataclass, field

from arena.games.durak.options import DurakOptions
from tests.arena.games.durak.oracle.cards import deck_ranks, rank
from tests.arena.games.durak.oracle.position import Laid, Position
from tests.arena.games.durak.oracle.seating import team


@dataclass
class Ending:
    """Who lost, and why the game is over."""

    losers: list[int]
    order: list[int]  # seats out, first one first
    reason: str  # "draw", "stalled", "immediate", "first_out", "last_holding"
    epaulettes: int = 0
    shared: bool = False  # several duraks by a stalled tie: next game as after a draw
    last_defender: int = 0
    last_opener: int = 0
    direction: int = 1
    still_active: list[int] = field(default_factory=list)


def everyone_of(options: DurakOptions, position: Position, teams: set[int]) -> list[int]:
    return [seat for seat in range(position.players) if team(options, seat) in teams]


def all_teams(options: DurakOptions, position: Position) -> set[int]:
    return {team(options, seat) for seat in range(position.players)}


def make(
    position: Position, losers: list[int], reason: str, epaulettes: int = 0, *, shared: bool = False
) -> Ending:
    return Ending(
        losers=losers,
        order=list(position.finished),
        reason=reason,
        epaulettes=epaulettes,
        shared=shared,
        last_defender=position.defender,
        last_opener=position.opener,
        direction=position.direction,
        still_active=list(position.active),
    )


def won_at_once(position: Position, winner: int) -> Ending:
    """O26 immediate, two players."""
    position.active.remove(winner)
    position.finished.append(winner)
    return make(position, list(position.active), "immediate")


def end_test(
    options: DurakOptions, position: Position, last_table: list[Laid] | None
) -> Ending | None:
    """After the eliminations; `last_table` is None unless the bout was a FAILURE."""
    if options.teams != "none" and options.team_end == "first_out_wins" and position.finished:
        winner = team(options, position.finished[0])
        losers = everyone_of(options, position, all_teams(options, position) - {winner})
        return make(position, losers, "first_out", shoulder(options, position, losers, last_table))
    if not position.active:
        return make(position, [], "draw")
    holding = {team(options, seat) for seat in position.active}
    if len(holding) > 1:
        return None
    losers = everyone_of(options, position, holding)
    return make(position, losers, "last_holding", shoulder(options, position, losers, last_table))


def shoulder(
    options: DurakOptions, position: Position, losers: list[int], table: list[Laid] | None
) -> int:
    """EP1."""
    if options.epaulettes == "off" or table is None or position.defender not in losers:
        return 0
    lowest = deck_ranks(options.deck)[0]
    if rank(table[-1].card) != lowest:
        return 0
    if len(table) > 1 and rank(table[-2].card) == lowest and table[-2].seat == table[-1].seat:
        return 2
    return 1


def stall_test(options: DurakOptions, position: Position) -> Ending | None:
    """1J rule 4."""
    allowed = options.stall_limit or 12 * len(position.active)
    if position.idle_bouts < allowed:
        return None
    held: dict[int, int] = {}
    for seat in position.active:
        cards = len(position.hands[seat]) + len(position.secret[seat])
        held[team(options, seat)] = held.get(team(options, seat), 0) + cards
    most = max(held.values())
    losing = {side for side, cards in held.items() if cards == most}
    losers = everyone_of(options, position, losing)
    return make(position, losers, "stalled", shared=len(losing) > 1)
