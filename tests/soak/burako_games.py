"""Burako hands and full matches by three kinds of players, on both cores.

Tiles are counted while a hand lasts, its end is awaited, its points are counted a second time by
the slow oracle and from the sheet, and a sample is replayed from its text form.
"""

import multiprocessing
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from statistics import mean, quantiles

from arena.games import replay, rules_from_json
from arena.games.burako.family import PROFILES, make
from arena.games.burako.game import Game
from arena.runner.lifeline import die_with_parent
from scoring.burako import score_hand
from tests.arena.games.burako.table import FLAGS, PLAYERS, all_tiles, play
from tests.arena.games.burako.test_scores import plain_hand
from tests.scoring.burako.oracle_score import oracle_total

HANDS = {"short": 300, "long": 10_000}
MATCHES = {"short": 6, "long": 500}
# Of 20 hands; the keen player is the one who closes, the timid one the one who stalls.
SHARES = {"random": 11, "keen": 8, "timid": 1}
HANDS_A_JOB = 100
MATCHES_A_JOB = 5
CORES = 2
COUNT_EVERY = 8  # decisions
REPLAY_EVERY = 20  # hands


@dataclass
class Tally:
    """What a number of hands came to."""

    scores: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    replayed: int = 0
    match_ends: Counter[str] = field(default_factory=Counter)
    match_hands: list[int] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        self.scores += other.scores
        self.lengths += other.lengths
        self.reasons += other.reasons
        self.replayed += other.replayed
        self.match_ends += other.match_ends
        self.match_hands += other.match_hands


@dataclass(frozen=True)
class Job:
    """Some hands, or some matches, of one profile by one kind of player."""

    profile: str
    player: str
    first: int
    count: int
    matches: bool


def jobs(hands: int, matches: int) -> Iterator[Job]:
    """Both profiles alike; matches are played by random and keen players."""
    for profile in PROFILES:
        for player, share in SHARES.items():
            number = -(-hands * share // (sum(SHARES.values()) * len(PROFILES)))
            for first in range(0, number, HANDS_A_JOB):
                yield Job(profile, player, first, min(HANDS_A_JOB, number - first), matches=False)
        for player in ("random", "keen"):
            number = -(-matches // (2 * len(PROFILES)))
            for first in range(0, number, MATCHES_A_JOB):
                count = min(MATCHES_A_JOB, number - first)
                yield Job(profile, player, first, count, matches=True)


def run(job: Job) -> Tally:
    """Whatever is wrong says which hand it was."""
    tally = Tally()
    for seed in range(job.first, job.first + job.count):
        rng = random.Random(f"{job.profile} {job.player} {seed}")
        if job.matches:
            _play_match(tally, job, seed, rng)
        else:
            flags = list(FLAGS.values())[seed % len(FLAGS)]
            game = make(job.profile, None, flags).deal(seed)
            _play_hand(tally, job, game, rng, seed=seed, number=0)
    return tally


def _play_match(tally: Tally, job: Job, seed: int, rng: random.Random) -> None:
    match = make(job.profile, None, {}).match(seed)
    for game in match:
        _play_hand(tally, job, game, rng, seed=seed, number=match.number)
    progress = match.progress
    assert progress.outcome is not None
    assert progress.totals == tuple(map(sum, zip(*match.totals_by_hand, strict=True)))
    assert len(match.totals_by_hand) <= 40
    winner = "draw" if progress.outcome.winner is None else f"side {progress.outcome.winner}"
    tally.match_ends[f"{progress.outcome.reason.value}, {winner}"] += 1
    tally.match_hands.append(len(match.totals_by_hand))


def _play_hand(
    tally: Tally, job: Job, game: Game, rng: random.Random, *, seed: int, number: int
) -> None:
    where = f"{job.profile}, {job.player}, seed {seed}, hand {number}"

    def watch(position: Game) -> None:
        if len(position.log) % COUNT_EVERY == 0 and sorted(all_tiles(position)) != _ALL:
            raise AssertionError(f"{where}: tiles were lost or doubled at {position.position()}")

    play(game, PLAYERS[job.player], rng, watch)
    _check_points(game, where)
    if (seed + number) % REPLAY_EVERY == 0:
        again = replay(
            rules_from_json(game.rules.to_json()), seed, game.log_to_json(), start=number
        )
        if again.reveal() != game.reveal():
            raise AssertionError(f"{where}: its replay is another hand")
        tally.replayed += 1
    assert game.outcome is not None
    tally.scores += game.outcome.totals
    tally.lengths.append(len(game.log))
    tally.reasons[game.outcome.reason] += 1


_ALL = list(range(106))


def _check_points(game: Game, where: str) -> None:
    if game.outcome is None:
        raise AssertionError(f"{where}: over without an outcome")
    options, totals = game.rules.options, game.outcome.totals
    if score_hand(options, game.outcome.sheet).totals != totals:
        raise AssertionError(f"{where}: the sheet counts otherwise")
    if options.pierna_of_twos:
        return  # unknown to the oracle
    free = options.unplayed_rack_free == "both"
    sides = plain_hand(game)["sides"]
    if totals != tuple(oracle_total(side, also_free_for_losers=free) for side in sides):
        raise AssertionError(f"{where}: the oracle counts otherwise")


def soak(*, short: bool) -> None:
    """Stops at the first hand that is wrong."""
    length = "short" if short else "long"
    tallies: dict[tuple[str, str], Tally] = {}
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(CORES, mp_context=spawn, initializer=die_with_parent) as cores:
        todo = list(jobs(HANDS[length], MATCHES[length]))
        for job, part in zip(todo, cores.map(run, todo), strict=True):
            tallies.setdefault((job.profile, job.player), Tally()).add(part)
    single = sum(job.count for job in todo if not job.matches)
    for (profile, player), tally in tallies.items():
        print(f"   {profile}, {player} player: {_words(tally)}", flush=True)
    together = Tally()
    for tally in tallies.values():
        together.add(tally)
    print(
        f"   together: {len(together.lengths)} hands ({single} single, the rest in "
        f"{len(together.match_hands)} matches), {sum(together.lengths)} decisions, "
        f"{together.replayed} replayed; 0 failures",
        flush=True,
    )


def _words(tally: Tally) -> str:
    reasons = ", ".join(f"{count} {reason}" for reason, count in tally.reasons.most_common())
    words = (
        f"{len(tally.lengths)} hands: {reasons}; points of a side {_spread(tally.scores)}; "
        f"decisions of a hand {_spread(tally.lengths)}"
    )
    if tally.match_hands:
        ends = ", ".join(f"{count} by {end}" for end, count in tally.match_ends.most_common())
        words += f"; matches of {_spread(tally.match_hands)} hands: {ends}"
    return words


def _spread(values: list[int]) -> str:
    """Lowest, tenth, middle, ninetieth of a hundred, highest, and the mean."""
    if len(values) < 2:
        return str(values)
    parts = quantiles(values, n=10, method="inclusive")
    low, middle, high = parts[0], parts[4], parts[8]
    return (
        f"{min(values)} | {low:.0f} | {middle:.0f} | {high:.0f} | {max(values)} "
        f"(mean {mean(values):.0f})"
    )
