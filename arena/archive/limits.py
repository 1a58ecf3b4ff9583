"""How large a submission may be."""

from typing import Final

KIB: Final = 1024
MIB: Final = 1024 * KIB

PACKED_BYTES: Final = 10 * MIB
"""What is sent in."""
PYTHON_FILE_BYTES: Final = 1 * MIB
"""A bot that is one file, and the file that Python starts."""
UNPACKED_BYTES: Final = 50 * MIB
"""All files of an archive together."""
ENTRIES: Final = 2_000
"""Files and folders."""
NAME_BYTES: Final = 200
"""A whole path in UTF-8."""
DEPTH: Final = 12
"""Names in a path, the file's own included."""
RATIO: Final = 200
"""How many times larger than packed a file may be, once it is larger than the next number."""
RATIO_COUNTS_FROM: Final = 1 * MIB
MANIFEST_BYTES: Final = 16 * KIB

NAME_CHARACTERS: Final = 100
DESCRIPTION_CHARACTERS: Final = 2_000
COMMAND_WORDS: Final = 32
COMMAND_WORD_CHARACTERS: Final = 200


def size_text(count: int) -> str:
    """A number of bytes as people read it."""
    for unit, name in ((MIB, "MiB"), (KIB, "KiB")):
        if count >= unit:
            return f"{count / unit:.1f}".removesuffix(".0") + f" {name}"
    return f"{count} B"
