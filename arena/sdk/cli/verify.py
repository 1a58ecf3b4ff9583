"""`durako verify`: whether a replay is what it says, and what was promised before it."""

from typing import Annotated

import typer

from arena.sdk.cli.console import say, say_json
from arena.sdk.cli.replay_argument import ReplayFile, replay_path
from arena.sdk.replays import read_replay, told
from arena.wire.frames import ReplayRefused
from arena.wire.verify import Verified
from arena.wire.verify import verify as verify_replay


def verify(
    replay: ReplayFile,
    *,
    commitment: Annotated[
        str | None, typer.Option(help="What was published before the match; must be the replay's.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option(help="What was published after it; must be the replay's.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For scripts.")] = False,
) -> None:
    """Play a replay again, move by move, and check its seed, results and digest.

    With `--commitment`, from where the match was announced, it also shows that the shuffles were
    fixed before the first card.
    """
    try:
        match = verify_replay(read_replay(replay_path(replay)))
        _require_same("commitment", commitment, match.header.commitment)
        _require_same("seed", seed, match.seed.hex())
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
                "commitment": match.header.commitment,
                "seed": match.seed.hex(),
            }
        )
        return
    for line in (*told(match), *_promise(match, published=commitment is not None)):
        say(line)


def _require_same(name: str, published: str | None, found: str) -> None:
    if published is not None and published.strip().lower() != found:
        raise ReplayRefused(
            f"The replay's {name} is {found}, not the one given: this is another match, or its "
            "cards were exchanged."
        )


def _promise(match: Verified, *, published: bool) -> list[str]:
    """What everybody can compare with what the match's page says."""
    fits = "the one published before the match" if published else "which fits the seed"
    return [
        f"Commitment: {match.header.commitment}, {fits}.",
        f"Seed: {match.seed.hex()}.",
    ]
