"""A replay file in words: read, played again, and told line by line."""

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final, cast

from arena.wire.frames import ReplayRefused
from arena.wire.results import BoardResult, ForfeitReason
from arena.wire.verify import Verified, verify

MOST_BYTES: Final = 256 * 1024 * 1024
_GZIP_MAGIC: Final = b"\x1f\x8b"
_REASONS: Final = {
    ForfeitReason.STRIKES: "too many strikes",
    ForfeitReason.NO_START: "did not start in time",
    ForfeitReason.DISCONNECTED: "left and did not come back",
    ForfeitReason.PROTOCOL: "broke the protocol",
}


def verify_file(path: Path) -> list[str]:
    """Check a replay, plain or gzipped, and say what came of the match.

    `ReplayRefused` says what is wrong with it; `OSError` why the file cannot be opened.
    """
    return list(told(verify(read_replay(path))))


def read_replay(path: Path) -> bytes:
    """Its bytes, unpacked if need be; a small file that unpacks to no end is refused."""
    with path.open("rb") as file:
        packed = file.read(len(_GZIP_MAGIC)) == _GZIP_MAGIC
        file.seek(0)
        if not packed:
            return _read(file)
        with gzip.open(file) as unpacked:
            try:
                return _read(cast("BinaryIO", unpacked))
            except (gzip.BadGzipFile, EOFError, zlib.error):
                raise ReplayRefused("The file is packed, but damaged: unpack it anew.") from None


def _read(file: BinaryIO) -> bytes:
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ReplayRefused(f"The replay is longer than {MOST_BYTES >> 20} MiB.")
    return data


def told(match: Verified) -> Iterator[str]:
    """What came of a match, line by line."""
    header = match.header
    yield (
        f"Match {header.match_id}: {header.rules.profile}, {_count(header.boards, 'board')} in "
        f"{_count(len(header.rotations), 'rotation')}."
    )
    for result in match.boards:
        yield _board(match, result)
    if match.aborted:
        yield f"Broken off: {match.aborted}"
    else:
        yield from _standings(match)
    games, decisions = _count(match.games, "game"), _count(match.decisions, "decision")
    yield f"The replay is sound: {games}, {decisions}."


def _board(match: Verified, result: BoardResult) -> str:
    seating = match.header.rotations[result.rotation].participants
    names = [match.header.participants[participant] for participant in seating]
    points = ", ".join(
        f"{name} {points}" for name, points in zip(names, result.points, strict=True)
    )
    losers = " and ".join(names[seat] for seat in result.losers)
    ended = f"lost by {losers}" if losers else "a draw"
    if result.forfeit is not None:
        guilty = " and ".join(names[seat] for seat in result.forfeit.seats)
        ended += f"; forfeited by {guilty}: {_REASONS[result.forfeit.reason]}"
    return f"Rotation {result.rotation}, board {result.board}: {points}; {ended}."


def _standings(match: Verified) -> Iterator[str]:
    """Every participant over the whole set, the one with most points first."""
    header = match.header
    points = [0] * len(header.participants)
    lost = [0] * len(header.participants)
    for result in match.boards:
        seating = header.rotations[result.rotation].participants
        for seat, participant in enumerate(seating):
            points[participant] += result.points[seat]
            lost[participant] += seat in result.losers
    everybody = range(len(header.participants))
    for participant in sorted(everybody, key=lambda number: -points[number]):
        yield (
            f"{header.participants[participant]}: {_count(points[participant], 'point')}, "
            f"{_count(lost[participant], 'board')} lost."
        )


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
