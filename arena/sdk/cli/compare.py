"""`durako compare`: whether one bot is better than another, stopping when the answer is known."""

from fractions import Fraction
from typing import Annotated

import typer

from arena.sdk.cli.console import say, say_json
from arena.sdk.cli.contest import Contest, elo, short
from arena.sdk.cli.exits import Exit, refuse
from arena.sdk.cli.play import DEFAULT_RULES, Rules, Seconds, Seed, Workers, usual
from arena.sdk.cli.rules import AsJson, Option, Players, rule_set
from arena.sdk.loading import BotSource
from arena.sdk.trouble import Trouble
from arena.wire.match_spec import most_boards
from scoring.sequential import (
    SequentialError,
    SetResults,
    SprtPlan,
    Verdict,
    confidence_interval,
    evaluate,
)


def compare(
    old: Annotated[str, typer.Argument(metavar="OLD", help="The bot as it was.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The bot as it is now.")],
    *,
    rules: Rules = DEFAULT_RULES,
    players: Players = None,
    option: Option = None,
    elo0: Annotated[float, typer.Option(help="Not better: a difference of this.")] = 0.0,
    elo1: Annotated[float, typer.Option(help="Better: a difference of this.")] = 20.0,
    most: Annotated[int, typer.Option(help="Give up after so many deals.", min=1)] = 20_000,
    seed: Seed = None,
    time: Seconds = 1.0,
    jobs: Workers = None,
    as_json: AsJson = False,
) -> None:
    """Play NEW against OLD until it is clear which of the two hypotheses holds.

    A sequential test on deals: wrong in at most 5 of 100 cases either way.  Exit code 0: NEW is
    better; 1: it is not, or it stayed open; 3: it is not, and it broke in some games.
    """
    try:
        plan = SprtPlan(elo0, elo1)
    except SequentialError as error:
        refuse(f"--elo0 and --elo1 cannot be so: {error}.")
    rule_book = rule_set(rules, usual(rules, players), option or [])
    test = Test(plan)
    troubles: list[Trouble] = []
    was_stopped = False
    while test.is_open and test.results.total < most and not was_stopped:
        first = seed is None or test.results.total == 0
        contest = Contest(
            rules=rule_book,
            bots=(BotSource(new), BotSource(old)),
            deals=min(most_boards(rule_book), most - test.results.total),
            seed=seed if seed is None or first else seed + test.results.total,
            seconds=time,
            workers=jobs,
        )
        contest.run(stop=test.take)
        troubles += contest.troubles
        was_stopped = contest.was_stopped
    outcome = evaluate(plan, test.results)
    interval = confidence_interval(test.results)
    if as_json:
        say_json(
            {
                "old": old,
                "new": new,
                "rules": rule_book.to_json(),
                "deals": test.results.total,
                "verdict": outcome.verdict.value,
                "llr": outcome.llr,
                "share": interval.estimate,
                "elo": interval.elo,
                "elo_low": interval.elo_low,
                "elo_high": interval.elo_high,
                "troubles": [str(trouble) for trouble in troubles],
            }
        )
    else:
        names: dict[int | str, str] = {0: BotSource(new).name, 1: BotSource(old).name}
        say(outcome.explanation(0, 1).text(names), style="bold")
        say(f"  {short(interval)} of the points, Elo {elo(interval)}")
    if was_stopped:
        raise typer.Exit(Exit.STOPPED)
    if outcome.verdict is not Verdict.ACCEPT_H1:
        broke = any(trouble.bot == BotSource(new).name for trouble in troubles)
        raise typer.Exit(Exit.BOT if broke else Exit.NO)


class Test:
    """The sequential test as it goes on over several matches."""

    def __init__(self, plan: SprtPlan) -> None:
        self.results = SetResults({})
        self._plan = plan
        self.is_open = True

    def take(self, share: Fraction) -> bool:
        """One more deal; whether the answer is known."""
        self.results = self.results.plus(share)
        self.is_open = evaluate(self._plan, self.results).verdict is Verdict.CONTINUE
        return not self.is_open
