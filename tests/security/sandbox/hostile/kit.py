"""What the hostile programs share: raw system calls, and the report of what came of an attack."""

import ctypes
import errno
import json
import os
import sys
from collections.abc import Callable
from typing import Any, Final

DONE: Final = "done"
"""The outcome of an attack that was not refused."""
HIGH_BITS: Final = 1 << 32
"""Added to an argument of which the kernel reads 32 bits only: a filter that looks at all 64 is
deceived by it."""
_X86: Final = os.uname().machine == "x86_64"
_NUMBERS: Final = {  # on x86_64, and on arm64; None where there is no such call
    "acct": (163, 89),
    "add_key": (248, 217),
    "adjtimex": (159, 171),
    "bpf": (321, 280),
    "capget": (125, 90),
    "chroot": (161, 51),
    "clock_adjtime": (305, 266),
    "clock_settime": (227, 112),
    "clone": (56, 220),
    "clone3": (435, 435),
    "delete_module": (176, 106),
    "exit": (60, 93),
    "fanotify_init": (300, 262),
    "fcntl": (72, 25),
    "finit_module": (313, 273),
    "fork": (57, None),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fsopen": (430, 430),
    "fspick": (433, 433),
    "getpid": (39, 172),
    "init_module": (175, 105),
    "inotify_init1": (294, 26),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_uring_setup": (425, 425),
    "ioctl": (16, 29),
    "ioperm": (173, None),
    "iopl": (172, None),
    "ioprio_set": (251, 30),
    "kcmp": (312, 272),
    "kexec_file_load": (320, 294),
    "kexec_load": (246, 104),
    "keyctl": (250, 219),
    "mbind": (237, 235),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "migrate_pages": (256, 238),
    "mknod": (133, None),
    "mknodat": (259, 33),
    "mlock": (149, 228),
    "mlockall": (151, 230),
    "modify_ldt": (154, None),
    "mount": (165, 40),
    "mount_setattr": (442, 442),
    "move_mount": (429, 429),
    "move_pages": (279, 239),
    "mq_open": (240, 180),
    "msgget": (68, 186),
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    "open_tree": (428, 428),
    "perf_event_open": (298, 241),
    "personality": (135, 92),
    "pidfd_getfd": (438, 438),
    "pidfd_open": (434, 434),
    "pivot_root": (155, 41),
    "prctl": (157, 167),
    "prlimit64": (302, 261),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "ptrace": (101, 117),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "reboot": (169, 142),
    "request_key": (249, 218),
    "semget": (64, 190),
    "set_mempolicy": (238, 237),
    "setgid": (106, 144),
    "setgroups": (116, 159),
    "sethostname": (170, 161),
    "setns": (308, 268),
    "setresuid": (117, 147),
    "settimeofday": (164, 170),
    "setuid": (105, 146),
    "shmget": (29, 194),
    "swapoff": (168, 225),
    "swapon": (167, 224),
    "syslog": (103, 116),
    "timer_create": (222, 107),
    "umount2": (166, 39),
    "unshare": (272, 97),
    "userfaultfd": (323, 282),
}
_LIBC: Final = ctypes.CDLL(None, use_errno=True)
_LIBC.syscall.restype = ctypes.c_long

Outcomes = dict[str, str]


def exists(name: str) -> bool:
    """Whether this kind of machine has such a system call."""
    return _NUMBERS[name][0 if _X86 else 1] is not None


def number(name: str) -> int:
    """Of a system call."""
    found = _NUMBERS[name][0 if _X86 else 1]
    assert found is not None, name
    return found


def call(name: str, *arguments: object) -> int:
    """A system call without the C library's own ideas about it."""
    return raw(number(name), *arguments)


def raw(of: int, *arguments: object) -> int:
    """A system call by its number."""
    ctypes.set_errno(0)
    words = [one if isinstance(one, bytes) else _word(one) for one in arguments]
    result: int = _LIBC.syscall(ctypes.c_long(of), *words)
    if result == -1:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def _word(argument: object) -> object:
    return ctypes.c_long(argument) if isinstance(argument, int) else argument


def outcome(action: Callable[[], object]) -> str:
    """How an attack ended: `DONE`, the name of the error, or the kind of the exception."""
    try:
        action()
    except OSError as error:
        return errno.errorcode.get(error.errno or 0, type(error).__name__)
    except (RuntimeError, ValueError, MemoryError) as error:
        return type(error).__name__
    return DONE


def calls(*names: str) -> Outcomes:
    """What comes of system calls without arguments, which the kernel itself would answer with
    success or with another error than a filter."""
    return {name: outcome(lambda name=name: call(name, 0, 0, 0, 0, 0, 0)) for name in names}  # type: ignore[misc]


def hints() -> dict[str, Any]:
    """What the program was told about the host."""
    told: dict[str, Any] = json.loads(sys.argv[2])
    return told


def tell(report: dict[str, Any]) -> None:
    """The report, on a line of its own."""
    sys.stdout.write(json.dumps(report) + "\n")
    sys.stdout.flush()
