"""Asks the kernel for everything that a bot never needs."""

import ctypes
import fcntl
import os
import pty
import resource
import signal
import socket
import struct
import subprocess
import threading
from collections.abc import Callable
from typing import Any

from tests.security.sandbox.hostile.kit import (
    DONE,
    HIGH_BITS,
    Outcomes,
    call,
    calls,
    exists,
    outcome,
    tell,
)

CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWNET, CLONE_NEWPID = 0x10000000, 0x20000, 0x40000000, 0x20000000
CLONE_NEWTIME, CLONE_NEWCGROUP = 0x80, 0x02000000
NEW_NAMESPACES = {
    "user": CLONE_NEWUSER, "mount": CLONE_NEWNS, "net": CLONE_NEWNET, "pid": CLONE_NEWPID,
    "cgroup": CLONE_NEWCGROUP, "user and mount": CLONE_NEWUSER | CLONE_NEWNS,
    "user, high bits": CLONE_NEWUSER | HIGH_BITS,
}  # fmt: skip
TIOCSTI, TIOCLINUX = 0x5412, 0x541C
F_OFD_SETLK, F_OFD_SETLKW, F_SET_RW_HINT = 37, 38, 1036
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_GET_SECCOMP, PR_CAPBSET_READ = 1, 4, 21, 23
PR_GET_NO_NEW_PRIVS, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT, PR_SET_SECCOMP = 39, 38, 47, 22
CAPABILITIES = 41
THIRD_KIND = (
    "bpf", "perf_event_open", "userfaultfd", "fanotify_init", "kcmp", "pidfd_getfd",
    "name_to_handle_at", "open_by_handle_at", "quotactl", "quotactl_fd", "acct", "reboot",
    "swapon", "swapoff", "init_module", "finit_module", "delete_module", "kexec_load",
    "kexec_file_load", "syslog", "iopl", "ioperm", "modify_ldt", "move_pages", "mbind",
    "migrate_pages", "set_mempolicy", "mq_open", "settimeofday", "clock_settime", "adjtimex",
    "clock_adjtime", "sethostname",
)  # fmt: skip


def forked(action: Callable[[], int]) -> str:
    """Whether there is a second process now; it ends at once."""

    def attempt() -> None:
        child = action()
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)

    return outcome(attempt)


def new_namespaces() -> Outcomes:
    found = {}
    for name, flags in NEW_NAMESPACES.items():
        found[f"clone {name}"] = forked(
            lambda flags=flags: call("clone", flags | signal.SIGCHLD, 0, 0, 0, 0)  # type: ignore[misc]
        )
    for name, flags in NEW_NAMESPACES.items():
        found[f"unshare {name}"] = outcome(lambda flags=flags: call("unshare", flags))  # type: ignore[misc]
    found["setns"] = outcome(lambda: call("setns", 0, 0))
    return found


def clone3() -> str:
    words = (ctypes.c_uint64 * 11)(CLONE_NEWUSER, 0, 0, 0, signal.SIGCHLD)
    return forked(lambda: call("clone3", ctypes.byref(words), ctypes.sizeof(words)))


def fork_strict() -> Outcomes:
    found = {
        "fork": forked(os.fork),
        "clone": forked(lambda: call("clone", signal.SIGCHLD, 0, 0, 0, 0)),
        "clone, high bits": forked(lambda: call("clone", signal.SIGCHLD | HIGH_BITS, 0, 0, 0, 0)),
        "spawn": outcome(lambda: os.posix_spawn("/proc/self/exe", ["python", "-c", ""], {})),
        "subprocess": outcome(lambda: subprocess.run(["python3", "-c", ""], check=False)),
        "memfd": outcome(lambda: os.close(os.memfd_create("hostile"))),
    }
    if exists("fork"):
        found["fork as a call"] = forked(lambda: call("fork"))
    return found


def a_thread_starts() -> str:
    """And ends before anything else is tried: who clones this process by a bare call while the
    thread holds Python's lock makes a child that waits for that lock for ever."""

    def attempt() -> None:
        thread = threading.Thread(target=int)
        thread.start()
        thread.join()

    return outcome(attempt)


def mounting() -> Outcomes:
    return {
        "tmpfs": outcome(lambda: call("mount", b"none", b"/tmp", b"tmpfs", 0, 0)),
        "proc": outcome(lambda: call("mount", b"none", b"/tmp", b"proc", 0, 0)),
        "again, writable": outcome(lambda: call("mount", b"none", b"/bot", 0, 0x20 | 0x1000, 0)),
        "umount": outcome(lambda: call("umount2", b"/bot", 2)),
        "chroot": outcome(lambda: call("chroot", b"/tmp")),
        "pivot_root": outcome(lambda: call("pivot_root", b"/tmp", b"/tmp")),
        "open_tree": outcome(lambda: call("open_tree", -100, b"/bot", 1)),
        "fsopen": outcome(lambda: call("fsopen", b"tmpfs", 0)),
        **calls("fsmount", "fsconfig", "fspick", "move_mount", "mount_setattr"),
    }


def tracing() -> Outcomes:
    word = ctypes.create_string_buffer(8)
    vector = (ctypes.c_void_p * 2)(ctypes.addressof(word), 8)
    one = ctypes.byref(vector)
    return {
        "attach": outcome(lambda: call("ptrace", 16, 1, 0, 0)),
        "seize": outcome(lambda: call("ptrace", 0x4206, 1, 0, 0)),
        "read memory": outcome(lambda: call("process_vm_readv", os.getpid(), one, 1, one, 1, 0)),
        "write memory": outcome(lambda: call("process_vm_writev", os.getpid(), one, 1, one, 1, 0)),
        "take a descriptor": outcome(lambda: call("pidfd_getfd", 0, 0, 0)),
    }


def keys() -> Outcomes:
    return {
        "session keyring": outcome(lambda: call("keyctl", 0, -3, 0)),
        "join": outcome(lambda: call("keyctl", 1, 0)),
        "add": outcome(lambda: call("add_key", b"user", b"hostile", b"x", 1, -2)),
        "request": outcome(lambda: call("request_key", b"user", b"hostile", 0, -2)),
    }


def rings() -> Outcomes:
    parameters = ctypes.create_string_buffer(120)
    return {
        "setup": outcome(lambda: call("io_uring_setup", 4, parameters)),
        **calls("io_uring_enter", "io_uring_register"),
    }


def becoming_root() -> Outcomes:
    return {
        "setuid": outcome(lambda: os.setuid(0)),
        "setgid": outcome(lambda: os.setgid(0)),
        "setresuid": outcome(lambda: os.setresuid(0, 0, 0)),
        "setgroups": outcome(lambda: os.setgroups([0])),
    }


def standing() -> dict[str, Any]:
    """What the kernel says this process may do."""
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    data = (ctypes.c_uint32 * 6)()
    call("capget", ctypes.byref(header), ctypes.byref(data))
    return {
        "capabilities": list(data),
        "bounding": [cap for cap in range(CAPABILITIES) if call("prctl", PR_CAPBSET_READ, cap)],
        "ambient": [
            cap for cap in range(CAPABILITIES) if call("prctl", PR_CAP_AMBIENT, 1, cap, 0, 0)
        ],
        "no_new_privileges": call("prctl", PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0),
        "seccomp": call("prctl", PR_GET_SECCOMP, 0, 0, 0, 0),
        "uid": os.getresuid(),
        "groups": os.getgroups(),
    }


def limits() -> dict[str, dict[str, Any]]:
    """Every limit of this process, and what comes of raising it."""
    found = {}
    for name in sorted(vars(resource)):
        if name.startswith("RLIMIT_"):
            which = getattr(resource, name)
            _, hard = resource.getrlimit(which)
            endless = hard == resource.RLIM_INFINITY
            raised = "" if endless else outcome(lambda: _raise(which, hard))  # noqa: B023
            found[name] = {"hard": None if endless else hard, "raised": raised}
    return found


def _raise(which: int, hard: int) -> None:
    resource.setrlimit(which, (hard + 1, hard + 1))


def scheduling() -> Outcomes:
    real_time = os.sched_param(1)
    return {
        "nice": outcome(lambda: os.nice(-5)),
        "fifo": outcome(lambda: os.sched_setscheduler(0, os.SCHED_FIFO, real_time)),
        "round robin": outcome(lambda: os.sched_setscheduler(0, os.SCHED_RR, real_time)),
        "input and output first": outcome(lambda: call("ioprio_set", 1, 0, 1 << 13)),
    }


def typing() -> Outcomes:
    """Into a terminal: our own, and standard input."""
    letter = ctypes.create_string_buffer(b"x")
    found = {
        "standard input": outcome(lambda: call("ioctl", 0, TIOCSTI, letter)),
        "high bits": outcome(lambda: call("ioctl", 0, TIOCSTI | HIGH_BITS, letter)),
        "console": outcome(lambda: call("ioctl", 0, TIOCLINUX, letter)),
        "console, high bits": outcome(lambda: call("ioctl", 0, TIOCLINUX | HIGH_BITS, letter)),
        "controlling terminal": outcome(lambda: os.close(os.open("/dev/tty", os.O_RDWR))),
    }
    try:
        _, slave = pty.openpty()
    except OSError:
        return found
    return found | {"own terminal": outcome(lambda: fcntl.ioctl(slave, TIOCSTI, b"x"))}


def locking_memory() -> Outcomes:
    page = ctypes.create_string_buffer(1 << 20)
    return {
        "mlock": outcome(lambda: call("mlock", page, 1 << 20)),
        "mlockall": outcome(lambda: call("mlockall", 1)),
        "secret memory": outcome(lambda: call("memfd_secret", 0)),
    }


def outliving() -> Outcomes:
    """Not to die when the worker does."""
    return {
        "no death signal": outcome(lambda: call("prctl", PR_SET_PDEATHSIG, 0, 0, 0, 0)),
        "high bits": outcome(lambda: call("prctl", PR_SET_PDEATHSIG | HIGH_BITS, 0, 0, 0, 0)),
    }


def loosening() -> Outcomes:
    return {
        "no_new_privs": outcome(lambda: call("prctl", PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0)),
        "seccomp": outcome(lambda: call("prctl", PR_SET_SECCOMP, 0, 0, 0, 0)),
    }


def shared_memory() -> Outcomes:
    return {
        "shared memory": outcome(lambda: call("shmget", 0, 4096, 0o1600)),
        "semaphores": outcome(lambda: call("semget", 0, 1, 0o1600)),
        "queues": outcome(lambda: call("msgget", 0, 0o1600)),
    }


def signals_by_files() -> Outcomes:
    """What one program can do to a file that all can only read, and another one notice."""
    file = os.open("/proc/self/exe", os.O_RDONLY)
    folder = os.open("/", os.O_RDONLY)
    lock = struct.pack("hhqqi4x", fcntl.F_RDLCK, os.SEEK_SET, 0, 1, 0)
    hint = struct.pack("q", 2)
    found = {
        "flock": outcome(lambda: fcntl.flock(file, fcntl.LOCK_SH)),
        "lock": outcome(lambda: call("fcntl", file, fcntl.F_SETLK, lock)),
        "lock, high bits": outcome(lambda: call("fcntl", file, fcntl.F_SETLK | HIGH_BITS, lock)),
        "wait for a lock": outcome(lambda: call("fcntl", file, fcntl.F_SETLKW, lock)),
        "lock the opened": outcome(lambda: call("fcntl", file, F_OFD_SETLK, lock)),
        "wait for the opened": outcome(lambda: call("fcntl", file, F_OFD_SETLKW, lock)),
        "lease": outcome(lambda: call("fcntl", file, fcntl.F_SETLEASE, fcntl.F_RDLCK)),
        "hint": outcome(lambda: call("fcntl", file, F_SET_RW_HINT, hint)),
        "notify": outcome(lambda: call("fcntl", folder, fcntl.F_NOTIFY, fcntl.DN_ACCESS)),
    }
    os.close(file)
    os.close(folder)
    return found


def making_devices() -> Outcomes:
    disk = os.makedev(254, 0)
    found = {
        "block": outcome(lambda: call("mknodat", -100, b"/tmp/disk", 0o60666, disk)),
        "character": outcome(lambda: call("mknodat", -100, b"/tmp/mem", 0o20666, 0x101)),
    }
    if exists("mknod"):
        found["old call"] = outcome(lambda: call("mknod", b"/tmp/disk2", 0o60666, disk))
    return found


def passing_descriptors() -> str:
    """Between its own sockets it may; this shows that the attack on the seat's socket is real."""
    one, other = socket.socketpair()
    with one, other:
        return outcome(lambda: socket.send_fds(one, [b"x"], [0]))


def main() -> None:
    report: dict[str, Any] = {
        "caps_zero_nnp_1_seccomp_2": standing(),
        "raise_rlimit": limits(),
        "mount": mounting(),
        "ptrace": tracing(),
        "keyctl": keys(),
        "io_uring": rings(),
        "setuid0": becoming_root(),
        "fork_strict": fork_strict(),
        "a_thread_starts": a_thread_starts(),
        "clone3": clone3(),
        "scheduling": scheduling(),
        "terminal": typing(),
        "mlock": locking_memory(),
        "outliving": outliving(),
        "loosening": loosening(),
        "sysv_ipc": shared_memory(),
        "signals_by_files": signals_by_files(),
        "devices": making_devices(),
        "personality": outcome(lambda: call("personality", 0x0040000)),
        "third_kind": calls(*(name for name in THIRD_KIND if exists(name))),
        "dmesg": outcome(lambda: call("syslog", 3, ctypes.create_string_buffer(64), 64)),
        "passing_descriptors": passing_descriptors() == DONE,
        "dumpable": outcome(lambda: call("prctl", PR_SET_DUMPABLE, 1, 0, 0, 0)),
        "unshare_userns": new_namespaces(),
    }
    # Whoever is traced stops at the next signal, so this comes last.
    report["ptrace"]["traceme"] = outcome(lambda: call("ptrace", 0, 0, 0, 0))
    tell(report)


if __name__ == "__main__":
    main()
