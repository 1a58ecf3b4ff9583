"""Two players, or two pairs, against each other: who may read that, and what there is to read."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Pair, Player
from tournaments.selectors.histories import (
    Sides,
    sides_against_pair,
    sides_against_player,
    sides_of_pair,
    sides_of_player,
)
from tournaments.selectors.people import (
    Reader,
    pair_find,
    pair_is_insider,
    pair_may_read,
    player_find,
    player_is_insider,
    player_may_read,
)


@dataclass(frozen=True)
class Versus:
    """What a reader may know of two on opposite sides."""

    between: tuple[Player, Player] | tuple[Pair, Pair]
    sides: Sides
    """Those of the first."""
    insider: bool

    @property
    def players(self) -> Sequence[Player]:
        """Everybody whose history this is."""
        return [
            player
            for one in self.between
            for player in ((one,) if isinstance(one, Player) else one.players)
        ]

    @property
    def seen_by(self) -> Player | None:
        """Whose rating the matches have moved; a pair has none of its own."""
        first = self.between[0]
        return first if isinstance(first, Player) else None


def versus_of_players(*, public_id: str, other_id: str, reader: Reader) -> Versus | None:
    """Two players on opposite sides, alone or with partners; None for who may not read that."""
    one, two = player_find(public_id=public_id), player_find(public_id=other_id)
    if one is None or two is None:
        return None
    sides = sides_against_player(sides=sides_of_player(player=one), player=two)
    insider = any(player_is_insider(player=each, reader=reader) for each in (one, two))
    opened = all(player_may_read(player=each, reader=reader) for each in (one, two))
    return _readable(Versus((one, two), sides, insider), opened=opened)


def versus_of_pairs(*, public_id: str, other_id: str, reader: Reader) -> Versus | None:
    """Two pairs against each other; None for who may not read that."""
    one, two = pair_find(public_id=public_id), pair_find(public_id=other_id)
    if one is None or two is None:
        return None
    sides = sides_against_pair(sides=sides_of_pair(pair=one), pair=two)
    insider = any(pair_is_insider(pair=each, reader=reader) for each in (one, two))
    opened = all(pair_may_read(pair=each, reader=reader) for each in (one, two))
    return _readable(Versus((one, two), sides, insider), opened=opened)


def _readable(versus: Versus, *, opened: bool) -> Versus | None:
    """An insider of one reads about another they have met; everybody else, what both opened."""
    if versus.between[0] == versus.between[1]:
        return None
    return versus if opened or (versus.insider and versus.sides.exists()) else None
