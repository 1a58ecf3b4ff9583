"""File trees as people have them, and archives that were tampered with."""

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import strategies as st

from arena.archive import names

_LETTERS = st.characters(
    codec="utf-8", categories=("L", "M", "N", "P", "S", "Zs"), exclude_characters='/\\:"'
)
PART = st.text(_LETTERS, min_size=1, max_size=12).filter(
    lambda part: not part.endswith((".", " ")) and not part.isspace()
)
_MARKS = st.sampled_from([b"PK\5\6", b"PK\1\2", b"PK\3\4", b"PK\6\7"])
CONTENT = (
    st.binary(max_size=300)
    | _MARKS.map(lambda mark: mark * 50)
    | st.binary(min_size=1, max_size=8).map(lambda data: data * 1_000)
)
MAIN = "main.py"


@dataclass(frozen=True)
class Tree:
    """Contents by path; None for an empty folder."""

    files: dict[str, bytes | None]

    def zipped(self, method: int, *, streamed: bool, folder: str, comment: bytes) -> bytes:
        """As Python's writer makes it, at once or without looking back."""
        buffer: io.BytesIO = _OneWay() if streamed else io.BytesIO()
        with zipfile.ZipFile(buffer, "w", method) as made:
            for path, content in self.files.items():
                name = folder + path
                if content is None:
                    made.writestr(f"{name}/", b"")
                else:
                    made.writestr(name, content)
            made.comment = comment
        return buffer.getvalue()


class _OneWay(io.BytesIO):
    """A place to write that cannot go back, like a pipe."""

    def seekable(self) -> bool:
        return False

    def seek(self, *_: int) -> int:
        raise io.UnsupportedOperation

    def tell(self) -> int:
        raise io.UnsupportedOperation


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """Trees that every system can hold; one file is the bot."""
    paths = draw(st.lists(st.lists(PART, min_size=1, max_size=4).map("/".join), max_size=8))
    files: dict[str, bytes | None] = {MAIN: b"print('hello')\n"}
    taken = {names.same(MAIN): MAIN}
    for path in paths:
        above = ["/".join(path.split("/")[: n + 1]) for n in range(path.count("/"))]
        free = all(
            taken.get(names.same(each), each) == each and files.get(each) is None for each in above
        )
        fits = len(path.encode()) < 150 and not names.is_ignored(path)
        if free and fits and names.same(path) not in taken and path.lower() != "durako.toml":
            files[path] = draw(CONTENT | st.none())
            taken |= {names.same(each): each for each in (*above, path)}
    return Tree({path: content for path, content in files.items() if not _hides(path, files)})


def _hides(path: str, files: dict[str, bytes | None]) -> bool:
    """Whether it is a file in whose place another path needs a folder."""
    return files[path] is not None and any(other.startswith(f"{path}/") for other in files)


def changes(size: int) -> st.SearchStrategy[list[tuple[int, int]]]:
    """Places and new bytes; the headers at the end are hit as often as the rest."""
    place = st.integers(0, size - 1) | st.integers(max(0, size - 150), size - 1)
    value = st.sampled_from([0, 1, 2, 0x7F, 0x80, 0xFE, 0xFF]) | st.integers(0, 255)
    return st.lists(st.tuples(place, value), min_size=1, max_size=6)


def changed(data: bytes, at: list[tuple[int, int]]) -> bytes:
    result = bytearray(data)
    for place, value in at:
        result[place] = value
    return bytes(result)


def everything_of(tree: Tree) -> Iterator[str]:
    """The paths of its files and of all folders, empty or not."""
    for path in tree.files:
        parts = path.split("/")
        yield from ("/".join(parts[: n + 1]) for n in range(len(parts)))
