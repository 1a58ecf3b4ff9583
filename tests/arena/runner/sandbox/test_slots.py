"""Users for sandboxes."""

from pathlib import Path

import pytest

from arena.runner.sandbox import slots
from arena.runner.sandbox.interface import SandboxError
from arena.runner.sandbox.slots import Slot, first_uid


def test_nobody_shares_a_user(tmp_path: Path) -> None:
    first, second = Slot.take(locks=tmp_path), Slot.take(locks=tmp_path)
    assert first.uid != second.uid
    assert 0 not in (first.uid, second.uid)
    first.release()
    third = Slot.take(locks=tmp_path)
    assert third.uid == first.uid
    second.release()
    third.release()


def test_when_all_are_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slots, "_SLOTS", 2)
    taken = [Slot.take(locks=tmp_path) for _ in range(2)]
    with pytest.raises(SandboxError, match="Run fewer workers"):
        Slot.take(locks=tmp_path)
    for slot in taken:
        slot.release()


@pytest.mark.parametrize(
    ("uid_map", "first"),
    [
        ("         0          0 4294967295\n", 1_879_048_192),
        ("         0       1000          1\n         1     100000      65536\n", 60_706),
        ("         0     100000      65536\n", 60_706),
        ("         0       1000          1\n", None),
        ("", None),
    ],
)
def test_a_range_that_this_namespace_has(uid_map: str, first: int | None) -> None:
    assert first_uid(uid_map) == first
