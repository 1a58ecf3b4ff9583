"""A ladder of many bots that have played a lot, made by COPY.

However many bots there are, each has as many results, opponents and matches: what is more for a
page to read is only what others have.  Ratings follow a plain Elo of their own, which is quicker
than ours and near enough for pages; settling goes on from where they are.
"""

import json
import math
import random
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Final

import psycopg
from allauth.account.models import EmailAddress

from arena.games.registry import rules
from arena.match_states import MatchState
from arena.models import Bot, BotVersion, Match, MatchParticipant
from scoring.elo import MICRO
from scoring.ladder import START
from tests.bench.copying import Filling, filling
from tests.bench.ladder_shape import (
    BLOCK,
    BOARDS,
    BOTS_OF_AN_AUTHOR,
    NEW_VERSION_AT,
    NEWCOMERS,
    PROFILE,
    RETIRED,
    ROUNDS,
    ROUNDS_OF_NEWCOMERS,
    ROUNDS_WITH_MATCHES,
    SLUG,
    bot_name,
    bot_public_id,
    entries_count,
    match_public_id,
    version_id,
)
from tournaments.ladder_sums import NANO, TREND_LENGTH
from tournaments.models import (
    Competitor,
    CompetitorRecord,
    Encounter,
    Ladder,
    LadderEntry,
    Rating,
    RatingEvent,
    ResultEvent,
    User,
)

STEP: Final = timedelta(seconds=1)
_TABLES: Final = (
    User, EmailAddress, Competitor, Bot, BotVersion, LadderEntry, RatingEvent, Rating, Encounter,
    Match, MatchParticipant, ResultEvent, CompetitorRecord,
)  # fmt: skip


@cache
def _pairs_of_block(number: int) -> tuple[tuple[int, int], ...]:
    """Everybody of a block meets everybody else in turn: a round of it, by the circle method."""
    turning = BLOCK - 1
    ring = [(number + place) % turning for place in range(turning)]
    halves = zip(ring[1 : BLOCK // 2], reversed(ring[BLOCK // 2 :]), strict=True)
    return ((turning, ring[0]), *halves)


@dataclass
class _World:
    """What is known of all bots while the rounds go by; bots are numbered from 1."""

    bots: int
    began: datetime
    chance: random.Random = field(default_factory=lambda: random.Random(10))
    number: int = 0
    """Of the last entry."""
    settled: int = 0

    def __post_init__(self) -> None:
        size = self.bots + 1
        self.strengths = array("d", (self.chance.gauss(0, 200) for _ in range(size)))
        self.values = array("q", [START]) * size
        self.results, self.won, self.level = (array("i", [0]) * size for _ in range(3))
        self.points = array("q", [0]) * size
        self.last = array("q", [0]) * size
        self.trends: list[list[int]] = [[] for _ in range(size)]
        self.records = [array("i", [0]) * size for _ in range(4)]
        met = size * BLOCK
        self.met_results, self.met_won, self.met_level = (array("i", [0]) * met for _ in range(3))
        self.met_shares, self.met_squares, self.met_points = (
            array("q", [0]) * met for _ in range(3)
        )

    def at(self, number: int) -> str:
        return (self.began + number * STEP).isoformat()


def ladder_fill(url: str, bots: int) -> None:
    """Into a migrated database in which the ladder of `SLUG` is open and nobody is rated."""
    assert bots % BLOCK == 0
    ladder = Ladder.objects.get(slug=SLUG)
    entries = entries_count(bots)
    world = _World(bots, datetime.now(UTC) - entries * STEP)
    with filling(url, _TABLES) as tables:
        _people_fill(tables, world)
        for number in range(ROUNDS):
            _round_fill(tables, world, ladder, number)
        assert world.number == entries
        _sums_fill(tables, world, ladder)
        _counts_store(tables.connection, world, ladder)


def _people_fill(tables: Filling, world: _World) -> None:
    authors = range(1, 1 + world.bots // BOTS_OF_AN_AUTHOR)
    bots = range(1, 1 + world.bots)
    tables.fill(
        User,
        ("id", "email", "display_name"),
        (f"{one}\tauthor{one}@example.org\tAuthor {one}" for one in authors),
        password="!",
    )
    tables.fill(
        EmailAddress,
        ("user_id", "email"),
        (f"{one}\tauthor{one}@example.org" for one in authors),
        verified=True,
        primary=True,
    )
    tables.fill(Competitor, ("id",), map(str, bots), kind=Competitor.Kind.BOT)
    # Versions before their bots: the database looks whether the active one is valid.
    tables.fill(
        BotVersion,
        ("id", "bot_id", "number"),
        (f"{2 * one + version}\t{one}\t{version + 1}" for one in bots for version in (0, 1)),
        digest="0" * 64,
        size=1000,
        file_name="bot.py",
        command=["python", "bot.py"],
        profiles=[PROFILE],
        submitted_at=world.began,
        state=BotVersion.State.VALID,
    )
    tables.fill(
        Bot,
        (
            "id", "competitor_id", "public_id", "owner_id", "name", "name_key",
            "active_version_id", "retired_at", "created_at",
        ),
        (_bot(world, one) for one in bots),
    )  # fmt: skip


def _bot(world: _World, bot: int) -> str:
    owner = 1 + (bot - 1) // BOTS_OF_AN_AUTHOR
    name = bot_name(bot)
    began = world.began.isoformat()
    retired = began if bot % RETIRED == 0 else "\\N"
    texts = (
        bot, bot, bot_public_id(bot), owner, name, name.casefold(), version_id(bot), retired, began
    )  # fmt: skip
    return "\t".join(map(str, texts))


@dataclass
class _Round:
    """The rows of one round."""

    entries: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    matches: list[str] = field(default_factory=list)
    participants: list[str] = field(default_factory=list)
    results: list[str] = field(default_factory=list)


def _round_fill(tables: Filling, world: _World, ladder: Ladder, number: int) -> None:
    rows = _Round()
    for block in range(world.bots // BLOCK):
        if block % NEWCOMERS == 0 and number < ROUNDS - ROUNDS_OF_NEWCOMERS:
            continue
        first = 1 + block * BLOCK
        for one, other in _pairs_of_block(number % (BLOCK - 1)):
            _result(world, rows, number, (first + one, first + other))
    result = LadderEntry.Kind.RESULT
    tables.fill(
        LadderEntry,
        ("number", "source", "sides", "scores", "points", "at"),
        rows.entries,
        ladder=ladder.pk,
        kind=result,
        games=2 * BOARDS,
    )
    tables.fill(
        RatingEvent,
        (
            "number", "competitor_id", "cause", "value", "delta", "expected", "score", "at",
            "version", "results", "variance", "results_of_version",
        ),
        rows.events,
        ladder=ladder.pk,
        squared_residuals=number * 0.05,
        spreads=number * 0.06,
    )  # fmt: skip
    _matches_fill(tables, rows, ladder)


def _result(world: _World, rows: _Round, number: int, bots: tuple[int, int]) -> None:
    """One deal set and all that it does."""
    one, other = bots
    values = world.values
    expected = 1 / (1 + 10 ** ((values[other] - values[one]) / (400 * MICRO)))
    truth = 1 / (1 + 10 ** ((world.strengths[other] - world.strengths[one]) / 400))
    boards = 2 * BOARDS
    won = min(boards, max(0, round(boards * world.chance.gauss(truth, 0.12))))
    world.number += 1
    at = world.at(world.number)
    version = 1 + (number >= NEW_VERSION_AT)
    played = number >= ROUNDS - ROUNDS_WITH_MATCHES
    source = match_public_id(world.number)
    rows.entries.append(
        f"{world.number}\tmatch:{source}\t[[[{one},{version}]],[[{other},{version}]]]\t"
        f'[["1/2","{won}/{boards}"],["{boards - won}/{boards}","1/2"]]\t'
        f"{{{2 * won},{2 * (boards - won)}}}\t{at}"
    )
    steps = round((won / boards - expected) * max(20, 240 * 3 // (3 + number)) * MICRO)
    for side, bot in enumerate(bots):
        sign = -1 if side else 1
        share = boards - won if side else won
        of_version = number - NEW_VERSION_AT if version == 2 else number
        results = world.results[bot] = world.results[bot] + 1
        if number == NEW_VERSION_AT:
            rows.events.append(
                f"{world.number}\t{bot}\tversion\t{values[bot]}\t0\t\\N\t\\N\t{at}"
                f"\t{version}\t{results - 1}\t{_variance(results)}\t0"
            )
        values[bot] += sign * steps
        rows.events.append(
            f"{world.number}\t{bot}\tresult\t{values[bot]}\t{sign * steps}"
            f"\t{1 - expected if side else expected}\t{share / boards}\t{at}"
            f"\t{version}\t{results}\t{_variance(results)}\t{of_version + 1}"
        )
        _count(world, bot, bots[1 - side], share, number)
        if played:
            _record(world, rows, source, bot, side, share, at)
    if played:
        _match(world, rows, source, bots, won, at)


@cache
def _variance(results: int) -> float:
    return max(25.0, 350 / math.sqrt(1 + results)) ** 2


def _count(world: _World, bot: int, opponent: int, share: int, number: int) -> None:
    boards = 2 * BOARDS
    world.won[bot] += 2 * share > boards
    world.level[bot] += 2 * share == boards
    world.points[bot] += 2 * share
    world.last[bot] = world.number
    if number >= ROUNDS - TREND_LENGTH:
        world.trends[bot].append(round(world.values[bot] / MICRO))
    place = bot * BLOCK + (opponent - 1) % BLOCK
    world.met_results[place] += 1
    world.met_won[place] += 2 * share > boards
    world.met_level[place] += 2 * share == boards
    world.met_points[place] += 2 * share
    world.met_shares[place] += share * NANO // boards
    world.met_squares[place] += share * share * NANO // (boards * boards)


def _record(  # noqa: PLR0917 - a row has many columns
    world: _World, rows: _Round, source: str, bot: int, side: int, share: int, at: str
) -> None:
    outcome = 1 + (share < BOARDS) - (share > BOARDS)
    world.records[outcome][bot] += 1
    world.records[3][bot] += 2 * share
    name = ("won", "level", "lost")[outcome]
    rows.results.append(f"{source}\t{world.settled + 1}\t{side}\t{bot}\t{2 * share}\t{name}\t{at}")


def _match(  # noqa: PLR0917
    world: _World, rows: _Round, source: str, bots: Sequence[int], won: int, at: str
) -> None:
    world.settled += 1
    key = world.settled
    times = "\t".join([at] * 5)
    rows.matches.append(f"{key}\t{source}\t{key}\t{_boards(won)}\t{times}")
    for side, bot in enumerate(bots):
        points = 2 * (2 * BOARDS - won if side else won)
        rows.participants.append(f"{key}\t{side}\t{side}\t{version_id(bot)}\t{points}")


@cache
def _boards(won: int) -> str:
    """Of a deal set of which the first has won so many."""
    boards = [
        {
            "rotation": place // BOARDS,
            "board": place % BOARDS,
            "points": [2, 0] if place < won else [0, 2],
            "losers": [1] if place < won else [0],
            "forfeit": None,
            "games": 1,
        }
        for place in range(2 * BOARDS)
    ]
    return json.dumps(boards)


def _matches_fill(tables: Filling, rows: _Round, ladder: Ladder) -> None:
    tables.fill(
        Match,
        (
            "id", "public_id", "settled_number", "results", "created_at", "sent_at", "begun_at",
            "heard_at", "ended_at",
        ),
        rows.matches,
        kind=Match.Kind.LADDER,
        rated=True,
        ladder=ladder.pk,
        profile=PROFILE,
        rules=rules(PROFILE).to_json(),
        boards=BOARDS,
        boards_over=2 * BOARDS,
        rotations=2,
        cost=3.0,
        seed="00" * 32,
        commitment="00" * 32,
        state=MatchState.SETTLED,
        attempt=1,
        worker="matches@here",
        replay_digest="0" * 64,
        games=2 * BOARDS,
        decisions=400,
        sandbox="bwrap",
    )  # fmt: skip
    tables.fill(
        MatchParticipant,
        ("match_id", "place", "side", "version_id", "points"),
        rows.participants,
        decisions=200,
        think_ms=900,
        longest_ms=20,
    )
    tables.fill(
        ResultEvent,
        ("match", "number", "side", "competitor_id", "points", "outcome", "at"),
        rows.results,
        kind=ResultEvent.Kind.SETTLED,
        profile=PROFILE,
        rated=True,
    )


def _sums_fill(tables: Filling, world: _World, ladder: Ladder) -> None:
    bots = range(1, 1 + world.bots)
    tables.fill(
        Rating,
        (
            "competitor_id", "value", "variance", "results", "version", "results_of_version", "won",
            "level", "lost", "games", "points", "trend", "last_at",
        ),
        (_rating(world, bot) for bot in bots),
        ladder=ladder.pk,
        squared_residuals=ROUNDS * 0.05,
        spreads=ROUNDS * 0.06,
        first_at=world.began,
    )  # fmt: skip
    tables.fill(
        Encounter,
        (
            "competitor_id", "opponent_id", "won", "level", "lost", "shares", "squares", "points",
            "points_against",
        ),
        _encounters(world),
        ladder=ladder.pk,
    )  # fmt: skip
    tables.fill(
        CompetitorRecord,
        ("competitor_id", "won", "level", "lost", "points"),
        (f"{bot}\t" + "\t".join(str(count[bot]) for count in world.records) for bot in bots),
        profile=PROFILE,
        rated=True,
    )


def _rating(world: _World, bot: int) -> str:
    results, won, level = world.results[bot], world.won[bot], world.level[bot]
    texts = (
        bot, world.values[bot], _variance(results), results, 2,
        min(results, ROUNDS - NEW_VERSION_AT), won, level, results - won - level,
        2 * BOARDS * results, world.points[bot], "{" + ",".join(map(str, world.trends[bot])) + "}",
        world.at(world.last[bot]),
    )  # fmt: skip
    return "\t".join(map(str, texts))


def _encounters(world: _World) -> Iterator[str]:
    for place, results in enumerate(world.met_results):
        if results:
            bot, other = divmod(place, BLOCK)
            opponent = 1 + (bot - 1) // BLOCK * BLOCK + other
            won, level = world.met_won[place], world.met_level[place]
            yield (
                f"{bot}\t{opponent}\t{won}\t{level}\t{results - won - level}"
                f"\t{world.met_shares[place]}\t{world.met_squares[place]}"
                f"\t{world.met_points[place]}\t{4 * BOARDS * results - world.met_points[place]}"
            )


def _counts_store(connection: psycopg.Connection, world: _World, ladder: Ladder) -> None:
    connection.execute(
        "UPDATE tournaments_ladder SET last_number = %s, results_count = %s, ratings_count = %s,"
        " boards = %s WHERE id = %s",
        [world.number, world.number, world.bots, BOARDS, ladder.pk],
    )
    connection.execute(
        "INSERT INTO arena_arenastate (id, mode, virtual_time, settled, looked_at, listening_since)"
        " VALUES (1, 'running', 0, %s, now(), now())"
        " ON CONFLICT (id) DO UPDATE SET settled = excluded.settled",
        [world.settled],
    )
