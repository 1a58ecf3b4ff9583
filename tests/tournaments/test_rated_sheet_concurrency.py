"""Wishes, confirmations and reopenings at the same moment leave a ladder that fits the sheets."""

from collections.abc import Callable
from functools import partial

import pytest

from tests.threads import at_once, while_held
from tests.tournaments.rated_sheet_kit import Table, account_of, member, people_ladder, table
from tests.tournaments.sheet_table import write
from tournaments.models import Ladder, LadderEntry, SheetResult
from tournaments.selectors.rated_sheets import sheet_rating
from tournaments.selectors.sheets import sheet_find
from tournaments.services.accounts import account_delete
from tournaments.services.rating_rebuild import ratings_rebuild

pytestmark = pytest.mark.django_db(transaction=True)


def played() -> tuple[Ladder, Table]:
    """A ladder, and a match that is over."""
    ladder = people_ladder()
    one = table(member("Ana"), member("Beto"))
    one.play()
    return ladder, one


def assert_fits(ladder: Ladder, one: Table) -> bool:
    """Whether the match counts; it does if and only if it is confirmed and both wish it."""
    found = sheet_rating(sheet=sheet_find(public_id=one.sheet.public_id), visitor=one.visitor(0))
    assert found is not None
    counts = found.confirmed and found.agreed
    assert found.counts == counts
    entries = LadderEntry.objects.filter(ladder=ladder)
    results = entries.filter(kind=LadderEntry.Kind.RESULT).count()
    assert results - entries.filter(kind=LadderEntry.Kind.VOID).count() == counts
    assert SheetResult.objects.filter(voided_at=None).count() == found.confirmed
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical
    return counts


def test_both_wish_at_once_many_times() -> None:
    ladder, one = played()
    one.confirm()
    wishes: list[Callable[[], None]] = [partial(one.wish, side) for side in (0, 1) * 4]
    assert at_once(wishes) == ["done"] * 8
    assert assert_fits(ladder, one)


def test_the_last_wish_and_the_last_confirmation_at_once() -> None:
    ladder, one = played()
    one.wish(0)
    one.confirm(0)
    assert at_once([partial(one.wish, 1), partial(one.confirm, 1)]) == ["done", "done"]
    assert assert_fits(ladder, one)


def test_a_wish_is_taken_back_while_the_other_side_confirms() -> None:
    """One of both is first: then it counts and stays, or it does not count."""
    ladder, one = played()
    one.wish()
    one.confirm(0)
    said = at_once([partial(one.wish_no_more, 0), partial(one.confirm, 1)])
    assert said[1] == "done"
    assert assert_fits(ladder, one) == (said[0] != "done")


def test_a_wish_and_a_reopening_at_once() -> None:
    ladder, one = played()
    one.confirm()
    one.wish(0)
    write(one.sheet, "reopen", one.visitor(0), side=0, reason="wrong")

    def agree() -> None:
        write(one.sheet, "reopen_answer", one.visitor(1), side=1, agree=True)

    assert at_once([partial(one.wish, 1), agree]) == ["done", "done"]
    assert not assert_fits(ladder, one)
    one.confirm()
    assert assert_fits(ladder, one)


def test_many_matches_of_the_same_people_are_rated_at_once() -> None:
    ladder = people_ladder()
    who = [member(name) for name in ("Ana", "Beto", "Carl")]
    tables = [table(who[n % 3], who[(n + 1 + n // 3) % 3]) for n in range(6)]
    for one in tables:
        one.play()
        one.wish(0)
        one.confirm()
    assert at_once([partial(one.wish, 1) for one in tables]) == ["done"] * 6
    assert all(SheetResult.objects.values_list("ladder_entry", flat=True))
    assert ratings_rebuild(ladder_id=ladder.pk).is_identical


def test_whoever_wishes_while_erasing_the_account_has_wished_or_not() -> None:
    """The account is locked first by both, so that neither waits for the other for ever."""
    ladder, one = played()
    account = account_of(one.players[0])
    while_held(
        partial(one.wish, 0),
        at="tournaments.services.rated_sheets.sheet_lock",
        second=partial(account_delete, account=account),
    )
    assert one.sheet.wishes.get().by is None
    assert not LadderEntry.objects.filter(ladder=ladder).exists()
