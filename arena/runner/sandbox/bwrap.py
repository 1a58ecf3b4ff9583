"""The driver for strangers' programs: bubblewrap, around it a user of its own, inside it a filter.

What is kept by what:
- the machine's files: a root of its own, read-only but for /tmp and /dev/shm, which are small;
- other programs: a process namespace, a slot's own user, the filter;
- the network: an empty network namespace, the filter (Unix sockets only);
- the kernel: no capabilities, no new privileges, no user namespaces, the filter;
- memory, processes, cores: a control group where there can be one, rlimits, a watcher;
- CPU and wall time: rlimits, a watcher, a clock;
- output: a pipe that is read for as long as it runs, and kept up to a limit;
- its end: a keeper, whose children all sandboxes are, and which outlives the worker to end them.
"""

import asyncio
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from arena.runner.sandbox import bubblewrap
from arena.runner.sandbox.bubblewrap import OWN_FOLDERS, find_bwrap
from arena.runner.sandbox.cgroups import ControlGroups
from arena.runner.sandbox.handshake import Handshake, NotReadyError
from arena.runner.sandbox.interface import Capabilities, SandboxError, SandboxSpec
from arena.runner.sandbox.keeper import FIRST_DESCRIPTOR
from arena.runner.sandbox.keeping import Keepers
from arena.runner.sandbox.meters import ProcessMeter
from arena.runner.sandbox.names import BWRAP
from arena.runner.sandbox.probes import findings
from arena.runner.sandbox.rlimits import limit, rlimits
from arena.runner.sandbox.running import Running
from arena.runner.sandbox.seccomp import filter_here
from arena.runner.sandbox.slots import Slot

_START_SECONDS: Final = 60.0
"""For bwrap to set everything up, which takes a hundredth of one."""
_LONGEST_COMMAND: Final = 32 * 1024
"""In characters; the kernel takes no word of more than 128 KiB, escapes and all."""
_OPTIONS, _SECCOMP, _INFO, _BLOCK = range(FIRST_DESCRIPTOR, FIRST_DESCRIPTOR + 4)


class BwrapDriver:
    """Runs each program in a sandbox of its own."""

    name = BWRAP

    def __init__(self) -> None:
        self._has_proc = True
        self._groups = ControlGroups()
        self.keepers = Keepers()

    async def probe(self, runtime: Path) -> Capabilities:
        """Try on this machine, with this runtime, what the driver promises."""
        found = await findings(self.start, runtime)
        if self._has_proc and not found[0].good and "proc" in found[0].detail:
            self._has_proc = False  # some containers allow no fresh one, and few programs miss it
            found = await findings(self.start, runtime)
        return Capabilities(
            driver=self.name, isolates=True, findings=(*found, self._groups.finding())
        )

    async def start(self, spec: SandboxSpec) -> Running:
        """Start a program; `SandboxError` if it cannot be."""
        spec = _resolved(spec)
        with ExitStack() as opened:
            try:
                handshake = opened.enter_context(Handshake())
                running = self._spawn(spec, handshake)
            except OSError as error:  # too many open files, no memory
                raise SandboxError(f"A sandbox cannot be started here now: {error}.") from error
            try:
                async with asyncio.timeout(_START_SECONDS):
                    await self._make_ready(spec, handshake, running)
            except NotReadyError as error:
                ended = await running.wait()
                words = ended.output.stderr.decode(errors="replace").strip()
                raise SandboxError(f"The sandbox could not be set up: {words}") from error
            except TimeoutError as error:
                running.kill()
                raise SandboxError("The sandbox was not ready in a minute. Try again.") from error
            except BaseException:
                running.kill()
                raise
            return running

    async def _make_ready(self, spec: SandboxSpec, handshake: Handshake, running: Running) -> None:
        pid = await handshake.pid()
        running.watch(pid)
        group = self._groups.around(pid, spec.limits)
        running.measure(group or ProcessMeter(pid, OWN_FOLDERS))
        if not _is_root():
            limit(pid, spec.limits)
        await handshake.let_go()
        running.look_after()

    def _spawn(self, spec: SandboxSpec, handshake: Handshake) -> Running:
        bwrap = find_bwrap()
        told = bubblewrap.options(
            spec,
            bubblewrap.sources(spec, staged=_is_root()),
            seccomp=_SECCOMP,
            info=_INFO,
            block=_BLOCK,
            proc=self._has_proc,
        )
        with ExitStack() as opened, ExitStack() as unless_started:
            slot = _slot(spec) if _is_root() else None
            if slot is not None:
                unless_started.callback(slot.release)
            running = Running(
                self.keepers.current,
                [
                    str(bwrap.program) if slot is None else bwrap.staged,
                    *("--args", str(_OPTIONS), "--", *spec.command),
                ],
                spec.limits,
                environment={},
                folder=Path("/"),
                descriptors=(
                    opened.enter_context(_memory_file(told)),
                    opened.enter_context(_memory_file(filter_here(may_fork=spec.limits.may_fork))),
                    handshake.info,
                    handshake.block,
                ),
                cpus=self._groups.cpus(spec.limits),
                rlimits=[] if slot is None else [*rlimits(spec.limits, around=1)],
                drop=None if slot is None else bubblewrap.drop(spec, bwrap, slot.uid),
                afterwards=unless_started.pop_all().close,
            )
            handshake.given()
            return running


def _resolved(spec: SandboxSpec) -> SandboxSpec:
    for path in filter(None, (spec.runtime, spec.bot, spec.socket)):
        if not path.exists():
            raise SandboxError(f"There is no {path} to show to a sandbox.")
    if sum(map(len, spec.command)) > _LONGEST_COMMAND:
        raise SandboxError(f"A command of more than {_LONGEST_COMMAND} characters is not started.")
    if any("\0" in word for word in spec.command):
        raise SandboxError("A command cannot contain a NUL character.")
    return replace(
        spec,
        runtime=spec.runtime.resolve(),
        bot=spec.bot.resolve(),
        socket=spec.socket.resolve() if spec.socket is not None else None,
    )


def _is_root() -> bool:
    return os.geteuid() == 0


def _slot(spec: SandboxSpec) -> Slot:
    """A user of its own; who is not root lends programs its own, whom the namespaces hide."""
    for path in filter(None, (spec.runtime, spec.bot, spec.socket)):
        if not bubblewrap.is_open_to_all(path):
            raise SandboxError(f"The sandbox's user may not use {path}. Open its mode to all.")
    return Slot.take()


@contextmanager
def _memory_file(data: bytes) -> Iterator[int]:
    descriptor = os.memfd_create("sandbox")
    try:
        with os.fdopen(os.dup(descriptor), "wb") as file:
            file.write(data)
        os.lseek(descriptor, 0, os.SEEK_SET)
        yield descriptor
    finally:
        os.close(descriptor)
