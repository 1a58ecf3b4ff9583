"""The command itself: its subcommands, and how it ends."""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final, NoReturn

import typer
from typer.core import TyperGroup

from arena.games.errors import RulesRefused
from arena.sdk.cli.check import check
from arena.sdk.cli.compare import compare
from arena.sdk.cli.connect import connect
from arena.sdk.cli.console import complain
from arena.sdk.cli.dashed_ids import marked
from arena.sdk.cli.debug import debug
from arena.sdk.cli.doctor import doctor
from arena.sdk.cli.exits import Complaint, Exit
from arena.sdk.cli.guide import guide
from arena.sdk.cli.new import new
from arena.sdk.cli.play import play
from arena.sdk.cli.rules import rules_command
from arena.sdk.cli.verify import verify
from arena.sdk.cli.watch import watch
from arena.sdk.loading import BotRefusedError, NoSuchBotError
from arena.sdk.online.errors import (
    NotLoggedInError,
    NotReachableError,
    OnlineError,
    RefusedError,
)
from arena.wire.frames import ReplayRefused
from arena.wire.match_spec import SpecRefusedError

AT_HOME: Final = "At home"
ON_LINE: Final = "On line"
COMMANDS: Final[Mapping[str, Callable[..., None]]] = {
    "new": new,
    "play": play,
    "watch": watch,
    "debug": debug,
    "compare": compare,
    "rules": rules_command,
    "verify": verify,
    "check": check,
    "connect": connect,
    "doctor": doctor,
    "guide": guide,
}
ONLINE_COMMANDS: Final = (
    "login",
    "logout",
    "whoami",
    "submit",
    "bots",
    "bot",
    "challenge",
    "matches",
    "match",
    "replay",
    "logs",
    "ab",
    "leaderboard",
    "league",
)
"""Each is in a module of its name, which is read when it is asked for: what works at home starts
as quickly as if there were none of them."""


class Sentences(TyperGroup):
    """Every error is a sentence on stderr, and the exit code says its kind."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401 - as the library has it
        """In the order in which help shows them."""
        return [*super().list_commands(ctx), *ONLINE_COMMANDS]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401
        """A subcommand; None if there is none of this name."""
        if cmd_name in ONLINE_COMMANDS and cmd_name not in self.commands:
            self.commands[cmd_name] = _online_command(cmd_name)
        return super().get_command(ctx, cmd_name)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
        """What was typed; ids are not options, even if they look so."""
        if args and args[0] in ONLINE_COMMANDS:
            args = [args[0], *marked(args[1:])]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401
        """Run a subcommand."""
        try:
            return super().invoke(ctx)
        except Complaint as complaint:
            _end(str(complaint), complaint.exit_code)
        except RulesRefused as refused:
            _end("\n".join(f"{e.field}: {e.message}" for e in refused.errors), Exit.USAGE)
        except (NoSuchBotError, SpecRefusedError) as refused:
            _end(str(refused), Exit.USAGE)
        except BotRefusedError as refused:
            _end(str(refused), Exit.BOT)
        except ReplayRefused as refused:
            _end(str(refused), Exit.NO)
        except OnlineError as error:
            from arena.sdk.cli.online.common import plain

            _end(plain(str(error)), _online_exit(error))
        except OSError as error:
            name = f"{error.filename}: " if error.filename else ""
            _end(f"{name}{error.strerror or error}.", Exit.USAGE)
        except KeyboardInterrupt:
            _end("Stopped.", Exit.STOPPED)


def _end(sentence: str, code: Exit) -> NoReturn:
    complain(sentence)
    raise typer.Exit(code)


def _online_exit(error: OnlineError) -> Exit:
    kinds: Mapping[type[OnlineError], Exit] = {
        NotReachableError: Exit.UNREACHABLE,
        NotLoggedInError: Exit.NOT_LOGGED_IN,
        RefusedError: Exit.REFUSED,
    }
    return kinds.get(type(error), Exit.USAGE)


def _online_command(name: str) -> Any:  # noqa: ANN401 - the library's own kind of command
    """From its module: a function of its name, or a `typer.Typer` with subcommands."""
    found = getattr(import_module(f"arena.sdk.cli.online.{name}"), name)
    if not isinstance(found, typer.Typer):
        alone = typer.Typer(add_completion=False)
        alone.command(name)(found)
        found = alone
    command = typer.main.get_command(found)
    command.name = name
    command.rich_help_panel = ON_LINE  # type: ignore[attr-defined]  # both kinds have it
    return command


app = typer.Typer(
    cls=Sentences,
    help="Write, try and compare bots for Durak and Burako at home, and let them play on line.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for its_name, command in COMMANDS.items():
    app.command(its_name, rich_help_panel=AT_HOME)(command)


def main() -> None:
    """What is installed as `durako`."""
    app(prog_name="durako")
