"""Welcome first, goodbye last, and in between nothing twice and nothing missing."""

import asyncio
import random

import grpc
import pytest

from arena.games import commitment, rules
from arena.protocol.v1.play_pb2 import PlayResponse
from tests.arena.gameserver.conformance.kit import (
    Client,
    finished,
    first_of_everything,
    moves,
    over_the_wire,
    playing,
    sitting,
)
from tests.arena.gameserver.raw_client import Story, first, one_by_one, shuffled_groups
from tests.arena.gameserver.raw_host import RawHost, records

SEED = b"order" * 6 + b"42"
DUEL = rules("durak/duel24")
CONCISE = rules("durak/concise", players=3)


@over_the_wire()
async def test_a_welcome_describes_the_table(host: RawHost) -> None:
    table = await host.open(CONCISE, boards=4, boards_at_once=2, seed=SEED)
    async with sitting(table, 2) as client:
        welcome = client.story.welcome
        assert (welcome.version.major, welcome.seat, welcome.resumed) == (1, 2, False)
        assert (welcome.boards, welcome.boards_at_once) == (4, 2)
        assert welcome.rules.profile == "durak/concise"
        assert welcome.rules.players == 3
        assert list(welcome.teams) == [0, 1, 2]
        assert welcome.time_control.bank_ms == 60_000
        assert welcome.fault_policy.strikes == 3
        assert welcome.max_message_bytes == 64 * 1024
        assert welcome.max_listed_actions > 0
        assert welcome.commitment == commitment(SEED)
        assert client.story.responses[0] == PlayResponse(welcome=welcome)


@pytest.mark.parametrize(
    ("profile", "players", "boards"),
    [
        ("durak/duel24", 2, 12),
        ("durak/volga", 5, 3),
        ("durak/german", 3, 3),
        ("durak/german-many", 8, 1),
        ("durak/german-secret", 4, 2),
        ("burako/pairs", 4, 1),
        ("burako/duel", 2, 2),
    ],
)
@over_the_wire()
async def test_messages_come_in_the_promised_order_whatever_is_played(
    host: RawHost, profile: str, players: int, boards: int
) -> None:
    changes = {"hand_limit": 2} if profile.startswith("burako") else {}
    rule_set = rules(profile, players=players, **changes)
    table = await host.open(rule_set, boards=boards)
    (stories,) = await table.play_randomly(profile)  # `play` checks the order of every stream
    over, log = await finished(table)
    assert not over.aborted
    assert sum(len(story.decisions) for story in stories) == len(moves(log))
    for story in stories:
        assert story.boards == list(over.boards)
        assert not story.notices
        ended = {game.game for game in story.games_over}
        assert ended == {game.game for result in over.boards for game in result.games}
        assert sum(game.board_over for game in story.games_over) == boards


@over_the_wire()
async def test_the_stream_ends_with_ok_after_the_goodbye(host: RawHost) -> None:
    table = await host.open(DUEL)
    async with sitting(table, 0) as client, playing(table, 1):
        await client.play_on()
        assert await client.stream.receive() is None
        assert await client.stream.ended() == (grpc.StatusCode.OK, "")


@over_the_wire()
async def test_answers_may_come_in_any_grouping_and_order_over_many_games(host: RawHost) -> None:
    expected = [first_of_everything(DUEL, SEED, number) for number in range(16)]
    for group in (one_by_one, shuffled_groups(random.Random(6))):
        table = await host.open(DUEL, boards=16, seed=SEED)
        await table.play_rotation(0, [first, first], group)
        over, _ = await finished(table)
        assert [list(result.points) for result in over.boards] == expected


@over_the_wire()
async def test_decisions_of_many_games_travel_together(host: RawHost) -> None:
    table = await host.open(DUEL, boards=200, seed=SEED)
    async with sitting(table, 0) as client, playing(table, 1):
        await client.play_on()
    together = [len(response.decisions) for response in client.story.responses]
    assert max(together) > 1
    assert all(response.ByteSize() for response in client.story.responses)
    over, _ = await finished(table)
    assert [list(result.points) for result in over.boards] == [
        first_of_everything(DUEL, SEED, number) for number in range(200)
    ]


@over_the_wire()
async def test_boards_at_once_are_never_exceeded(host: RawHost) -> None:
    table = await host.open(DUEL, boards=7, boards_at_once=3)
    async with sitting(table, 0) as client, playing(table, 1):
        story = await client.play_on()
    running: set[int] = set()
    for response in story.responses:
        running -= {ended.board for ended in response.games_over if ended.board_over}
        running |= {decision.board for decision in response.decisions}
        assert len(running) <= 3
    over, _ = await finished(table)
    assert len(over.boards) == 7


@over_the_wire()
async def test_an_aborted_match_says_goodbye_with_its_reason(host: RawHost) -> None:
    table = await host.open(DUEL, boards=3)
    async with sitting(table, 0) as one, sitting(table, 1) as two:
        reading = [asyncio.create_task(_until_goodbye(client)) for client in (one, two)]
        await table.abort("The hall is on fire.")
        for story in await asyncio.gather(*reading):
            assert story.goodbye.aborted == "The hall is on fire."
        assert await one.stream.ended() == (grpc.StatusCode.OK, "")
    over, log = await finished(table)
    assert over.aborted == "The hall is on fire."
    assert log[-1].end.seed
    assert await table.replay() == await table.replay()
    assert records(await table.replay()) == log


async def _until_goodbye(client: Client) -> Story:
    await client.until(lambda story: story.responses[-1].HasField("goodbye"))
    return client.story
