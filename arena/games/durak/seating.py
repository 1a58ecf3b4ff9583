"""Who sits where: neighbours, teams, and the orders in which seats are asked or draw.

Seats are numbered clockwise, so "left" is the next number while play runs clockwise.
Everything here depends only on who is still active, so it is worked out once per such set.
"""

from typing import Final

from arena.games.durak.options import DurakOptions

CLOCKWISE: Final = 0
COUNTER_CLOCKWISE: Final = 1
_STEP: Final = (1, -1)
TEAM_COUNT: Final = {"2v2": 2, "2v2v2": 3, "3v3": 2}
NOBODY: Final = -1


def team_numbers(options: DurakOptions, players: int) -> tuple[int, ...]:
    """The team of each seat (TM1): two sit opposite, three alternate; else each for itself."""
    return tuple(seat % TEAM_COUNT.get(options.teams, players) for seat in range(players))


class Seating:
    """The seats of a rule set."""

    def __init__(self, options: DurakOptions, players: int) -> None:
        self.players = players
        self.team_of = team_numbers(options, players)
        self._throw_in = options.throw_in
        self._rings: dict[int, Ring] = {}

    def ring(self, active: int) -> "Ring":
        """The seats of the mask `active` as they now sit."""
        ring = self._rings.get(active)
        if ring is None:
            ring = self._rings[active] = Ring(self.team_of, active, self._throw_in)
        return ring


class Ring:
    """The active seats.  `next[d][seat]` and `foe[d][seat]` look from any seat in direction d."""

    def __init__(self, team_of: tuple[int, ...], active: int, throw_in: str) -> None:
        self._team_of = team_of
        self._throw_in = throw_in
        self._draw_orders: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self.active = active
        self.seats = tuple(seat for seat in range(len(team_of)) if active >> seat & 1)
        self.size = len(self.seats)
        everybody = range(len(team_of))
        self.next = tuple(
            tuple(self._first(self.around(seat, d)) for seat in everybody) for d in (0, 1)
        )
        self.foe = tuple(
            tuple(self._first(self._opponents(seat, d)) for seat in everybody) for d in (0, 1)
        )
        """TM2, T3: the next active seat that is not a team-mate."""
        self.roles = tuple(tuple(self._roles(main, d) for main in everybody) for d in (0, 1))
        """Per direction and main attacker: the defender, who may throw in, and who draws (O25:
        main attacker first), the last two in order."""
        self.stay = tuple(
            tuple(seat if active >> seat & 1 else self.next[d][seat] for seat in everybody)
            for d in (0, 1)
        )
        """The seat itself, or the next active one if it is out (rule 17)."""

    @staticmethod
    def _first(seats: tuple[int, ...]) -> int:
        return seats[0] if seats else NOBODY

    def around(self, seat: int, direction: int) -> tuple[int, ...]:
        """All other active seats, beginning with the neighbour in this direction."""
        count = len(self._team_of)
        turns = ((seat + _STEP[direction] * n) % count for n in range(1, count))
        return tuple(other for other in turns if self.active >> other & 1)

    def _opponents(self, seat: int, direction: int) -> tuple[int, ...]:
        mine = self._team_of[seat]
        return tuple(s for s in self.around(seat, direction) if self._team_of[s] != mine)

    def _roles(self, main: int, direction: int) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
        defender = self.foe[direction][main]
        throwers = self._throwers(main, defender, direction)
        return defender, throwers, self.draw_order(main, defender, direction)

    def _throwers(self, main: int, defender: int, direction: int) -> tuple[int, ...]:
        """Who may throw in (O12, TM3), in the order of a throw round (1I)."""
        opponents = self._opponents(defender, direction)
        others = tuple(seat for seat in opponents if seat != main)
        if self._throw_in == "attacker_only":
            others = ()
        elif self._throw_in == "neighbours":
            # "the nearest active opponent of the defender on the other side".  Across a
            # team-mate the main attacker may attack a lone defender from his left side; then
            # the other side is the right one: two always attack the player between them (S2).
            if opponents[:1] == (main,):
                opponents = self._opponents(defender, 1 - direction)
            others = tuple(seat for seat in opponents[:1] if seat != main)
        return (main, *others)

    def draw_order(self, first: int, defender: int, direction: int) -> tuple[int, ...]:
        """`first`, then all others in playing direction, the defender last (O25)."""
        found = self._draw_orders.get((first, defender, direction))
        if found is None:
            order = (first, *self.around(first, direction))
            found = (*(seat for seat in order if seat != defender), defender)
            self._draw_orders[first, defender, direction] = found
        return found
