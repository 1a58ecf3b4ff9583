"""Whether a log is that of a match played by the rules: everything is played again.

Nothing in the log is believed that the rule engines can tell: the deals come from the seed that
its commitment fixed before the first card, every action is judged, every result counted anew.
A digest tells damage that would look like another legal match.  What nobody can tell is whether
the server noted the truth in the first place: how long a seat thought, say, or why its stream
closed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from arena.games.deal_set import board
from arena.games.errors import MalformedAction, RulesRefused
from arena.games.interface import Rules
from arena.games.shuffle import verify_commitment
from arena.protocol.v1 import match_pb2
from arena.protocol.v1.replay_pb2 import (
    BoardForfeited,
    GameBegan,
    Move,
    ReplayEnd,
    ReplayHeader,
    ReplayRecord,
    RotationBegan,
)
from arena.wire.codec import codec_for
from arena.wire.frames import FORMAT, ReplayRefused, is_sealed, last_record, read_frames
from arena.wire.match_spec import SEED_BYTES
from arena.wire.matches import board_result_to_wire, forfeit_from_wire
from arena.wire.replayed_board import Policy, ReplayedBoard
from arena.wire.results import BoardResult, Forfeit
from arena.wire.rules import rules_from_wire

_RECORDS_AT_A_TIME: Final = 1_000

__all__ = ["ParticipantUsage", "ReplayRefused", "Verified", "verify"]


@dataclass(slots=True)
class ParticipantUsage:
    """What the log says of a participant's answers, over all rotations."""

    decisions: int = 0
    think_ms: int = 0
    longest_ms: int = 0
    strikes: int = 0

    def add(self, move: Move) -> None:
        """One more."""
        self.decisions += 1
        self.think_ms += move.think_ms
        self.longest_ms = max(self.longest_ms, move.think_ms)
        self.strikes += bool(move.fault)


@dataclass(frozen=True, slots=True)
class Verified:
    """A match that was played by the rules."""

    header: ReplayHeader
    rules: Rules[Any]
    boards: tuple[BoardResult, ...]
    """All results, in the order in which the boards ended."""
    games: int
    decisions: int
    aborted: str
    """Why it was broken off; empty if it was played to its end."""
    seed: bytes
    usage: tuple[ParticipantUsage, ...]
    """By participant."""


def verify(data: bytes, meanwhile: Callable[[], None] = lambda: None) -> Verified:
    """Play a log again; `ReplayRefused` says which record does not fit, and why.

    `meanwhile` is called now and then: a long log takes many seconds.
    """
    last = last_record(data)
    if not last.HasField("end"):
        raise ReplayRefused("The log has no end: it breaks off, or the match is still played.")
    check: _Check | None = None
    for number, record in enumerate(read_frames(data), 1):
        if not number % _RECORDS_AT_A_TIME:
            meanwhile()
        try:
            if check is None:
                check = _begin(record, last.end.seed)
            else:
                check.take(record)
        except ReplayRefused as refused:
            raise ReplayRefused(f"Record {number}: {refused}") from None
    assert check is not None, "the last record was the end"
    if not is_sealed(data):
        raise ReplayRefused("The log is damaged: the digest at its end does not fit.")
    return check.verified()


def _begin(record: ReplayRecord, seed: bytes) -> "_Check":
    if not record.HasField("header"):
        raise ReplayRefused("the log does not begin with its header.")
    return _Check(record.header, rules_checked(record.header, seed), seed)


def rules_checked(header: ReplayHeader, seed: bytes) -> Rules[Any]:
    """The rules of a match that can be played, and whose seed is the one committed to."""
    if header.format != FORMAT:
        raise ReplayRefused(f"the format is {header.format}; this program reads {FORMAT}.")
    try:
        rules: Rules[Any] = rules_from_wire(header.rules)
    except RulesRefused as refused:
        raise ReplayRefused(f"nobody can play by these rules: {refused}") from None
    if len(header.participants) != rules.players:
        raise ReplayRefused(f"there must be {rules.players} participants.")
    everybody = list(range(rules.players))
    if not header.rotations or any(sorted(r.participants) != everybody for r in header.rotations):
        raise ReplayRefused("every rotation must seat each participant once.")
    if not header.boards or not header.games_per_board:
        raise ReplayRefused("there must be boards, and games on them.")
    if len(seed) != SEED_BYTES or not verify_commitment(seed, header.commitment):
        raise ReplayRefused("the seed revealed at the end is not the one committed to.")
    return rules


class _Check:
    """Reads record after record."""

    def __init__(self, header: ReplayHeader, rules: Rules[Any], seed: bytes) -> None:
        self._header = header
        self._rules = rules
        self._seed = seed
        self._codec = codec_for(rules)
        self._policy = Policy(header.fault_policy)
        self._rotation = -1
        self._boards: dict[int, ReplayedBoard] = {}
        """Those of this rotation that have begun and are not over."""
        self._over: set[int] = set()
        """Those of this rotation that are over."""
        self._next_game = 0
        self._playing: dict[int, ReplayedBoard] = {}
        """By the number of a game that is not over, its board."""
        self._results: list[BoardResult] = []
        self._games = self._decisions = 0
        self._end: ReplayEnd | None = None
        self._usage = tuple(ParticipantUsage() for _ in range(rules.players))
        self._readers: dict[str, Callable[[Any], None]] = {
            "header": self._header_again,
            "rotation_began": self._rotation_began,
            "game_began": self._game_began,
            "move": self._move,
            "board_forfeited": self._board_forfeited,
            "end": self._ended,
        }

    def take(self, record: ReplayRecord) -> None:
        """The next one."""
        if self._end is not None:
            raise ReplayRefused("nothing may follow the end.")
        kind = record.WhichOneof("record")
        if kind is None:
            raise ReplayRefused("it is empty.")
        if self._rotation < 0 and kind not in {"rotation_began", "end"}:
            raise ReplayRefused("no rotation has begun yet.")
        self._readers[kind](getattr(record, kind))

    def verified(self) -> Verified:
        """What has come out, after the last record."""
        assert self._end is not None, "the last record was the end"
        return Verified(
            header=self._header,
            rules=self._rules,
            boards=tuple(self._results),
            games=self._games,
            decisions=self._decisions,
            aborted=self._end.aborted,
            seed=self._seed,
            usage=self._usage,
        )

    @staticmethod
    def _header_again(_: ReplayHeader) -> None:
        raise ReplayRefused("a log has only one header.")

    def _rotation_began(self, message: RotationBegan) -> None:
        if message.rotation != self._rotation + 1:
            raise ReplayRefused(f"rotation {self._rotation + 1} was to begin.")
        if message.rotation >= len(self._header.rotations):
            raise ReplayRefused(f"there are only {len(self._header.rotations)} rotations.")
        self._refuse_unfinished()
        self._rotation += 1
        self._over.clear()
        self._next_game = 0

    def _refuse_unfinished(self) -> None:
        """A rotation is over when all its boards are."""
        over = len(self._over)
        if self._rotation >= 0 and over < self._header.boards:
            raise ReplayRefused(
                f"rotation {self._rotation} is not over: "
                f"{over} of its {self._header.boards} boards are."
            )

    def _game_began(self, message: GameBegan) -> None:
        if message.game != self._next_game:
            raise ReplayRefused(f"game {self._next_game} was to begin, not game {message.game}.")
        replayed = self._board(message.board)
        replayed.begin_game(message.game)
        self._next_game += 1
        self._games += 1
        self._playing[message.game] = replayed

    def _board(self, number: int) -> ReplayedBoard:
        """A board that is not over; it is dealt when it is first heard of."""
        if number >= self._header.boards:
            raise ReplayRefused(f"there are only {self._header.boards} boards.")
        if number in self._over:
            raise ReplayRefused(f"board {number} is over.")
        if number not in self._boards:
            dealt = board(self._rules, self._seed, number, self._header.games_per_board)
            self._boards[number] = ReplayedBoard(number, dealt, self._policy)
        return self._boards[number]

    def _move(self, message: Move) -> None:
        if message.game not in self._playing:
            raise ReplayRefused(f"game {message.game} is not being played.")
        if message.fault not in match_pb2.Fault.values():
            raise ReplayRefused(f"there is no mistake number {message.fault}.")
        replayed = self._playing[message.game]
        try:
            action = self._codec.read_action(message)
        except MalformedAction as refused:
            raise ReplayRefused(f"the action cannot be read: {refused}") from None
        replayed.move(message.seat, action, fault=bool(message.fault))
        self._decisions += 1
        self._usage[self._header.rotations[self._rotation].participants[message.seat]].add(message)
        if replayed.game.outcome is not None:
            del self._playing[message.game]
        if replayed.is_over:
            self._board_over(replayed, None)

    def _board_forfeited(self, message: BoardForfeited) -> None:
        forfeit = self._forfeit(message.forfeit)
        replayed = self._board(message.board)
        replayed.forfeit(forfeit)
        self._board_over(replayed, forfeit)

    def _forfeit(self, message: match_pb2.Forfeit) -> Forfeit:
        try:
            forfeit = forfeit_from_wire(message)
        except ValueError:
            raise ReplayRefused("a forfeit must have one of the reasons there are.") from None
        seats = forfeit.seats
        if not seats or list(seats) != sorted({*seats} & {*range(self._rules.players)}):
            raise ReplayRefused("a forfeit must name seats of the table, in ascending order.")
        return forfeit

    def _board_over(self, replayed: ReplayedBoard, forfeit: Forfeit | None) -> None:
        self._results.append(replayed.result(self._rotation, forfeit))
        self._over.add(replayed.number)
        self._boards.pop(replayed.number)
        if replayed.games:
            self._playing.pop(replayed.games[-1], None)

    def _ended(self, message: ReplayEnd) -> None:
        if not message.aborted:
            if self._rotation + 1 < len(self._header.rotations):
                raise ReplayRefused(f"rotation {self._rotation + 1} was never played.")
            self._refuse_unfinished()
        self._compare(message)
        self._end = message

    def _compare(self, message: ReplayEnd) -> None:
        """The results written down are those counted; a match broken off need not have all."""
        counted = {
            (result.rotation, result.board): board_result_to_wire(self._codec, result)
            for result in self._results
        }
        for written in message.boards:
            name = f"board {written.board} of rotation {written.rotation}"
            result = counted.pop((written.rotation, written.board), None)
            if result is None:
                raise ReplayRefused(f"{name} is not over, or its result is there twice.")
            if result != written:
                raise ReplayRefused(f"{name} has another result than what was played.")
        if counted and not message.aborted:
            rotation, number = min(counted)
            raise ReplayRefused(f"the result of board {number} of rotation {rotation} is missing.")
