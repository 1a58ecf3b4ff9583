"""`durako verify`: whether a replay is what it says."""

from typing import Annotated

import typer

from arena.sdk.cli.console import say, say_json
from arena.sdk.cli.replay_argument import ReplayFile, replay_path
from arena.sdk.replays import read_replay, told
from arena.wire.frames import ReplayRefused
from arena.wire.verify import verify as verify_replay


def verify(
    replay: ReplayFile,
    *,
    as_json: Annotated[bool, typer.Option("--json", help="For scripts.")] = False,
) -> None:
    """Play a replay again, move by move, and check its seed, results and digest."""
    try:
        match = verify_replay(read_replay(replay_path(replay)))
    except ReplayRefused as refused:
        if as_json:
            say_json({"sound": False, "reason": str(refused)})
        raise
    if as_json:
        say_json(
            {
                "sound": True,
                "match": match.header.match_id,
                "profile": match.header.rules.profile,
                "games": match.games,
                "decisions": match.decisions,
                "aborted": match.aborted,
            }
        )
        return
    for line in told(match):
        say(line)
