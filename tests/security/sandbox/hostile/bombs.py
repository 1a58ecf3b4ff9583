"""One evil deed each, by its name: `python -m … MARKER HINTS NAME`."""

import ctypes
import errno
import mmap
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tests.security.sandbox.hostile.kit import call, hints, outcome, raw, tell

SEAT = "/run/game.sock"
BLOCK = 4 << 20
PR_SET_DUMPABLE, PR_SET_NAME = 4, 15


def forever() -> None:
    """Sit there, whatever comes."""
    while True:
        signal.pause()


def deaf() -> None:
    """To every signal that can be ignored."""
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        with suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_IGN)


def announced() -> socket.socket:
    """Tell the host through the seat's socket that we are here; the kernel says who we are."""
    seat = socket.socket(socket.AF_UNIX)
    seat.connect(SEAT)
    seat.sendall(b"here\n")
    return seat


def sleep_forever() -> None:
    announced()
    forever()


def deaf_sleep() -> None:
    deaf()
    announced()
    forever()


def answer() -> None:
    """A good bot: answers every line, until the host hangs up."""
    seat = announced()
    while line := seat.recv(100):
        seat.sendall(line)


def outlive() -> None:
    """Do everything not to die with the worker."""
    deaf()
    with suppress(OSError):
        call("prctl", 1, 0, 0, 0, 0)
    with suppress(OSError):
        os.setsid()
    with suppress(OSError):
        if os.fork():
            announced()
            forever()
        deaf()
        with suppress(OSError):
            call("prctl", 1, 0, 0, 0, 0)
        os.setsid()
        if os.fork():
            forever()
    announced()
    forever()


def stop_itself() -> None:
    announced()
    os.kill(os.getpid(), signal.SIGSTOP)
    forever()


def cpu_loop() -> None:
    deaf()
    while True:
        pass


def cpu_relay() -> None:
    """Many processes that each take little, and whose time nobody is told."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        child = os.fork()
        if child == 0:
            until = time.process_time() + 0.2
            while time.process_time() < until:
                pass
            os._exit(0)
        with suppress(ChildProcessError):
            os.waitpid(child, 0)


def fork_bomb() -> None:
    """Every process makes others, until none can."""
    while True:
        try:
            os.fork()
        except OSError as error:
            sys.stdout.write(f"{error.strerror}\n")
            sys.stdout.flush()
            forever()


def _hoard(size: int) -> None:
    held: list[bytearray] = []
    with suppress(MemoryError, OSError):
        while len(held) * BLOCK < size:
            held.append(bytearray(os.urandom(4096)) * (BLOCK // 4096))
    forever()


def memory_bomb() -> None:
    _hoard(1 << 40)


def hide() -> None:
    """From whoever looks on: a name that is no text and ends too early, and no looking inside."""
    call("prctl", PR_SET_NAME, b"\xff\x0b\x85) R 0\n0", 0, 0, 0)
    call("prctl", PR_SET_DUMPABLE, 0, 0, 0, 0)


def hidden_memory_bomb() -> None:
    hide()
    memory_bomb()


def hidden_cpu_loop() -> None:
    hide()
    cpu_loop()


def hidden_files_without_end() -> None:
    hide()
    files_without_end()


def go_on_alone(deed: Callable[[], None]) -> None:
    """In a second thread, when the first has left the process to it: whoever asks the kernel about
    the process by its number is then told of somebody dead, by the name that it had."""
    first = threading.get_native_id()

    def begin() -> None:
        while "Z (zombie)" not in Path(f"/proc/self/task/{first}/status").read_text("latin-1"):
            time.sleep(0.001)
        deed()

    threading.Thread(target=begin).start()
    call("exit", 0)


def forged_name() -> None:
    """A name that ends its line, for those who take a carriage return for one, and begins another
    that only the living have."""
    call("prctl", PR_SET_NAME, b"\rVmHWM:1 kB", 0, 0, 0)
    go_on_alone(lonely_sleep)


def lonely_sleep() -> None:
    """Whoever is not the first thread gets no signals here."""
    announced()
    while True:
        time.sleep(1)


def headless_memory_bomb() -> None:
    go_on_alone(memory_bomb)


def headless_cpu_loop() -> None:
    go_on_alone(cpu_loop_quietly)


def headless_files_without_end() -> None:
    go_on_alone(files_without_end)


def memory_of_many() -> None:
    """None of them takes much."""
    for _ in range(6):
        if os.fork() == 0:
            _hoard(40 << 20)
    forever()


def memory_hidden() -> None:
    """Shared memory that is written and then let go of: no process has it resident any more."""
    held: list[mmap.mmap] = []

    def take(descriptor: int) -> None:
        block = mmap.mmap(descriptor, BLOCK, flags=mmap.MAP_SHARED)
        block.write(b"x" * BLOCK)
        block.madvise(mmap.MADV_DONTNEED)
        held.append(block)

    tell(
        {
            "anonymous": outcome(lambda: take(-1)),
            "a device": outcome(lambda: take(os.open("/dev/zero", os.O_RDWR))),
            "another device": outcome(lambda: take(os.open("/dev/full", os.O_RDWR))),
        }
    )


def stdout_flood() -> None:
    line = b"flood " * 10_000
    while True:
        os.write(1, line)
        os.write(2, line)


def terminal_escapes() -> None:
    for descriptor in (1, 2):
        os.write(descriptor, b"\x1b]0;owned\x07\x1b[2J\xff\xfe\x00after\r\nline\n")


def closed_output() -> None:
    """Whoever reads at the other end must neither believe us gone nor spin."""
    os.close(1)
    os.close(2)
    announced()
    forever()


def kill_all() -> None:
    found = {}
    for name, target in (("everybody", -1), ("my group", 0), ("the first", 1)):
        found[name] = outcome(lambda target=target: os.kill(target, signal.SIGKILL))  # type: ignore[misc]
    tell(found)


def kill_sibling() -> None:
    tell(
        {
            str(pid): {
                "signal": outcome(lambda pid=pid: os.kill(pid, signal.SIGKILL)),  # type: ignore[misc]
                "group": outcome(lambda pid=pid: os.killpg(pid, signal.SIGKILL)),  # type: ignore[misc]
                "pidfd": outcome(lambda pid=pid: call("pidfd_open", pid, 0)),  # type: ignore[misc]
                "priority": outcome(lambda pid=pid: os.setpriority(os.PRIO_PROCESS, pid, 19)),  # type: ignore[misc]
                "limits": outcome(lambda pid=pid: call("prlimit64", pid, 7, 0, 0)),  # type: ignore[misc]
            }
            for pid in hints()["pids"]
        }
    )


def symlinks() -> None:
    """Traps for whoever tidies up, collects results or follows a log."""
    target = hints()["target"]
    for folder in ("/tmp", "/dev/shm"):
        for name in ("core", "stdout", "stderr", "log.txt", "result.json", "report", "__pycache__"):
            Path(folder, name).symlink_to(target)
        Path(folder, "folder").symlink_to(Path(target).parent)
        with suppress(OSError):
            os.mkfifo(f"{folder}/pipe")
    announced()
    forever()


def daemon() -> None:
    """Leave somebody behind, in a session of its own and without our pipes."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            deaf()
            for descriptor in range(3):
                os.close(descriptor)
            announced()
            forever()
        os._exit(0)
    os.wait()


def pipe_holder() -> None:
    """Leave somebody behind who holds standard output open."""
    child = os.fork()
    if child == 0:
        deaf()
        forever()
    tell({"left": child})


def crash() -> None:
    ctypes.string_at(8)


def pass_descriptors() -> None:
    """Give the other side of the seat's socket descriptors that it never asked for."""
    sent = 0
    with suppress(OSError):
        for _ in range(50):
            with socket.socket(socket.AF_UNIX) as seat:
                seat.connect(SEAT)
                for piece in (b"PRI * HTTP/2.0\r\n", b"\r\nSM\r\n\r\n", b"\0\0\0\4\0\0\0\0\0"):
                    socket.send_fds(seat, [piece], [0, 1, 2] * 10)
                    sent += 30
    tell({"sent": sent})


def files_without_end() -> None:
    """Empty, as quickly as they can be made."""
    place = hints()["place"]
    try:
        for number in range(2_000_000):
            os.close(os.open(f"{place}/{number}", os.O_CREAT | os.O_WRONLY))
    except OSError as error:
        tell({"stopped": errno.errorcode[error.errno or 0]})
    else:
        tell({"stopped": "never"})


def other_tables_call() -> None:
    """Call the kernel by the numbers of 32-bit programs: getpid."""
    code = b"\xb8\x14\x00\x00\x00\xcd\x80\xc3"  # mov eax, 20; int 0x80; ret
    rights = mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC
    room = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=rights)
    room.write(code)
    address = ctypes.addressof(ctypes.c_char.from_buffer(room))
    answered = ctypes.CFUNCTYPE(ctypes.c_int)(address)()
    tell({"answered": answered})


def other_numbers() -> None:
    """The same calls by the numbers of the x32 world: unshare a user namespace."""
    tell({"unshare": outcome(lambda: raw(0x40000000 | 272, 0x10000000))})


def spinning_threads() -> None:
    for _ in range(4):
        threading.Thread(target=cpu_loop_quietly).start()
    cpu_loop()


def cpu_loop_quietly() -> None:
    while True:
        pass


def main() -> None:
    deed: Callable[[], None] = globals()[sys.argv[3]]
    deed()


if __name__ == "__main__":
    main()
