"""Looks for everything that can be read or written, in the file system and about processes."""

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.security.sandbox.hostile.kit import DONE, Outcomes, hints, outcome, tell

OPEN_AT_START = [number for number in range(4096) if outcome(lambda n=number: os.fstat(n)) == DONE]  # type: ignore[misc]
NOT_OURS_TO_READ = (
    "/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/etc/ssh", "/etc/machine-id", "/root",
    "/home", "/var/lib", "/var/log", "/var/run", "/srv", "/opt", "/boot", "/lost+found",
    "/.dockerenv",
)  # fmt: skip
DEVICES = ("/dev/mem", "/dev/kmem", "/dev/port", "/dev/kmsg", "/dev/fuse", "/dev/kvm",
           "/dev/net/tun", "/dev/vsock", "/dev/vda", "/dev/sda", "/dev/nvme0n1",
           "/dev/loop-control", "/dev/userfaultfd", "/dev/mapper/control")  # fmt: skip
KERNEL_READ = ("/proc/kcore", "/proc/kmsg", "/proc/slabinfo", "/proc/sched_debug",
               "/proc/timer_list", "/proc/vmallocinfo", "/proc/pagetypeinfo", "/proc/1/mem",
               "/proc/1/syscall", "/proc/1/stack")  # fmt: skip
KERNEL_WRITE = (
    "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/modprobe", "/proc/sys/kernel/hostname",
    "/proc/sys/vm/overcommit_memory", "/proc/sys/vm/drop_caches",
    "/proc/sys/fs/binfmt_misc/register", "/proc/sysrq-trigger",
    "/proc/sys/user/max_user_namespaces",
    "/proc/irq/default_smp_affinity", "/proc/acpi/wakeup",
)  # fmt: skip


def readable(path: str) -> str:
    """Whether anything can be learnt of it: a folder that is there and empty tells nothing."""
    place = Path(path)

    def read() -> None:
        if place.is_dir():
            next(place.iterdir())
        else:
            with place.open("rb") as file:
                file.read(16)

    try:
        return outcome(read)
    except StopIteration:
        return "empty"


def writable(path: str) -> str:
    """Whether it can be opened for writing; nothing is written."""
    return outcome(lambda: os.close(os.open(path, os.O_WRONLY)))


def map_to_root(name: str) -> str:
    """Say that we are root; which can be said once, and was."""
    return outcome(lambda: Path("/proc/self", name).write_bytes(b"0 0 1\n"))


def everywhere() -> Iterator[str]:
    """Every folder that can be seen, but those of the kernel."""
    for folder, below, _ in os.walk("/"):
        if folder == "/":
            below[:] = [name for name in below if name not in ("proc", "sys")]
        yield folder


def can_create_in(folder: str) -> bool:
    """Whether a file can be made there; it is removed again."""
    path = f"{folder}/hostile-was-here"
    if outcome(lambda: os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))) != DONE:
        return False
    os.unlink(path)
    return True


def changes(path: str) -> Outcomes:
    """Every way to change something that is there."""
    return {
        "append": outcome(lambda: os.close(os.open(path, os.O_WRONLY | os.O_APPEND))),
        "truncate": outcome(lambda: os.truncate(path, 0)),
        "chmod": outcome(lambda: Path(path).chmod(0o777)),
        "chown": outcome(lambda: os.chown(path, os.getuid(), os.getgid())),
        "touch": outcome(lambda: os.utime(path)),
        "rename": outcome(lambda: Path(path).rename(path + "-moved")),
        "link": outcome(lambda: Path(path + "-link").hardlink_to(path)),
        "attribute": outcome(lambda: os.setxattr(path, "user.hostile", b"1")),
        "unlink": outcome(lambda: Path(path).unlink()),
    }


def special_files() -> dict[str, list[str]]:
    """Programs with another user's rights, and devices."""
    privileged, devices = [], []
    for folder in everywhere():
        for name in os.listdir(folder):
            path = f"{folder.rstrip('/')}/{name}"
            with suppress(OSError):
                found = os.lstat(path)
                if stat.S_ISREG(found.st_mode) and found.st_mode & (stat.S_ISUID | stat.S_ISGID):
                    privileged.append(path)
                if stat.S_ISBLK(found.st_mode) or stat.S_ISCHR(found.st_mode):
                    devices.append(path)
    return {"privileged": privileged, "devices": devices}


def of_processes() -> dict[str, Any]:
    """What /proc tells about whom."""
    try:
        seen = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    except OSError:
        seen = []
    words: dict[str, str] = {}
    for process in seen:
        for name in ("environ", "cmdline", "mountinfo", "mounts", "cgroup", "maps"):
            with suppress(OSError):
                words[f"{process}/{name}"] = Path(f"/proc/{process}/{name}").read_text("latin-1")
    return {"seen": seen, "me": os.getpid(), "words": words}


def reading(told: dict[str, Any]) -> dict[str, Any]:
    """Nothing is touched by it, wherever it runs."""
    return {
        "read_etc_shadow": {path: readable(path) for path in NOT_OURS_TO_READ},
        "read_host_home": {path: readable(path) for path in told["homes"]},
        "read_other_archives": {path: readable(path) for path in told["archives"]},
        "read_devices": {path: readable(path) for path in DEVICES},
        "read_kernel": {path: readable(path) for path in KERNEL_READ},
        "sys": readable("/sys"),
        "sibling_socket": {path: outcome(lambda p=path: os.stat(p)) for path in told["sockets"]},  # type: ignore[misc]
        "in /run": sorted(os.listdir("/run")),
        "processes": of_processes(),
        "roots": {
            path: sorted(os.listdir(path)) if readable(path) == DONE else []
            for path in ("/", "/proc/1/root", "/proc/self/root", "/proc/self/cwd/..", "/../../..")
        },
        "environment": dict(os.environ),
        "descriptors": {number: _opened(number) for number in OPEN_AT_START},
    }


def writing() -> dict[str, Any]:
    """Everything that can be changed is."""
    return {
        "write_kernel": {path: writable(path) for path in KERNEL_WRITE},
        "map_users": {name: map_to_root(name) for name in ("uid_map", "gid_map")},
        "lower_oom_score": outcome(
            lambda: Path("/proc/self/oom_score_adj").write_text("-1000", encoding="ascii")
        ),
        "create_in_bot_dir": can_create_in("/bot"),
        "write_bot_dir": changes(__file__),
        "write_root": [folder for folder in everywhere() if can_create_in(folder)],
        "write_runtime": changes(os.path.realpath(sys.executable)),
        "unlink_socket": changes("/run/game.sock"),
        "special_files": special_files(),
    }


def main() -> None:
    """The second part only where nothing is lost."""
    tell(reading(hints()) | ({} if sys.argv[3:] == ["lightly"] else writing()))


def _opened(number: int) -> str:
    mode = os.fstat(number).st_mode
    if os.isatty(number):
        return "terminal"
    return "pipe" if stat.S_ISFIFO(mode) else "device" if stat.S_ISCHR(mode) else oct(mode)


if __name__ == "__main__":
    main()
