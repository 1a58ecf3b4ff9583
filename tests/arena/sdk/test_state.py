"""What a playing process thinks about, seen from another one while it changes."""

import subprocess
import sys
from pathlib import Path

from arena.sdk.local.state import State

LOOKS = 20_000
WRITER = """
import sys
from itertools import count
from pathlib import Path
from arena.sdk.local.state import State

state = State(Path(sys.argv[1]))
for n in count(1):
    number = n % 1000 + 1
    state.thinks((number,) * 5 + (float(number),) * 2)
    if n == 1:
        print("begun", flush=True)
"""


def test_nobody_sees_half_a_moment(tmp_path: Path) -> None:
    """A moment whose start is not written yet would look long overdue."""
    path = tmp_path / "state"
    state = State.create(path)
    command = [sys.executable, "-c", WRITER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as writer:
        try:
            assert writer.stdout is not None
            assert writer.stdout.readline() == b"begun\n"
            seen = [state.thinking() for _ in range(LOOKS)]
        finally:
            writer.kill()
    state.close()
    moments = [moment for moment in seen if moment is not None]
    assert moments
    torn = [m for m in moments if not m.rotation == m.board == m.decision == m.started == m.allowed]
    assert not torn


def test_what_was_thought_about_before_is_forgotten_at_rest(tmp_path: Path) -> None:
    seen = State.create(tmp_path / "state")
    written = State(tmp_path / "state")
    assert seen.thinking() is None
    written.thinks((1, 2, 3, 4, 5, 6.0, 7.0))
    moment = seen.thinking()
    assert moment is not None
    assert (moment.board, moment.seat, moment.allowed) == (2, 4, 7.0)
    written.rests()
    assert seen.thinking() is None
    seen.close()
    written.close()
