"""`durako ab`: whether a new version is stronger, played out on the site."""

from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup

from arena.sdk.cli.console import say, say_json
from arena.sdk.cli.dashed_ids import unmarked
from arena.sdk.cli.exits import Exit
from arena.sdk.cli.online.common import (
    USUAL_LIMIT,
    AsJson,
    Follow,
    Limit,
    SiteOption,
    client_at,
    moment,
    plain,
    say_table,
    stopping,
)
from arena.sdk.cli.online.waiting import changing_line
from arena.sdk.online.client import Client, Json
from arena.sdk.online.events import followed
from arena.sdk.online.names import VersionName, path_part, thing, version_named
from arena.sdk.online.terms import ab_profile

BEGIN: Final = "begin"
RUNNING: Final = "running"
_EXITS: Final = {"passed": Exit.FINE, "stuck": Exit.BROKEN_OFF}


class BeginsByDefault(TyperGroup):
    """`durako ab NEW OLD` is `durako ab begin NEW OLD`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - the library's
        """Put the word in that was left out."""
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = [BEGIN, *args]
        return super().parse_args(ctx, args)


ab = typer.Typer(
    cls=BeginsByDefault,
    help="""Let two versions of yours play on the site until it is clear which is stronger.

    `durako ab NEW OLD` begins a test; a version is NAME/2, a number alone for your only bot, or a
    name for the version that plays.""",
    no_args_is_help=True,
    add_completion=False,
)
TestId = Annotated[
    str, typer.Argument(metavar="TEST", help="Its id, as `durako ab list` says.", callback=unmarked)
]


@ab.command(BEGIN)
def begin(
    new: Annotated[
        str,
        typer.Argument(metavar="NEW", help="The version that may be stronger.", callback=unmarked),
    ],
    old: Annotated[
        str,
        typer.Argument(metavar="OLD", help="The one that it is compared with.", callback=unmarked),
    ],
    *,
    bot: Annotated[
        str,
        typer.Option(
            "--bot", "-b", metavar="NAME|ID", help="Of versions without a name.", callback=unmarked
        ),
    ] = "",
    profile: Annotated[
        str, typer.Option("--profile", "-p", metavar="RULES", help="By default what both play.")
    ] = "",
    question: Annotated[
        str, typer.Option("--question", help="gain: is it stronger? keep: is it no weaker?")
    ] = "gain",
    elo: Annotated[
        int | None, typer.Option("--elo", help="The difference that matters: 10, 20, 50 or 100.")
    ] = None,
    error_rate: Annotated[
        float | None, typer.Option("--error-rate", help="How often it may be wrong: 0.05.")
    ] = None,
    players: Annotated[int | None, typer.Option("--players", help="At the table.")] = None,
    boards: Annotated[int | None, typer.Option("--boards", "-n", help="Of each match.")] = None,
    most: Annotated[int | None, typer.Option("--most", help="Give up after so many.")] = None,
    follow: Follow = False,
    site: SiteOption = "",
    as_json: AsJson = False,
) -> None:
    """Begin a test of two versions. The word “begin” can be left out.

    Exit code with --follow: 0 if NEW passed, 1 if not or it stayed open, 5 if it is stuck.
    """
    client = client_at(site)
    one, other = (version_named(client, text, bot=bot) for text in (new, old))
    wish: Json = {
        "new": _named(one),
        "old": _named(other),
        "profile": profile or ab_profile(client, one, other),
        "question": question,
    }
    said = {"elo": elo, "error_rate": error_rate, "players": players, "boards": boards,
            "sets_most": most}  # fmt: skip
    wish |= {name: value for name, value in said.items() if value is not None}
    _end(client, client.create("ab-tests/", wish), follow=follow, as_json=as_json)


@ab.command("list")
def list_(*, limit: Limit = USUAL_LIMIT, site: SiteOption = "", as_json: AsJson = False) -> None:
    """List your tests, the latest first."""
    found = client_at(site).pages("ab-tests/", limit=limit)
    if as_json:
        say_json(found)
    elif not found:
        say("You have none yet: durako ab NEW OLD")
    else:
        say_table(("test", "begun", "new", "old", "rules", "state", "sets"), map(_row, found))


@ab.command()
def show(
    test: TestId, *, follow: Follow = False, site: SiteOption = "", as_json: AsJson = False
) -> None:
    """Show a test: the evidence so far, and what it says."""
    client = client_at(site)
    found = thing(client, _path(test), f"A/B test {test}")
    _end(client, found, follow=follow, as_json=as_json)


@ab.command()
def stop(test: TestId, *, site: SiteOption = "", as_json: AsJson = False) -> None:
    """Stop a test; what was played counts as far as it goes."""
    client = client_at(site)
    found = client.act(f"{_path(test)}stop/")
    _end(client, found, follow=False, as_json=as_json)


def _end(client: Client, test: Json, *, follow: bool, as_json: bool) -> None:
    """What every one of these commands shows in the end."""
    if follow:
        test = _followed(client, test, quiet=as_json)
    if as_json:
        say_json(test)
    else:
        _tell(client, test)
    if follow:
        raise typer.Exit(_EXITS.get(test["state"], Exit.NO))


def _followed(client: Client, test: Json, *, quiet: bool) -> Json:
    again = f"durako ab show {test['id']} --follow"
    if not quiet:
        say(f"Test {test['id']}: {client.site.page(test['page'])}", style="bold")
    now = test
    with (
        stopping(f"Stopped looking; the test goes on. Look again with: {again}"),
        changing_line("It has begun.") as line,
    ):
        for now in followed(client, _path(test["id"]), lambda one: one["state"] != RUNNING):
            line(f"{_evidence(now)}; {now['text']}")
    return now


def _tell(client: Client, test: Json) -> None:
    say(f"{_version(test['new'])} against {_version(test['old'])}, {test['profile']}", style="bold")
    say(f"  {plain(test['text'])}")
    say(f"  {_evidence(test)}")
    if test["state"] == RUNNING and test["elo_estimate"] is not None:  # else the text tells it
        low, high = test["elo_low"], test["elo_high"]
        ends = "" if low is None or high is None else f" ({low:+.0f} to {high:+.0f})"
        say(f"  Elo {test['elo_estimate']:+.0f}{ends}")
    say(f"  id    {test['id']}")
    say(f"  page  {client.site.page(test['page'])}")


def _evidence(test: Json) -> str:
    played = f"{test['sets']} of at most {test['sets_most']} deal sets"
    return f"{played}, evidence {test['llr']:.2f} from {test['lower']:.2f} to {test['upper']:.2f}"


def _row(test: Json) -> tuple[object, ...]:
    return (test["id"], moment(test["created_at"]), _version(test["new"]), _version(test["old"]),
            test["profile"], test["state"], test["sets"])  # fmt: skip


def _version(told: Json) -> str:
    return plain(f"{told['name']}/{told['version']}")


def _path(test: str) -> str:
    return f"ab-tests/{path_part(test)}/"


def _named(version: VersionName) -> Json:
    return {"bot": version.bot["id"], "version": version.number}
