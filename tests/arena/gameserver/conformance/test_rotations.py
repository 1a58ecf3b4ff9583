"""Deal sets over the wire: every rotation with fresh connections and tokens of its own."""

import asyncio
import random
from typing import Any

import grpc
import pytest

from arena.games import rules
from arena.games.deal_set import board, usual_rotations
from arena.games.durak.cards import bits
from arena.protocol.v1 import host_pb2
from arena.protocol.v1.play_pb2 import Decision
from tests.arena.gameserver.conformance.kit import (
    finished,
    first_of_everything,
    over_the_wire,
    playing,
)
from tests.arena.gameserver.raw_client import Choose, Story, connected, first, last, random_either
from tests.arena.gameserver.raw_host import RawHost, RawTable

SEED = b"rotations" * 3 + b"12345"
DUEL = rules("durak/duel24")
Code = grpc.StatusCode


async def code_at(address: str, token: str) -> Code:
    async with connected(address, token) as stream:
        return (await stream.ended())[0]


@over_the_wire()
async def test_every_ticket_has_a_token_and_a_door_of_its_own(host: RawHost) -> None:
    table = await host.open(rules("durak/concise", players=4), rotations=None)
    assert len(table.tickets) == 16
    assert len({ticket.token for ticket in table.tickets.values()}) == 16
    assert len({ticket.address for ticket in table.tickets.values()}) == 16
    assert all(len(ticket.token) >= 43 for ticket in table.tickets.values())  # 256 bits
    for rotation, seating in enumerate(usual_rotations(rules("durak/concise", players=4))):
        sat = [table.tickets[rotation, seat].participant for seat in range(4)]
        assert tuple(sat) == seating


@over_the_wire()
async def test_a_rotation_that_is_not_open_yet_lets_nobody_in(host: RawHost) -> None:
    table = await host.open(DUEL, rotations=None)
    address, token = table.door(0, rotation=1)
    assert await code_at(address, token) is Code.UNAVAILABLE  # there is no door yet
    async with connected(host.players, token) as stream:
        await stream.hello(DUEL.name)
        code, text = await stream.ended()
        assert code is Code.FAILED_PRECONDITION
        assert text.endswith(".")


@over_the_wire()
async def test_tokens_of_one_rotation_are_dead_in_the_next(host: RawHost) -> None:
    table = await host.open(DUEL, rotations=None, seed=SEED)
    await table.play_rotation(0, [first, first])
    await table.open_for(1)
    old, new = table.door(0, rotation=0), table.door(0, rotation=1)
    assert await code_at(new[0], old[1]) is Code.UNAUTHENTICATED
    assert await code_at(host.players, old[1]) is Code.UNAUTHENTICATED
    assert await code_at(old[0], new[1]) in (Code.UNAUTHENTICATED, Code.UNAVAILABLE)
    await table.play_rotation(1, [first, first])
    over, _ = await finished(table)
    assert [(result.rotation, result.board) for result in over.boards] == [(0, 0), (1, 0)]


@over_the_wire()
async def test_both_rotations_are_the_same_boards_from_the_other_seats(host: RawHost) -> None:
    """What is dealt is what `deal_set` says; everybody plays the same, so the points are, too."""
    table = await host.open(DUEL, rotations=None, boards=5, seed=SEED)
    told = [await table.play_rotation(rotation, [first, first]) for rotation in range(2)]
    over, _ = await finished(table)
    expected = [first_of_everything(DUEL, SEED, number) for number in range(5)]
    for rotation in range(2):
        mine = [result for result in over.boards if result.rotation == rotation]
        assert [list(result.points) for result in mine] == expected
        for seat in range(2):
            firsts = first_decisions(told[rotation][seat])
            for number, decision in firsts.items():
                start = start_of(DUEL, number)  # the first bout: nobody has drawn yet
                assert list(bits(start.hands[seat])) == list(decision.durak.position.hand)
                assert decision.durak.position.trump_card == start.trump_card
                assert decision.durak.position.dealer == start.dealer
    for seat in range(2):
        starts = [first_decisions(stories[seat]) for stories in told]
        assert [asked.durak.position for asked in starts[0].values()] == [
            asked.durak.position for asked in starts[1].values()
        ]


def first_decisions(story: Story) -> dict[int, Decision]:
    """The first decision on every board, by board."""
    found: dict[int, Decision] = {}
    for decision in story.decisions:
        found.setdefault(decision.board, decision)
    return dict(sorted(found.items()))


def start_of(rule_set: Any, number: int) -> Any:  # noqa: ANN401
    return board(rule_set, SEED, number).game


@pytest.mark.parametrize(
    ("profile", "players", "games", "rotations"),
    [
        ("durak/volga", 3, 1, 3),
        ("durak/german-team", 4, 1, 4),
        ("durak/concise", 2, 3, 2),
        ("durak/german-quicky-series", 3, 3, 3),
    ],
)
@over_the_wire()
async def test_a_whole_deal_set_of_durak_is_played(
    host: RawHost, profile: str, players: int, games: int, rotations: int
) -> None:
    rule_set = rules(profile, players=players)
    table = await host.open(rule_set, rotations=None, boards=2, games_per_board=games, seed=SEED)
    assert table.rotations == rotations
    told = await table.play_randomly(profile)
    over, _ = await finished(table)
    assert [(result.rotation, result.board) for result in over.boards] == [
        (rotation, number) for rotation in range(rotations) for number in range(2)
    ]
    for result in over.boards:
        assert len(result.games) == games
        scores = [game.durak.scores for game in result.games]
        assert list(result.points) == [sum(seat) for seat in zip(*scores, strict=True)]
        if profile == "durak/german-team":
            assert result.points[0] == result.points[2]
            assert set(result.losers) in ({0, 2}, {1, 3}, set())
    for rotation, stories in enumerate(told):
        for story in stories:
            assert story.boards == [r for r in over.boards if r.rotation == rotation]


@over_the_wire()
async def test_burako_pairs_are_four_streams_and_two_sides(host: RawHost) -> None:
    rule_set = rules("burako/pairs", hand_limit=2)
    table = await host.open(rule_set, rotations=None, seed=SEED)
    assert (table.players, table.rotations) == (4, 2)
    told = await table.play_randomly("pairs")
    over, _ = await finished(table)
    assert [result.rotation for result in over.boards] == [0, 1]
    for result, stories in zip(over.boards, told, strict=True):
        assert result.points[0] == result.points[2]
        assert result.points[1] == result.points[3]
        assert list(stories[0].welcome.teams) == [0, 1, 0, 1]
        totals = [sum(game.burako.sides[side].total for game in result.games) for side in (0, 1)]
        assert list(result.points)[:2] == totals
        for story in stories:
            assert list(story.games_over[-1].burako.match_totals) == totals


def random_on_each_board(boards: int) -> Choose:
    """By chance, but the same whenever it is played: boards come in any order, decisions do not."""
    on = [random_either(random.Random(f"0 {board}")) for board in range(boards)]
    return lambda decision: on[decision.board](decision)


@over_the_wire()
async def test_unequal_numbers_of_hands_in_a_deal_set_of_burako(host: RawHost) -> None:
    """The sides are swapped and play otherwise, so that a match may take more hands or fewer."""
    rule_set = rules("burako/duel", target_points=1500, hand_limit=6)
    table = await host.open(rule_set, rotations=None, boards=3, seed=SEED)
    for rotation, keen in enumerate((0, 1)):
        choosers: list[Choose] = [last, last]
        choosers[keen] = random_on_each_board(3)
        await table.play_rotation(rotation, choosers)
    over, _ = await finished(table)
    hands = [
        [len(result.games) for result in over.boards if result.rotation == rotation]
        for rotation in range(2)
    ]
    assert hands[0] != hands[1]
    for result in over.boards:
        totals = [sum(game.burako.sides[side].total for game in result.games) for side in (0, 1)]
        assert list(result.points) == totals


@over_the_wire()
async def test_the_host_may_seat_the_participants_as_it_likes(host: RawHost) -> None:
    table = await host.open(DUEL, rotations=((1, 0),), seed=SEED)
    assert [table.tickets[0, seat].participant for seat in (0, 1)] == [1, 0]
    async with playing(table, 0, 1):
        pass
    await finished(table)


@over_the_wire()
async def test_the_same_order_again_is_the_same_table_with_the_same_tokens(host: RawHost) -> None:
    request = host.order(DUEL, seed=SEED, rotations=None)
    answers = [await host.stub.OpenTable(request, metadata=host.metadata) for _ in range(2)]
    assert answers[0] == answers[1]
    request.attempt += 1
    assert (await host.stub.OpenTable(request, metadata=host.metadata)).table != answers[0].table


@over_the_wire()
async def test_many_tables_are_played_at_the_same_time(host: RawHost) -> None:
    tables: list[RawTable] = [await host.open(DUEL, seed=SEED, boards=2) for _ in range(12)]
    listed = await host.stub.ListTables(host_pb2.ListTablesRequest(), metadata=host.metadata)
    assert [table.table for table in listed.tables] == [table.name for table in tables]
    await asyncio.gather(*(table.play_rotation(0, [first, first]) for table in tables))
    for table in tables:
        over, _ = await finished(table)
        assert [list(result.points) for result in over.boards] == [
            first_of_everything(DUEL, SEED, number) for number in range(2)
        ]
