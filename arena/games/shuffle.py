"""Seeded shuffling that anybody can repeat, in any language, and a commitment to it.

The whole procedure, so that it can be checked without this code:

- *Seed bytes*: an int n is ``b"int:"`` + its decimal digits (with ``-`` if negative), a str is
  ``b"str:"`` + UTF-8, bytes are ``b"bytes:"`` + themselves.
- *Words*: for a label (ASCII text such as ``game/3/order/0``), block i = 0, 1, ... is
  SHA-256(``b"durako-shuffle-1|"`` + label + ``b"|"`` + i in decimal + ``b"|"`` + seed bytes).
  Each block gives eight unsigned 32-bit numbers, big end first, used in order.
- *A number below n*: take the next word w; if w >= 2**32 - 2**32 % n, take the next one
  instead (so that no number is favoured); the answer is w % n.
- *Shuffle* (Fisher and Yates): start from the sorted pack; for i = last, ..., 1 exchange
  position i with position (number below i + 1).  The first position is dealt first.

Game k of a series uses labels that begin with ``game/k/``; a single game is game 0.

The commitment is SHA-256(``b"durako-commitment-1|"`` + seed bytes).  It hides the seed only if
the seed cannot be guessed: commit to at least 16 random bytes, not to 7.
"""

import hmac
from collections.abc import Iterator, Sequence
from hashlib import sha256
from struct import unpack
from typing import Final, TypeVar

Seed = int | str | bytes
Item = TypeVar("Item")

_WORDS: Final = 2**32


def seed_bytes(seed: Seed) -> bytes:
    """The seed as the bytes that are hashed; the prefix keeps 7 and "7" apart."""
    if isinstance(seed, bool) or not isinstance(seed, int | str | bytes):
        raise TypeError("A seed is a whole number, a text or bytes.")
    if isinstance(seed, int):
        return b"int:%d" % seed
    if isinstance(seed, str):
        return b"str:" + seed.encode()
    return b"bytes:" + seed


def words(seed: Seed, label: str) -> Iterator[int]:
    """The endless stream of 32-bit numbers that belongs to a seed and a label."""
    head = b"durako-shuffle-1|" + label.encode("ascii") + b"|"
    tail = b"|" + seed_bytes(seed)
    block = 0
    while True:
        yield from unpack(">8I", sha256(head + b"%d" % block + tail).digest())
        block += 1


def below(stream: Iterator[int], limit: int) -> int:
    """A number from 0 to limit - 1, all equally likely."""
    fair = _WORDS - _WORDS % limit
    for word in stream:
        if word < fair:
            return word % limit
    raise ValueError("The stream of words has ended; give one that does not.")


def shuffled(seed: Seed, label: str, items: Sequence[Item]) -> list[Item]:
    """The items in the order that this seed and label give them."""
    order = list(items)
    stream = words(seed, label)
    last = len(order)
    for word in stream:
        if word >= _WORDS - last and word >= _WORDS - _WORDS % last:  # as in `below`
            continue
        other = word % last
        last -= 1
        order[last], order[other] = order[other], order[last]
        if last <= 1:
            break
    return order


def commitment(seed: Seed) -> str:
    """What is published before the game, so that the seed cannot be exchanged afterwards."""
    return sha256(b"durako-commitment-1|" + seed_bytes(seed)).hexdigest()


def verify_commitment(seed: Seed, published: str) -> bool:
    """Whether the seed revealed after the game is the one committed to before it."""
    return hmac.compare_digest(commitment(seed).encode(), published.encode())
