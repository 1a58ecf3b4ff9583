"""What is kept of a program's output."""

from hypothesis import given
from hypothesis import strategies as st

from arena.runner.sandbox.output import Kept

MOST = 1000


def kept_of(chunks: list[bytes], most: int = MOST) -> Kept:
    kept = Kept(most)
    for chunk in chunks:
        kept.add(chunk)
    return kept


@given(st.lists(st.binary(max_size=400)), st.integers(0, 600))
def test_never_more_than_there_is_room_for(chunks: list[bytes], most: int) -> None:
    kept = kept_of(chunks, most)
    whole = b"".join(chunks)
    assert len(kept.kept) <= max(most, 0) or len(kept.kept) <= 64
    if len(whole) <= most:
        assert kept.kept == whole
        assert kept.dropped == 0
    else:
        assert 0 < kept.dropped <= len(whole)


@given(st.lists(st.binary(min_size=1, max_size=700), min_size=3))
def test_the_beginning_and_the_end(chunks: list[bytes]) -> None:
    whole = b"".join(chunks)
    kept = kept_of(chunks)
    if kept.dropped:
        head, _, tail = kept.kept.partition(
            b"\n[... %d bytes were dropped here ...]\n" % kept.dropped
        )
        assert whole.startswith(head)
        assert whole.endswith(tail)
        assert len(head) + len(tail) + kept.dropped == len(whole)
        assert min(len(head), len(tail)) > MOST // 3


def test_the_last_words_survive_a_flood() -> None:
    kept = kept_of([b"starting\n", *[b"x" * 4096] * 100, b"ValueError: no trump\n"])
    assert kept.kept.startswith(b"starting\n")
    assert kept.kept.endswith(b"ValueError: no trump\n")
