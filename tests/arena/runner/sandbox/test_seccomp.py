"""The filter's answers, call by call, on both machines."""

import errno
import socket
import struct

import pytest

from arena.runner.sandbox.seccomp import (
    ALLOW,
    KILL,
    Instruction,
    assembled,
    fail_with,
    machine_here,
    program,
)
from arena.runner.sandbox.syscalls import FORBIDDEN, NEWEST_KNOWN, Machine, number
from tests.arena.runner.sandbox.bpf import answer

MACHINES = pytest.mark.parametrize("machine", Machine)
STRICT = pytest.mark.parametrize("may_fork", [False, True])

CLONE_THREAD = 0x3D0F00  # as glibc starts a thread
CLONE_FORK = 0x01200011  # as glibc forks
CLONE_NEWUSER = 0x10000000
AF_VSOCK = 40
TIOCSTI = 0x5412


def ask(
    machine: Machine, name: str, *arguments: int, may_fork: bool = False, offset: int = 0
) -> int:
    """What the filter says to this call on its own machine."""
    call = number(name, machine)
    assert call is not None
    return answer(
        program(machine, may_fork=may_fork), call + offset, *arguments, architecture=machine.value
    )


@MACHINES
@STRICT
def test_forbidden_calls_fail(machine: Machine, may_fork: bool) -> None:
    for name in FORBIDDEN:
        if number(name, machine) is not None:
            assert ask(machine, name, may_fork=may_fork) == fail_with(errno.EPERM), name


@MACHINES
def test_every_number_means_one_call(machine: Machine) -> None:
    numbers = [found for name in FORBIDDEN if (found := number(name, machine)) is not None]
    assert len(set(numbers)) == len(numbers)


@MACHINES
def test_ordinary_calls_are_allowed(machine: Machine) -> None:
    ordinary = {
        Machine.X86_64: {"read": 0, "mmap": 9, "execve": 59, "openat": 257, "getrandom": 318},
        Machine.AARCH64: {"read": 63, "mmap": 222, "execve": 221, "openat": 56, "getrandom": 278},
    }[machine]
    rules = program(machine, may_fork=False)
    for name, call in ordinary.items():
        assert answer(rules, call, architecture=machine.value) == ALLOW, name


@MACHINES
def test_a_foreign_machine_kills(machine: Machine) -> None:
    i386 = 0x40000003
    assert answer(program(machine, may_fork=True), 0, architecture=i386) == KILL


def test_the_second_set_of_calls_kills() -> None:
    x32 = 0x40000000
    assert ask(Machine.X86_64, "mount", offset=x32) == KILL
    rules = program(Machine.X86_64, may_fork=True)
    assert answer(rules, x32, architecture=Machine.X86_64.value) == KILL


@MACHINES
def test_calls_that_nobody_thought_about_do_not_exist(machine: Machine) -> None:
    rules = program(machine, may_fork=True)
    asked = {
        call: answer(rules, call, architecture=machine.value)
        for call in (NEWEST_KNOWN, NEWEST_KNOWN + 1, 1000)
    }
    assert asked == {
        NEWEST_KNOWN: ALLOW,
        NEWEST_KNOWN + 1: fail_with(errno.ENOSYS),
        1000: fail_with(errno.ENOSYS),
    }


@MACHINES
def test_threads_always_processes_only_if_allowed(machine: Machine) -> None:
    refused = fail_with(errno.EPERM)
    assert ask(machine, "clone", CLONE_THREAD) == ALLOW
    assert ask(machine, "clone", CLONE_FORK) == refused
    assert ask(machine, "clone", CLONE_FORK, may_fork=True) == ALLOW
    assert ask(machine, "clone3") == fail_with(errno.ENOSYS)
    assert ask(machine, "clone3", may_fork=True) == fail_with(errno.ENOSYS)


def test_the_old_ways_to_fork_are_the_same() -> None:
    for name in ("fork", "vfork"):
        assert ask(Machine.X86_64, name) == fail_with(errno.EPERM)
        assert ask(Machine.X86_64, name, may_fork=True) == ALLOW


@MACHINES
@STRICT
@pytest.mark.parametrize("bit", [17, *range(25, 31)])
def test_no_new_namespaces(machine: Machine, may_fork: bool, bit: int) -> None:
    flags = CLONE_THREAD | 1 << bit
    assert ask(machine, "clone", flags, may_fork=may_fork) == fail_with(errno.EPERM)


@MACHINES
@pytest.mark.parametrize("name", ["socket", "socketpair"])
def test_unix_sockets_only(machine: Machine, name: str) -> None:
    assert ask(machine, name, socket.AF_UNIX) == ALLOW
    for family in (0, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK, AF_VSOCK):
        assert ask(machine, name, family) == fail_with(errno.EAFNOSUPPORT)


@MACHINES
def test_arguments_are_read_as_the_kernel_reads_them(machine: Machine) -> None:
    """Its upper half is nothing to the kernel, so it cannot be a way around the filter."""
    upper = 1 << 32
    assert ask(machine, "ioctl", 0, upper | TIOCSTI) == fail_with(errno.EPERM)
    assert ask(machine, "socket", upper | socket.AF_INET) == fail_with(errno.EAFNOSUPPORT)
    assert ask(machine, "clone", upper | CLONE_NEWUSER) == fail_with(errno.EPERM)


@MACHINES
def test_nobody_signals_through_files_of_the_runtime(machine: Machine) -> None:
    set_flags, get_lock, set_pipe_size, upper = 4, 5, 1031, 1 << 32
    for command in (6, 7, 37, 38, 1024, 1026, 1036):
        assert ask(machine, "fcntl", 0, command) == fail_with(errno.EPERM)
        assert ask(machine, "fcntl", 0, upper | command) == fail_with(errno.EPERM)
    for command in (set_flags, get_lock, set_pipe_size):
        assert ask(machine, "fcntl", 0, command) == ALLOW
    assert ask(machine, "flock", 0, 1) == fail_with(errno.EPERM)


@MACHINES
def test_memory_is_private_or_a_file(machine: Machine) -> None:
    shared, private, validated, fixed, anonymous = 0x01, 0x02, 0x03, 0x10, 0x20
    for flags in (shared, validated, shared | fixed, shared | 1 << 32):
        assert ask(machine, "mmap", 0, 4096, 3, flags | anonymous) == fail_with(errno.EPERM)
        assert ask(machine, "mmap", 0, 4096, 3, flags) == ALLOW
    assert ask(machine, "mmap", 0, 4096, 3, private | anonymous) == ALLOW
    assert ask(machine, "mmap", 0, 4096, 3, private | fixed | anonymous) == ALLOW
    assert ask(machine, "mmap", 0, 4096, 3, private) == ALLOW


@MACHINES
def test_nobody_takes_back_that_it_dies_with_us(machine: Machine) -> None:
    set_pdeathsig, set_name = 1, 15
    assert ask(machine, "prctl", set_pdeathsig, 0) == fail_with(errno.EPERM)
    assert ask(machine, "prctl", set_name) == ALLOW


@MACHINES
def test_what_the_kernel_takes(machine: Machine) -> None:
    """At most 4,096 instructions; a jump is a byte, and never leaves the program."""
    rules = program(machine, may_fork=False)
    assert len(rules) < 4096
    assert len(assembled(rules)) == 8 * len(rules)
    for at, rule in enumerate(rules):
        assert max(rule.if_true, rule.if_false) <= 255
        assert at + 1 + max(rule.if_true, rule.if_false) < len(rules) or rule.operation == 0x06


def test_the_layout_of_an_instruction() -> None:
    assert assembled([Instruction(0x15, 1, 2, 0xC000003E)]) == struct.pack(
        "<HBBI", 0x15, 1, 2, 0xC000003E
    )


def test_this_machine_is_known() -> None:
    assert machine_here() in Machine
