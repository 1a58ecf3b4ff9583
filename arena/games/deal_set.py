"""A deal set: boards, each played once in every rotation of the participants around the table.

A board is one shuffle: a single game or a series of Durak, a match of Burako.  Its games are played
in order; what comes out is compared with the same board in the other rotations.
"""

from collections.abc import Sequence
from typing import Any, Final, Protocol

from arena.games.burako.match import Match
from arena.games.burako.ruleset import BurakoRules
from arena.games.durak.outcome import LOST, SURVIVED
from arena.games.interface import Game, Outcome, Rules
from arena.games.shuffle import board_seed

SIDES_SWAPPED: Final = 2


class Board(Protocol):
    """One shuffle at one table, game after game."""

    @property
    def game(self) -> Game:
        """The game being played, or the last one."""

    @property
    def outcomes(self) -> Sequence[Outcome]:
        """Those of the games that are over."""

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of the sides so far, where they are added up to a target; else nothing."""

    @property
    def is_over(self) -> bool:
        """Whether all its games are."""

    def next_game(self) -> Game:
        """Deal the next game, once the present one is over."""

    def points(self, forfeited: Sequence[int] = ()) -> tuple[int, ...]:
        """Per seat, what it came to, if these seats broke it off."""

    def losers(self, forfeited: Sequence[int] = ()) -> tuple[int, ...]:
        """The seats that have lost it; empty: a draw."""


def board(rules: Rules[Any], seed: bytes, number: int, games: int = 1) -> Board:
    """Board `number` of the deal set of this seed, its first game dealt.

    `games` is for Durak; Burako plays a match.
    """
    own = board_seed(seed, number)
    if isinstance(rules, BurakoRules):
        return MatchBoard(rules, own)
    return SeriesBoard(rules, own, games)


def most_games(rules: Rules[Any], games: int = 1) -> int:
    """How many games a board can have at most: `games` of Durak, all hands of a Burako match."""
    if isinstance(rules, BurakoRules):
        limit = rules.options.hand_limit
        assert limit is not None, "the arena plays no match without a number of hands"
        return limit
    return games


def usual_rotations(rules: Rules[Any]) -> tuple[tuple[int, ...], ...]:
    """The participant at each seat: everybody in every seat once; in Burako the sides are swapped.

    Going round by one seat keeps partners together in every team layout.
    """
    players = rules.players
    count = SIDES_SWAPPED if isinstance(rules, BurakoRules) else players
    return tuple(
        tuple((seat + turned) % players for seat in range(players)) for turned in range(count)
    )


class SeriesBoard:
    """Durak: so many games by the next-game rules, each with its losers."""

    def __init__(self, rules: Rules[Any], seed: bytes, games: int) -> None:
        self._series = rules.series(seed)
        self._games = games
        self._finished: list[Outcome] = []
        self._teams: tuple[int, ...] = rules.teams
        self.totals: tuple[int, ...] = ()
        self.game: Game = self._series.next_game()

    @property
    def outcomes(self) -> Sequence[Outcome]:
        """Those of the games that are over."""
        ended = self.game.outcome
        return self._finished if ended is None else [*self._finished, ended]

    @property
    def is_over(self) -> bool:
        """Whether all its games are."""
        return len(self.outcomes) == self._games

    def next_game(self) -> Game:
        """The next one of the series."""
        ended = self.game.outcome
        if ended is None or self.is_over:
            raise ValueError("Play the present game to its end; the last one has no next.")
        self._finished.append(ended)
        self.game = self._series.next_game()
        return self.game

    def points(self, forfeited: Sequence[int] = ()) -> tuple[int, ...]:
        """The games' scores; those not played are lost by whoever forfeited, teams together."""
        played = self.outcomes
        if forfeited:
            guilty = {self._teams[seat] for seat in forfeited}
            unplayed = self._games - len(played)
            rest = [unplayed * (LOST if team in guilty else SURVIVED) for team in self._teams]
        else:
            rest = [0] * len(self._teams)
        return tuple(
            sum(outcome.scores[seat] for outcome in played) + rest[seat]
            for seat in range(len(self._teams))
        )

    def losers(self, forfeited: Sequence[int] = ()) -> tuple[int, ...]:
        """Who forfeited, teams together; else who has the fewest points, if somebody has more."""
        if forfeited:
            return _with_teams(self._teams, forfeited)
        points = self.points()
        least = min(points)
        if least == max(points):
            return ()
        return tuple(seat for seat, scored in enumerate(points) if scored == least)


class MatchBoard:
    """Burako: hands until the target, each with points for both sides."""

    def __init__(self, rules: BurakoRules, seed: bytes) -> None:
        self._match: Match = rules.match(seed)
        self._teams: tuple[int, ...] = rules.teams
        self._finished: list[Outcome] = []
        self._before: tuple[int, ...] = (0, 0)
        self.game: Game = self._match.next_game()

    @property
    def outcomes(self) -> Sequence[Outcome]:
        """Those of the hands that are over."""
        ended = self.game.outcome
        return self._finished if ended is None else [*self._finished, ended]

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of both sides so far; asked for at every decision, they change with a hand."""
        return self._before if self.game.outcome is None else self._match.progress.totals

    @property
    def is_over(self) -> bool:
        """Whether no further hand is played."""
        return self._match.is_over

    def next_game(self) -> Game:
        """The next hand."""
        ended = self.game.outcome
        following = self._match.next_game()  # refuses while there is one in play
        assert ended is not None
        self._finished.append(ended)
        self._before = self._match.progress.totals
        self.game = following
        return following

    def points(self, forfeited: Sequence[int] = ()) -> tuple[int, ...]:  # noqa: ARG002
        """The points of each seat's side; a forfeit leaves them as they are."""
        totals = self.totals
        return tuple(totals[side] for side in self._teams)

    def losers(self, forfeited: Sequence[int] = ()) -> tuple[int, ...]:
        """The side that forfeited, or the one that did not win."""
        if forfeited:
            return _with_teams(self._teams, forfeited)
        ended = self._match.progress.outcome
        if ended is None or ended.winner is None:
            return ()
        return tuple(seat for seat, side in enumerate(self._teams) if side != ended.winner)


def _with_teams(teams: Sequence[int], seats: Sequence[int]) -> tuple[int, ...]:
    """These seats and their partners; if that is everybody, nobody has lost to anybody."""
    guilty = {teams[seat] for seat in seats}
    lost = tuple(seat for seat, team in enumerate(teams) if team in guilty)
    return () if len(lost) == len(teams) else lost
