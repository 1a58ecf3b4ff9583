"""A match's order, between the host's messages and plain values."""

from dataclasses import fields
from typing import Final

from arena.protocol.v1 import host_pb2, match_pb2
from arena.wire.match_spec import (
    FaultPolicy,
    MatchSpec,
    OnFault,
    SpecRefusedError,
    Spectating,
    TimeControl,
)
from arena.wire.rules import rules_from_wire

_MILLISECONDS: Final = 1000
_CLOCKS: Final = tuple(clock.name for clock in fields(TimeControl))
_DEFAULT_POLICY: Final = FaultPolicy()


def spec_from_wire(request: host_pb2.OpenTableRequest) -> MatchSpec:
    """The match that is asked for; refused with sentences if it cannot be played."""
    return MatchSpec(
        match_id=request.match_id,
        attempt=request.attempt,
        rules=rules_from_wire(request.rules),
        participants=tuple(request.participants),
        rotations=tuple(tuple(seating.participants) for seating in request.rotations),
        boards=request.boards,
        games_per_board=request.games_per_board or 1,
        boards_at_once=request.boards_at_once,
        seed=request.seed,
        time_control=_time_control_from_wire(request.time_control, exact=request.exact_clocks),
        fault_policy=_fault_policy_from_wire(request.fault_policy),
        spectating=(
            Spectating.AFTER_END
            if request.spectating == host_pb2.SPECTATING_AFTER_END
            else Spectating.LIVE
        ),
        veiled=not request.unveiled,
        opener=request.opener,
    )


def time_control_to_wire(control: TimeControl) -> match_pb2.TimeControl:
    """As bots, hosts and replays are told."""
    return match_pb2.TimeControl(
        startup_ms=round(control.startup * _MILLISECONDS),
        bank_ms=round(control.bank * _MILLISECONDS),
        increment_ms=round(control.increment * _MILLISECONDS),
        bank_limit_ms=round(control.bank_limit * _MILLISECONDS),
        grace_ms=round(control.grace * _MILLISECONDS),
    )


def fault_policy_to_wire(policy: FaultPolicy) -> match_pb2.FaultPolicy:
    """As bots, hosts and replays are told."""
    return match_pb2.FaultPolicy(
        on_fault=policy.on_fault.value,  # type: ignore[arg-type]  # numbered alike
        strikes=policy.strikes,
    )


def _time_control_from_wire(message: match_pb2.TimeControl, *, exact: bool) -> TimeControl:
    """What is 0 is meant so only if the order says that it is: it looks like what was left out."""
    said = {clock: getattr(message, f"{clock}_ms") / _MILLISECONDS for clock in _CLOCKS}
    return TimeControl(**{clock: given for clock, given in said.items() if given or exact})


def _fault_policy_from_wire(message: match_pb2.FaultPolicy) -> FaultPolicy:
    known = {choice.value: choice for choice in OnFault} | {0: _DEFAULT_POLICY.on_fault}
    if message.on_fault not in known:
        raise SpecRefusedError("Choose one of the ways to treat mistakes that match.proto names.")
    return FaultPolicy(
        on_fault=known[message.on_fault],
        strikes=message.strikes or _DEFAULT_POLICY.strikes,
    )
