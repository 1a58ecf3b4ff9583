"""Nothing that is sent to a seat, or to spectators, depends on what they may not know."""

import asyncio
import random
from typing import Any

import pytest

from arena.games import rules
from arena.games.deal_set import board
from arena.games.durak.cards import bits
from arena.gameserver import play, running_board
from arena.gameserver.messages import letter_to_wire
from arena.gameserver.outgoing import Outgoing
from arena.protocol.v1 import burako_pb2, durak_pb2
from arena.protocol.v1.match_pb2 import FaultPolicy
from arena.protocol.v1.play_pb2 import Answer, Decision, Notice, PlayResponse
from arena.protocol.v1.replay_pb2 import Move
from arena.protocol.v1.spectate_pb2 import PublicEvent
from arena.wire import public
from arena.wire.codec import Codec, codec_for
from tests.arena.games.burako.table import keen_player
from tests.arena.gameserver.conformance.facts import (
    CARDS,
    OTHERS,
    GameFacts,
    asked_of,
    cards_in,
    facts_of,
    number_fields,
)
from tests.arena.gameserver.conformance.kit import Client, finished, over_the_wire, sitting
from tests.arena.gameserver.conformance.truths import WRONG, Truth, two_truths
from tests.arena.gameserver.raw_client import Story, by_index, within
from tests.arena.gameserver.raw_host import RawHost, RawTable

PROFILES = [
    ("durak/duel24", 2),
    ("durak/volga", 4),
    ("durak/german", 3),
    ("durak/german-team", 4),
    ("durak/german-many", 5),
    ("durak/german-swap", 3),
    ("durak/german-change-trump", 3),
    ("durak/german-secret", 3),
    ("durak/german-weli", 3),
    ("durak/german-cheat", 3),
    ("burako/pairs", 4),
    ("burako/duel", 2),
]
FORGIVING = FaultPolicy(strikes=1000)


def rule_set(profile: str, players: int) -> Any:  # noqa: ANN401
    changes = {"hand_limit": 1} if profile.startswith("burako") else {}
    return rules(profile, players=players, **changes)


def test_every_number_on_the_wire_is_known_to_be_a_card_or_not() -> None:
    """So that no new field can carry cards past these tests."""
    assert number_fields() == CARDS | OTHERS
    assert not CARDS & OTHERS


# No card before its time


@pytest.mark.parametrize(("profile", "players"), PROFILES)
@over_the_wire()
async def test_no_card_is_sent_before_its_receiver_may_know_it(
    host: RawHost, profile: str, players: int
) -> None:
    played = rule_set(profile, players)
    table = await host.open(played, boards=2)
    watching = asyncio.create_task(table.spectate())
    (stories,) = await table.play_randomly(f"leaks {profile}")
    _, log = await finished(table)
    facts = facts_of(played, log)
    for seat, story in enumerate(stories):
        check_story(story, seat, {game: found for (_, game), found in facts.items()})
    check_public(await within(watching), facts)


def check_story(story: Story, seat: int, facts: dict[int, GameFacts]) -> None:
    """Each decision against what the seat knew, held and could count at that moment."""
    known = {game: asked_of(found, seat) for game, found in facts.items()}
    for decision in story.decisions:
        seen, hand, counts = next(known[decision.game])
        assert cards_in(decision) & ~seen == 0
        if decision.HasField("durak"):
            position = decision.durak.position
            assert list(position.hand_counts) == list(counts)
            assert set(position.hand) == set(bits(hand))
        else:
            rack = decision.burako.position
            assert list(rack.rack_counts) == list(counts)
            assert set(rack.rack) == set(bits(hand))
    for ended in story.games_over:
        assert cards_in(ended) & ~facts[ended.game].end[seat] == 0
    assert cards_in(story.welcome) == 0


def check_public(events: list[PublicEvent], facts: dict[tuple[int, int], GameFacts]) -> None:
    """Each public event against what everybody knew when so much had happened."""
    assert [event.number for event in events] == list(range(len(events)))
    rotation = -1
    for event in events:
        match event.WhichOneof("event"):
            case "rotation_began":
                rotation += 1
            case "deal":
                assert cards_in(event) & ~facts[rotation, event.deal.game].public[0] == 0
                position = event.deal.durak if event.deal.HasField("durak") else event.deal.burako
                assert not getattr(position, "hand", None)
                assert not getattr(position, "rack", None)
            case "move":
                change = event.move.durak if event.move.HasField("durak") else event.move.burako
                told = event.move.first_event + len(change.events)
                assert cards_in(event) & ~facts[rotation, event.move.game].public[told] == 0
            case "game_over":
                assert cards_in(event) & ~facts[rotation, event.game_over.game].end[-1] == 0
    assert events[-1].HasField("match_ended")


@over_the_wire()
async def test_a_plan_to_close_is_seen_by_nobody_but_its_maker(host: RawHost) -> None:
    """Burako by players who open with several melds and ask their partners, which is not listed."""
    played = rules("burako/pairs", hand_limit=1)
    seed = next(seed for seed in map(_seed, range(99)) if plans_made(played, seed))
    table = await host.open(played, seed=seed)
    mirror = board(played, seed, 0).game
    codec = codec_for(played)
    rng = random.Random(seed)

    def choose(decision: Decision) -> Answer:
        """All seats think over one board; it asks one at a time."""
        action = keen_player(mirror, rng)  # type: ignore[arg-type]
        mirror.apply(action)
        move = Move()
        codec.fill_move(move, action)
        return Answer(decision=decision.decision, burako=move.burako)

    watching = asyncio.create_task(table.spectate())
    stories = await table.play_rotation(0, [choose] * 4)
    _, log = await finished(table)
    assert not any(story.notices for story in stories)
    facts = facts_of(played, log)
    for seat, story in enumerate(stories):
        check_story(story, seat, {game: found for (_, game), found in facts.items()})
    events = await within(watching)
    check_public(events, facts)
    told = [
        event for story in stories for asked in story.decisions for event in asked.burako.events
    ]
    consulted = [
        event for event in told if event.action.kind == burako_pb2.BurakoAction.KIND_CONSULT
    ]
    assert any(event.action.plan for event in consulted), "its maker knows the plan"
    assert any(not event.action.plan for event in consulted)
    assert not any(shown.action.plan for event in events for shown in event.move.burako.events)


def _seed(number: int) -> bytes:
    return b"plans to close %17d" % number


def plans_made(played: Any, seed: bytes) -> bool:  # noqa: ANN401
    """Whether somebody asks its partner on this board."""
    game, rng = board(played, seed, 0).game, random.Random(seed)
    while game.seat is not None:
        game.apply(keen_player(game, rng))  # type: ignore[arg-type]
    return any(action.kind == "consult" for _, action in game.log)


@over_the_wire()
async def test_a_spectator_who_comes_late_sees_the_same_story(host: RawHost) -> None:
    table = await host.open(rules("durak/german", players=3), boards=2)
    watching = asyncio.create_task(table.spectate())
    await table.play_randomly("spectators")
    await finished(table)
    whole = await within(watching)
    assert await within(table.spectate()) == whole
    assert await within(table.spectate(17)) == whole[17:]
    assert await within(table.spectate(len(whole) - 1)) == whole[-1:]


# The same bytes in another truth


@pytest.mark.parametrize(("profile", "players"), PROFILES)
@over_the_wire()
async def test_a_seat_is_sent_the_same_bytes_when_hidden_cards_change(
    host: RawHost, monkeypatch: pytest.MonkeyPatch, profile: str, players: int
) -> None:
    rng = random.Random(f"truths {profile}")
    played = rule_set(profile, players)
    for viewer in rng.sample(range(players), 2):
        one, other = two_truths(played, viewer, rng)
        told = []
        for truth in (one, other):
            stories, _ = await tell(host, monkeypatch, played, truth)
            told.append(up_to_the_stop(stories[viewer], truth.decisions(viewer)))
        assert told[0] == told[1]
        assert len(told[0]) > 1


@pytest.mark.parametrize(("profile", "players"), PROFILES)
@over_the_wire()
async def test_spectators_are_sent_the_same_bytes_when_hidden_cards_change(
    host: RawHost, monkeypatch: pytest.MonkeyPatch, profile: str, players: int
) -> None:
    rng = random.Random(f"public truths {profile}")
    played = rule_set(profile, players)
    one, other = two_truths(played, None, rng)
    told = []
    for truth in (one, other):
        _, events = await tell(host, monkeypatch, played, truth)
        told.append([plain(event) for event in events])
    assert told[0] == told[1]
    assert len(told[0]) > 4


@over_the_wire()
async def test_these_tests_would_see_a_leak(host: RawHost, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a server that tells every seat one card of the next seat's hand, both of them fail."""

    def leaking(letter: Outgoing, codec: Codec, seat: int) -> bytes:
        response = PlayResponse.FromString(letter_to_wire(letter, codec, seat))
        for ask, decision in zip(letter.asks, response.decisions, strict=True):
            hands = ask.game.hands  # type: ignore[attr-defined]
            other = hands[(seat + 1) % len(hands)]
            decision.durak.position.shown.extend(list(bits(other))[:1])
        return response.SerializeToString()

    monkeypatch.setattr(play, "letter_to_wire", leaking)
    played = rules("durak/german", players=3)
    table = await host.open(played)
    (stories,) = await table.play_randomly("a leak")
    _, log = await finished(table)
    facts = {game: found for (_, game), found in facts_of(played, log).items()}
    with pytest.raises(AssertionError):
        check_story(stories[0], 0, facts)
    told = []
    for truth in two_truths(played, 0, random.Random("a leak")):
        stories, _ = await tell(host, monkeypatch, played, truth)
        told.append(up_to_the_stop(stories[0], truth.decisions(0)))
    assert told[0] != told[1]


async def tell(
    host: RawHost,
    monkeypatch: pytest.MonkeyPatch,
    played: Any,  # noqa: ANN401
    truth: Truth,
) -> tuple[list[Story], list[PublicEvent]]:
    """Play this truth at the server; what the seats and the public were sent."""

    def stacked(*order: Any) -> Any:  # noqa: ANN401
        dealt = board(*order)
        dealt.game = truth.deal()  # type: ignore[misc]
        return dealt

    monkeypatch.setattr(running_board, "board", stacked)
    monkeypatch.setattr(public, "board", stacked)
    table = await host.open(played, policy=FORGIVING)
    stories = await within(answer_all(table, truth))
    await table.over()
    return stories, await within(table.spectate())


async def answer_all(table: RawTable, truth: Truth) -> list[Story]:
    """All seats answer what they answer in this truth; then the table is broken off."""
    asked = [0] * table.players
    everything = asyncio.Event()

    async def answer(seat: int) -> Story:
        async with sitting(table, seat) as client:
            left = truth.of(seat)
            while not client.story.responses[-1].HasField("goodbye"):
                await client.read()
                asked[seat] += len(client.story.responses[-1].decisions)
                if client.open and left:
                    await reply(client, left.pop(0))
                if all(asked[other] == truth.decisions(other) for other in range(table.players)):
                    everything.set()
            return client.story

    async def break_off() -> None:
        await everything.wait()
        await table.abort("That is enough.")

    breaking_off = asyncio.create_task(break_off())
    stories = await asyncio.gather(*map(answer, range(table.players)))
    await breaking_off
    return stories


async def reply(client: Client, place: int) -> None:
    (decision,) = client.open.values()
    await client.answer(nonsense(decision) if place == WRONG else by_index(decision, place))


def nonsense(decision: Decision) -> Answer:
    """Against the rules wherever it is said."""
    answer = Answer(decision=decision.decision)
    if decision.HasField("durak"):
        answer.durak.CopyFrom(
            durak_pb2.DurakAction(kind=durak_pb2.DurakAction.KIND_BEAT, cards=[51], target=99)
        )
    else:
        action = burako_pb2.BurakoAction
        answer.burako.CopyFrom(
            action(
                kind=action.KIND_EXTEND,
                meld=99,
                end=burako_pb2.BURAKO_MELD_END_SET,
                tiles=[0],
            )
        )
    return answer


def up_to_the_stop(story: Story, decisions: int) -> list[bytes]:
    """All that was sent until the table was broken off, part by part."""
    assert len(story.decisions) == decisions
    wrong = (Notice.CODE_ILLEGAL, Notice.CODE_MALFORMED)
    assert all(notice.code in wrong for notice in story.notices)
    kept = Story(story.responses[:-1])
    assert not story.responses[-1].decisions
    return kept.parts()


def plain(event: PublicEvent) -> bytes:
    """An event as bytes, without the name that each table has of its own."""
    if event.HasField("match_began"):
        event.match_began.match_id = ""
    return event.SerializeToString(deterministic=True)
