"""A filter run by hand: what the kernel would answer to a system call."""

import struct

from arena.runner.sandbox.seccomp import Instruction


def answer(instructions: list[Instruction], number: int, *arguments: int, architecture: int) -> int:
    """Follows the program as the kernel does, and fails on anything that it would not take."""
    padded = (*arguments, *[0] * 6)[:6]
    data = struct.pack("<IIQ6Q", number & 0xFFFFFFFF, architecture, 0, *padded)
    accumulator, at = 0, 0
    while True:
        operation, if_true, if_false, constant = instructions[at]
        at += 1
        match operation:
            case 0x20:
                assert constant % 4 == 0
                (accumulator,) = struct.unpack_from("<I", data, constant)
            case 0x15:
                at += if_true if accumulator == constant else if_false
            case 0x25:
                at += if_true if accumulator > constant else if_false
            case 0x45:
                at += if_true if accumulator & constant else if_false
            case 0x06:
                return constant
            case _:
                raise AssertionError(f"unknown operation {operation:#x}")
