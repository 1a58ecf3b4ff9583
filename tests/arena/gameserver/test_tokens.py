"""Tokens: one table, one seat, one rotation; not kept, not guessed."""

import asyncio
import hashlib
from base64 import urlsafe_b64decode
from pathlib import Path

import pytest

from arena.games import rules
from arena.gameserver.journal import Journal
from arena.gameserver.table import Table
from arena.gameserver.tokens import (
    Lockout,
    TicketBook,
    TokenFileError,
    bearer_tokens,
    host_token,
    same_token,
)
from arena.wire.match_spec import MatchSpec
from tests.arena.gameserver.running import SEED


def _table() -> Table:
    spec = MatchSpec(
        match_id="m",
        rules=rules("durak/duel24"),
        participants=("a", "b"),
        boards=1,
        seed=SEED,
    )
    return Table(spec, Journal(spec, 0))


def _no_address(_rotation: int, _seat: int) -> str:
    return ""


def test_every_seat_of_every_rotation_has_a_256_bit_token_of_its_own() -> None:
    book, table = TicketBook(), _table()
    tickets = book.issue(table, _no_address)
    tokens = {book.token(table, ticket.rotation, ticket.seat) for ticket in tickets}
    assert len(tokens) == 4
    assert {len(urlsafe_b64decode(token + "=")) for token in tokens} == {32}
    assert tokens.isdisjoint({TicketBook().token(table, 0, 0)}), "another process, other tokens"


def test_a_token_is_found_and_only_its_hash_is_kept() -> None:
    book, table = TicketBook(), _table()
    tickets = book.issue(table, _no_address)
    token = book.token(table, 1, 0)
    found = book.find(token)
    assert found is not None
    assert (found.rotation, found.seat, found.participant) == (1, 0, 1)
    assert found.digest == hashlib.sha256(token.encode()).digest()
    assert book.find(token[:-1]) is None
    assert book.find("") is None
    assert book.find("ü") is None
    book.forget(tickets)
    assert book.find(token) is None
    assert not len(book)


def test_a_ticket_is_dead_when_its_rotation_is_over() -> None:
    async def scenario() -> None:
        book, table = TicketBook(), _table()
        first, _, later, _ = book.issue(table, _no_address)
        table.start()
        assert not first.is_dead
        assert not later.is_dead
        table.abort("enough")
        assert first.is_dead
        assert later.is_dead

    asyncio.run(scenario())


def test_wrong_tokens_lock_one_side_for_a_while() -> None:
    now = 0.0
    lockout = Lockout(tries=3, seconds=30, clock=lambda: now)
    for moment in (0.0, 10.0):
        now = moment
        lockout.note_wrong("here")
    assert not lockout.is_locked("here")
    lockout.note_wrong("here")
    assert lockout.is_locked("here")
    assert not lockout.is_locked("there")
    now = 29.9
    assert lockout.is_locked("here")
    now = 30.1
    assert not lockout.is_locked("here"), "the first of the three is forgotten"
    lockout.note_wrong("here")
    assert lockout.is_locked("here"), "and the next one locks again"
    now = 100.0
    assert not lockout.is_locked("here")


def test_a_lockout_remembers_a_limited_number_of_sides() -> None:
    lockout = Lockout(tries=1, remembered=10)
    for number in range(11):
        lockout.note_wrong(str(number))
    assert not lockout.is_locked("0")
    assert lockout.is_locked("1")
    assert lockout.is_locked("10")


def test_bearer_tokens_are_read_whatever_stands_around_them() -> None:
    metadata: list[tuple[str, str | bytes]] = [
        ("authorization", "Bearer  one "),
        ("authorization", "Basic two"),
        ("other", "Bearer three"),
        ("authorization", "bearer four"),
        ("authorization", b"bytes"),
    ]
    assert bearer_tokens(metadata) == ["one", "four"]
    assert same_token("one", "one")
    assert not same_token("one", "four")


def test_the_hosts_token_is_made_once_and_for_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "token"
    token = host_token(path)
    assert len(token) >= 43
    assert path.stat().st_mode & 0o777 == 0o600
    assert host_token(path) == token
    assert [entry.name for entry in tmp_path.iterdir()] == ["token"]


def test_a_token_that_others_can_read_or_guess_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "token"
    host_token(path)
    path.chmod(0o640)
    with pytest.raises(TokenFileError, match="chmod 600"):
        host_token(path)
    path.chmod(0o600)
    path.write_text("secret\n")
    with pytest.raises(TokenFileError, match="Remove the file"):
        host_token(path)
