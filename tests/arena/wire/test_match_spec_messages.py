"""What a host says about clocks, and what it leaves out."""

import pytest

from arena.protocol.v1 import match_pb2
from arena.wire.match_spec import SpecRefusedError, TimeControl
from arena.wire.match_spec_messages import spec_from_wire, time_control_to_wire
from tests.arena.gameserver.running import order_of

USUAL = TimeControl()


def _read(control: match_pb2.TimeControl, *, exact: bool) -> TimeControl:
    order = order_of(match_id="m", time_control=control, exact_clocks=exact)
    return spec_from_wire(order).time_control


def test_what_is_left_out_is_as_usual() -> None:
    assert _read(match_pb2.TimeControl(), exact=False) == USUAL
    said = _read(match_pb2.TimeControl(startup_ms=1500, grace_ms=0), exact=False)
    assert said == TimeControl(startup=1.5)


@pytest.mark.parametrize(
    "control",
    [
        USUAL,
        TimeControl(increment=0),
        TimeControl(bank=0),
        TimeControl(grace=0),
        TimeControl(startup=0.001, bank=0, increment=0.25, bank_limit=0.25, grace=0),
    ],
)
def test_whoever_says_all_five_is_taken_at_his_word(control: TimeControl) -> None:
    assert _read(time_control_to_wire(control), exact=True) == control


@pytest.mark.parametrize(
    ("control", "words"),
    [
        (TimeControl(startup=0), "Give the seats some time to start."),
        (TimeControl(bank=0, increment=0), "Give the seats some time to think"),
        (TimeControl(bank_limit=0), "Give the seats some time to think"),
    ],
)
def test_clocks_by_which_nobody_could_play_are_refused(control: TimeControl, words: str) -> None:
    with pytest.raises(SpecRefusedError, match=words):
        _read(time_control_to_wire(control), exact=True)
