"""Many phones at once on the real database leave one consistent sheet."""

import random
import threading
import uuid
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import connection

from scoring.burako import Book, BookRefusedError, BurakoRuleSet, Entry
from tests.factories import PlayerFactory, UserFactory
from tests.scoring.burako.books import AWAY_WINS, HOME_WINS, LEVEL, Payload, played_sheet
from tests.tournaments.sheet_table import (
    GUEST_CREATOR,
    link_visitor,
    open_sheet,
    write,
    write_hands,
)
from tournaments.models import Competitor, Sheet, SheetEntry, SheetResult
from tournaments.services.sheet_entries import Written, sheet_entry_add
from tournaments.services.sheets import SeatSpec, sheet_link_revoke, sheets_adopt
from tournaments.sheet_access import SheetDeniedError, Visitor

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 8


def at_once(jobs: Sequence[Callable[[], str]]) -> list[str]:
    """Run all jobs in threads of their own that start together; what each came to."""
    barrier = threading.Barrier(len(jobs))

    def run(job: Callable[[], str]) -> str:
        try:
            barrier.wait(timeout=60)
            return job()
        except BookRefusedError as error:
            return error.code
        except SheetDeniedError as error:
            return error.denial.value
        finally:
            connection.close()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return list(pool.map(run, jobs))


def writing(
    sheet: Sheet, kind: str, entry_id: uuid.UUID | None = None, /, **payload: object
) -> str:
    written = sheet_entry_add(
        public_id=sheet.public_id,
        visitor=GUEST_CREATOR,
        entry_id=entry_id or uuid.uuid4(),
        kind=kind,
        payload=payload,
    )
    return written.value


def assert_consistent(sheet: Sheet) -> Book:
    """Numbered without gaps, every entry fits the ones before, and what is stored follows."""
    stored = Sheet.objects.get(pk=sheet.pk)
    rows = list(SheetEntry.objects.filter(sheet=sheet).order_by("seq"))
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    rules = stored.rule_version.rules
    book = Book(rules, stored.seats_count, stored.first_starter)
    for row in rows:
        book = book.judge(Entry(str(row.entry_id), row.kind, row.payload))
    assert stored.last_seq == book.seq
    assert stored.status == book.status.value
    assert stored.hands_count == len(book.progress.running)
    assert tuple(s.total for s in stored.sides.order_by("number")) == book.progress.totals
    counting = stored.results.filter(voided_at=None).count()
    assert counting == all(book.confirmed)
    return book


def test_of_many_phones_with_the_same_hand_one_writes_it() -> None:
    sheet = open_sheet()
    results = at_once(
        [lambda: writing(sheet, "hand", number=1, sheet=HOME_WINS) for _ in range(THREADS)]
    )
    assert Counter(results) == {"written": 1, "stale_hand": THREADS - 1}
    assert len(assert_consistent(sheet).hands) == 1


def test_one_entry_sent_many_times_at_once_is_written_once() -> None:
    sheet = open_sheet()
    entry_id = uuid.uuid4()
    results = at_once(
        [lambda: writing(sheet, "hand", entry_id, number=1, sheet=HOME_WINS)] * THREADS
    )
    assert Counter(results) == {Written.WRITTEN: 1, Written.ALREADY: THREADS - 1}
    assert_consistent(sheet)


def test_both_sides_confirm_at_once_and_it_counts_once() -> None:
    sheet = open_sheet(rules=BurakoRuleSet(target_points=None, hand_limit=1))
    write_hands(sheet, 1)
    results = at_once(
        [partial(writing, sheet, "confirm", side=side, seen=1) for side in (0, 1) * (THREADS // 2)]
    )
    assert Counter(results)["written"] == 2
    assert SheetResult.objects.filter(voided_at=None).count() == 1
    assert_consistent(sheet)


def test_two_matches_of_the_same_players_end_at_once() -> None:
    """Each takes hold of the players; whoever sits where must not matter."""
    ana = UserFactory.create()
    creator = Visitor(account=ana)
    players = [PlayerFactory.create(created_by=ana) for _ in range(4)]
    seats = [SeatSpec(player_id=player.public_id) for player in players]
    sheets = [
        open_sheet(creator, seats=order, rules=BurakoRuleSet(target_points=None, hand_limit=1))
        for order in (seats, seats[::-1]) * 3
    ]
    for sheet in sheets:
        write(sheet, "hand", creator, number=1, sheet=played_sheet(1))
        write(sheet, "confirm", creator, side=0, seen=1)
    results = at_once([partial(_confirm_the_other_side, sheet, creator) for sheet in sheets])
    assert results == ["written"] * len(sheets)
    assert SheetResult.objects.count() == len(sheets)
    assert Competitor.objects.count() == 2


def _confirm_the_other_side(sheet: Sheet, visitor: Visitor) -> str:
    return write(sheet, "confirm", visitor, side=1, seen=1).value


def test_a_correction_and_a_confirmation_do_not_pass_each_other() -> None:
    sheet = open_sheet(rules=BurakoRuleSet(target_points=None, hand_limit=1))
    write_hands(sheet, 1)
    write(sheet, "confirm", side=0, seen=1)
    results = at_once(
        [
            lambda: writing(sheet, "confirm", side=1, seen=1),
            lambda: writing(
                sheet, "correct", number=1, version=1, sheet=LEVEL, reason="counted again"
            ),
        ]
    )
    assert sorted(results) in (["confirmed", "written"], ["stale_confirm", "written"])
    assert_consistent(sheet)


def test_many_threads_doing_everything_leave_one_consistent_sheet() -> None:
    """Nothing is lost and nothing is there twice: what was answered "written" is what is there."""
    sheet = open_sheet(rules=BurakoRuleSet(target_points=2000, time_limit_minutes=60))
    written: list[uuid.UUID] = []

    def phone(seed: int) -> str:
        chance = random.Random(seed)
        for _ in range(12):
            entry_id = uuid.uuid4()
            book_seen = Sheet.objects.get(pk=sheet.pk)
            last = SheetEntry.objects.filter(sheet=sheet).order_by("-seq").first()
            hand = chance.choice([HOME_WINS, AWAY_WINS, LEVEL])
            number = chance.randint(1, max(1, book_seen.hands_count))
            doings: list[tuple[str, Payload]] = [
                ("hand", {"number": book_seen.hands_count + 1, "sheet": hand}),
                ("hand", {"number": book_seen.hands_count + 1, "sheet": hand}),
                ("correct", {"number": number, "version": 1, "sheet": hand, "reason": "no"}),
                ("undo", {"entry": str(last.entry_id) if last else "none"}),
                ("confirm", {"side": chance.randint(0, 1), "seen": book_seen.last_seq}),
                ("dispute", {"side": 0, "number": number, "sheet": hand, "reason": "no"}),
                ("settle", {"dispute": str(last.entry_id) if last else "x", "accept": True}),
            ]
            kind, payload = chance.choice(doings)
            for _attempt in range(chance.choice([1, 1, 2])):  # some are sent twice
                try:
                    result = writing(sheet, kind, entry_id, **payload)
                except BookRefusedError:
                    break
                if result == "written":
                    written.append(entry_id)
        return "done"

    phones = [partial(phone, seed) for seed in range(THREADS)]
    assert at_once(phones) == ["done"] * THREADS
    stored = SheetEntry.objects.filter(sheet=sheet).values_list("entry_id", flat=True)
    assert Counter(written) == Counter(stored)
    assert len(written) > THREADS
    assert_consistent(sheet)


def test_whoever_writes_while_the_link_is_revoked_has_written_or_not() -> None:
    sheet = open_sheet()
    guest = link_visitor(sheet)

    def write_as_guest() -> str:
        return write(sheet, "hand", guest, number=1, sheet=HOME_WINS).value

    def revoke() -> str:
        sheet_link_revoke(public_id=sheet.public_id, visitor=GUEST_CREATOR)
        return "dead"

    results = at_once([write_as_guest, revoke])
    assert results in (["written", "dead"], ["revoked", "dead"])
    assert SheetEntry.objects.count() == (results[0] == "written")
    assert at_once([write_as_guest]) == ["revoked"]


def test_a_sheet_is_adopted_by_one_account() -> None:
    open_sheet()
    accounts = [UserFactory.create() for _ in range(4)]

    def adopt(number: int) -> str:
        visitor = Visitor(account=accounts[number], secret_hash=GUEST_CREATOR.secret_hash)
        return str(sheets_adopt(account=accounts[number], visitor=visitor))

    jobs = [partial(adopt, number) for number in range(4)]
    assert Counter(at_once(jobs)) == {"1": 1, "0": 3}
