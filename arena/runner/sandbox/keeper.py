"""The process whose children all sandboxes of a worker are: it starts them, and buries them.

A program of its own, with the standard library only and an empty environment, so that nothing of
the worker can be found in any process of a sandbox's tree.  It is small, has one thread and lives
as long as its worker: so it can fork at no cost, can change users and mount namespaces between
fork and exec, is told exactly what each of its children took, and when the worker is gone, however
it went, it ends everything that is left.

As root: bwrap runs as the slot's user, who cannot look into a folder of mode 0700.  What it has to
bind is bound before, in a mount namespace of its own, onto a small file system that covers /tmp.
"""

import array
import ctypes
import fcntl
import json
import os
import resource
import select
import signal
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Final, NoReturn, TypedDict

STAGE: Final = "/tmp"  # noqa: S108 (covered by a file system of our own, in that namespace only)
"""bwrap needs this folder to exist, so it does."""
FIRST_DESCRIPTOR: Final = 10
"""Where a child finds what it inherits besides its outputs."""
LONGEST_ORDER: Final = 128 * 1024

_MOST_DESCRIPTORS: Final = 16
_OUT_OF_THE_WAY: Final = 100
_MOST_OPEN: Final = 2**31 - 1
_FAILED: Final = 127
"""The code of a child that did not become what it should."""
_PAGE: Final = 4096
_CLONE_NEWNS: Final = 0x00020000
_MS_RDONLY: Final = 0x1
_MS_NOSUID: Final = 0x2
_MS_NODEV: Final = 0x4
_MS_REMOUNT: Final = 0x20
_MS_BIND: Final = 0x1000
_MS_REC: Final = 0x4000
_MS_PRIVATE: Final = 0x40000
_PR_SET_PDEATHSIG: Final = 1
_PR_CAPBSET_DROP: Final = 24
_PR_SET_CHILD_SUBREAPER: Final = 36
_PR_SET_NO_NEW_PRIVS: Final = 38
_CAPABILITIES: Final = range(64)

_libc = ctypes.CDLL(None, use_errno=True)


class Drop(TypedDict):
    """What root does before it becomes the slot's user."""

    uid: int
    staged: list[tuple[str, str]]
    """What is bound, and where below `STAGE`."""
    spaces: list[tuple[str, int]]
    """Where below `STAGE` the user may write, and how many bytes."""


class Order(TypedDict):
    """What to start; with it come descriptors: report, output, errors, and what is inherited."""

    number: int
    """Sent alone, it says whom to end."""
    command: list[str]
    environment: dict[str, str]
    folder: str
    cpus: list[int]
    """Where it may run; empty for anywhere."""
    limits: list[tuple[int, int]]
    """The kernel's, and how much."""
    drop: Drop | None


class Report(TypedDict):
    """How a child ended, and what it and its own took."""

    status: int
    cpu_seconds: float
    peak_bytes: int


class Keeper:
    """Knows its children; whoever is its child and unknown is an orphan of one, and is ended."""

    def __init__(self, control: socket.socket, worker: int) -> None:
        self._control = control
        self._worker = worker
        """A descriptor that says when it has ended: copies of it may still hold the socket."""
        self._pids: dict[int, int] = {}
        self._reports: dict[int, int] = {}

    def run(self) -> None:
        """Until the worker is gone."""
        _call("prctl", _PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        woken, wake = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # the worker's business
            signal.signal(ignored, signal.SIG_IGN)
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        poll.register(woken, select.POLLIN)
        poll.register(self._worker, select.POLLIN)
        while True:
            ready = dict(poll.poll())
            if self._worker in ready or (self._control.fileno() in ready and not self._obey()):
                break
            if woken in ready:
                os.read(woken, 4096)
                self._bury()
        while _end_children(spare={}):  # orphans of those just ended come to us
            pass

    def _obey(self) -> bool:
        text, ancillary, _, _ = self._control.recvmsg(
            LONGEST_ORDER,
            socket.CMSG_SPACE(_MOST_DESCRIPTORS * array.array("i").itemsize),
            socket.MSG_CMSG_CLOEXEC,
        )
        if not text:
            return False
        descriptors = array.array("i")
        for _, _, data in ancillary:
            descriptors.frombytes(data)
        order: Order | int = json.loads(text)
        if isinstance(order, int):
            self._kill(order)
        else:
            self._start(order, list(descriptors))
        return True

    def _start(self, order: Order, descriptors: list[int]) -> None:
        keeper = os.getpid()
        report, *others = descriptors
        try:
            pid = os.fork()
        except OSError as error:  # too many processes, or no memory
            os.write(others[1], f"{error}\n".encode())
            _tell(report, Report(status=_FAILED << 8, cpu_seconds=0.0, peak_bytes=0))
        else:
            if pid == 0:
                _become(order, others, keeper)
            self._pids[order["number"]] = pid
            self._reports[pid] = report
        for descriptor in others:
            os.close(descriptor)

    def _kill(self, number: int) -> None:
        pid = self._pids.get(number)
        if pid is not None:
            os.kill(pid, signal.SIGKILL)  # not buried yet, so it is nobody else's number

    def _bury(self) -> None:
        while True:
            try:
                pid, status, took = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            report = self._reports.pop(pid, None)
            self._pids = {number: of for number, of in self._pids.items() if of != pid}
            _end_children(spare=self._reports)  # what it was around, if only it was killed
            if report is not None:
                told = Report(
                    status=status,
                    cpu_seconds=took.ru_utime + took.ru_stime,
                    peak_bytes=took.ru_maxrss * 1024,
                )
                _tell(report, told)


def _end_children(spare: Mapping[int, object]) -> bool:
    """All but these; whether there were any."""
    pids = [pid for pid in _children() if pid not in spare]
    for pid in pids:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    return bool(pids)


def _children() -> list[int]:
    try:
        with open("/proc/thread-self/children") as file:  # noqa: PTH123
            return [int(pid) for pid in file.read().split()]
    except FileNotFoundError:  # a kernel that keeps no list: ask everybody
        return [int(pid) for pid in os.listdir("/proc") if pid.isdigit() and _is_ours(pid)]  # noqa: PTH208


def _is_ours(pid: str) -> bool:
    try:
        with open(f"/proc/{pid}/stat", encoding="latin-1") as file:  # noqa: PTH123
            return int(file.read().rpartition(")")[2].split()[1]) == os.getpid()
    except (FileNotFoundError, ProcessLookupError):
        return False


def _tell(report: int, told: Report) -> None:
    with suppress(BrokenPipeError), open(report, "w") as file:
        json.dump(told, file)


def _become(order: Order, descriptors: list[int], keeper: int) -> NoReturn:
    """In the child: never comes back."""
    try:
        signal.set_wakeup_fd(-1)
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_DFL)
        _arrange(descriptors)
        os.setsid()
        os.chdir(order["folder"])
        _die_with(keeper)
        if order["drop"] is not None:
            _stage(order["drop"])
        if order["cpus"]:
            os.sched_setaffinity(0, order["cpus"])
        _limit(order["limits"])
        if order["drop"] is not None:
            _drop_to(order["drop"]["uid"])
            _die_with(keeper)  # changing the user took it back
            _end_leftovers(order["drop"]["uid"])
        os.execve(order["command"][0], order["command"], order["environment"])  # noqa: S606
    except OSError as error:
        os.write(2, f"{order['command'][0]}: {error}\n".encode())
    finally:
        os._exit(_FAILED)


def _arrange(descriptors: list[int]) -> None:
    """Output and errors to their places, the others from `FIRST_DESCRIPTOR` on, and no more.

    Whatever else is open here would be the program's, too: our own orders' socket, for one.
    """
    moved = [fcntl.fcntl(each, fcntl.F_DUPFD_CLOEXEC, _OUT_OF_THE_WAY) for each in descriptors]
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    places = [1, 2, *range(FIRST_DESCRIPTOR, FIRST_DESCRIPTOR + len(moved) - 2)]
    for descriptor, place in zip(moved, places, strict=True):
        os.dup2(descriptor, place)
    os.closerange(3, FIRST_DESCRIPTOR)
    os.closerange(FIRST_DESCRIPTOR + len(moved) - 2, _MOST_OPEN)


def _stage(drop: Drop) -> None:
    _call("unshare", _CLONE_NEWNS)
    _mount(None, "/", None, _MS_REC | _MS_PRIVATE, None)
    # Opened now: what is below /tmp itself is covered in a moment.
    sources = [(os.open(source, os.O_PATH), place) for source, place in drop["staged"]]
    _mount("stage", STAGE, "tmpfs", _MS_NOSUID | _MS_NODEV, "mode=0755,size=64k")
    for descriptor, place in sources:
        target = f"{STAGE}/{place}"
        if os.path.isdir(f"/proc/self/fd/{descriptor}"):  # noqa: PTH112 (pathlib takes its time)
            os.makedirs(target, mode=0o755)  # noqa: PTH103
        else:
            os.close(os.open(target, os.O_CREAT | os.O_EXCL, 0o644))
        _mount(f"/proc/self/fd/{descriptor}", target, None, _MS_BIND, None)
        os.close(descriptor)
    for place, size in drop["spaces"]:
        os.mkdir(f"{STAGE}/{place}")  # noqa: PTH102
        # Empty files take memory, too: as many as could be full.
        limits = f"size={size},nr_inodes={size // _PAGE + 1}"
        owner = f"mode=0700,uid={drop['uid']},gid={drop['uid']}"
        flags = _MS_NOSUID | _MS_NODEV
        _mount("space", f"{STAGE}/{place}", "tmpfs", flags, f"{limits},{owner}")
    _mount(None, STAGE, None, _MS_REMOUNT | _MS_RDONLY | _MS_NOSUID | _MS_NODEV, None)


def _limit(limits: list[tuple[int, int]]) -> None:
    with open("/proc/self/oom_score_adj", "w") as file:  # noqa: PTH123
        file.write("1000")  # if the whole machine runs out of memory, this goes first
    for which, most in limits:
        resource.setrlimit(which, (most, most))


def _drop_to(uid: int) -> None:
    for capability in _CAPABILITIES:
        _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)  # fails for those there are not
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    _call("prctl", _PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def _end_leftovers(uid: int) -> None:
    """Nobody else holds this slot: whoever has its user is of a worker that was killed."""
    if set(os.getresuid()) != {uid} or uid == 0:
        raise PermissionError("The user was not dropped.")
    with suppress(ProcessLookupError):
        os.kill(-1, signal.SIGKILL)


def _die_with(keeper: int) -> None:
    _call("prctl", _PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != keeper:
        raise ProcessLookupError("Nobody waits for this sandbox any more.")


def _mount(source: str | None, target: str, kind: str | None, flags: int, data: str | None) -> None:
    words = [None if text is None else os.fsencode(text) for text in (source, target, kind, data)]
    _call("mount", *words[:3], ctypes.c_ulong(flags), words[3])


def _call(name: str, *arguments: object) -> None:
    if getattr(_libc, name)(*arguments) != 0:
        raise OSError(ctypes.get_errno(), f"{name}{arguments}")


if __name__ == "__main__":
    _, _control, _worker = sys.argv
    _watched = os.pidfd_open(int(_worker))
    if os.getppid() == int(_worker):
        Keeper(socket.socket(fileno=int(_control)), _watched).run()
