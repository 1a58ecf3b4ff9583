"""Between a seat's session and the messages on its stream.  The hot path: every decision of every
game passes here once in each direction."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final

from google.protobuf.message import DecodeError

from arena.games.errors import MalformedAction
from arena.games.interface import AnyAction
from arena.games.shuffle import commitment
from arena.gameserver.limits import DECISIONS_PER_MESSAGE, MAX_MESSAGE_BYTES
from arena.gameserver.outgoing import Ask, GameEnded, Goodbye, Outgoing
from arena.gameserver.rotation import MAX_LISTED
from arena.protocol.v1.hello_pb2 import ProtocolVersion
from arena.protocol.v1.play_pb2 import Answer, Decision, PlayRequest, PlayResponse, Welcome
from arena.wire.codec import Codec
from arena.wire.frames import varint
from arena.wire.match_spec import MatchSpec
from arena.wire.match_spec_messages import fault_policy_to_wire, time_control_to_wire
from arena.wire.matches import board_result_to_wire, forfeit_to_wire
from arena.wire.pieces import KEPT, inside, tag_of
from arena.wire.rules import rules_to_wire

MAJOR: Final = 1
MINOR: Final = 0
_MILLISECONDS: Final = 1000
_DECISIONS: Final = tag_of(PlayResponse, "decisions")
_DECISION: Final = tag_of(Decision, "decision")
_ALLOWED_MS: Final = tag_of(Decision, "allowed_ms")


def read_request(data: bytes) -> PlayRequest | None:
    """What a bot has sent; None if it is no message.  gRPC would answer an error with a status that
    blames the server."""
    try:
        return PlayRequest.FromString(data)
    except DecodeError:
        return None


def read_answers(
    request: PlayRequest, codec: Codec, most: int
) -> list[tuple[int, int | AnyAction | MalformedAction]]:
    """The decisions answered, and what was chosen or why that could not be read.

    No more than `most` are looked at: thousands that answer nothing would hold up every table.
    """
    return [
        (answer.decision, answer.legal_index or _choice(answer, codec))
        for answer in islice(request.answers, most)
    ]


def _choice(answer: Answer, codec: Codec) -> int | AnyAction | MalformedAction:
    if answer.HasField("legal_index"):
        return answer.legal_index
    try:
        return codec.read_action(answer)
    except MalformedAction as refused:
        return refused


def welcome_to_wire(spec: MatchSpec, seat: int, *, resumed: bool) -> bytes:
    """The first message of a stream."""
    return PlayResponse(
        welcome=Welcome(
            version=ProtocolVersion(major=MAJOR, minor=MINOR),
            seat=seat,
            rules=rules_to_wire(spec.rules),
            teams=spec.rules.teams,
            boards=spec.boards,
            boards_at_once=spec.boards_at_once,
            time_control=time_control_to_wire(spec.time_control),
            fault_policy=fault_policy_to_wire(spec.fault_policy),
            max_message_bytes=MAX_MESSAGE_BYTES,
            max_listed_actions=MAX_LISTED,
            resumed=resumed,
            commitment=commitment(spec.seed),
        )
    ).SerializeToString()


def letter_to_wire(letter: Outgoing, codec: Codec, seat: int) -> bytes:
    """What a session has to say, in one message, encoded."""
    parts = [inside(_DECISIONS, _decision(ask, codec, seat)) for ask in letter.asks]
    if letter.notices or letter.games_over or letter.goodbye is not None:
        parts.append(_rest(letter, codec, seat).SerializeToString())
    return b"".join(parts)


def _rest(letter: Outgoing, codec: Codec, seat: int) -> PlayResponse:
    """Everything but the decisions."""
    response = PlayResponse()
    for notice in letter.notices:
        response.notices.add(
            decision=notice.decision,
            code=notice.code.value,
            text=notice.text,
            strikes=notice.strikes,
        )
    for ended in letter.games_over:
        _add_game_over(response, ended, codec, seat)
    if letter.goodbye is not None:
        _add_goodbye(response, letter.goodbye, codec)
    return response


def split_letter(letter: Outgoing) -> Iterator[Outgoing]:
    """A very long one in several, in the order in which it is to be read: clients refuse messages
    beyond a size.  Encode all of them before the first is sent, as games may go on meanwhile."""
    for start in range(0, len(letter.notices), DECISIONS_PER_MESSAGE):
        yield Outgoing(notices=letter.notices[start : start + DECISIONS_PER_MESSAGE])
    for start in range(0, len(letter.games_over), DECISIONS_PER_MESSAGE):
        yield Outgoing(games_over=letter.games_over[start : start + DECISIONS_PER_MESSAGE])
    for start in range(0, len(letter.asks), DECISIONS_PER_MESSAGE):
        yield Outgoing(asks=letter.asks[start : start + DECISIONS_PER_MESSAGE])
    if letter.goodbye is not None:
        yield Outgoing(goodbye=letter.goodbye)


def is_very_long(letter: Outgoing) -> bool:
    """Whether it should be split."""
    most = DECISIONS_PER_MESSAGE
    return len(letter.asks) > most or len(letter.games_over) > most or len(letter.notices) > most


def _decision(ask: Ask, codec: Codec, seat: int) -> bytes:
    """A `Decision`: its own numbers, and behind them what the game has to say."""
    running = ask.running
    return (
        _DECISION
        + varint(ask.decision)
        + _place(running.game_number, running.number, running.strikes[seat])
        + _ALLOWED_MS
        + varint(int(ask.left * _MILLISECONDS))
        + codec.question(running.game, seat, running.told[seat], MAX_LISTED, running.board.totals)
    )


@lru_cache(maxsize=KEPT)
def _place(game: int, board: int, strikes: int) -> bytes:
    """What is the same in all decisions of a game, but for mistakes."""
    return Decision(game=game, board=board, strikes=strikes).SerializeToString()


def _add_game_over(response: PlayResponse, ended: GameEnded, codec: Codec, seat: int) -> None:
    message = response.games_over.add()
    message.game = ended.number
    message.board = ended.board
    message.board_over = ended.board_over
    codec.fill_game_over(message, ended.game, seat, ended.told, ended.totals)
    if ended.forfeit is not None:
        message.forfeit.CopyFrom(forfeit_to_wire(ended.forfeit))


def _add_goodbye(response: PlayResponse, goodbye: Goodbye, codec: Codec) -> None:
    response.goodbye.aborted = goodbye.aborted
    response.goodbye.boards.extend(board_result_to_wire(codec, board) for board in goodbye.boards)
    response.goodbye.SetInParent()
