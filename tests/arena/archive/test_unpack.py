"""Writing a submission's files: all or none, and nowhere else."""

import os
import stat
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from arena.archive import SubmissionRefusedError, unpack
from tests.arena.archive.bots import CODE, zipped
from tests.arena.archive.zip_maker import Part, archive, lying

FILES: dict[str, bytes | str] = {
    "bot/main.py": CODE,
    "bot/empty.txt": b"",
    "bot/run.sh": b"#!/bin/sh\n",
    "bot/deep/er/program": b"\x7fELF" + bytes(200_000),
    "bot/nothing/": b"",
    "bot/__pycache__/main.pyc": b"x",
}


def tree(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Modes and contents by path; a folder's content is empty."""
    return {
        path.relative_to(folder).as_posix(): (
            stat.S_IMODE(path.lstat().st_mode),
            path.read_bytes() if path.is_file() else b"",
        )
        for path in folder.rglob("*")
    }


def test_files_are_written_with_modes_that_do_not_depend_on_anything(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        unpack("mybot.zip", zipped(FILES), tmp_path / "bot")
    finally:
        os.umask(before)
    assert tree(tmp_path) == {
        "bot": (0o755, b""),
        "bot/main.py": (0o644, CODE),
        "bot/empty.txt": (0o644, b""),
        "bot/run.sh": (0o755, b"#!/bin/sh\n"),
        "bot/deep": (0o755, b""),
        "bot/deep/er": (0o755, b""),
        "bot/deep/er/program": (0o755, b"\x7fELF" + bytes(200_000)),
        "bot/nothing": (0o755, b""),
    }


def test_modes_in_the_archive_are_not_believed(tmp_path: Path) -> None:
    parts = [Part(mode=0o104777), Part(name=b"a", mode=0o100000)]
    unpack("mybot.zip", archive(*parts), tmp_path / "bot")
    assert {mode for mode, _ in tree(tmp_path / "bot").values()} == {0o644}


def test_a_python_file_is_written_under_its_name(tmp_path: Path) -> None:
    unpack("mybot.py", CODE, tmp_path / "bot")
    assert tree(tmp_path / "bot") == {"mybot.py": (0o644, CODE)}


def test_an_empty_folder_that_is_there_is_filled(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir(mode=0o700)
    unpack("mybot.py", CODE, tmp_path / "bot")
    assert tree(tmp_path)["bot/mybot.py"] == (0o644, CODE)


def test_a_folder_that_holds_something_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "mybot.py").write_bytes(b"older")
    before = tree(tmp_path)
    with pytest.raises(OSError, match="not empty"):
        unpack("mybot.py", CODE, tmp_path / "bot")
    assert tree(tmp_path) == before


def test_a_link_in_the_folders_place_is_not_followed(tmp_path: Path) -> None:
    target, place = tmp_path / "target", tmp_path / "place"
    target.mkdir()
    place.mkdir()
    (place / "bot").symlink_to(target)
    with pytest.raises(NotADirectoryError):
        unpack("mybot.py", CODE, place / "bot")
    assert list(target.iterdir()) == []
    assert [path.name for path in place.iterdir()] == ["bot"]


def test_a_link_that_appears_while_it_is_written_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if somebody could write where we do, which nobody should."""
    target = tmp_path / "target"
    target.mkdir()
    make = os.mkdir

    def meddle(name: str, mode: int = 0o777, *, dir_fd: int | None = None) -> None:
        if name == "deep":
            os.symlink(target, name, dir_fd=dir_fd)
        else:
            make(name, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "mkdir", meddle)
    with pytest.raises(OSError, match="deep"):
        unpack("mybot.zip", zipped(FILES), tmp_path / "bot")
    assert list(tmp_path.rglob("*")) == [target]


def test_a_fault_at_the_end_leaves_nothing_of_the_beginning(tmp_path: Path) -> None:
    faulty = lying(Part(name=b"z.bin", data=b"x" * 100_000), checksum=1)
    with pytest.raises(SubmissionRefusedError, match=r"z\.bin"):
        unpack("mybot.zip", archive(Part(), faulty), tmp_path / "bot")
    assert list(tmp_path.iterdir()) == []


def test_a_disk_without_room_leaves_nothing(tmp_path: Path) -> None:
    """The kernel refuses to let the file grow, as a full disk does."""
    script = """
        import resource, sys
        from pathlib import Path
        from arena.archive import unpack
        from tests.arena.archive.test_unpack import FILES, zipped

        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        try:
            unpack("mybot.zip", zipped(FILES), Path(sys.argv[1]) / "bot")
        except OSError as error:
            sys.exit(f"errno {error.errno}")
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script), tmp_path],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stderr.strip().startswith("errno ")
    assert list(tmp_path.iterdir()) == []


def test_no_descriptor_is_left_open(tmp_path: Path) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    unpack("mybot.zip", zipped(FILES), tmp_path / "bot")
    with pytest.raises(OSError, match="not empty"):
        unpack("mybot.zip", zipped(FILES), tmp_path / "bot")
    assert len(list(Path("/proc/self/fd").iterdir())) == before
