"""Score sheets: opening, sharing, counting, and what the database itself guards."""

import uuid
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import DatabaseError, IntegrityError, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.burako import Book, BurakoRuleSet, Entry
from tests.factories import PairFactory, PlayerFactory, RuleSetVersionFactory, UserFactory
from tests.scoring.burako.books import AWAY_WINS, HOME_WINS, LEVEL, Writer, attempt, played_sheet
from tests.scoring.burako.strategies import Step, steps
from tests.tournaments.sheet_table import (
    FOUR,
    GUEST_CREATOR,
    TWO,
    Phone,
    creators_phone,
    link_visitor,
    open_sheet,
    rules_of,
    token_of,
    write,
    write_hands,
)
from tournaments.models import (
    Player,
    Sheet,
    SheetEntry,
    SheetLink,
    SheetResult,
    SheetResultSide,
    SheetSeat,
)
from tournaments.selectors.sheets import (
    sheet_book,
    sheet_find,
    sheet_link_active,
    sheet_link_find,
    sheets_of_visitor,
    sheets_to_adopt,
)
from tournaments.services.accounts import account_delete
from tournaments.services.claims import player_claim
from tournaments.services.sheet_entries import sheet_entry_add
from tournaments.services.sheets import (
    SeatSpec,
    sheet_create,
    sheet_link_revoke,
    sheet_link_rotate,
    sheet_policy_set,
    sheet_rematch,
    sheets_adopt,
)
from tournaments.sheet_access import SheetDeniedError, Visitor

pytestmark = pytest.mark.django_db

ONE_HAND = BurakoRuleSet(target_points=None, hand_limit=1)


def confirm(sheet: Sheet, *visitors: Visitor) -> None:
    seen = sheet_book(sheet=sheet_find(public_id=sheet.public_id)).changed_seq
    for side, visitor in enumerate(visitors or (GUEST_CREATOR,) * 2):
        write(sheet, "confirm", visitor, side=side, seen=seen)


# Opening


def test_a_sheet_for_names_needs_no_account() -> None:
    sheet = open_sheet(seats=FOUR)
    assert sheet.creator is None
    assert [seat.name for seat in sheet.seats.order_by("number")] == ["Ana", "Carl", "Bea", "Dora"]
    assert not sheet.seats.exclude(player=None).exists()
    assert sheet_link_find(token=token_of(sheet)) == sheet_link_active(sheet=sheet)


def test_an_account_seats_itself_its_people_and_new_ones() -> None:
    ana = UserFactory.create()
    known = PlayerFactory.create(created_by=ana, name="Bea")
    seats = [
        SeatSpec(is_creator=True),
        SeatSpec(name="Carl", remember=True),
        SeatSpec(player_id=known.public_id),
        SeatSpec(name="Dora"),
    ]
    sheet = sheet_create(visitor=Visitor(account=ana), seats=seats)
    players = [seat.player for seat in sheet.seats.order_by("number")]
    carl = Player.objects.get(name="Carl")
    assert players == [Player.objects.get(account=ana), carl, known, None]
    assert list(carl.known_by.all()) == [ana]


@pytest.mark.parametrize("remember", [False, True])
def test_two_of_one_name_are_told_apart(remember: bool) -> None:
    ana = Visitor(account=UserFactory.create(display_name="Ana"))
    seats = [SeatSpec(is_creator=True), SeatSpec(name="pepe"), SeatSpec(name="Carl")]
    for other in ("Pepe", "ANA"):
        fourth = SeatSpec(name=other, remember=remember)
        with pytest.raises(ValidationError) as caught:
            sheet_create(visitor=ana, seats=[*seats, fourth])
        assert set(caught.value.message_dict) == {"seat_3"}
    assert not Player.objects.filter(account=None).exists()


def test_nobody_seats_a_player_they_do_not_know() -> None:
    stranger = PlayerFactory.create(created_by=UserFactory.create())
    seats = [SeatSpec(player_id=stranger.public_id), SeatSpec(name="Carl")]
    with pytest.raises(ValidationError) as caught:
        sheet_create(visitor=Visitor(account=UserFactory.create()), seats=seats)
    assert set(caught.value.message_dict) == {"seat_0"}
    with pytest.raises(ValidationError):  # without an account there is no list, only names
        sheet_create(visitor=GUEST_CREATOR, seats=seats)


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "x",
        "\x00\x00",
        "a\ud800b",
        "x" * 41,
        "\u202eana",
        "!!!",
        "a" + "\u0301" * 9,
        "\u2800\u2800",
    ],
)
def test_a_bad_name_is_refused_at_its_seat(name: str) -> None:
    with pytest.raises(ValidationError) as caught:
        sheet_create(visitor=GUEST_CREATOR, seats=[SeatSpec(name="Ana"), SeatSpec(name=name)])
    assert set(caught.value.message_dict) == {"seat_1"}
    assert Sheet.objects.count() == 0


@pytest.mark.parametrize(
    ("choices", "fields"),
    [
        ({"seats": TWO[:1]}, {"seats"}),
        ({"seats": FOUR[:3]}, {"seats"}),
        ({"seats": [*FOUR, *TWO]}, {"seats"}),
        ({"first_starter": 2}, {"first_starter"}),
        ({"first_starter": -1}, {"first_starter"}),
        ({"write_policy": "everybody"}, {"write_policy"}),
        ({"seats": [TWO[0], SeatSpec(name="ANA")]}, {"seat_1"}),
    ],
)
def test_a_bad_choice_is_refused_at_its_field(choices: dict[str, Any], fields: set[str]) -> None:
    with pytest.raises(ValidationError) as caught:
        open_sheet(**choices)
    assert set(caught.value.message_dict) == fields


def test_only_rules_in_force_can_be_chosen_and_a_running_match_keeps_its_own() -> None:
    owner = UserFactory.create()
    club = rules_of(owner, BurakoRuleSet(target_points=2000))
    sheet = open_sheet(rule_version=club)
    newer = RuleSetVersionFactory.create(
        rule_set=club.rule_set, number=2, values=BurakoRuleSet(target_points=100).as_dict()
    )
    write_hands(sheet, 1)
    assert creators_phone(sheet).state()["rules"]["values"]["target_points"] == 2000
    assert open_sheet(rule_version=newer).rule_version == newer
    club.rule_set.archived = True
    club.rule_set.save()
    for version in (club, newer):
        with pytest.raises(ValidationError) as caught:
            open_sheet(rule_version=version)
        assert set(caught.value.message_dict) == {"rule_version"}


def test_somebody_without_account_and_secret_cannot_create() -> None:
    with pytest.raises(ValueError, match="secret"):
        sheet_create(visitor=Visitor(), seats=TWO)


# Sharing


def test_a_link_is_rotated_and_revoked() -> None:
    sheet = open_sheet()
    first = token_of(sheet)
    sheet_link_rotate(public_id=sheet.public_id, visitor=GUEST_CREATOR)
    assert token_of(sheet) != first
    sheet_link_revoke(public_id=sheet.public_id, visitor=GUEST_CREATOR)
    assert sheet_link_active(sheet=sheet_find(public_id=sheet.public_id)) is None
    assert SheetLink.objects.filter(sheet=sheet).count() == 2


def test_a_bad_policy_is_refused() -> None:
    sheet = open_sheet()
    with pytest.raises(ValidationError):
        sheet_policy_set(public_id=sheet.public_id, visitor=GUEST_CREATOR, write_policy="everybody")


def test_a_session_that_logs_in_can_take_its_sheets_along() -> None:
    sheet, other = open_sheet(), open_sheet(Visitor(secret_hash="a" * 64))
    account = UserFactory.create()
    visitor = Visitor(account=account, secret_hash=GUEST_CREATOR.secret_hash)
    assert list(sheets_to_adopt(visitor=visitor)) == [sheet]
    assert sheets_adopt(account=account, visitor=visitor) == 1
    assert sheets_adopt(account=account, visitor=visitor) == 0
    assert sheets_adopt(account=account, visitor=Visitor(account=account)) == 0
    assert Sheet.objects.get(pk=sheet.pk).creator == account
    assert Sheet.objects.get(pk=other.pk).creator is None
    assert list(sheets_of_visitor(visitor=Visitor(account=account))) == [sheet]
    with pytest.raises(SheetDeniedError):  # it is the account's now, not the browser's
        sheet_link_revoke(public_id=sheet.public_id, visitor=GUEST_CREATOR)


def test_ones_sheets_are_those_one_made_plays_on_or_has_a_link_to() -> None:
    ana, carl = UserFactory.create(), UserFactory.create()
    player = PlayerFactory.create(account=carl)
    player.known_by.add(ana)
    seats = [SeatSpec(is_creator=True), SeatSpec(player_id=player.public_id)]
    both = open_sheet(Visitor(account=ana), seats=seats)
    opened = open_sheet()
    open_sheet()
    for account in (ana, carl):
        assert list(sheets_of_visitor(visitor=Visitor(account=account))) == [both]
    guest = link_visitor(opened)
    assert list(sheets_of_visitor(visitor=guest)) == [opened]
    sheet_link_revoke(public_id=opened.public_id, visitor=GUEST_CREATOR)
    assert list(sheets_of_visitor(visitor=guest)) == []
    assert list(sheets_of_visitor(visitor=Visitor())) == []


def test_a_rematch_seats_the_same_people_and_the_next_one_starts() -> None:
    sheet = open_sheet(seats=FOUR, first_starter=3)
    again = sheet_rematch(public_id=sheet.public_id, visitor=GUEST_CREATOR)
    assert [seat.name for seat in again.seats.order_by("number")] == ["Ana", "Carl", "Bea", "Dora"]
    assert (again.first_starter, again.rematch_of, again.last_seq) == (0, sheet, 0)
    assert token_of(again) != token_of(sheet)
    guest = Visitor(secret_hash="b" * 64, link_ids=link_visitor(sheet).link_ids)
    assert sheet_rematch(public_id=sheet.public_id, visitor=guest).creator_secret_hash == "b" * 64
    sheet_policy_set(public_id=sheet.public_id, visitor=GUEST_CREATOR, write_policy="creator")
    with pytest.raises(SheetDeniedError):
        sheet_rematch(public_id=sheet.public_id, visitor=guest)


# Counting


def test_a_confirmed_match_counts_exactly_once() -> None:
    ana = UserFactory.create()
    seats = [SeatSpec(is_creator=True), SeatSpec(name="Carl", remember=True)]
    sheet = open_sheet(Visitor(account=ana), seats=seats, rules=ONE_HAND)
    write(sheet, "hand", Visitor(account=ana), number=1, sheet=HOME_WINS)
    confirm(sheet, Visitor(account=ana), Visitor(account=ana))
    result = SheetResult.objects.get()
    assert (result.reason, result.hands_count, result.confirmed_seq) == ("hands", 1, 3)
    home, away = result.sides.order_by("number")
    assert (home.points, home.won, home.pure_canastas, home.closes) == (600, True, 1, 1)
    assert (away.points, away.won, away.closes) == (-235, False, 0)
    assert home.competitor is not None
    assert home.competitor.player == Player.objects.get(account=ana)
    with pytest.raises(IntegrityError), transaction.atomic():
        SheetResult.objects.create(sheet=sheet, confirmed_seq=9, reason="hands", hands_count=1)


def test_pairs_count_as_pairs_and_just_names_as_nobody() -> None:
    ana = UserFactory.create()
    first, second = (PlayerFactory.create(created_by=ana) for _ in range(2))
    pair = PairFactory.create(first=first, second=second)
    seats = [
        SeatSpec(player_id=first.public_id),
        SeatSpec(name="Carl"),
        SeatSpec(player_id=second.public_id),
        SeatSpec(name="Dora"),
    ]
    creator = Visitor(account=ana)
    sheet = open_sheet(creator, seats=seats, rules=ONE_HAND)
    write(sheet, "hand", creator, number=1, sheet=played_sheet(1))
    confirm(sheet, creator, creator)
    home, away = SheetResultSide.objects.order_by("number")
    assert home.competitor is not None
    assert home.competitor.pair == pair
    assert away.competitor is None


def test_a_reopened_match_counts_no_more_until_it_is_confirmed_again() -> None:
    sheet = open_sheet(rules=ONE_HAND)
    write_hands(sheet, 1)
    confirm(sheet)
    write(sheet, "reopen", side=0, reason="wrong")
    assert SheetResult.objects.filter(voided_at=None).count() == 1
    write(sheet, "reopen_answer", side=1, agree=True)
    assert SheetResult.objects.filter(voided_at=None).count() == 0
    write(sheet, "correct", number=1, version=1, sheet=AWAY_WINS, reason="sides swapped")
    confirm(sheet)
    void, counting = SheetResult.objects.order_by("pk")
    assert void.voided_at is not None
    assert counting.voided_at is None
    assert counting.sides.get(won=True).number == 1


def test_only_hands_that_count_are_counted() -> None:
    sheet = open_sheet(rules=BurakoRuleSet(target_points=1000))
    write_hands(sheet, 1)
    write_hands(sheet, 1, AWAY_WINS)
    write_hands(sheet, 1)
    write(sheet, "correct", number=2, version=1, sheet=HOME_WINS, reason="sides swapped")
    confirm(sheet)
    result = SheetResult.objects.get()
    assert result.hands_count == 2
    assert result.sides.get(number=0).closes == 2
    state = creators_phone(sheet).state()
    assert [hand["counted"] for hand in state["hands"]] == [True, True, False]


@settings(
    deadline=None, max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(doings=steps, rules=st.sampled_from([ONE_HAND, BurakoRuleSet(target_points=1000)]))
def test_entries_replayed_give_what_is_stored(
    db: None, doings: list[Step], rules: BurakoRuleSet
) -> None:
    """The same things happen to a book in memory and to a sheet in the database."""
    sheet = open_sheet(rules=rules)
    writer = Writer.of(rules, 2)
    ids: dict[str, str] = {}
    for step in doings:
        known = len(writer.entries)
        attempt(writer, step)
        for entry in writer.entries[known:]:
            assert isinstance(entry.payload, dict)
            payload = {name: _real_id(value, ids) for name, value in entry.payload.items()}
            entry_id = uuid.uuid4()
            ids[entry.id] = str(entry_id)
            sheet_entry_add(
                public_id=sheet.public_id,
                visitor=GUEST_CREATOR,
                entry_id=entry_id,
                kind=entry.kind,
                payload=payload,
            )
    stored = Sheet.objects.get(pk=sheet.pk)
    rows = stored.entries.order_by("seq")
    entries = [Entry(str(row.entry_id), row.kind, row.payload) for row in rows]
    assert [row.seq for row in rows] == list(range(1, len(entries) + 1))
    book = Book.replay(rules, entries, seats=2)
    totals = tuple(side.total for side in stored.sides.order_by("number"))
    assert totals == book.progress.totals == writer.book.progress.totals
    assert stored.status == book.status.value == writer.book.status.value
    assert stored.hands_count == len(book.progress.running)
    assert stored.last_seq == book.seq
    counting = stored.results.filter(voided_at=None).count()
    assert counting == (stored.status == Sheet.Status.CONFIRMED)
    sheet.delete()


def _real_id(value: object, ids: dict[str, str]) -> object:
    return ids.get(value, value) if isinstance(value, str) else value


# What stays


def test_the_database_refuses_to_change_or_delete_an_entry() -> None:
    sheet = open_sheet()
    write_hands(sheet, 1)
    entries = SheetEntry.objects.filter(sheet=sheet)
    for change in (
        lambda: entries.update(kind="undo"),
        lambda: entries.update(payload={}),
        lambda: entries.update(seq=2),
        entries.delete,
    ):
        with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
            change()
    assert entries.get().seq == 1


def test_a_deleted_sheet_takes_its_entries_along() -> None:
    sheet = open_sheet(rules=ONE_HAND)
    write_hands(sheet, 1)
    confirm(sheet)
    sheet.delete()
    assert (
        SheetEntry.objects.count() == SheetSeat.objects.count() == SheetResult.objects.count() == 0
    )


def test_an_erased_account_is_forgotten_and_its_entries_stay() -> None:
    ana = UserFactory.create(display_name="Ana Secreta")
    seats = [SeatSpec(is_creator=True), SeatSpec(name="Carl")]
    sheet = open_sheet(Visitor(account=ana), seats=seats)
    write(sheet, "hand", Visitor(account=ana), number=1, sheet=LEVEL)
    guest = Phone(sheet)
    guest.session_set(sheet_links=[link.pk for link in sheet.links.all()])
    assert "Ana Secreta" in str(guest.state())
    account_delete(account=ana)
    state = guest.state()
    assert "Ana Secreta" not in str(state)
    assert state["totals"] == [-235, -235]
    assert SheetEntry.objects.get().by is None


def test_who_claims_a_guest_gets_the_guests_seat_and_speaks_for_it() -> None:
    ana, carl = UserFactory.create(), UserFactory.create()
    seats = [SeatSpec(is_creator=True), SeatSpec(name="Carl", remember=True)]
    sheet = open_sheet(Visitor(account=ana), seats=seats, rules=ONE_HAND)
    PlayerFactory.create(account=carl)
    player_claim(player_id=Player.objects.get(name="Carl").pk, account=carl)
    write(sheet, "hand", Visitor(account=ana), number=1, sheet=LEVEL)
    with pytest.raises(SheetDeniedError):
        write(sheet, "confirm", Visitor(account=ana), side=1, seen=1)
    confirm(sheet, Visitor(account=ana), Visitor(account=carl))
    away = SheetResultSide.objects.get(number=1)
    assert away.competitor is not None
    assert away.competitor.player is not None
    assert away.competitor.player.account == carl
