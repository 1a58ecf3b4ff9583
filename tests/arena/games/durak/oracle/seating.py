"""Who sits where: neighbours, teams, who may throw in and in which order."""

from arena.games.durak.options import DurakOptions
from tests.arena.games.durak.oracle.position import Position

TEAM_COUNT = {"2v2": 2, "3v3": 2, "2v2v2": 3}


def team(options: DurakOptions, seat: int) -> int:
    """TM1; without teams everybody is a team of his own."""
    return seat if options.teams == "none" else seat % TEAM_COUNT[options.teams]


def round_from(position: Position, seat: int, direction: int) -> list[int]:
    """Active seats after `seat` in this direction, `seat` itself last if active."""
    n = position.players
    seats = [(seat + direction * step) % n for step in range(1, n + 1)]
    return [other for other in seats if other in position.active]


def next_active(position: Position, seat: int) -> int:
    return round_from(position, seat, position.direction)[0]


def next_opponent(options: DurakOptions, position: Position, seat: int, direction: int) -> int:
    """Rule 8, TM2, T3."""
    for other in round_from(position, seat, direction):
        if team(options, other) != team(options, seat):
            return other
    raise AssertionError("no opponent is left, yet the game goes on")


def entitled(options: DurakOptions, position: Position) -> set[int]:
    """O12, relative to the present defender."""
    if options.throw_in == "attacker_only":
        return {position.main}
    opponents = [
        seat
        for seat in round_from(position, position.defender, position.direction)
        if team(options, seat) != team(options, position.defender)
    ]
    if options.throw_in == "neighbours":
        # S2: "always two attack the player between them".  The main attacker sits on the one
        # side, be it that he attacks across a team-mate; the other one is on the other side.
        on_left, on_right = opponents[0], opponents[-1]
        return {position.main, on_right if on_left == position.main else on_left}
    return set(opponents)


def throw_order(options: DurakOptions, position: Position) -> list[int]:
    """THROW ROUND: the main attacker, then from the defender's left."""
    others = round_from(position, position.defender, position.direction)
    order = [position.main, *(seat for seat in others if seat != position.main)]
    allowed = entitled(options, position)
    return [seat for seat in order if seat in allowed]


def draw_order(options: DurakOptions, position: Position, *, success: bool) -> list[int]:
    """O25; playing direction is that of the bout just ended."""
    if options.draw_order == "loser_first":
        loser = position.main if success else position.defender
        return [loser, *(seat for seat in position.active if seat != loser)]
    first = position.opener if options.draw_order == "opener_first" else position.main
    order = [first, *round_from(position, first, position.direction)[:-1]]
    return [seat for seat in order if seat != position.defender] + [position.defender]
