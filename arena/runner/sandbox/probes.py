"""What a driver promises, tried on this machine: real programs in real sandboxes."""

import asyncio
import json
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from arena.runner.sandbox import probe_program
from arena.runner.sandbox.bubblewrap import ENVIRONMENT, OURS, USER
from arena.runner.sandbox.interface import (
    MIB,
    ExitReason,
    Finding,
    Limits,
    SandboxError,
    SandboxSpec,
)
from arena.runner.sandbox.remedies import remedy
from arena.runner.sandbox.running import Running

_SECONDS: Final = 60.0
_LITTLE: Final = Limits(memory_bytes=64 * MIB, wall_seconds=_SECONDS)
_REPORT_IT: Final = "Run no strangers' programs here, and report this."
_WRITE_TEMPORARY: Final = "write to /tmp"
_MUST_NOT: Final = {
    "network": {"open a TCP socket", "open a netlink socket", "open a vsock socket"},
    "files": {"write to /", "write to /bot", "write to /usr", "write to /dev"},
    "processes": {"start a process"},
    "namespaces": {"make a user namespace"},
}


@dataclass(frozen=True, slots=True)
class Look:
    """What a program in a sandbox found, and what we saw of it from outside."""

    inside: Mapping[str, Any]
    status: Mapping[str, str]
    """The kernel's lines about it."""


async def findings(
    start: Callable[[SandboxSpec], Awaitable[Running]], runtime: Path
) -> tuple[Finding, ...]:
    """What was tried, and how it went."""
    with _specs(runtime) as spec:
        try:
            looking = await start(spec("look"))
            looked = await _looked(looking, allowed=_names(runtime))
            swelling = await start(spec("swell"))
        except SandboxError as error:
            return (Finding(what="start", good=False, detail=str(error), fix=remedy(str(error))),)
        return (*looked, await _memory(swelling))


@contextmanager
def _specs(runtime: Path) -> Iterator[Callable[[str], SandboxSpec]]:
    """The probe's program in a folder of its own; it is told a word."""
    with tempfile.TemporaryDirectory(prefix="durako-probe-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        program = folder / "probe.py"
        program.write_bytes(Path(probe_program.__file__).read_bytes())
        program.chmod(0o644)
        yield lambda word: SandboxSpec(
            runtime=runtime, bot=folder, command=("python3", "probe.py", word), limits=_LITTLE
        )


def _names(runtime: Path) -> frozenset[str]:
    return frozenset(entry.name for entry in runtime.iterdir())


async def _looked(running: Running, *, allowed: frozenset[str]) -> tuple[Finding, ...]:
    try:
        async with asyncio.timeout(_SECONDS):
            while b"\n" not in running.output().stdout and running.is_running:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        if not running.is_running:
            words = running.output().stderr.decode(errors="replace").strip()
            detail = f"The probe did not run: {words}"
            fix = "Build the hosted runtime again."
            return (Finding(what="start", good=False, detail=detail, fix=fix),)
        look = Look(json.loads(running.output().stdout), running.status())
    finally:
        running.kill()
        ended = await running.wait()
    is_gone = ended.reason is ExitReason.KILLED and not running.status()
    return (
        Finding(what="start", good=True, detail="Programs start in a sandbox."),
        *judge(look, allowed=allowed),
        _finding(
            "end",
            is_gone,
            yes="Nothing is left of a killed program.",
            no="Something is left of a killed program.",
        ),
    )


async def _memory(running: Running) -> Finding:
    ended = await running.wait()
    return _finding(
        "memory",
        ended.reason is ExitReason.MEMORY,
        yes="A program that takes too much memory is ended.",
        no=f"A program that took too much memory was not stopped by its limit, but "
        f"{ended.reason.value}.",
    )


def judge(look: Look, *, allowed: frozenset[str]) -> Iterator[Finding]:
    """Whether what was seen is what was promised; `allowed` are the runtime's top-level names."""
    inside, status = look.inside, look.status
    could = set(inside["could"])
    host_users = set(status["Uid"].split())
    capabilities = [int(status[f"Cap{name}"], 16) for name in ("Inh", "Prm", "Eff", "Bnd", "Amb")]
    yield _finding(
        "user",
        "0" not in host_users and inside["user"] == USER,
        yes=f"To the machine, programs are user {'/'.join(host_users)}.",
        no="To the machine, programs are root.",
        fix="Run the worker as an ordinary user.",
    )
    yield _finding(
        "privileges",
        not any(capabilities) and status["NoNewPrivs"].strip() == "1",
        yes="Programs have no capabilities and can get none.",
        no="Programs have capabilities, or could get some.",
    )
    yield _finding(
        "filter",
        status["Seccomp"].strip() == "2",
        yes="System calls are filtered.",
        no="System calls are not filtered.",
        fix="Run a kernel with CONFIG_SECCOMP_FILTER.",
    )
    for what, things in _MUST_NOT.items():
        done = sorted(could & things)
        yield _finding(
            what,
            not done,
            yes=f"Programs cannot {_listed(sorted(things))}.",
            no=f"Programs can {_listed(done)}.",
        )
    strange = sorted(set(inside["root"]) - OURS - allowed)
    yield _finding(
        "root",
        not strange,
        yes="Programs see the runtime, and nothing else of the machine.",
        no=f"Programs see {_listed([f'/{name}' for name in strange])}.",
    )
    leaked = sorted(set(inside["environment"]) - {*ENVIRONMENT, "PWD"})
    yield _finding(
        "inheritance",
        not leaked and not inside["descriptors"],
        yes="Programs inherit no variables and no open files.",
        no=f"Programs inherit {_listed(leaked + [str(fd) for fd in inside['descriptors']])}.",
    )
    if inside["processes"] is None:
        yield Finding(
            what="proc",
            good=False,
            detail="Programs have no /proc here, which few of them need.",
            fix=remedy("proc"),
            needed=False,
        )
    else:
        yield _finding(
            "proc",
            inside["processes"] == ["1"],
            yes="In /proc, programs see only themselves.",
            no=f"In /proc, programs see {len(inside['processes'])} processes.",
        )
    yield _finding(
        "temporary files",
        _WRITE_TEMPORARY in could,
        yes="Programs have a /tmp of their own.",
        no="Programs cannot write to their /tmp.",
    )


def _finding(what: str, good: bool, *, yes: str, no: str, fix: str = _REPORT_IT) -> Finding:  # noqa: FBT001
    return Finding(what=what, good=good, detail=yes if good else no, fix="" if good else fix)


def _listed(words: list[str]) -> str:
    return " or ".join(words)
