"""Whether a file is valid Python, found out by a process of its own.

One mebibyte of source can take Python's own reader hundreds of mebibytes, or end the process that
reads it. So it is read by a child with little memory and little time; nothing of it is run. How
many are read at a time is the caller's to limit (`arena.upload_turns`).
"""

import json
import subprocess
import sys
from typing import Final

from arena.archive import limits
from arena.archive.refusals import refusal

MEMORY_BYTES: Final = 512 * limits.MIB
CPU_SECONDS: Final = 5
WALL_SECONDS: Final = 60
_CHILD: Final = """
import json, sys
try:
    import resource
    memory, seconds = map(int, sys.argv[1:])
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
except (ImportError, OSError, ValueError):
    pass  # not every system has these limits; the time is limited in any case
try:
    compile(sys.stdin.buffer.read(), "bot", "exec", dont_inherit=True)
    answer = None
except (MemoryError, RecursionError):
    sys.exit(3)
except SyntaxError as error:
    answer = [error.lineno or 1, error.msg]
except ValueError as error:
    answer = [1, str(error)]
print(json.dumps(answer))
"""


def check_python(entry: str, source: bytes) -> None:
    """Refuse what Python would not even begin to run."""
    _check_text(entry, source)
    try:
        done = _read_by_child(source)
    except subprocess.TimeoutExpired:
        raise refusal("python_too_complex", entry) from None
    if done.returncode:
        raise refusal("python_too_complex", entry)
    answer = json.loads(done.stdout)
    if answer is not None:
        line, reason = answer
        raise refusal("python_syntax", entry, line=line, reason=reason)


def _read_by_child(source: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [
            sys.executable, "-I", "-S", "-W", "ignore", "-c", _CHILD,
            str(MEMORY_BYTES), str(CPU_SECONDS),
        ],
        input=source, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False,
        timeout=WALL_SECONDS,
    )  # fmt: skip


def _check_text(entry: str, source: bytes) -> None:
    try:
        source.decode("utf-8")
    except UnicodeDecodeError as error:
        raise refusal("python_not_utf8", entry, line=_line(source, error.start)) from None
    nul = source.find(b"\0")
    if nul >= 0:
        raise refusal("python_nul", entry, line=_line(source, nul))


def _line(source: bytes, position: int) -> int:
    return source.count(b"\n", 0, position) + 1
