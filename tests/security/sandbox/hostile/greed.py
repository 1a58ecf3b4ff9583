"""Takes of everything until there is no more, and tells how much that was."""

import ctypes
import itertools
import os
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.security.sandbox.hostile.kit import call, outcome, tell

ENOUGH_TIMERS = 20_000
CHUNK = b"x" * (256 * 1024)


def until_refused(action: Callable[[int], object], enough: int) -> dict[str, Any]:
    """How often it worked, and what stopped it."""
    for number in range(enough):
        stopped = outcome(lambda: action(number))  # noqa: B023
        if stopped != "done":
            return {"times": number, "stopped": stopped}
    return {"times": enough, "stopped": ""}


def fill(folder: str) -> dict[str, Any]:
    """With files that are no longer than a file may be, until the place is full."""
    written = 0
    for number in itertools.count():
        with Path(f"{folder}/full-{number}").open("wb", buffering=0) as file:
            with suppress(OSError):
                while got := file.write(CHUNK):
                    written += got
            if not file.tell():
                break
    for path in Path(folder).glob("full-*"):
        path.unlink()
    return {"bytes": written}


def longest_file() -> dict[str, Any]:
    """Really written, and only claimed."""
    path = Path("/tmp/long")
    with path.open("wb", buffering=0) as file:
        found = {"claimed": outcome(lambda: file.truncate(1 << 40))}
        with suppress(OSError):
            while file.write(CHUNK):
                pass
        found_bytes = file.tell()
    path.unlink()
    return found | {"bytes": found_bytes}


def descriptors() -> dict[str, Any]:
    held: list[int] = []
    found = until_refused(lambda _: held.append(os.open("/dev/null", os.O_RDONLY)), 5_000)
    for number in held:
        os.close(number)
    return found


def watchers() -> dict[str, Any]:
    held: list[int] = []
    found = until_refused(lambda _: held.append(call("inotify_init1", 0)), 5_000)
    for number in held:
        os.close(number)
    return found


def timers() -> dict[str, Any]:
    """Each takes memory of the kernel, and one of the user's queued signals."""
    made = ctypes.c_int()
    return until_refused(lambda _: call("timer_create", 1, 0, ctypes.byref(made)), ENOUGH_TIMERS)


def descriptors_on_their_way() -> dict[str, Any]:
    """Descriptors that nobody has open, since they lie unread in sockets."""
    one, other = socket.socketpair()
    with one, other:
        one.setblocking(False)
        return until_refused(lambda _: socket.send_fds(one, [b"x"], [0] * 50), 5_000)


def threads() -> dict[str, Any]:
    done = threading.Event()
    started: list[threading.Thread] = []

    def another(_: int) -> None:
        thread = threading.Thread(target=done.wait)
        thread.start()
        started.append(thread)

    found = until_refused(another, 5_000)
    done.set()
    for thread in started:
        thread.join()
    return found


def deep_folders() -> int:
    """So deep that no path reaches the bottom; whoever tidies up recursively falls in."""
    os.chdir("/tmp")
    depth = 0
    with suppress(OSError):
        while depth < 3_000:
            os.mkdir("deep")
            os.chdir("deep")
            depth += 1
    os.chdir("/bot")
    return depth


def main() -> None:
    tell(
        {
            "thread_bomb": threads(),
            "tmp_fill": fill("/tmp"),
            "shm_fill": fill("/dev/shm"),
            "long_file": longest_file(),
            "descriptors": descriptors(),
            "inotify": watchers(),
            "timers": timers(),
            "descriptors_on_their_way": descriptors_on_their_way(),
            "deep_folders": deep_folders(),
            "huge_arguments": outcome(lambda: os.execv("/proc/self/exe", ["x" * 100_000] * 100)),
        }
    )


if __name__ == "__main__":
    main()
