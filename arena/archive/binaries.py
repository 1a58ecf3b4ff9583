"""Whether a file is a program that the site's machines can start."""

import struct
from typing import Final

from arena.archive.refusals import refusal

ELF: Final = b"\x7fELF"
SCRIPT: Final = b"#!"
OTHER_SYSTEMS: Final = {
    b"MZ": "Windows",
    b"\xcf\xfa\xed\xfe": "macOS",
    b"\xce\xfa\xed\xfe": "macOS",
    b"\xca\xfe\xba\xbe": "macOS",
}
MACHINES: Final = {
    "x86_64": (2, 62), "aarch64": (2, 183), "arm64": (2, 183), "armv7l": (1, 40),
    "i686": (1, 3), "riscv64": (2, 243),
}  # fmt: skip
"""Each machine's width (1 is 32 bits, 2 is 64) and number in an ELF header."""
LITTLE_ENDIAN: Final = 1
PROGRAMS: Final = (2, 3)
"""The kinds of ELF files that can be started: at a fixed place, or anywhere."""
HEADER: Final = struct.Struct("<4s3B9x2H")


def check_binary(path: str, head: bytes, machine: str) -> None:
    """Refuse what cannot be started by its own name."""
    if head.startswith(SCRIPT):
        if head.partition(b"\n")[0].endswith(b"\r"):
            raise refusal("start_line_ends", path)
        return
    for mark, system in OTHER_SYSTEMS.items():
        if head.startswith(mark):
            raise refusal("start_other_system", path, system=system, machine=machine)
    if not head.startswith(ELF) or len(head) < HEADER.size:
        raise refusal("start_no_binary", path, machine=machine)
    _, width, order, _, kind, number = HEADER.unpack_from(head)
    if MACHINES.get(machine) != (width, number) or order != LITTLE_ENDIAN:
        raise refusal("start_other_machine", path, machine=machine)
    if kind not in PROGRAMS:
        raise refusal("start_not_program", path, machine=machine)
