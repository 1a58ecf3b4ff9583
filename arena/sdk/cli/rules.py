"""`durako rules`: the rule sets by name, and each of them in words."""

import json
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.table import Table

from arena.games import profiles, rules
from arena.games.interface import Rules
from arena.sdk.cli.console import OUT, say, say_json
from arena.sdk.cli.exits import refuse

ProfileName = Annotated[
    str | None, typer.Argument(help="Such as durak/volga; without one, all are listed.")
]
Players = Annotated[int | None, typer.Option(help="How many play; by default the usual number.")]
Option = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="A changed option, such as -o transfer=play."),
]
AsJson = Annotated[bool, typer.Option("--json", help="For scripts.")]


def rules_command(
    profile: ProfileName = None,
    *,
    players: Players = None,
    option: Option = None,
    as_json: AsJson = False,
) -> None:
    """List the rule sets, or explain one in words."""
    if profile is None:
        _list(as_json=as_json)
        return
    chosen = rule_set(profile, players, option or [])
    if as_json:
        say_json(chosen.to_json())
        return
    known = profiles()[profile]
    say(known.title, style="bold")
    say(known.summary)
    for section in chosen.explain():
        say()
        say(section.title.text(), style="bold")
        for sentence in section.sentences:
            say(f"  {sentence.text()}")


def rule_set(profile: str, players: int | None, changes: Sequence[str]) -> Rules[Any]:
    """The rules of a profile with changed options; `RulesRefused` says what cannot be."""
    return rules(profile, players, **dict(map(_option, changes)))  # type: ignore[no-any-return]


def _option(text: str) -> tuple[str, object]:
    """An option and its value: JSON where it is JSON, a word where it is a word."""
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        refuse(f"Write an option as name=value, not {text!r}.")
    if name == "players":
        refuse("Say how many players there are with --players, not as an option.")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _list(*, as_json: bool) -> None:
    if as_json:
        say_json(
            [
                {"name": p.name, "title": p.title, "players": p.players, "rated": p.rated}
                for p in profiles().values()
            ]
        )
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("rules", "players", "what it is"):
        table.add_column(heading, no_wrap=heading != "what it is")
    for listed in profiles().values():
        least, most = min(listed.players), max(listed.players)
        count = str(least) if least == most else f"{least}-{most}"
        table.add_row(listed.name, count, listed.title)
    OUT.print(table)
    say("`durako rules NAME` explains one of them in words.")
