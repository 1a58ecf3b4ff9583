"""`durako submit`: send a bot in, and watch it being tried."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import typer

from arena.archive import SubmissionRefusedError, limits
from arena.sdk.cli.console import say, say_json
from arena.sdk.cli.dashed_ids import unmarked
from arena.sdk.cli.exits import Exit, refuse
from arena.sdk.cli.online.common import AsJson, SiteOption, client_at, note, plain, stopping
from arena.sdk.cli.online.waiting import changing_line, upload_bar
from arena.sdk.online.client import Client, Json
from arena.sdk.online.errors import RefusedError
from arena.sdk.online.events import followed
from arena.sdk.online.submitting import (
    Program,
    Wish,
    bot_meant,
    program,
    send_new_bot,
    send_version,
)
from arena.sdk.packing import FolderRefusedError

LOG_LINES: Final = 20
ASKED_LINES: Final = 12
_MARKS: Final = {"passed": "✓", "failed": "✗"}
_EXITS: Final = {"valid": Exit.FINE, "invalid": Exit.BOT}


def submit(
    file: Annotated[
        Path,
        typer.Argument(metavar="FILE|FOLDER", help="mybot.py, mybot.zip, or the bot's folder."),
    ],
    *,
    bot: Annotated[
        str,
        typer.Option(
            "--bot", "-b", metavar="NAME|ID", help="A new version of this bot.", callback=unmarked
        ),
    ] = "",
    new: Annotated[str, typer.Option("--new", metavar="NAME", help="A new bot of this name.")] = "",
    profile: Annotated[
        list[str] | None,
        typer.Option(
            "--profile", "-p", metavar="RULES", help="What it plays; see `durako rules`. Repeat it."
        ),
    ] = None,
    text: Annotated[str, typer.Option("--note", help="What is new in it, for yourself.")] = "",
    activate: Annotated[
        bool,
        typer.Option(
            "--activate/--no-activate", help="Let it play as soon as it has passed its checks."
        ),
    ] = True,
    again: Annotated[
        bool, typer.Option("--again", help="Even if it is the same file as the last one.")
    ] = False,
    wait: Annotated[
        bool, typer.Option("--wait/--no-wait", help="Follow its checks to their end.")
    ] = True,
    site: SiteOption = "",
    as_json: AsJson = False,
) -> None:
    """Send in a bot or a new version, and follow its checks live.

    A folder is packed first. Without --bot and --new it is a new version of the bot that
    durako.toml names, or of your only one. Exit code 0: it passed; 1: the site would not take it;
    3: it failed a check; 5: it could not be checked.
    """
    if bot and new:
        refuse("Say either --bot, for a new version, or --new, for a new bot.")
    sent = _judged(file)
    client = client_at(site)
    wish = Wish(profiles=profile or (), note=text, activate=activate, again=again)
    known, number = _sent(client, sent, wish, bot=bot, new=new)
    path = f"bots/{known['id']}/versions/{number}/"
    if not wait:
        version = client.get(path)
        if as_json:
            say_json(version)
        else:
            say(f"Version {number} of {known['name']} is being checked:")
            say(f"  {client.site.page(version['page'])}")
        return
    if not as_json:
        name = plain(known["name"])
        say(f"{name}, version {number}: {client.site.page(known['page'])}", style="bold")
    version = _followed(client, known, path, quiet=as_json)
    if as_json:
        say_json(version)
    else:
        _tell(client, known, path, version)
    raise typer.Exit(_EXITS.get(version["state"], Exit.BROKEN_OFF))


def _judged(file: Path) -> Program:
    """What the site would say, before anything is sent."""
    try:
        sent = program(file)
    except SubmissionRefusedError as refused:
        refuse(f"{refused}\nNothing was sent.", Exit.NO)
    except FolderRefusedError as refused:
        refuse(f"{refused}\nNothing was sent.", Exit.NO)
    if file.is_dir():
        count = len(sent.found.entries)
        files = "1 file" if count == 1 else f"{count} files"
        note(
            f"Packed {files}, {limits.size_text(sent.found.size)}: {', '.join(sent.found.entries)}"
        )
    if sent.left_out:
        note(f"Left out: {', '.join(sent.left_out)}")
    return sent


def _sent(client: Client, sent: Program, wish: Wish, *, bot: str, new: str) -> tuple[Json, int]:
    """The bot, and the number of its new version."""
    known = None if new else bot_meant(client, sent, bot)
    name = new if known is None else known["name"]
    how = f"Stopped while {name} was being sent; look with `durako bots --mine` and send it again."
    try:
        with stopping(how), upload_bar() as progress:
            if known is None:
                return send_new_bot(client, sent, wish, name=new, progress=progress)
            version = send_version(client, sent, wish, bot=known, progress=progress)
            return known, int(version["number"])
    except RefusedError as refused:
        if refused.code == "same_file":
            refuse(f"{refused}\nTo send it in all the same, add --again.", Exit.REFUSED)
        if any(fault.field == "profiles" for fault in refused.faults):
            refuse(f"{refused}\nAdd --profile, such as --profile durak/volga.", Exit.REFUSED)
        raise


def _followed(client: Client, bot: Json, path: str, *, quiet: bool) -> Json:
    """Until the checks are over; each step is told once, when it is done."""
    told: set[int] = set()
    version: Json = {}
    again = f"durako bot {shlex.quote(bot['name'])} --follow"
    with (
        stopping(f"Stopped looking; the checks go on. Look again with: {again}"),
        changing_line("It waits for its checks.") as line,
    ):
        for version in followed(client, path, check_is_over):
            check = version["check"] or {}
            line(check.get("text", ""))
            for place, step in enumerate(check.get("steps", ())):
                mark = _MARKS.get(step["state"])
                if mark is not None and place not in told:
                    told.add(place)
                    if not quiet:
                        _tell_step(mark, step)
    return version


def check_is_over(version: Json) -> bool:
    """Whether there is nothing to wait for."""
    check = version["check"]
    return check is None or bool(check["is_over"])


def _tell_step(mark: str, step: Json) -> None:
    style = "green" if mark == _MARKS["passed"] else "red"
    say(f"  {mark} {plain(step['name'])}", style=style)
    if step["text"]:
        for line in plain(step["text"]).splitlines():
            say(f"      {line}")


def _tell(client: Client, bot: Json, path: str, version: Json) -> None:
    """The verdict; of a failure what was exchanged, the end of the log, and what to do."""
    check = version["check"]
    if check is None:
        say("It has not been checked.")
        return
    is_good = version["state"] == "valid"
    say(plain(check["text"]), style="bold green" if is_good else "bold red")
    if is_good:
        if not version["is_active"]:
            number = version["number"]
            say(f"To let it play: durako bot {shlex.quote(bot['name'])} --activate {number}")
        return
    failed = [step for step in check["steps"] if step["state"] == "failed"]
    for step in failed:
        for label, key in (("It was sent:", "asked"), ("It answered:", "answered")):
            if step.get(key):
                say(label)
                _say_lines(step[key].splitlines(), most=ASKED_LINES)
    if check["has_log"]:
        log = client.download(f"{path}log/").decode("utf-8", "replace")
        say("The end of what it printed:")
        _say_lines(log.rstrip("\n").splitlines()[-LOG_LINES:], most=LOG_LINES)
    if version["state"] != "invalid":
        say("That was not your bot's fault; press “Check again” on its page:")
    elif check.get("commands"):
        say("To see the same at home:")
        for command in check["commands"]:
            say(f"  {plain(command['line'])}")
    say(f"  {client.site.page(check['page'])}")


def _say_lines(lines: Sequence[str], *, most: int) -> None:
    for line in lines[:most]:
        say(f"    {plain(line)}")
    if len(lines) > most:
        say("    … (the rest is on its page)", style="dim")
