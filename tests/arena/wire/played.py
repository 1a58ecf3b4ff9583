"""Whole matches played offline, without a server: random players, mistakes, forfeits, aborts.

`play` does what a table does, as plainly as possible, and writes a `Journal`.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from arena.games import rules
from arena.games.burako.ruleset import BurakoRules
from arena.games.deal_set import Board, board
from arena.games.interface import AnyAction, Game, Rules
from arena.gameserver.journal import Journal
from arena.protocol.v1.replay_pb2 import ReplayRecord
from arena.wire.frames import read_frames
from arena.wire.match_spec import FaultPolicy, MatchSpec, OnFault
from arena.wire.results import BoardResult, Fault, Forfeit, ForfeitReason, GameResult
from tests.arena.games.burako.table import keen_player, random_player
from tests.arena.games.durak.random_play import RandomPlayer

OPENED_AT = 1_790_000_000_000
SHORT_MATCH = {"target_points": 300}
"""Options that keep a Burako match to a few hands."""


def match_of(
    profile: str,
    players: int | None = None,
    *,
    boards: int = 2,
    games: int = 1,
    seed: int = 0,
    policy: OnFault = OnFault.DEFAULT_ACTION,
    strikes: int = 3,
    rotations: tuple[tuple[int, ...], ...] = (),
    **options: object,
) -> MatchSpec:
    """A match of this profile; matches of Burako are short ones."""
    if profile.startswith("burako"):
        options = SHORT_MATCH | options
    rule_set = rules(profile, players=players, **options)
    return MatchSpec(
        match_id=f"match {seed}",
        rules=rule_set,
        participants=tuple(f"bot {number}" for number in range(rule_set.players)),
        rotations=rotations,
        boards=boards,
        games_per_board=games,
        seed=random.Random(f"{profile} {seed}").randbytes(32),
        fault_policy=FaultPolicy(on_fault=policy, strikes=strikes),
    )


@dataclass(frozen=True, kw_only=True)
class Trouble:
    """How often things go wrong, per decision; and what is certain to."""

    faults: float = 0.0
    gone: float = 0.0
    absent: tuple[int, ...] = ()
    """Seats that never start in rotation 0."""
    abort_after: int | None = None
    """Decisions until the host breaks the match off."""


@dataclass
class Played:
    """A match and everything that came of it."""

    spec: MatchSpec
    journal: Journal
    results: list[BoardResult] = field(default_factory=list)
    decisions: int = 0
    games: int = 0
    aborted: str = ""

    @property
    def data(self) -> bytes:
        return bytes(self.journal.data)

    @property
    def records(self) -> list[ReplayRecord]:
        return list(read_frames(self.data))


class AbortedError(Exception):
    """The host has broken the match off."""


def play(spec: MatchSpec, rng: random.Random, trouble: Trouble | None = None) -> Played:
    """Play to the end, in an order of boards that is random like everything else."""
    played = Played(spec, Journal(spec, OPENED_AT))
    trouble = trouble or Trouble()
    try:
        for rotation in range(len(spec.rotations)):
            played.journal.rotation_began(rotation)
            _Rotation(played, rotation, rng, trouble).play()
    except AbortedError:
        played.aborted = "The host had enough."
    played.journal.ended(played.results, played.aborted)
    return played


class _Running:
    def __init__(self, spec: MatchSpec, number: int) -> None:
        self.number = number
        self.board: Board = board(spec.rules, spec.seed, number, spec.games_per_board)
        self.games: list[int] = []
        self.strikes = [0] * spec.rules.players

    @property
    def game(self) -> Game:
        return self.board.game


class _Rotation:
    def __init__(self, played: Played, number: int, rng: random.Random, trouble: Trouble) -> None:
        self._played = played
        self._spec = played.spec
        self._journal = played.journal
        self._number = number
        self._rng = rng
        self._trouble = trouble
        self._running: list[_Running] = []
        self._games = 0
        self._gone: dict[int, ForfeitReason] = {}
        self._choose = chooser(played.spec.rules, rng)

    def play(self) -> None:
        if self._number == 0 and self._trouble.absent:
            self._gone = dict.fromkeys(self._trouble.absent, ForfeitReason.NO_START)
        waiting = list(range(self._spec.boards))
        while waiting or self._running:
            while waiting and len(self._running) < self._spec.boards_at_once:
                self._begin(_Running(self._spec, waiting.pop(0)))
            if self._running:
                self._decide(self._rng.choice(self._running))

    def _begin(self, running: _Running) -> None:
        self._running.append(running)
        if self._gone:
            seats = tuple(sorted(self._gone))
            self._over(running, Forfeit(seats, next(iter(self._gone.values()))))
        else:
            self._begin_game(running)

    def _begin_game(self, running: _Running) -> None:
        running.games.append(self._games)
        self._journal.game_began(self._games, running.number)
        self._games += 1
        self._played.games += 1

    def _decide(self, running: _Running) -> None:
        if self._played.decisions == self._trouble.abort_after:
            raise AbortedError
        seat = running.game.seat
        assert seat is not None
        if self._rng.random() < self._trouble.gone:
            self._leave(self._rng.randrange(self._spec.rules.players))
        elif self._rng.random() < self._trouble.faults:
            self._fault(running, seat)
        else:
            self._apply(running, seat, self._choose(running.game), None)
            self._advance(running)

    def _apply(self, running: _Running, seat: int, action: AnyAction, fault: Fault | None) -> None:
        running.game.apply(action, seat)
        self._played.decisions += 1
        self._journal.move(running.games[-1], seat, action, self._rng.random() * 3, fault)

    def _advance(self, running: _Running) -> None:
        if running.game.outcome is None:
            return
        if running.board.is_over:
            self._over(running, None)
        else:
            running.board.next_game()
            self._begin_game(running)

    def _fault(self, running: _Running, seat: int) -> None:
        policy = self._spec.fault_policy
        forfeit = Forfeit((seat,), ForfeitReason.STRIKES)
        if policy.on_fault is OnFault.FORFEIT:
            self._over(running, forfeit)
            return
        fault = self._rng.choice(list(Fault))
        self._apply(running, seat, running.game.default_action(), fault)
        running.strikes[seat] += 1
        if running.strikes[seat] == policy.strikes:
            self._over(running, forfeit)
        else:
            self._advance(running)

    def _leave(self, seat: int) -> None:
        reason = self._rng.choice([ForfeitReason.DISCONNECTED, ForfeitReason.PROTOCOL])
        self._gone[seat] = reason
        for running in list(self._running):
            self._over(running, Forfeit((seat,), reason))

    def _over(self, running: _Running, forfeit: Forfeit | None) -> None:
        self._running.remove(running)
        if forfeit is not None:
            self._journal.board_forfeited(running.number, forfeit)
        forfeited = forfeit.seats if forfeit else ()
        outcomes = [*running.board.outcomes, None]
        result = BoardResult(
            rotation=self._number,
            board=running.number,
            games=tuple(GameResult(game, outcomes[n]) for n, game in enumerate(running.games)),
            points=running.board.points(forfeited),
            losers=running.board.losers(forfeited),
            forfeit=forfeit,
        )
        self._played.results.append(result)


def chooser(rule_set: Rules[Any], rng: random.Random) -> Callable[[Game], AnyAction]:
    """How a random player of this game answers."""
    if isinstance(rule_set, BurakoRules):
        players: list[Callable[[Any, random.Random], AnyAction]] = [keen_player, random_player]
        player = rng.choice(players)
        return lambda game: player(game, rng)
    durak = RandomPlayer(rng)
    return lambda game: durak.choose(game.legal())
