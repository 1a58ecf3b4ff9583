"""`durako replay`: take a match's replay home."""

from pathlib import Path
from typing import Annotated

import typer

from arena.sdk.cli.console import say, say_json
from arena.sdk.cli.exits import Exit, refuse
from arena.sdk.cli.online.common import AsJson, SiteOption, client_at
from arena.sdk.cli.online.match import MatchId, is_over, match_path
from arena.sdk.cli.replay_argument import ENDING, FOLDER
from arena.sdk.online.names import thing


def replay(
    match_id: MatchId,
    *,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Where to; by default into replays/.")
    ] = None,
    site: SiteOption = "",
    as_json: AsJson = False,
) -> None:
    """Save a match's replay, for `durako watch`, `durako debug` and `durako verify`."""
    client = client_at(site)
    path = match_path(match_id)
    match = thing(client, path, f"match {match_id}")
    if not match["has_replay"]:
        later = "" if is_over(match) else f" Follow it: durako match {match['id']} --follow"
        refuse(f"There is no replay of this match.{later}", Exit.NO)
    data = client.download(f"{path}replay/")
    target = output or FOLDER / f"{match['id']}{ENDING}"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    if as_json:
        say_json({"match": match["id"], "file": str(target), "bytes": len(data)})
        return
    say(f"Saved {target}.")
    say(f"  durako watch {target}", style="dim")
    say(f"  durako verify {target} --commitment {match['commitment']}", style="dim")
