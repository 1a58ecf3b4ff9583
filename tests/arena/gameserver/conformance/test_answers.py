"""Answers that are out of turn, late, double, against the rules or no answers at all."""

import grpc
import pytest

from arena.games import rules
from arena.gameserver.messages import read_answers
from arena.gameserver.seat import STRAY_LIMIT
from arena.protocol.v1 import burako_pb2, durak_pb2
from arena.protocol.v1.match_pb2 import (
    FAULT_ILLEGAL,
    FAULT_MALFORMED,
    FORFEIT_REASON_PROTOCOL,
    FORFEIT_REASON_STRIKES,
    FaultPolicy,
)
from arena.protocol.v1.play_pb2 import Answer, Notice, PlayRequest
from arena.wire.codec import codec_for
from tests.arena.gameserver.conformance.kit import (
    clocks,
    finished,
    first_of_everything,
    moves,
    over_the_wire,
    playing,
    sitting,
)
from tests.arena.gameserver.raw_client import (
    by_index,
    connected,
    first,
    hello,
)
from tests.arena.gameserver.raw_host import RawHost

SEED = b"answers" * 4 + b"1234"
DUEL = rules("durak/duel24")
Action = durak_pb2.DurakAction
PATIENT = FaultPolicy(on_fault=FaultPolicy.ON_FAULT_DEFAULT_ACTION, strikes=1000)


@over_the_wire()
async def test_an_answer_to_a_decision_never_asked_is_ignored(host: RawHost) -> None:
    table = await host.open(DUEL, seed=SEED)
    async with sitting(table, 0) as client, playing(table, 1):
        await client.asked()
        for number, decision in enumerate((0, 2, 77, 2**32 - 1)):
            await client.stream.answer(Answer(decision=decision, legal_index=0))
            notice = await client.notice(number)
            assert (notice.decision, notice.code) == (decision, Notice.CODE_UNKNOWN)
            assert notice.text.endswith(".")
        await client.play_on()
    over, log = await finished(table)
    assert [list(result.points) for result in over.boards] == [first_of_everything(DUEL, SEED, 0)]
    assert not any(move.fault for move in moves(log))


@over_the_wire()
async def test_an_answer_before_anything_was_asked_is_ignored(host: RawHost) -> None:
    table = await host.open(DUEL, seed=SEED)
    async with connected(*table.door(0)) as stream:
        early = PlayRequest(hello=hello(DUEL.name).hello, answers=[Answer(decision=1)])
        await stream.send(early)
        assert (await stream.expect()).HasField("welcome")
        notice = (await stream.expect()).notices[0]
        assert (notice.decision, notice.code) == (1, Notice.CODE_UNKNOWN)
    await table.seat_gone(0)
    async with playing(table, 0, 1):
        over, _ = await finished(table)
    assert [list(result.points) for result in over.boards] == [first_of_everything(DUEL, SEED, 0)]


@over_the_wire()
async def test_a_second_answer_to_the_same_decision_is_stale(host: RawHost) -> None:
    table = await host.open(DUEL, seed=SEED)
    async with sitting(table, 0) as client, playing(table, 1):
        (decision,) = await client.asked()
        await client.answer(first(decision), Answer(decision=decision.decision, legal_index=99))
        notice = await client.notice()
        assert (notice.decision, notice.code) == (decision.decision, Notice.CODE_STALE)
        assert notice.strikes == 0
        await client.stream.answer(first(decision))
        assert (await client.notice(1)).code == Notice.CODE_STALE
        await client.play_on()
    over, log = await finished(table)
    assert [list(result.points) for result in over.boards] == [first_of_everything(DUEL, SEED, 0)]
    assert not any(move.fault for move in moves(log))


@over_the_wire()
async def test_an_answer_after_the_deadline_is_stale_and_costs_nothing_more(host: RawHost) -> None:
    table = await host.open(
        DUEL,
        clocks=clocks(bank_ms=50, increment_ms=0, bank_limit_ms=50),
        policy=FaultPolicy(strikes=1000),
    )
    async with sitting(table, 0) as client, playing(table, 1):
        (decision,) = await client.asked()
        notice = await client.notice()
        assert (notice.decision, notice.code) == (decision.decision, Notice.CODE_TIMEOUT)
        assert notice.strikes == 1
        late = [place for place, _ in enumerate(client.story.notices)]
        await client.stream.answer(first(decision))
        await client.until(
            lambda story: any(
                (told.decision, told.code) == (decision.decision, Notice.CODE_STALE)
                for told in story.notices[len(late) :]
            )
        )
        await table.abort()
    await finished(table)


ILLEGAL = [
    pytest.param(Answer(durak=Action(kind=Action.KIND_CALL)), id="call"),
    pytest.param(Answer(durak=Action(kind=Action.KIND_SWAP)), id="swap"),
    pytest.param(Answer(durak=Action(kind=Action.KIND_ATTACK, cards=[16])), id="not in the pack"),
]
MALFORMED = [
    pytest.param(Answer(), id="nothing"),
    pytest.param(Answer(legal_index=1000), id="no such place"),
    pytest.param(Answer(legal_index=2**32 - 1), id="the last number"),
    pytest.param(Answer(durak=Action()), id="no kind"),
    pytest.param(Answer(durak=Action(kind=99)), id="no such kind"),  # type: ignore[arg-type]
    pytest.param(Answer(durak=Action(kind=Action.KIND_ATTACK)), id="no cards"),
    pytest.param(Answer(durak=Action(kind=Action.KIND_ATTACK, cards=[2**32 - 1])), id="no card"),
    pytest.param(Answer(durak=Action(kind=Action.KIND_BEAT, cards=[36, 37])), id="two cards"),
    pytest.param(
        Answer(burako=burako_pb2.BurakoAction(kind=burako_pb2.BurakoAction.KIND_DRAW)),
        id="another game",
    ),
]


@pytest.mark.parametrize("answer", ILLEGAL)
@over_the_wire()
async def test_an_action_against_the_rules_is_a_strike_and_the_default_is_played(
    host: RawHost, answer: Answer
) -> None:
    await wrong_answer(host, answer, Notice.CODE_ILLEGAL, FAULT_ILLEGAL)


@pytest.mark.parametrize("answer", MALFORMED)
@over_the_wire()
async def test_what_is_no_action_is_a_strike_and_the_default_is_played(
    host: RawHost, answer: Answer
) -> None:
    await wrong_answer(host, answer, Notice.CODE_MALFORMED, FAULT_MALFORMED)


async def wrong_answer(host: RawHost, wrong: Answer, code: int, fault: int) -> None:
    table = await host.open(DUEL, seed=SEED)
    answer = Answer()
    answer.CopyFrom(wrong)
    async with sitting(table, 0) as client, playing(table, 1):
        (decision,) = await client.asked()
        answer.decision = decision.decision
        await client.answer(answer)
        notice = await client.notice()
        assert (notice.decision, notice.code, notice.strikes) == (decision.decision, code, 1)
        assert notice.text
        (following,) = await client.asked()
        assert following.strikes == 1
        told = (await table.told(lambda event: event.HasField("seat_fault"))).seat_fault
        assert (told.asked.decision, told.asked.durak) == (decision.decision, decision.durak)
        assert (told.asked.game, told.asked.board) == (decision.game, decision.board)
        assert (told.asked.allowed_ms, told.asked.strikes) == (decision.allowed_ms, 0)
        if fault == FAULT_ILLEGAL or wrong.HasField("legal_index"):
            assert told.answered == answer
        else:
            assert not told.HasField("answered"), "nothing that could be read"
        await client.play_on()
    over, log = await finished(table)  # which checks that the default action was played
    assert [move.fault for move in moves(log) if move.fault] == [fault]
    assert not over.boards[0].HasField("forfeit")
    assert over.usage[0].strikes == 1


@over_the_wire()
async def test_three_strikes_forfeit_the_board_and_no_other(host: RawHost) -> None:
    table = await host.open(DUEL, boards=4, seed=SEED)
    async with sitting(table, 0) as client, playing(table, 1):
        await client.play_on(lambda asked: by_index(asked, 0 if asked.board != 2 else 10_000))
    over, _ = await finished(table)
    for result in over.boards:
        if result.board == 2:
            assert list(result.forfeit.seats) == [0]
            assert result.forfeit.reason == FORFEIT_REASON_STRIKES
            assert list(result.points) == [0, 2]
        else:
            assert not result.HasField("forfeit")
            assert list(result.points) == first_of_everything(DUEL, SEED, result.board)
    struck = [notice.strikes for notice in client.story.notices]
    assert struck == [1, 2, 3]
    broken_off = [ended for ended in client.story.games_over if ended.HasField("forfeit")]
    assert [(ended.board, ended.board_over) for ended in broken_off] == [(2, True)]
    assert not broken_off[0].durak.HasField("outcome")


@over_the_wire()
async def test_by_the_strict_policy_the_first_mistake_forfeits_the_board(host: RawHost) -> None:
    policy = FaultPolicy(on_fault=FaultPolicy.ON_FAULT_FORFEIT)
    table = await host.open(DUEL, boards=2, seed=SEED, policy=policy)
    async with sitting(table, 0) as client, playing(table, 1):
        await client.play_on(lambda asked: by_index(asked, 0 if asked.board else 10_000))
    over, log = await finished(table)
    assert list(over.boards[0].forfeit.seats) == [0]
    assert over.boards[0].forfeit.reason == FORFEIT_REASON_STRIKES
    assert list(over.boards[1].points) == first_of_everything(DUEL, SEED, 1)
    assert not any(move.fault for move in moves(log))


@over_the_wire()
async def test_in_a_series_a_forfeit_loses_what_was_not_played(host: RawHost) -> None:
    table = await host.open(DUEL, games_per_board=3, seed=SEED)
    async with sitting(table, 1) as client, playing(table, 0):
        await client.play_on(lambda asked: by_index(asked, 0 if asked.game == 0 else 10_000))
    over, _ = await finished(table)
    (result,) = over.boards
    assert result.games[0].HasField("durak")
    assert not result.games[-1].HasField("durak")
    scored = result.games[0].durak.scores
    assert list(result.points) == [scored[0] + 4, scored[1]]
    assert list(result.losers) == [1]


def _unasked(decision: int) -> Answer:
    return Answer(decision=decision, legal_index=0)


@over_the_wire()
async def test_too_many_answers_to_nothing_end_the_stream_and_forfeit(host: RawHost) -> None:
    table = await host.open(DUEL, boards=2)
    async with playing(table, 1), sitting(table, 0) as client:
        await client.asked()
        await client.stream.answer(*map(_unasked, range(900, 900 + STRAY_LIMIT)))
        await client.until(lambda story: len(story.notices) == STRAY_LIMIT)
        await client.stream.answer(_unasked(2000))
        code, text = await client.stream.ended()
        assert code is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert text.endswith(".")
    over, _ = await finished(table)
    assert {result.forfeit.reason for result in over.boards} == {FORFEIT_REASON_PROTOCOL}


@over_the_wire()
async def test_thousands_of_answers_in_one_message_are_not_even_read(host: RawHost) -> None:
    """They would hold up every other table; the first few are enough to send the bot away."""
    thousands = PlayRequest(answers=[Answer(decision=77)] * 15_000)
    assert len(read_answers(thousands, codec_for(DUEL), most=70)) == 70
    table = await host.open(DUEL)
    async with playing(table, 1), sitting(table, 0) as client:
        await client.stream.send(thousands)
        assert (await client.stream.ended())[0] is grpc.StatusCode.RESOURCE_EXHAUSTED
    over, _ = await finished(table)
    assert list(over.boards[0].losers) == [0]


@over_the_wire()
async def test_too_many_empty_messages_end_the_stream(host: RawHost) -> None:
    table = await host.open(DUEL)
    async with playing(table, 1), sitting(table, 0) as client:
        for _ in range(STRAY_LIMIT + 1):
            await client.stream.send(b"")
        code, _ = await client.stream.ended()
        assert code is grpc.StatusCode.RESOURCE_EXHAUSTED
    over, _ = await finished(table)
    assert list(over.boards[0].losers) == [0]


@over_the_wire()
async def test_a_few_answers_too_many_are_forgiven_over_a_long_match(host: RawHost) -> None:
    table = await host.open(DUEL, boards=6, seed=SEED)
    async with sitting(table, 0) as client, playing(table, 1):
        sent = 0
        while not client.story.responses[-1].HasField("goodbye"):
            if client.open:
                answers = list(map(first, client.open.values()))
                extra = answers[:1] if sent < 30 else []
                sent += len(extra)
                await client.answer(*answers, *extra)
            await client.read()
    over, _ = await finished(table)
    assert [list(result.points) for result in over.boards] == [
        first_of_everything(DUEL, SEED, number) for number in range(6)
    ]


@over_the_wire()
async def test_unlisted_actions_of_burako_may_be_answered(host: RawHost) -> None:
    """An opening with several melds is never listed; a wrong one is a strike like any other."""
    rule_set = rules("burako/duel", hand_limit=1)
    table = await host.open(rule_set, policy=PATIENT)
    action = burako_pb2.BurakoAction
    double = action(
        kind=action.KIND_MELD,
        melds=[burako_pb2.BurakoNewMeld(at=5, tiles=[4, 17, 30])] * 2,
    )
    async with sitting(table, 0) as client, playing(table, 1):
        (decision,) = await client.asked()
        await client.answer(Answer(decision=decision.decision, burako=double))
        assert (await client.notice()).code in (Notice.CODE_ILLEGAL, Notice.CODE_MALFORMED)
        await client.play_on()
    await finished(table)
