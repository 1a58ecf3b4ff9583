"""`durako debug`: put a stored position to a bot again."""

import asyncio
from collections.abc import Awaitable, Callable
from inspect import isawaitable
from typing import Annotated, Any

import typer

from arena.games.errors import GameError
from arena.games.interface import AnyAction, Game
from arena.sdk.answer import NonsenseError, action_types, understood
from arena.sdk.bot import Bot, seated
from arena.sdk.cli.console import OUT, say, say_json
from arena.sdk.cli.exits import Exit, refuse
from arena.sdk.cli.replay_argument import ReplayFile, open_replay
from arena.sdk.cli.table_text import action_words, asked_line, position_lines
from arena.sdk.cli.watch import described
from arena.sdk.clock import Clock
from arena.sdk.loading import load
from arena.sdk.local.chance import chance
from arena.sdk.recorded import RecordedGame
from arena.sdk.trouble import raised, where

MOST_LISTED = 30


def debug(
    replay: ReplayFile,
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A bot's file, such as mybot.py.")],
    decision: Annotated[int, typer.Option("--decision", "-d", help="As `durako watch` shows it.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="For scripts.")] = False,
) -> None:
    """Ask a bot again what it was asked in a stored game, and show what it answers now.

    The bot is first asked all earlier decisions of its seat in that game, so that it remembers what
    it would remember; what it answers to those changes nothing.  `self.random` is that of the
    offline game, so that a bot that has not changed answers what it answered then.
    """
    bot_class = load(bot)
    shown = open_replay(replay)
    try:
        game, place = shown.decision(decision)
    except LookupError as error:
        refuse(str(error.args[0]))
    move = game.moves[place]
    position = game.position(place)
    if not as_json:
        for line in position_lines(position, game.names, move.seat):
            say(line)
        say(f"decision {move.number}: {asked_line(position, game.names)}")
        _list_legal(position)
        say(f"then: {described(game, move)}")
    answered = _asked_again(bot_class, game, place)
    same = answered == move.action
    if as_json:
        say_json(
            {
                "decision": decision,
                "seat": move.seat,
                "then": move.action.to_json(),
                "now": answered.to_json(),
                "same": same,
            }
        )
    else:
        words = action_words(game.rules, answered)
        say(f"now:  {bot_class.__name__} {words}", style="bold green")
        say("The same as then." if same else "Not the same as then.")


def _list_legal(position: Game) -> None:
    legal = position.legal()
    shown = [position.rules.notation(action) for action in legal[:MOST_LISTED]]
    more = f" and {len(legal) - MOST_LISTED} more" if len(legal) > MOST_LISTED else ""
    say(f"legal: {'   '.join(shown)}{more}")


def _asked_again(bot_class: type[Bot], game: RecordedGame, place: int) -> AnyAction:
    """What the bot answers to the decision at this place of the game."""
    seat = game.moves[place].seat
    bot = seated(
        bot_class,
        rules=game.rules,
        seat=seat,
        random=chance(
            game.match.seed,
            rotation=game.rotation,
            board=game.board,
            game=len(game.before),
            seat=seat,
        ),
        board=game.board,
        game_number=game.number,
        totals=game.totals,
    )
    _in_bot(bot.start)
    position = game.position(0)
    for earlier in game.moves[:place]:
        if earlier.seat == seat:
            _choose(bot, position)
        position.apply(earlier.action)
    answer = _choose(bot, position)
    try:
        meant = understood(answer, position.legal(), action_types(game.rules))
        action = position.legal()[meant] if isinstance(meant, int) else meant
        position.copy().apply(action)
    except (NonsenseError, GameError) as error:
        refuse(f"The bot's answer is refused: {error}", Exit.BOT)
    return action


def _choose(bot: Bot, position: Game) -> object:
    return _in_bot(lambda: bot.choose(position.view(bot.seat), position.legal(), Clock()))


def _in_bot(call: Callable[[], Any]) -> object:
    try:
        answer = call()
        return asyncio.run(_awaited(answer)) if isawaitable(answer) else answer
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a bot may raise anything
        OUT.print(where(error), markup=False)
        refuse(f"The bot broke: {raised(error)}", Exit.BOT)


async def _awaited(answer: Awaitable[object]) -> object:
    return await answer
