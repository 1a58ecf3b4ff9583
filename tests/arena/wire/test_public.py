"""The public story shows exactly what everybody may see, in an order that the log alone decides."""

import random
from dataclasses import replace
from typing import Any

import pytest

from arena.games import profiles
from arena.games.deal_set import Board, board
from arena.games.durak.view import THROW_PHASES
from arena.games.interface import Game
from arena.protocol.v1.match_pb2 import FAULT_TIMEOUT
from arena.protocol.v1.play_pb2 import Decision
from arena.protocol.v1.replay_pb2 import BoardForfeited, Move, ReplayRecord
from arena.protocol.v1.spectate_pb2 import PublicDeal, PublicEvent, PublicGameOver, PublicMove
from arena.wire.codec import codec_for
from arena.wire.match_spec import OnFault
from arena.wire.public import PublicGame, PublicStory
from arena.wire.views import Log, eyes_for
from tests.arena.games.durak.random_play import table
from tests.arena.wire.played import Played, Trouble, match_of, play

NOBODY = 0
"""Whose eyes read what everybody is shown; that it is nobody's is put right afterwards."""


def told(played: Played) -> list[PublicEvent]:
    """The whole story."""
    story = PublicStory(played.spec.seed)
    return [event for record in played.records for event in story.feed(record)]


class Spectator:
    """Plays the log on his own and compares every event with the engine's public view."""

    def __init__(self, played: Played) -> None:
        self._spec = played.spec
        self._codec = codec_for(self._spec.rules)
        self._eyes = eyes_for(self._spec.rules, NOBODY)
        self._boards: dict[int, Board] = {}
        self._on_board: dict[int, int] = {}
        self._logs: dict[int, Log[Any]] = {}
        self._shown: dict[int, Any] = {}
        """By game, what was shown last."""
        self._story = PublicStory(self._spec.seed)
        self._count = 0
        self._mistakes: dict[int, tuple[int, int]] = {}
        """By game, a mistake not told yet of a seat that everybody knew to be asked."""
        self.secret_mistakes: set[tuple[str, bool]] = set()
        """In which phases others happened, and whether the seat seemed to be asked otherwise."""
        self.kinds: set[str | None] = set()

    def read(self, record: ReplayRecord) -> None:
        events = self._story.feed(record)
        for event in events:
            assert event.number == self._count
            self._count += 1
            self.kinds.add(event.WhichOneof("event"))
        match record.WhichOneof("record"):
            case "header":
                self._check_header(record, *events)
            case "rotation_began":
                self._boards.clear()
                self._on_board.clear()
                self._mistakes.clear()
                seating = events[0].rotation_began.seating.participants
                assert tuple(seating) == self._spec.rotations[record.rotation_began.rotation]
            case "game_began":
                self._deal(record, *[event.deal for event in events])
            case "move":
                self._move(record.move, events)
            case "board_forfeited":
                self._forfeit(record.board_forfeited, events)
            case "end":
                [event] = events
                assert list(event.match_ended.boards) == list(record.end.boards)
                revealed = b"" if record.end.aborted else self._spec.seed
                assert event.match_ended.seed == revealed
                assert event.match_ended.aborted == record.end.aborted

    def _check_header(self, record: ReplayRecord, event: PublicEvent) -> None:
        began = event.match_began
        assert began.commitment == record.header.commitment
        assert began.rules == record.header.rules
        assert tuple(began.participants) == self._spec.participants
        assert (began.boards, began.rotations) == (self._spec.boards, len(self._spec.rotations))
        assert self._spec.seed not in event.SerializeToString()

    def _deal(self, record: ReplayRecord, deal: PublicDeal) -> None:
        number, game = record.game_began.board, record.game_began.game
        if number in self._boards:
            self._boards[number].next_game()
        else:
            spec = self._spec
            self._boards[number] = board(spec.rules, spec.seed, number, spec.games_per_board)
        self._on_board[game] = number
        self._logs[game] = self._eyes.new_log()
        assert (deal.game, deal.board) == (game, number)
        question = Decision(game=game)
        if deal.HasField("durak"):
            question.durak.position.CopyFrom(deal.durak)
        else:
            question.burako.position.CopyFrom(deal.burako)
        self._compare(question)

    def _compare(self, question: Decision) -> None:
        """What was told is what the engine's view has, the log included."""
        game = self._game(question.game)
        shown, _ = self._eyes.question(question, self._logs[question.game])
        hand = "hand" if question.HasField("durak") else "rack"
        assert not getattr(shown, hand)
        self._shown[question.game] = shown
        public: Any = game.view(None)
        assert replace(shown, **{"seat": None, hand: None}) == replace(public, outcome=None)

    def _game(self, number: int) -> Game:
        return self._boards[self._on_board[number]].game

    def _move(self, move: Move, events: list[PublicEvent]) -> None:
        game = self._game(move.game)
        seen: Any = game.view(None)
        if move.fault and seen.phase == game.phase and seen.to_act == move.seat:
            self._mistakes[move.game] = (move.seat, move.fault)
        elif move.fault:
            self.secret_mistakes.add((game.phase, seen.to_act == move.seat))
        game.apply(self._codec.read_action(move), move.seat)
        if game.outcome is not None:
            self._over(game, move.game, events.pop().game_over)
        for event in events:
            assert game.phase not in THROW_PHASES
            self._compare(_as_question(event.move))
            mistake = self._mistakes.pop(move.game, (None, 0))
            seat = event.move.fault_seat if event.move.HasField("fault_seat") else None
            assert (seat, event.move.fault) == mistake
        after: Any = game.view(None)
        if game.phase not in THROW_PHASES:
            assert self._shown[move.game].log == after.log

    def _over(self, game: Game, number: int, over: PublicGameOver) -> None:
        expected = PublicGameOver(game=number, board=self._on_board[number])
        self._codec.fill_outcome(expected, game.outcome)
        assert over == expected

    def _forfeit(self, record: BoardForfeited, events: list[PublicEvent]) -> None:
        """A board that has no game in play is forfeited silently."""
        if record.board not in self._boards:
            assert not events
            return
        game = self._boards[record.board].game
        if game.outcome is not None:
            assert not events
            return
        *moves, over = events
        for event in moves:
            assert game.phase in THROW_PHASES
            self._compare(_as_question(event.move))
        number = max(game for game, number in self._on_board.items() if number == record.board)
        expected = PublicGameOver(game=number, board=record.board, forfeit=record.forfeit)
        assert over.game_over == expected


def _as_question(move: PublicMove) -> Decision:
    question = Decision(game=move.game, first_event=move.first_event)
    if move.HasField("durak"):
        question.durak.position.CopyFrom(move.durak.position)
        question.durak.events.extend(move.durak.events)
    else:
        question.burako.position.CopyFrom(move.burako.position)
        question.burako.events.extend(move.burako.events)
    return question


@pytest.mark.parametrize("profile", profiles())
def test_every_event_shows_the_public_view(profile: str) -> None:
    rng = random.Random(profile)
    seating = tuple(reversed(range(profiles()[profile].default_players)))
    boards = 1 if profile.startswith("burako") else 2
    spec = match_of(profile, boards=boards, games=2, rotations=(seating,), strikes=100)
    played = play(spec, rng, Trouble(faults=0.01))
    spectator = Spectator(played)
    for record in played.records:
        spectator.read(record)
    assert spectator.kinds == {
        "match_began", "rotation_began", "deal", "move", "game_over", "match_ended"
    }  # fmt: skip


@pytest.mark.parametrize(
    "trouble",
    [
        Trouble(faults=0.2),
        Trouble(gone=0.005),
        Trouble(absent=(1,)),
        Trouble(abort_after=0),
        Trouble(abort_after=60),
    ],
    ids=str,
)
@pytest.mark.parametrize("profile", ["durak/volga", "durak/german-cheat", "burako/pairs"])
def test_forfeits_and_aborts_are_told_as_well(profile: str, trouble: Trouble) -> None:
    for seed, policy in enumerate(OnFault):
        spec = match_of(
            profile, 4, boards=3, games=2, policy=policy, strikes=2, rotations=((3, 1, 0, 2),)
        )
        played = play(spec, random.Random(seed), trouble)
        spectator = Spectator(played)
        for record in played.records:
            spectator.read(record)


def test_mistakes_are_told_only_of_seats_that_were_known_to_be_asked() -> None:
    secret = set[tuple[str, bool]]()
    for seed in range(6):
        spec = match_of(
            "durak/german-swap", 3, boards=2, strikes=1000, seed=seed, rotations=((0, 1, 2),)
        )
        played = play(spec, random.Random(seed), Trouble(faults=0.6))
        spectator = Spectator(played)
        for record in played.records:
            spectator.read(record)
        secret |= spectator.secret_mistakes
    assert secret >= {("swap", True), ("swap", False), ("add", False), ("after", False)}


def test_games_are_numbered_anew_in_every_rotation() -> None:
    played = play(match_of("durak/duel24", boards=2), random.Random(1))
    spectator = Spectator(played)
    for record in played.records:
        spectator.read(record)
    games = [event.deal.game for event in told(played) if event.HasField("deal")]
    assert games == [0, 1, 0, 1]


def test_the_story_is_the_same_however_it_is_read() -> None:
    played = play(match_of("durak/volga", boards=3), random.Random(2), Trouble(faults=0.05))
    assert told(played) == told(played)


def test_the_seed_is_told_only_at_the_end() -> None:
    played = play(match_of("durak/volga", boards=2), random.Random(2))
    *before, last = [event.SerializeToString() for event in told(played)]
    assert played.spec.seed in last
    assert not any(played.spec.seed in event for event in before)


def test_a_missed_deadline_in_a_throw_round_would_tell_who_could_throw() -> None:
    """Nobody learns of it; a missed deadline of the defender is no secret."""
    rules = table("durak/volga", 4)
    shown = hidden = 0
    for seed in range(30):
        game = PublicGame(codec_for(rules), rules.deal(seed), 0, 0)
        while not game.is_over:
            seat, phase = game.game.seat, game.game.phase
            assert seat is not None
            fault = FAULT_TIMEOUT if phase in {*THROW_PHASES, "defend"} else 0
            events = game.moved(seat, game.game.default_action(), fault)  # type: ignore[arg-type]
            moves = [event.move for event in events if event.HasField("move")]
            if phase == "defend":
                shown += sum(move.fault == fault and move.fault_seat == seat for move in moves)
            elif phase in THROW_PHASES:
                hidden += len(moves)
                assert not any(move.fault and move.fault_seat == seat for move in moves)
    assert shown
    assert hidden
