"""Seeded shuffling that anybody can repeat, in any language, and a commitment to it.

The whole procedure, so that it can be checked without this code:

- *Seed bytes*: an int n is ``b"int:"`` + its decimal digits (with ``-`` if negative), a str is
  ``b"str:"`` + UTF-8, bytes are ``b"bytes:"`` + themselves.
- *Blocks*: for a label (ASCII text such as ``game/3/order/0``), block i = 0, 1, ... is
  SHA-256(``b"durako-shuffle-1|"`` + label + ``b"|"`` + i in decimal + ``b"|"`` + seed bytes).
- *A number below n*: let k be the least number of blocks with 256 k bits that can hold n - 1.
  Read the next k blocks as one number w, big end first.  If w >= 2**(256 k) - 2**(256 k) % n,
  read the next k blocks instead, so that no number is favoured.  The answer is w % n.
- *Shuffle* of m cards: take a number below m! and start from the sorted pack.  For i = m - 1,
  ..., 1: divide the number by i + 1, keep the quotient, and exchange position i with position
  (remainder).  The first position is dealt first.

Game k of a series uses labels that begin with ``game/k/``; a single game is game 0.

A deal set has one seed of 32 bytes; its board b = 0, 1, ... is shuffled with the seed that is the
32 bytes of SHA-256(``b"durako-board-1|"`` + b in decimal + ``b"|"`` + the set's seed).

The commitment is SHA-256(``b"durako-commitment-1|"`` + seed bytes).  It hides the seed only if
the seed cannot be guessed: commit to at least 16 random bytes, not to 7.
"""

import hmac
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from math import factorial
from typing import Final, TypeVar

Seed = int | str | bytes
Item = TypeVar("Item")

_SEEDS: Final = (int, str, bytes)
MAX_SEED_BITS: Final = 4096
_BLOCK_BITS: Final = 256


def seed_bytes(seed: Seed) -> bytes:
    """The seed as the bytes that are hashed; the prefix keeps 7 and "7" apart."""
    if isinstance(seed, bool) or not isinstance(seed, _SEEDS):
        raise TypeError("A seed is a whole number, a text or bytes.")
    if (seed.bit_length() if isinstance(seed, int) else 8 * len(seed)) > MAX_SEED_BITS:
        raise ValueError(f"A seed has at most {MAX_SEED_BITS} bits; take a shorter one.")
    if isinstance(seed, int):
        return b"int:%d" % seed
    if isinstance(seed, str):
        try:
            return b"str:" + seed.encode()
        except UnicodeEncodeError:
            raise ValueError("A seed must be plain text; this one has half a character.") from None
    return b"bytes:" + seed


@lru_cache(maxsize=1024)
def _reading(limit: int) -> tuple[int, int]:
    """How many blocks to read for a number below `limit`, and from where on none is fair."""
    blocks = max(1, -(-(limit - 1).bit_length() // _BLOCK_BITS))
    everything = 1 << _BLOCK_BITS * blocks
    return blocks, everything - everything % limit


def number_below(seed: Seed, label: str, limit: int) -> int:
    """A number from 0 to limit - 1, all equally likely, that belongs to a seed and a label."""
    head = b"durako-shuffle-1|" + label.encode("ascii") + b"|"
    tail = b"|" + seed_bytes(seed)
    count, fair = _reading(limit)
    first = 0
    while True:
        blocks = [sha256(b"%b%d%b" % (head, n, tail)).digest() for n in range(first, first + count)]
        number = int.from_bytes(b"".join(blocks), "big")
        if number < fair:
            return number % limit
        first += count


_factorial: Final = lru_cache(maxsize=1024)(factorial)


def shuffled(seed: Seed, label: str, items: Sequence[Item]) -> list[Item]:
    """The items in the order that this seed and label give them."""
    order = list(items)
    number = number_below(seed, label, _factorial(len(order)))
    for last in range(len(order) - 1, 0, -1):
        number, other = divmod(number, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def board_seed(seed: bytes, board: int) -> bytes:
    """The seed of one board of a deal set."""
    return sha256(b"durako-board-1|%d|%b" % (board, seed)).digest()


def commitment(seed: Seed) -> str:
    """What is published before the game, so that the seed cannot be exchanged afterwards."""
    return sha256(b"durako-commitment-1|" + seed_bytes(seed)).hexdigest()


def verify_commitment(seed: Seed, published: str) -> bool:
    """Whether the seed revealed after the game is the one committed to before it."""
    return hmac.compare_digest(commitment(seed).encode(), published.encode())
