"""A bot that is one Python file."""

import hashlib
import sys

import pytest

from arena.archive import limits, read_submission, syntax
from arena.sdk.scaffold import first_bot
from tests.arena.archive.bots import CODE, HOSTED, refused, zipped


def test_the_first_bot_is_read() -> None:
    data = first_bot().encode()
    found = read_submission("mybot.py", data, hosted=HOSTED)
    assert found.file_name == "mybot.py"
    assert found.digest == hashlib.sha256(data).hexdigest()
    assert found.size == len(data)
    assert found.command == ("python", "mybot.py")
    assert found.entries == ("mybot.py",)
    assert (found.profiles, found.packages, found.name, found.description) == ((), (), "", "")


@pytest.mark.parametrize("name", ["MyBot.PY", "mein böser bot (2).py", "бот.py", "durako.toml.py"])
def test_its_name_may_be_anything_ordinary(name: str) -> None:
    assert read_submission(name, CODE, hosted=HOSTED).command == ("python", name)


@pytest.mark.parametrize(
    "source",
    [
        b"\xef\xbb\xbf" + CODE,
        CODE.replace(b"\n", b"\r\n"),
        "print('ж')".encode(),
        b"#!/usr/bin/env python3\n" + CODE,
        b"# coding: latin-1\n" + CODE,
        b"'an odd \\d escape'\n",
        b"match = 1\nmatch match:\n    case _:\n        pass\n",
        b"x = [" + b"123456, " * 100_000 + b"]\n",
    ],
)
def test_what_python_runs_is_read(source: bytes) -> None:
    assert read_submission("mybot.py", source, hosted=HOSTED).size == len(source)


@pytest.mark.parametrize(
    ("source", "code", "said"),
    [
        (b"", "file_empty", "is empty"),
        (b" \n\n", "file_empty", "is empty"),
        (zipped({"main.py": CODE}), "python_is_zip", "ends in .zip"),
        (CODE + b"x = 'caf\xe9'\n", "python_not_utf8", "line 2"),
        (CODE.decode().encode("utf-16"), "python_not_utf8", "line 1"),
        (CODE * 2 + b"x\0\n", "python_nul", "line 3"),
        (CODE * 4 + b"x = (\n", "python_syntax", "line 5: '(' was never closed"),
        (b"if 1:\nx\n", "python_syntax", "line 2: expected an indented block"),
        (b"return 1\n", "python_syntax", "line 1: 'return' outside function"),
        (b"# coding: klingon\n", "python_syntax", "line 1: "),
        (b"x = " + b"9" * 5000, "python_syntax", "line 1: "),
        (b"#" * (limits.PYTHON_FILE_BYTES + 1), "file_too_big", "at most 1 MiB"),
        # what would take Python's reader hundreds of mebibytes, or all of its stack
        (b"-" * 900_000 + b"1", "python_too_complex", "too complex"),
        (b"a" + b".b" * 300_000, "python_too_complex", "too complex"),
        (b"lambda:" * 100_000 + b"1", "python_too_complex", "too complex"),
    ],
)
def test_what_python_does_not_run_is_refused(source: bytes, code: str, said: str) -> None:
    error = refused("mybot.py", source)
    assert (error.code, error.entry) == (code, "mybot.py")
    assert said in str(error)


def test_reading_a_file_takes_no_more_time_than_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(syntax, "WALL_SECONDS", 0.001)
    assert refused("mybot.py", CODE).code == "python_too_complex"


def test_nothing_of_the_file_is_run() -> None:
    stops = b"raise SystemExit(7)\n"
    assert read_submission("mybot.py", stops, hosted=HOSTED).entries == ("mybot.py",)
    assert "mybot" not in sys.modules


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("mybot", "file_ending"),
        ("", "file_ending"),
        ("mybot.tar.gz", "file_ending"),
        ("mybot.py.txt", "file_ending"),
        ("zip", "file_ending"),
        ("../mybot.py", "name_leads_out"),
        ("/etc/mybot.py", "name_leads_out"),
        ("a\\mybot.py", "name_backslash"),
        ("C:mybot.py", "name_drive"),
        ("my\nbot.py", "name_character"),
        ("my\u202ebot.py", "name_character"),
        ("my\udcffbot.py", "name_character"),
        ("n" * 200 + ".py", "name_too_long"),
        ("-c.py", "start_option"),
        (" .py/.zip", "name_leads_out"),
    ],
)
def test_a_name_that_could_mean_something_else_is_refused(name: str, code: str) -> None:
    error = refused(name, CODE)
    assert error.code == code
    assert error.entry in str(error)
    assert str(error).isprintable()
