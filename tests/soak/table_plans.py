"""Which matches the soak of the game server plays: all profiles, and every shape of a deal set."""

import random
from dataclasses import dataclass
from typing import Any, Final

from arena.games import profiles, rules
from arena.games.deal_set import usual_rotations
from arena.games.interface import Rules
from arena.protocol.v1 import host_pb2, match_pb2
from arena.wire.rules import rules_to_wire
from tests.soak.table_seats import TEMPERS

STARTUP: Final = 3.0
GRACE: Final = 1.0
BURAKO_TARGETS: Final = (300, 500)
# Of all matches: everybody honest, one that is not, or anything anywhere.
MOODS: Final = {"honest": 2, "one": 5, "all": 3}
DISHONEST: Final = tuple(name for name in TEMPERS if name != "honest")
ABORTED: Final = 0.05
WATCHED: Final = 0.15
ABORT_REASON: Final = "The soak has changed its mind."


@dataclass(frozen=True)
class Plan:
    """One match: everything in it follows from the soak's seed and the match's number."""

    seed: int
    number: int
    rules: Rules[Any]
    boards: int
    games: int
    boards_at_once: int
    rotations: tuple[tuple[int, ...], ...]
    tempers: tuple[tuple[str, ...], ...]
    """Per rotation and seat."""
    forfeits_at_once: bool
    abort_after: float | None
    watched: bool
    unveiled: bool

    @property
    def name(self) -> str:
        """In words for the log, and to find it again."""
        return f"soak {self.seed} match {self.number}"

    def chance(self, what: str) -> random.Random:
        """Of its own for everybody, so that one's luck does not depend on another's haste."""
        return random.Random(f"{self.name} {what}")

    def request(self) -> host_pb2.OpenTableRequest:
        """What the host asks for."""
        players = self.rules.players
        return host_pb2.OpenTableRequest(
            match_id=self.name,
            attempt=1,
            rules=rules_to_wire(self.rules),
            participants=[f"participant {number}" for number in range(players)],
            rotations=[match_pb2.Seating(participants=seating) for seating in self.rotations],
            boards=self.boards,
            games_per_board=self.games,
            boards_at_once=self.boards_at_once,
            seed=self.chance("shuffles").randbytes(32),
            time_control=match_pb2.TimeControl(
                startup_ms=round(1000 * STARTUP),
                bank_ms=700,
                increment_ms=300,
                bank_limit_ms=1000,
                grace_ms=round(1000 * GRACE),
            ),
            exact_clocks=True,
            fault_policy=match_pb2.FaultPolicy(
                on_fault=match_pb2.FaultPolicy.ON_FAULT_FORFEIT
                if self.forfeits_at_once
                else match_pb2.FaultPolicy.ON_FAULT_DEFAULT_ACTION,
                strikes=3,
            ),
            spectating=host_pb2.SPECTATING_LIVE,
            unveiled=self.unveiled,
        )


def plan(seed: int, number: int) -> Plan:
    """Match `number`: the profiles take turns, and so do their player counts."""
    chance = random.Random(f"soak {seed} plan {number}")
    names = list(profiles())
    profile = profiles()[names[number % len(names)]]
    players = profile.players[number // len(names) % len(profile.players)]
    burako = profile.name.startswith("burako/")
    options: dict[str, object] = (
        {"target_points": chance.choice(BURAKO_TARGETS), "hand_limit": 3} if burako else {}
    )
    chosen = rules(profile.name, players=players, **options)
    boards = 1 if burako else chance.choice([1, 2, 3])
    everybody_everywhere = usual_rotations(chosen)
    rotations = everybody_everywhere[: chance.choice([1, 2])]
    mood = chance.choices(list(MOODS), list(MOODS.values()))[0]
    return Plan(
        seed=seed,
        number=number,
        rules=chosen,
        boards=boards,
        games=1 if burako else chance.choice([1, 1, 2, 3]),
        boards_at_once=chance.choice([0, 1, boards]),
        rotations=rotations,
        tempers=tuple(_tempers(chance, mood, players) for _ in rotations),
        forfeits_at_once=chance.random() < 0.1,
        abort_after=chance.uniform(0, 1.5) if chance.random() < ABORTED else None,
        watched=chance.random() < WATCHED,
        unveiled=chance.random() < 0.5,
    )


def _tempers(chance: random.Random, mood: str, players: int) -> tuple[str, ...]:
    if mood == "all":
        return tuple(chance.choice(list(TEMPERS)) for _ in range(players))
    tempers = ["honest"] * players
    if mood == "one":
        tempers[chance.randrange(players)] = chance.choice(DISHONEST)
    return tuple(tempers)
