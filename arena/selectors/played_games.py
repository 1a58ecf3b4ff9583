"""What was played on one board of a match that is over."""

from typing import Final

from django.core.cache import cache

from arena.models import Match
from arena.selectors.matches import match_replay
from arena.wire.one_board import OneBoard, excerpt, read_board

LARGE: Final = 1 << 20
"""Bytes from which on leafing through a log takes long enough to keep what was found."""
_KEPT_SECONDS: Final = 60 * 60
_KEPT_MAX: Final = 1 << 20


def board_played(*, match: Match, board: int, rotation: int) -> OneBoard:
    """One board from the replay. `ReplayDamagedError` if there is no replay, `ReplayRefused` if it
    cannot be read, `LookupError` if the match has no such board."""
    if not (0 <= rotation < match.rotations and 0 <= board < match.boards):
        raise LookupError(rotation, board)
    if match.replay_bytes < LARGE:
        return read_board(match_replay(match=match), rotation=rotation, board=board)
    # A replay never changes, and its digest is its name.
    key = f"board:{match.replay_digest}:{rotation}:{board}"
    part = cache.get(key)
    if part is None:
        part = excerpt(match_replay(match=match), rotation=rotation, board=board)
        if len(part) <= _KEPT_MAX:
            cache.set(key, part, _KEPT_SECONDS)
    return read_board(part, rotation=rotation, board=board)
