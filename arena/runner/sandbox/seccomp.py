"""The filter of system calls that every sandboxed program runs under: a small BPF assembler.

Everything is allowed except what is named here, a machine that is not ours, and calls newer than
those that were thought about.  Namespaces and missing capabilities already refuse most of it; the
filter closes what they leave open (vsock, key rings, the parent's death signal, locks on files that
others see, too) and keeps large parts of the kernel out of reach.
"""

import errno
import platform
import struct
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

from arena.runner.sandbox.interface import SandboxError
from arena.runner.sandbox.syscalls import FORBIDDEN, NEWEST_KNOWN, Machine, number

_MACHINES: Final = {
    "x86_64": Machine.X86_64,
    "amd64": Machine.X86_64,
    "aarch64": Machine.AARCH64,
    "arm64": Machine.AARCH64,
}

# Classic BPF, as in linux/filter.h.
_LOAD: Final = 0x20  # BPF_LD | BPF_W | BPF_ABS
_IF_EQUAL: Final = 0x15  # BPF_JMP | BPF_JEQ | BPF_K
_IF_ABOVE: Final = 0x25  # BPF_JMP | BPF_JGT | BPF_K
_IF_ANY_BIT: Final = 0x45  # BPF_JMP | BPF_JSET | BPF_K
_RETURN: Final = 0x06  # BPF_RET | BPF_K

# Where struct seccomp_data has what.
_NUMBER: Final = 0
_ARCHITECTURE: Final = 4

ALLOW: Final = 0x7FFF0000
KILL: Final = 0x80000000
_FAIL_WITH: Final = 0x00050000

_X32: Final = 0x3FFFFFFF
"""Numbers above it are of x86_64's second, forgotten set of calls."""

_CLONE_THREAD: Final = 0x00010000
_CLONE_NEW_ANY: Final = 0x7E020000
"""NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET."""
_AF_UNIX: Final = 1
_TERMINAL_INJECTIONS: Final = (0x5412, 0x541C)  # TIOCSTI, TIOCLINUX
_PR_SET_PDEATHSIG: Final = 1
_SEEN_BY_OTHERS: Final = (6, 7, 37, 38, 1024, 1026, 1036)
"""F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW, F_SETLEASE, F_NOTIFY, F_SET_RW_HINT: what a program
does so to a file of the runtime, another one can notice in its own sandbox."""
_MAP_SHARED: Final = 0x01  # also a bit of MAP_SHARED_VALIDATE
_MAP_ANONYMOUS: Final = 0x20

_FORBIDDEN_WITHOUT_FORK: Final = ("fork", "vfork")


class Instruction(NamedTuple):
    """One of BPF's: an operation, how many to skip if it holds and if not, and its constant."""

    operation: int
    if_true: int
    if_false: int
    constant: int


def fail_with(code: int) -> int:
    """The answer that makes a call fail with this error number."""
    return _FAIL_WITH | code


def machine_here() -> Machine:
    """The machine that we run on."""
    name = platform.machine().lower()
    if name not in _MACHINES:
        raise SandboxError(
            f"The sandbox's filter knows no machine {name!r}. Run bots on x86_64 or aarch64."
        )
    return _MACHINES[name]


def program(machine: Machine, *, may_fork: bool) -> list[Instruction]:
    """The whole filter."""
    return [
        Instruction(_LOAD, 0, 0, _ARCHITECTURE),
        Instruction(_IF_EQUAL, 1, 0, machine.value),
        Instruction(_RETURN, 0, 0, KILL),
        Instruction(_LOAD, 0, 0, _NUMBER),
        *_answer_if(_IF_ABOVE, _X32, KILL),
        *_answer_if(_IF_ABOVE, NEWEST_KNOWN, fail_with(errno.ENOSYS)),
        *_forbidden(machine, FORBIDDEN, errno.EPERM),
        # Its flags lie in memory, where a filter cannot look: callers fall back to clone.
        *_forbidden(machine, ("clone3",), errno.ENOSYS),
        *([] if may_fork else _forbidden(machine, _FORBIDDEN_WITHOUT_FORK, errno.EPERM)),
        *_inspected(machine, "clone", 0, list(_clone_rules(may_fork=may_fork))),
        *_inspected(machine, "socket", 0, _only_unix()),
        *_inspected(machine, "socketpair", 0, _only_unix()),
        *_inspected(machine, "ioctl", 1, _none_of(*_TERMINAL_INJECTIONS)),
        *_inspected(machine, "fcntl", 1, _none_of(*_SEEN_BY_OTHERS)),
        *_inspected(machine, "mmap", 3, _no_shared_memory()),
        # Who could take it back would outlive the worker.
        *_inspected(machine, "prctl", 0, _none_of(_PR_SET_PDEATHSIG)),
        Instruction(_RETURN, 0, 0, ALLOW),
    ]


@cache
def filter_here(*, may_fork: bool) -> bytes:
    """For this machine."""
    return assembled(program(machine_here(), may_fork=may_fork))


def assembled(instructions: list[Instruction]) -> bytes:
    """As the kernel and bwrap read it."""
    return b"".join(struct.pack("<HBBI", *instruction) for instruction in instructions)


def _answer_if(test: int, constant: int, answer: int) -> Iterator[Instruction]:
    yield Instruction(test, 0, 1, constant)
    yield Instruction(_RETURN, 0, 0, answer)


def _forbidden(machine: Machine, names: Iterable[str], code: int) -> Iterator[Instruction]:
    for name in names:
        call = number(name, machine)
        if call is not None:
            yield from _answer_if(_IF_EQUAL, call, fail_with(code))


def _inspected(
    machine: Machine, name: str, argument: int, rules: list[Instruction]
) -> Iterator[Instruction]:
    """If the call is this one: the rules, on the low half of an argument, then allow."""
    call = number(name, machine)
    assert call is not None
    yield Instruction(_IF_EQUAL, 0, len(rules) + 2, call)
    # Both machines are little-endian, and the kernel reads these arguments as 32 bits, too.
    yield Instruction(_LOAD, 0, 0, 16 + 8 * argument)
    yield from rules
    yield Instruction(_RETURN, 0, 0, ALLOW)


def _clone_rules(*, may_fork: bool) -> Iterator[Instruction]:
    yield from _answer_if(_IF_ANY_BIT, _CLONE_NEW_ANY, fail_with(errno.EPERM))
    if not may_fork:
        yield Instruction(_IF_ANY_BIT, 1, 0, _CLONE_THREAD)
        yield Instruction(_RETURN, 0, 0, fail_with(errno.EPERM))


def _none_of(*values: int) -> list[Instruction]:
    refused = fail_with(errno.EPERM)
    return [each for value in values for each in _answer_if(_IF_EQUAL, value, refused)]


def _no_shared_memory() -> list[Instruction]:
    """Without a file: all of it stays for as long as a single page is mapped, and what is not
    mapped any more is in no process's account."""
    return [
        Instruction(_IF_ANY_BIT, 0, 2, _MAP_ANONYMOUS),
        *_answer_if(_IF_ANY_BIT, _MAP_SHARED, fail_with(errno.EPERM)),
    ]


def _only_unix() -> list[Instruction]:
    return [
        Instruction(_IF_EQUAL, 1, 0, _AF_UNIX),
        Instruction(_RETURN, 0, 0, fail_with(errno.EAFNOSUPPORT)),
    ]
