"""Orders of matches: as our server writes them they are read, anything else is a clear error."""

import json
import time
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games import rules
from arena.runner.match_orders import (
    LONGEST_MATCH_SECONDS,
    PLAY,
    MatchOrder,
    MatchResult,
    match_attempt,
)
from arena.runner.orders import VALIDATE, Program, ValidationOrder
from arena.runner.reading import UnreadableError
from arena.runner.signing import OrderRefusedError, key_create, key_to_check, opened, sign
from arena.runner.work_folder import work_folder

KEY = key_create()
CHECK = key_to_check(KEY)
PROGRAM = Program(name="Bot v1", digest="0" * 64, file_name="bot.py", command=("python", "bot.py"))
ORDER = MatchOrder(
    match="m",
    attempt=1,
    token="t",
    rules=rules("durak/duel24").to_json(),
    programs=(PROGRAM, replace(PROGRAM, name="Other v2", digest="f" * 64)),
    boards=10,
    games_per_board=2,
    seed="5e" * 32,
    clocks={"startup": 3.0, "bank": 1},
    seconds=120.0,
    expires_at=4_000_000_000.0,
)
VALIDATION = ValidationOrder(
    validation="v",
    attempt=1,
    token="t",
    program=PROGRAM,
    profiles=("durak/volga",),
    expires_at=4_000_000_000.0,
)
json_values = st.recursive(
    st.none() | st.booleans() | st.text() | st.integers() | st.floats(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


def test_an_order_comes_out_as_it_went_in() -> None:
    travelled = json.loads(json.dumps(sign(PLAY, ORDER.to_json(), KEY)))
    assert MatchOrder.from_json(opened(PLAY, travelled, CHECK)) == ORDER


def test_an_order_for_another_task_by_another_key_or_too_old_is_refused() -> None:
    data = ORDER.to_json()
    late = replace(ORDER, expires_at=time.time() - 1).to_json()
    for envelope in (
        sign(VALIDATE, data, KEY),
        sign(PLAY, data, key_create()),
        sign(PLAY, late, KEY),
        {"body": json.dumps(data)},
        {"body": json.dumps(data), "signature": ""},
        sign(PLAY, {**data, "expires_at": "soon"}, KEY),
        sign(PLAY, {**data, "expires_at": float("nan")}, KEY),
        sign(PLAY, {}, KEY),
    ):
        with pytest.raises(OrderRefusedError):
            opened(PLAY, envelope, CHECK)


@pytest.mark.parametrize("order", [ORDER, VALIDATION])
def test_a_server_of_another_version_is_a_clear_error(order: MatchOrder | ValidationOrder) -> None:
    data = order.to_json()
    for name in (one.name for one in fields(order)):
        with pytest.raises(UnreadableError, match=f"lacks {name}"):
            type(order).from_json({key: data[key] for key in data if key != name})
    with pytest.raises(UnreadableError, match="has tempo, which is not known here"):
        type(order).from_json({**data, "tempo": 2})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("match", ""),
        ("match", "m" * 1000),
        ("attempt", 0),
        ("attempt", True),
        ("rules", "durak/duel24"),
        ("programs", []),
        ("programs", [PROGRAM.name]),
        ("boards", 0),
        ("boards", 10**9),
        ("games_per_board", 1.5),
        ("seed", "5E" * 32),
        ("seed", "5e" * 31),
        ("clocks", {"tempo": 1.0}),
        ("clocks", {"bank": -1.0}),
        ("clocks", {"bank": float("nan")}),
        ("seconds", LONGEST_MATCH_SECONDS + 1),
        ("seconds", "60"),
    ],
)
def test_a_value_that_makes_no_sense_is_named(name: str, value: object) -> None:
    with pytest.raises(UnreadableError):
        MatchOrder.from_json({**ORDER.to_json(), name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("digest", "../../../etc/passwd"),
        ("digest", "0" * 63 + "\n"),
        ("digest", "0" * 65),
        ("file_name", ""),
        ("command", []),
        ("command", "python bot.py"),
        ("command", ["python", 3]),
        ("name", None),
    ],
)
def test_a_program_that_makes_no_sense_is_named(name: str, value: object) -> None:
    program = {**ORDER.to_json()["programs"][0], name: value}
    with pytest.raises(UnreadableError):
        MatchOrder.from_json({**ORDER.to_json(), "programs": [program]})


@given(
    value=json_values | st.fixed_dictionaries({one.name: json_values for one in fields(MatchOrder)})
)
def test_whatever_else_was_signed_is_unreadable_and_nothing_else(value: Any) -> None:  # noqa: ANN401
    with pytest.raises(UnreadableError):
        MatchOrder.from_json(value)
    try:
        match_attempt(value)
    except UnreadableError:
        return


def test_who_ordered_something_unreadable_can_still_be_told() -> None:
    data = {**ORDER.to_json(), "tempo": 2, "boards": None}
    assert match_attempt(data) == {"match": "m", "attempt": 1, "token": "t"}


@given(replay=st.binary())
def test_a_replay_comes_out_as_it_went_in(replay: bytes) -> None:
    result = MatchResult(
        match="m", attempt=1, token="t", worker="w", sandbox="bwrap", replay=replay
    )
    packed = json.loads(json.dumps(result.to_json()))["replay"]
    assert MatchResult.replay_unpacked(packed) == replay
    for damaged in (packed[:-4], packed + "AAAA", f"!{packed}", "é"):
        with pytest.raises(ValueError, match="damaged"):
            MatchResult.replay_unpacked(damaged)


def test_a_replay_that_unpacks_to_too_much_is_refused() -> None:
    result = MatchResult(
        match="m", attempt=1, token="t", worker="w", sandbox="bwrap", replay=bytes(100_000)
    )
    with pytest.raises(ValueError, match="too long"):
        MatchResult.replay_unpacked(result.to_json()["replay"], most_bytes=99_999)


@pytest.mark.parametrize("name", ["matches@here", "../out", "a/b@c", "."])
def test_a_worker_tidies_up_its_own_folder_only(tmp_path: Path, name: str) -> None:
    parent = tmp_path / "runner"
    other = work_folder(parent, "other@here")
    (other / "match-1").mkdir()
    left = work_folder(parent, name) / "match-2"
    (left / "0").mkdir(parents=True)
    (left / "0" / "bot.py").touch()
    folder = work_folder(parent, name)
    assert list(folder.iterdir()) == []
    assert folder.parent == parent
    assert folder != other
    assert (other / "match-1").exists()
    assert {path.name for path in tmp_path.iterdir()} == {"runner"}
