"""Issue 09: exactly once, whatever dies. `make soak` goes on for much longer."""

import pytest

from tests.soak import match_kills


@pytest.mark.launcher
@pytest.mark.timeout(1200)
def test_every_match_is_settled_once_or_void_whoever_is_killed() -> None:
    match_kills.soak(short=True)
