"""`durako check`: what the site would say of a file that is to be sent in."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from arena.archive import Submission, SubmissionRefusedError, hosted, limits, read_submission
from arena.sdk.cli.console import say, say_json
from arena.sdk.cli.exits import Exit, refuse


def check(
    file: Annotated[Path, typer.Argument(help="What you want to send in: mybot.py or mybot.zip.")],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="For scripts.")] = False,
) -> None:
    """Look whether the site would take a bot's file; nothing is run, nothing is sent."""
    if file.is_dir():
        folder = shlex.quote(str(file))
        refuse(
            f"{file} is a folder; make it an archive: "
            f"python3 -m zipfile -c {shlex.quote(f'{file.resolve().name}.zip')} {folder}"
        )
    try:
        found = read_submission(file.name, _read(file), hosted=hosted())
    except SubmissionRefusedError as refused:
        reason = str(refused)
        if as_json:
            say_json(
                {"good": False, "code": refused.code, "entry": refused.entry, "reason": reason}
            )
        refuse(reason, Exit.NO)
    if as_json:
        say_json(_as_json(found))
    else:
        _tell(found)


def _read(file: Path) -> bytes:
    """One byte more than is allowed is enough to know."""
    with file.open("rb") as opened:
        return opened.read(limits.PACKED_BYTES + 1)


def _tell(found: Submission) -> None:
    versions = hosted().packages
    packages = ", ".join(f"{name} {versions[name]}" for name in found.packages)
    count = len(found.entries)
    files = "1 file" if count == 1 else f"{count} files"
    say(f"{found.file_name} can be sent in: {files}, {limits.size_text(found.size)}.", style="bold")
    say(f"  starts with  {shlex.join(found.command)}")
    say(f"  plays        {', '.join(found.profiles) or 'what you choose on the site'}")
    say(f"  packages     {packages or 'none named'}")
    say(f"  SHA-256      {found.digest}")
    say("The site will try it out in its sandbox before it plays.")


def _as_json(found: Submission) -> dict[str, object]:
    return {
        "good": True,
        "command": found.command,
        "profiles": found.profiles,
        "packages": found.packages,
        "files": found.entries,
        "size": found.size,
        "sha256": found.digest,
    }
