"""What holds for every tree and for any bytes at all."""

import io
import tempfile
import zipfile
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from arena.archive import SubmissionRefusedError, limits, read_submission, unpack
from arena.archive.names import is_ignored, only_folder
from tests.arena.archive.bots import CODE, HOSTED, zipped
from tests.arena.archive.strategies import Tree, changed, changes, everything_of, trees
from tests.arena.archive.zip_maker import DEFLATED, SIZES_FOLLOW, Ending, Part, archive

SMALL = 5_000
"""In place of 50 MiB."""
MANY = settings(deadline=None, max_examples=80)


def sizes(folder: Path) -> int:
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())


@settings(deadline=None, max_examples=80)
@given(
    tree=trees(),
    method=st.sampled_from([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED]),
    streamed=st.booleans(),
    folder=st.sampled_from(["", "mybot/"]),
    comment=st.sampled_from([b"", b"0" * 40]),
)
def test_any_tree_that_is_zipped_comes_back_byte_for_byte(
    *, tree: Tree, method: int, streamed: bool, folder: str, comment: bytes
) -> None:
    data = tree.zipped(method, streamed=streamed, folder=folder, comment=comment)
    with patch.object(limits, "RATIO", 10_000):
        found = read_submission("mybot.zip", data, hosted=HOSTED)
        files = {path: content for path, content in tree.files.items() if content is not None}
        assert set(found.entries) == set(files)
        with tempfile.TemporaryDirectory() as name:
            place = Path(name) / "bot"
            unpack("mybot.zip", data, place)
            found_there = {path.relative_to(place).as_posix() for path in place.rglob("*")}
            assert found_there == set(everything_of(tree))
            assert written(place) == files


def holds(file_name: str, data: bytes) -> None:
    """Either it is a submission, or it is refused; what is written is never more than allowed.

    What can be unpacked is what every other program would unpack.
    """
    with patch.object(limits, "UNPACKED_BYTES", SMALL), tempfile.TemporaryDirectory() as name:
        place = Path(name)
        said = ""
        try:
            read_submission(file_name, data, hosted=HOSTED)
        except SubmissionRefusedError as refused:
            said = str(refused)
        assert said.isprintable()
        try:
            unpack(file_name, data, place / "bot")
        except SubmissionRefusedError:
            assert said
            assert list(place.iterdir()) == []
        else:
            limit = SMALL if file_name.endswith("zip") else limits.PYTHON_FILE_BYTES
            assert sizes(place) <= limit
            if file_name.endswith("zip"):
                assert written(place / "bot") == seen_by_others(data)


def written(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def seen_by_others(data: bytes) -> dict[str, bytes]:
    """The files that Python's own reader finds, with the same ones left out."""
    found = {}
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        for info in opened.infolist():
            known = info.flag_bits & 0x800
            name = info.filename if known else info.filename.encode("cp437").decode("utf-8")
            if not is_ignored(name):
                found[name] = b"" if info.is_dir() else opened.read(info)
    top = only_folder(found)
    return {name.removeprefix(top): data for name, data in found.items() if name[-1] != "/"}


@MANY
@given(file_name=st.sampled_from(["mybot.zip", "mybot.zip", "mybot.py"]), data=st.binary())
@example(file_name="mybot.zip", data=b"PK\5\6" + bytes(18))
@example(file_name="mybot.zip", data=b"PK\5\6" * 20_000)
def test_any_bytes_are_read_or_refused(file_name: str, data: bytes) -> None:
    holds(file_name, data)


ARCHIVES = {
    "plain": zipped({"main.py": CODE, "a/data.bin": bytes(range(256)) * 4, "b/": b""}),
    "stored": zipped({"main.py": CODE, "durako.toml": "# nothing"}, zipfile.ZIP_STORED),
    "streamed": archive(
        Part(flags=SIZES_FOLLOW, method=DEFLATED),
        Part(name=b"zeros.bin", data=bytes(4_000), method=DEFLATED, flags=SIZES_FOLLOW),
    ),
    "64-bit": archive(Part(), Part(name=b"b"), ending=Ending(wide={}, comment=b"hello")),
}


@pytest.mark.parametrize("kind", ARCHIVES)
def test_what_is_tampered_with_was_sound(kind: str) -> None:
    assert read_submission("mybot.zip", ARCHIVES[kind], hosted=HOSTED).command[1] == "main.py"


@pytest.mark.parametrize("kind", ARCHIVES)
@MANY
@given(data=st.data())
def test_any_tampered_archive_is_read_or_refused(kind: str, data: st.DataObject) -> None:
    sound = ARCHIVES[kind]
    tampered = changed(sound, data.draw(changes(len(sound))))
    cut = data.draw(st.just(0) | st.integers(0, 60))
    holds("mybot.zip", tampered[: len(tampered) - cut])


@settings(deadline=None, max_examples=200)
@given(manifest=st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_manifest_is_read_or_refused(manifest: bytes) -> None:
    holds("mybot.zip", zipped({"main.py": CODE, "durako.toml": manifest}))
