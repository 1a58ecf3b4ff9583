"""How a bot is started: its command, and whether that can be run on the site."""

import unicodedata
from typing import Final

from arena.archive import limits
from arena.archive.binaries import check_binary
from arena.archive.contents import Contents
from arena.archive.hosted import Hosted
from arena.archive.manifest import MANIFEST
from arena.archive.refusals import refusal
from arena.archive.syntax import check_python

PYTHON: Final = "python"
MAIN: Final = "main.py"
ENDINGS: Final = {PYTHON: (".py",), "node": (".js", ".mjs", ".cjs")}
ALSO_CALLED: Final = {"python3": PYTHON, "nodejs": "node"}
ARCHIVE_ENDINGS: Final = (".zip", ".tar", ".gz", ".tgz", ".7z", ".rar", ".xz", ".bz2")
BINARY_HEAD_BYTES: Final = 4 * limits.KIB


def start_command(contents: Contents, start: tuple[str, ...], hosted: Hosted) -> tuple[str, ...]:
    """The command as the sandbox runs it in the bot's folder; the manifest's, or the usual one."""
    if not start:
        return _with_file(contents, (PYTHON, usual_file(contents)))
    _check_words(start)
    program, *arguments = start
    if program.startswith("./"):
        path = _found(contents, program)
        check_binary(path, _head(contents, path), hosted.machine)
        return (f"./{path}", *arguments)
    program = ALSO_CALLED.get(program, program)
    if program not in hosted.programs or program not in ENDINGS:
        choices = ", ".join(hosted.programs)
        raise refusal("start_program", MANIFEST, value=program, choices=choices)
    if not arguments or arguments[0].startswith("-"):
        raise refusal("start_no_file", MANIFEST, value=program)
    return _with_file(contents, (program, *arguments))


def usual_file(contents: Contents) -> str:
    """The Python file that is meant when nobody says: the only one, main.py, the bot's name."""
    found = [path for path in contents.files if "/" not in path and path.endswith(".py")]
    if contents.is_python_file:
        found = list(contents.files)
    if len(found) == 1:
        return found[0]
    if not found:
        if len(contents.files) == 1:
            (only,) = contents.files
            if only.lower().endswith(ARCHIVE_ENDINGS):
                raise refusal("start_only_archive", only)
        raise refusal("start_nothing", contents.file_name)
    for name in (MAIN, f"{contents.stem}.py", f"{contents.folder}.py"):
        if name in found:
            return name
    raise refusal("start_unclear", contents.file_name, choices=", ".join(found))


def _with_file(contents: Contents, command: tuple[str, ...]) -> tuple[str, ...]:
    program, file, *arguments = command
    path = _found(contents, file)
    if path.startswith("-"):
        raise refusal("start_option", path)
    if not path.lower().endswith(ENDINGS[program]):
        choices = ", ".join(ENDINGS[program])
        raise refusal("start_ending", path, value=program, choices=choices)
    if program == PYTHON:
        check_python(path, _python_source(contents, path))
    return (program, path, *arguments)


def _found(contents: Contents, word: str) -> str:
    """The path of the file that is meant, as the archive spells it."""
    path = word
    while path.startswith("./"):
        path = path[2:]
    wanted = unicodedata.normalize("NFC", path)
    for known in contents.files:
        if unicodedata.normalize("NFC", known) == wanted:
            return known
    raise refusal("start_missing", word)


def _check_words(words: tuple[str, ...]) -> None:
    fine = all(
        word and word.isprintable() and len(word) <= limits.COMMAND_WORD_CHARACTERS
        for word in words
    )
    if not fine or len(words) > limits.COMMAND_WORDS:
        raise refusal("start_words", MANIFEST, limit=limits.COMMAND_WORDS)


def _python_source(contents: Contents, path: str) -> bytes:
    source = bytearray()
    for piece in contents.files[path]():
        source += piece
        if len(source) > limits.PYTHON_FILE_BYTES:
            limit = limits.size_text(limits.PYTHON_FILE_BYTES)
            raise refusal("python_too_big", path, limit=limit)
    if not source.strip():
        raise refusal("file_empty", path)
    return bytes(source)


def _head(contents: Contents, path: str) -> bytes:
    return next(contents.files[path](), b"")[:BINARY_HEAD_BYTES]
