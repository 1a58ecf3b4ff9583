"""A replay file in words."""

import gzip
import random
from pathlib import Path

import pytest

from arena.sdk import replays
from arena.sdk.replays import verify_file
from arena.wire.frames import ReplayRefused
from tests.arena.wire.played import Played, Trouble, match_of, play

DUEL = match_of("durak/duel24", boards=2)


def written(folder: Path, played: Played, *, packed: bool = False) -> Path:
    """The replay as a file."""
    path = folder / "match.replay"
    path.write_bytes(gzip.compress(played.data) if packed else played.data)
    return path


@pytest.mark.parametrize("packed", [False, True])
def test_a_sound_replay_is_told_in_words(tmp_path: Path, packed: bool) -> None:
    played = play(DUEL, random.Random(4))
    lines = verify_file(written(tmp_path, played, packed=packed))
    assert lines[0] == "Match match 0: durak/duel24, 2 boards in 2 rotations."
    assert len(lines) == 1 + 4 + 2 + 1
    totals = {"bot 0": 0, "bot 1": 0}
    for result in played.results:
        names = [f"bot {number}" for number in DUEL.rotations[result.rotation]]
        for name, points in zip(names, result.points, strict=True):
            totals[name] += points
        said = next(
            line
            for line in lines
            if line.startswith(f"Rotation {result.rotation}, board {result.board}: ")
        )
        scored = zip(names, result.points, strict=True)
        assert ", ".join(f"{name} {points}" for name, points in scored) in said
        assert [name for name in names if f"lost by {name}" in said] == [
            names[seat] for seat in result.losers
        ]
    standings = [line.split(":")[0] for line in lines[5:7]]
    assert standings == sorted(totals, key=lambda name: -totals[name])
    assert all(any(f"{name}: {totals[name]} points" in line for line in lines) for name in totals)
    assert lines[-1] == f"The replay is sound: 4 games, {played.decisions} decisions."


def test_forfeits_are_told_with_their_reason(tmp_path: Path) -> None:
    played = play(DUEL, random.Random(4), Trouble(absent=(1,)))
    lines = verify_file(written(tmp_path, played))
    assert lines[1] == (
        "Rotation 0, board 0: bot 0 2, bot 1 0; lost by bot 1; "
        "forfeited by bot 1: did not start in time."
    )


def test_a_match_broken_off_has_no_standings(tmp_path: Path) -> None:
    played = play(DUEL, random.Random(4), Trouble(abort_after=1))
    assert verify_file(written(tmp_path, played)) == [
        "Match match 0: durak/duel24, 2 boards in 2 rotations.",
        "Broken off: The host had enough.",
        "The replay is sound: 2 games, 1 decision.",
    ]


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, play(DUEL, random.Random(4)))
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ReplayRefused, match="The log breaks off"):
        verify_file(path)


@pytest.mark.parametrize("size", [5, 200, -1, -5])
def test_a_damaged_packed_file_is_refused(tmp_path: Path, size: int) -> None:
    path = written(tmp_path, play(DUEL, random.Random(4)), packed=True)
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(ReplayRefused, match="The file is packed, but damaged"):
        verify_file(path)


def test_a_packed_file_with_wrong_bits_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, play(DUEL, random.Random(4)), packed=True)
    data = path.read_bytes()
    for place in range(10, len(data), 7):
        path.write_bytes(data[:place] + bytes([data[place] ^ 16]) + data[place + 1 :])
        with pytest.raises(ReplayRefused):
            verify_file(path)


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_without_end_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: bool
) -> None:
    monkeypatch.setattr(replays, "MOST_BYTES", 1 << 20)
    path = tmp_path / "bomb"
    bomb = bytes((1 << 20) + 1)
    path.write_bytes(gzip.compress(bomb) if packed else bomb)
    with pytest.raises(ReplayRefused, match="longer than"):
        verify_file(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        verify_file(tmp_path / "nothing")
