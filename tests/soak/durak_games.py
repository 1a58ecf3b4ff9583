"""Random Durak games of every profile over its player counts, on both cores.

Games are played as series, so that the next-game rules and the short packs of a quicky series
are played too.  Cards are counted while a game lasts, its end is awaited, and a sample is
replayed from its text form.
"""

import multiprocessing
import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

from arena.games import replay, rules, rules_from_json
from arena.games.durak.family import PROFILES
from arena.games.durak.game import Game
from arena.games.durak.series import Series
from arena.games.durak.view import log_to_json
from arena.runner.lifeline import die_with_parent
from tests.arena.games.durak.random_play import RandomPlayer, is_whole, steps

GAMES_A_PROFILE = {"short": 12, "long": 10_000}
GAMES_A_SERIES = 4
SERIES_A_JOB = 25
CORES = 2
COUNT_EVERY = 8  # decisions
REPLAY_EVERY = 20  # games
LONGEST = 100_000  # decisions; more is taken for endless


@dataclass
class Tally:
    """What a number of games came to."""

    games: int = 0
    decisions: int = 0
    longest: int = 0
    replayed: int = 0
    reasons: dict[str, int] = field(default_factory=dict)

    def add(self, other: "Tally") -> None:
        self.games += other.games
        self.decisions += other.decisions
        self.longest = max(self.longest, other.longest)
        self.replayed += other.replayed
        for reason, count in other.reasons.items():
            self.reasons[reason] = self.reasons.get(reason, 0) + count


@dataclass(frozen=True)
class Job:
    """Some series of one profile at one player count."""

    profile: str
    players: int
    first: int
    series: int


def jobs(profile: str, games: int) -> Iterator[Job]:
    """Enough series for so many games, the same number at every player count."""
    counts = PROFILES[profile].players
    each = -(-games // (GAMES_A_SERIES * len(counts)))
    for players in counts:
        for first in range(0, each, SERIES_A_JOB):
            yield Job(profile, players, first, min(SERIES_A_JOB, each - first))


def play(job: Job) -> Tally:
    """Play the job's games; whatever is wrong says which game it was."""
    tally, rule_set = Tally(), rules(job.profile, players=job.players)
    for seed in range(job.first, job.first + job.series):
        series = rule_set.series(seed)
        player = RandomPlayer(random.Random(f"{job.profile} {job.players} {seed}"))
        for number in range(GAMES_A_SERIES):
            where = f"{job.profile} for {job.players}, seed {seed}, game {number}"
            game = series.next_game()
            decisions = _play_out(game, player, where)
            tally.add(Tally(1, decisions, decisions, reasons={_reason(game, where): 1}))
            if (seed * GAMES_A_SERIES + number) % REPLAY_EVERY == 0:
                _check_replay(series, game, where)
                tally.replayed += 1
    return tally


def _play_out(game: Game, player: RandomPlayer, where: str) -> int:
    number = 0
    for number, _ in enumerate(steps(game, player), start=1):
        if number > LONGEST:
            raise AssertionError(f"{where}: not over after {LONGEST} decisions")
        if number % COUNT_EVERY == 0 and game.outcome is None and not is_whole(game):
            raise AssertionError(f"{where}: cards were lost or doubled at decision {number}")
    return number


def _reason(game: Game, where: str) -> str:
    if game.outcome is None:
        raise AssertionError(f"{where}: over without an outcome")
    return game.outcome.reason


def _check_replay(series: Series, game: Game, where: str) -> None:
    rule_set = rules_from_json(game.rules.to_json())
    again = replay(rule_set, series.seed, log_to_json(game.log), game.start)
    if again.reveal() != game.reveal():
        raise AssertionError(f"{where}: its replay is another game")


def soak(*, short: bool) -> None:
    """Stops at the first game that is wrong."""
    games = GAMES_A_PROFILE["short" if short else "long"]
    total = Tally()
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(CORES, mp_context=spawn, initializer=die_with_parent) as cores:
        for profile in PROFILES:
            tally = Tally()
            for part in cores.map(play, jobs(profile, games)):
                tally.add(part)
            print(f"   {profile}: {_words(tally)}", flush=True)
            total.add(tally)
    print(f"   together: {_words(total)}; 0 failures", flush=True)


def _words(tally: Tally) -> str:
    reasons = ", ".join(f"{count} {reason}" for reason, count in sorted(tally.reasons.items()))
    return (
        f"{tally.games} games, {tally.decisions} decisions (longest {tally.longest}), "
        f"{tally.replayed} replayed: {reasons}"
    )
