"""`durako play`: a bot against another one, offline, every deal from every seat."""

from pathlib import Path
from typing import Annotated

import typer

from arena.sdk.cli.console import say, say_json
from arena.sdk.cli.contest import Contest, elo, short
from arena.sdk.cli.exits import Exit
from arena.sdk.cli.replay_argument import FOLDER
from arena.sdk.cli.rules import AsJson, Option, Players, rule_set
from arena.sdk.loading import BotSource

BotFile = Annotated[
    str, typer.Argument(metavar="BOT", help="A bot's file, mybot.py:Class, or a reference bot.")
]
Rules = Annotated[str, typer.Option("--rules", "-r", help="A rule set; see `durako rules`.")]
Deals = Annotated[
    int, typer.Option(help="How many deals; each is played in every rotation.", min=1, max=1000)
]
Seed = Annotated[int | None, typer.Option(help="The same number deals the same cards.")]
Seconds = Annotated[
    float, typer.Option("--time", help="Seconds that each decision adds.", min=0.01)
]
Workers = Annotated[
    int | None, typer.Option("--jobs", help="Processes; by default all cores.", min=1)
]
Games = Annotated[int, typer.Option("--games", help="Games of a series on each deal.", min=1)]
DEFAULT_RULES = "durak/volga"


def play(
    bot: BotFile,
    *,
    against: Annotated[
        str, typer.Option("--against", "-a", help="Another bot's file, or a reference bot.")
    ] = "greedy",
    rules: Rules = DEFAULT_RULES,
    players: Players = None,
    option: Option = None,
    deals: Deals = 100,
    seed: Seed = None,
    time: Seconds = 1.0,
    jobs: Workers = None,
    games: Games = 1,
    save: Annotated[Path, typer.Option(help="Where the replay goes.")] = FOLDER,
    output: Annotated[
        Path | None, typer.Option(help="A folder for what the bots print; else it is dropped.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play two bots against each other and tell the score with its error bar."""
    contest = Contest(
        rules=rule_set(rules, usual(rules, players), option or []),
        bots=(BotSource(bot), BotSource(against)),
        deals=deals,
        seed=seed,
        seconds=time,
        workers=jobs,
        games=games,
    )
    contest.run(output=output)
    contest.save(save)
    if as_json:
        say_json(summary(contest))
    else:
        tell(contest)
    if contest.was_stopped:
        raise typer.Exit(Exit.STOPPED)
    if any(trouble.bot == contest.bots[0].name for trouble in contest.troubles):
        raise typer.Exit(Exit.BOT)


def usual(profile: str, players: int | None) -> int | None:
    """Two players where the rules allow it and nothing else was said; else the usual number."""
    from arena.games import profiles

    known = profiles().get(profile)
    return 2 if players is None and known is not None and 2 in known.players else players


def summary(contest: Contest) -> dict[str, object]:
    """For scripts."""
    standing = contest.score.standing()
    interval = standing.interval
    return {
        "rules": contest.rules.to_json(),
        "bots": [source.name for source in contest.bots],
        "deals": standing.deals,
        "boards": {"won": standing.won, "drawn": standing.drawn, "lost": standing.lost},
        "games": contest.games_played,
        "share": interval.estimate,
        "share_low": interval.low,
        "share_high": interval.high,
        "elo": interval.elo,
        "elo_low": interval.elo_low,
        "elo_high": interval.elo_high,
        "confidence": interval.confidence,
        "seconds": contest.duration,
        "troubles": [str(trouble) for trouble in contest.troubles],
        "replay": None if contest.replay is None else str(contest.replay),
    }


def tell(contest: Contest) -> None:
    """For people."""
    standing = contest.score.standing()
    first, second = (source.name for source in contest.bots)
    boards = len(contest.played)
    rate = contest.games_played / contest.duration if contest.duration else 0.0
    say(
        f"{first} against {second}, {contest.rules.name}, {contest.rules.players} players: "
        f"{short(standing.interval)} of the points"
    )
    say(
        f"  {standing.won} won, {standing.drawn} drawn, {standing.lost} lost; "
        f"Elo {elo(standing.interval)}; {standing.deals} deals in {contest.rotations} rotations"
    )
    say(f"  {boards} boards in {contest.duration:.1f} s, {rate:.0f} games a second", style="dim")
    if contest.replay is not None:
        say(f"  replay: {contest.replay}   (durako watch last)", style="dim")
    contest.tell_troubles()
