"""durako.toml, and what is usual where it says nothing."""

import struct
from collections.abc import Mapping
from dataclasses import replace

import pytest

from arena.archive import limits, read_submission
from tests.arena.archive.bots import CODE, HOSTED, read, refused_files, zipped

ELF = b"\x7fELF\x02\x01\x01" + b"\0" * 9 + struct.pack("<2H", 2, 62) + b"\0" * 100
LONG_CODE = b"".join(b"x = %d\n" % number for number in range(150_000))
NESTED_DEEPLY = f"x = {'[' * 5000}"


def with_manifest(manifest: str, **more: bytes) -> dict[str, bytes | str]:
    return {"durako.toml": manifest, "mybot.py": CODE, **more}


def test_a_manifest_says_everything() -> None:
    found = read(
        with_manifest(
            'start = ["python", "src/bot.py", "--deep", "3"]\n'
            'profiles = ["durak/volga", "burako/duel", "durak/volga"]\n'
            'packages = ["NumPy", "typing_extensions"]\n'
            'name = " Mein Bot "\n'
            'description = """\nHält Trümpfe.\nUnd mehr.\n"""\n',
            **{"src/bot.py": CODE},
        )
    )
    assert found.command == ("python", "src/bot.py", "--deep", "3")
    assert found.profiles == ("durak/volga", "burako/duel")
    assert found.packages == ("numpy", "typing-extensions")
    assert found.name == "Mein Bot"
    assert found.description == "Hält Trümpfe.\nUnd mehr."
    assert found.entries == ("durako.toml", "mybot.py", "src/bot.py")


@pytest.mark.parametrize(
    ("files", "command"),
    [
        ({"bot.py": CODE}, ("python", "bot.py")),
        ({"bot.py": CODE, "lib/a.py": CODE, "lib/b.py": CODE}, ("python", "bot.py")),
        ({"main.py": CODE, "mybot.py": CODE}, ("python", "main.py")),
        ({"a.py": CODE, "mybot.py": CODE}, ("python", "mybot.py")),
        ({"better/a.py": CODE, "better/better.py": CODE}, ("python", "better.py")),
        ({"bot/": b"", "bot/bot.py": CODE}, ("python", "bot.py")),
        ({"durako.toml": "# nothing\n", "bot.py": CODE}, ("python", "bot.py")),
        ({"durako.toml": "\ufeff", "bot.py": CODE}, ("python", "bot.py")),
    ],
)
def test_what_is_started_when_nobody_says(
    files: Mapping[str, bytes], command: tuple[str, ...]
) -> None:
    assert read(files).command == command


def test_the_one_folder_that_desktops_add_is_left_away() -> None:
    found = read(
        {
            "mybot/durako.toml": 'start = ["python3", "./src/bot.py"]',
            "mybot/src/bot.py": CODE,
            "mybot/src/__pycache__/bot.pyc": b"x",
            "mybot/.DS_Store": b"x",
            "__MACOSX/mybot/._bot.py": b"x",
            "mybot/._bot.py": b"x",
        }
    )
    assert found.command == ("python", "src/bot.py")
    assert found.entries == ("durako.toml", "src/bot.py")


@pytest.mark.parametrize(
    ("start", "command"),
    [
        ('["node", "bot.mjs"]', ("node", "bot.mjs")),
        ('["nodejs", "bot.mjs"]', ("node", "bot.mjs")),
        ('["./bot", "fast"]', ("./bot", "fast")),
        ('["././bot"]', ("./bot",)),
        ('["./run.sh"]', ("./run.sh",)),
        ('["python", "caf\u00e9.py"]', ("python", "cafe\u0301.py")),
    ],
)
def test_what_can_be_started(start: str, command: tuple[str, ...]) -> None:
    files = {"bot.mjs": b"//", "bot": ELF, "run.sh": b"#!/bin/sh\n", "cafe\u0301.py": CODE}
    assert read(with_manifest(f"start = {start}", **files)).command == command


@pytest.mark.parametrize(
    ("manifest", "code", "said"),
    [
        ("a" * (limits.MANIFEST_BYTES + 1), "manifest_too_big", "16 KiB"),
        ("start = [", "manifest_syntax", "not valid TOML"),
        ("x = 1\nx = 2\n", "manifest_syntax", "line 2"),
        (NESTED_DEEPLY, "manifest_syntax", "nested too deeply"),
        (f"x = {'9' * 5000}", "manifest_syntax", "digits"),
        ('stat = ["python", "mybot.py"]', "manifest_key", "mean “start”? Known are: start, "),
        ('"\\u202e" = 1', "manifest_key", "“\\u202e”"),
        ('start = "python mybot.py"', "manifest_type", 'start = ["python", "mybot.py"]'),
        ("start = []", "manifest_type", "“start”"),
        ('start = ["python", 1]', "manifest_type", "“start”"),
        ('profiles = "durak/volga"', "manifest_type", 'profiles = ["durak/volga"]'),
        ("packages = [[]]", "manifest_type", 'packages = ["numpy"]'),
        ("name = 3", "manifest_type", "“name”"),
        ("[description]\na = 1", "manifest_type", "“description”"),
        (f'name = "{"n" * 101}"', "manifest_text", "at most 100 characters"),
        ('name = "a\\u202eb"', "manifest_text", "“name”"),
        ('name = "a\\nb"', "manifest_text", "“name”"),
        ('description = "\\u0000"', "manifest_text", "“description”"),
        ('profiles = ["durak/vulga"]', "manifest_profile", "mean “durak/volga”?"),
        ('packages = ["torch"]', "manifest_package", "It has: grpcio, numpy, typing-extensions."),
        ('packages = [""]', "manifest_package", "“”"),
        ('packages = ["numpy==1.26"]', "manifest_package_version", "“numpy”: the site has"),
        ('packages = ["NumPy >= 2"]', "manifest_package_version", "version 2.4.6"),
        ('packages = ["numpy[extra]"]', "manifest_package_version", "version 2.4.6"),
        ('start = [""]', "start_words", "between 1 and 32"),
        ('start = ["python", "mybot.py", "a\\u0000b"]', "start_words", "cannot be seen"),
        (f"start = {['python', 'mybot.py', *'x' * 31]}", "start_words", "32"),
        (f"start = ['python', 'mybot.py', '{'x' * 201}']", "start_words", "short"),
        ('start = ["ruby", "mybot.rb"]', "start_program", "one of python, node"),
        ('start = ["/usr/bin/python", "mybot.py"]', "start_program", "“/usr/bin/python”"),
        ('start = ["../x"]', "start_program", "“../x”"),
        ('start = ["python"]', "start_no_file", "“python”"),
        ('start = ["python", "-m", "mybot"]', "start_no_file", "without options"),
        ('start = ["python", "-c", "import os"]', "start_no_file", "without options"),
    ],
)
def test_a_manifest_that_cannot_be_is_refused(manifest: str, code: str, said: str) -> None:
    error = refused_files(with_manifest(manifest))
    assert (error.code, error.entry) == (code, "durako.toml")
    assert said in str(error)


@pytest.mark.parametrize("key", ["start", "profiles", "packages", "name", "description"])
def test_every_key_is_shown_as_it_is_to_be_written(key: str) -> None:
    example = str(refused_files(with_manifest(f"{key} = 1"))).rpartition(": ")[2]
    assert read(with_manifest(example)).entries == ("durako.toml", "mybot.py")


@pytest.mark.parametrize(
    ("start", "content", "code", "said"),
    [
        ("python", None, "start_missing", "no such file"),
        ("python", b"x = (\n", "python_syntax", "line 1"),
        ("python", b"\xff", "python_not_utf8", "UTF-8"),
        ("python", b"", "file_empty", "empty"),
        ("python", LONG_CODE, "python_too_big", "1 MiB"),
        ("node", CODE, "start_ending", "ends in .js, .mjs, .cjs"),
        ("./", None, "start_missing", "no such file"),
        ("./", b"", "start_no_binary", "Linux on x86_64"),
        ("./", b"print(1)", "start_no_binary", "Linux on x86_64"),
        ("./", b"\x7fELF", "start_no_binary", "Linux on x86_64"),
        ("./", b"MZ" + bytes(100), "start_other_system", "a program for Windows"),
        ("./", b"\xcf\xfa\xed\xfe" + bytes(100), "start_other_system", "a program for macOS"),
        ("./", b"\xca\xfe\xba\xbe" + bytes(100), "start_other_system", "a program for macOS"),
        ("./", ELF[:18] + b"\xb7" + ELF[19:], "start_other_machine", "another processor"),
        ("./", ELF[:4] + b"\1" + ELF[5:], "start_other_machine", "another processor"),
        ("./", ELF[:5] + b"\2" + ELF[6:], "start_other_machine", "another processor"),
        ("./", ELF[:16] + b"\1" + ELF[17:], "start_not_program", "a library or a part"),
        ("./", b"#!/bin/sh\r\necho\r\n", "start_line_ends", "Unix line ends"),
    ],
)
def test_a_file_that_cannot_be_started_is_refused(
    start: str, content: bytes | None, code: str, said: str
) -> None:
    name = "bin/prog.py"
    words = f'"./{name}"' if start == "./" else f'"{start}", "{name}"'
    files = with_manifest(f"start = [{words}]", **({} if content is None else {name: content}))
    error = refused_files(files)
    assert (error.code, error.entry.removeprefix("./")) == (code, name)
    assert said in str(error)


@pytest.mark.parametrize(
    ("files", "code", "entry"),
    [
        ({"README.md": b"x"}, "start_nothing", "mybot.zip"),
        ({".DS_Store": b"x"}, "start_nothing", "mybot.zip"),
        ({"a/b/c.py": b"x"}, "start_nothing", "mybot.zip"),
        ({"mybot/mybot.zip": b"x"}, "start_only_archive", "mybot.zip"),
        ({"a.py": CODE, "b.py": CODE}, "start_unclear", "mybot.zip"),
        ({"-x.py": CODE}, "start_option", "-x.py"),
        ({"Durako.TOML": b"", "a.py": CODE}, "manifest_case", "Durako.TOML"),
    ],
)
def test_an_archive_that_cannot_be_started_is_refused(
    files: Mapping[str, bytes], code: str, entry: str
) -> None:
    error = refused_files(files)
    assert (error.code, error.entry) == (code, entry)


def test_a_manifest_must_be_utf8() -> None:
    error = refused_files({"durako.toml": b"\nname = 'caf\xe9'", "mybot.py": CODE})
    assert (error.code, error.params["line"]) == ("manifest_not_utf8", 2)


def test_a_binary_is_for_the_machine_that_the_site_has() -> None:
    arm = ELF[:18] + b"\xb7" + ELF[19:]
    data = zipped(with_manifest('start = ["./bot"]', bot=arm))
    found = read_submission("bot.zip", data, hosted=replace(HOSTED, machine="aarch64"))
    assert found.command == ("./bot",)


def test_node_is_refused_where_there_is_none() -> None:
    data = zipped({"durako.toml": 'start = ["node", "bot.js"]', "bot.js": b"//"})
    with pytest.raises(ValueError, match="one of python, or with"):
        read_submission("bot.zip", data, hosted=replace(HOSTED, programs=("python",)))
