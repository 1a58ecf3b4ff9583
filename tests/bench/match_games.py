"""The games of a match and nothing else: a process of its own that plays deal sets when asked.

`python -m tests.bench.match_games BOT PROFILE BOARDS`; for every line on its standard input one
deal set, both rotations, by the engine and the bots in this process: legal actions, the view, the
choice, the action.  No server, no log, no clocks, no messages.
"""

import json
import secrets
import sys
import time

from arena.games import rules
from arena.games.deal_set import board, usual_rotations
from arena.games.interface import AnyRules, Game
from arena.sdk import Bot, Clock, End
from arena.sdk.bot import seated
from arena.sdk.loading import load


def play(game: Game, bot: type[Bot]) -> int:
    """To its end; how many decisions that took."""
    players = [seated(bot, rules=game.rules, seat=seat) for seat in range(game.rules.players)]
    for player in players:
        player.start()
    decisions, clock = 0, Clock()
    while game.seat is not None:
        legal = game.legal()
        answer = players[game.seat].choose(game.view(game.seat), legal, clock)
        game.apply(legal[answer] if isinstance(answer, int) else answer)
        decisions += 1
    assert game.outcome is not None
    for player in players:
        player.over(End(outcome=game.outcome, scores=game.outcome.scores))
    return decisions


def play_set(rule_set: AnyRules, bot: type[Bot], boards: int) -> int:
    """Every board once in each rotation."""
    seed = secrets.token_bytes(32)
    return sum(
        play(board(rule_set, seed, number).game, bot)
        for _ in usual_rotations(rule_set)
        for number in range(boards)
    )


def main() -> None:
    source, profile, boards = sys.argv[1:]
    bot, rule_set = load(source), rules(profile, players=2)
    print("ready", flush=True)
    for _ in sys.stdin:
        began = time.process_time()
        decisions = play_set(rule_set, bot, int(boards))
        seconds = time.process_time() - began
        print(json.dumps({"decisions": decisions, "seconds": seconds}), flush=True)


if __name__ == "__main__":
    main()
