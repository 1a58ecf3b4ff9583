"""The command itself: its subcommands, and how it ends."""

from collections.abc import Callable, Mapping
from typing import Any, NoReturn

import typer
from typer.core import TyperGroup

from arena.games.errors import RulesRefused
from arena.sdk.cli.check import check
from arena.sdk.cli.compare import compare
from arena.sdk.cli.connect import connect
from arena.sdk.cli.console import complain
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
from arena.wire.frames import ReplayRefused
from arena.wire.match_spec import SpecRefusedError


class Sentences(TyperGroup):
    """Every error is a sentence on stderr, and the exit code says its kind."""

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401 - as the library has it
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
        except OSError as error:
            name = f"{error.filename}: " if error.filename else ""
            _end(f"{name}{error.strerror or error}.", Exit.USAGE)
        except KeyboardInterrupt:
            _end("Stopped.", Exit.STOPPED)


def _end(sentence: str, code: Exit) -> NoReturn:
    complain(sentence)
    raise typer.Exit(code)


app = typer.Typer(
    cls=Sentences,
    help="Write, try and compare bots for Durak and Burako, offline.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
COMMANDS: Mapping[str, Callable[..., None]] = {
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
for name, command in COMMANDS.items():
    app.command(name)(command)


def main() -> None:
    """What is installed as `durako`."""
    app(prog_name="durako")
