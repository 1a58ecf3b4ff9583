"""Who may do what with a score sheet: every role, every state of the link, every action."""

import uuid
from dataclasses import dataclass, field
from enum import StrEnum

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from scoring.burako import BurakoRuleSet
from tests.factories import PlayerFactory, UserFactory
from tests.permissions.roles import Role, client_for
from tests.scoring.burako.books import AWAY_WINS, HOME_WINS, LEVEL, Payload
from tests.tournaments.sheet_table import Phone, open_sheet, token_of, write, write_hands
from tournaments.models import Sheet, SheetLink, User
from tournaments.services.accounts import account_delete
from tournaments.services.sheets import SeatSpec, sheet_link_revoke, sheet_link_rotate
from tournaments.sheet_access import Visitor

pytestmark = pytest.mark.django_db

ONE_HAND = BurakoRuleSet(target_points=None, hand_limit=1)


class Who(StrEnum):
    CREATOR = "creator"
    PLAYER = "a player with an account"
    LINK = "a guest with the link"
    REVOKED = "a guest with a revoked link"
    OTHER = "a guest with another sheet's link"
    MEMBER = "somebody with an account"
    STAFF = "staff with a second factor"
    STRANGER = "a stranger"


READERS = {Who.CREATOR, Who.PLAYER, Who.LINK}
SEES_NOTHING = {Who.OTHER, Who.MEMBER, Who.STAFF, Who.STRANGER}


@dataclass
class Table:
    """Ana (who has an account and created the sheet) against Carl (an account) or just a name."""

    ana: User = field(default_factory=UserFactory.create)
    carl: User = field(default_factory=UserFactory.create)
    policy: str = "link"
    names_only: bool = False
    rules: BurakoRuleSet = ONE_HAND

    def __post_init__(self) -> None:
        self.creator = Visitor(account=self.ana)
        player = PlayerFactory.create(account=self.carl)
        player.known_by.add(self.ana)
        against = SeatSpec(name="Carl") if self.names_only else SeatSpec(player_id=player.public_id)
        first = SeatSpec(name="Ana") if self.names_only else SeatSpec(is_creator=True)
        self.sheet = open_sheet(
            self.creator, seats=[first, against], write_policy=self.policy, rules=self.rules
        )

    def phone(self, who: Who) -> Phone:
        phone = Phone(self.sheet)
        if who is Who.CREATOR:
            phone.client.force_login(self.ana)
        elif who is Who.PLAYER:
            phone.client.force_login(self.carl)
        elif who in {Who.LINK, Who.REVOKED}:
            phone.client.get(reverse("sheets:link", args=[token_of(self.sheet)]))
            if who is Who.REVOKED:
                sheet_link_rotate(public_id=self.sheet.public_id, visitor=self.creator)
        elif who is Who.OTHER:
            phone.client.get(reverse("sheets:link", args=[token_of(open_sheet())]))
        elif who is Who.MEMBER:
            phone.client = client_for(Role.MEMBER)
        elif who is Who.STAFF:
            phone.client = client_for(Role.STAFF_2FA)
        return phone

    def phones(self) -> dict[Who, Phone]:
        """Everybody's; the link is revoked for one before the others open it."""
        order = sorted(Who, key=lambda who: who is not Who.REVOKED)
        return {who: self.phone(who) for who in order}


def tried(phone: Phone, kind: str, payload: Payload) -> tuple[int, str]:
    """What writing this would answer; it is taken back at once."""
    with transaction.atomic():
        answer = phone.write(kind, **payload)
        transaction.set_rollback(True)
    return answer.status_code, answer.json().get("code", "")


def refusal_of(who: Who) -> tuple[int, str]:
    return (410, "revoked") if who is Who.REVOKED else (404, "no_sheet")


@pytest.mark.parametrize("policy", Sheet.WritePolicy.values)
def test_who_may_read(policy: str) -> None:
    table = Table(policy=policy)
    for who, phone in table.phones().items():
        expected = 200 if who in READERS else refusal_of(who)[0]
        for name in ("state", "sheet", "events"):
            if name == "events" and who in READERS:
                continue  # a stream that never ends: tested with a real server
            assert phone.client.get(phone.path(name)).status_code == expected, (who, name)
        assert phone.send({"sheet": HOME_WINS}, "preview").status_code == expected, who
        if who in SEES_NOTHING:
            assert phone.client.get(phone.path("state")).json()["code"] == "no_sheet"


WRITERS = {
    "link": {Who.CREATOR, Who.PLAYER, Who.LINK},
    "players": {Who.CREATOR, Who.PLAYER},
    "creator": {Who.CREATOR},
}
# Kind, what it needs to be there, and its payload.
WRITINGS: dict[str, Payload] = {
    "hand": {"number": 1, "sheet": HOME_WINS},
    "correct": {"number": 1, "version": 1, "sheet": LEVEL, "reason": "counted again"},
    "undo": {},
    "time_up": {},
}


@pytest.mark.parametrize("policy", Sheet.WritePolicy.values)
@pytest.mark.parametrize("kind", WRITINGS)
def test_who_may_write_hands(policy: str, kind: str) -> None:
    table = Table(policy=policy, rules=BurakoRuleSet(time_limit_minutes=60))
    payload = dict(WRITINGS[kind])
    if kind != "hand":
        write(table.sheet, "hand", table.creator, number=1, sheet=HOME_WINS)
    if kind == "undo":
        payload["entry"] = str(table.sheet.entries.get().entry_id)
    for who, phone in table.phones().items():
        answer = tried(phone, kind, payload)
        if who in WRITERS[policy]:
            assert answer == (200, ""), who
        elif who in READERS:
            assert answer == (403, "may_not_write"), who
        else:
            assert answer == refusal_of(who), who
        may_write = phone.client.get(phone.path("state")).json().get("you", {}).get("may_write")
        assert bool(may_write) is (who in WRITERS[policy]), who


@pytest.mark.parametrize("policy", Sheet.WritePolicy.values)
@pytest.mark.parametrize("kind", ["confirm", "dispute", "reopen"])
def test_who_has_an_account_speaks_for_themselves(policy: str, kind: str) -> None:
    """Whoever may write the hands: nobody confirms for another who can do it themselves."""
    table = Table(policy=policy)
    write(table.sheet, "hand", table.creator, number=1, sheet=HOME_WINS)
    if kind == "reopen":
        for each, account in enumerate((table.ana, table.carl)):
            write(table.sheet, "confirm", Visitor(account=account), side=each, seen=1)
    words: dict[str, Payload] = {
        "confirm": {"seen": 1},
        "dispute": {"number": 1, "sheet": LEVEL, "reason": "no"},
        "reopen": {"reason": "no"},
    }
    for who, phone in table.phones().items():
        for side in (0, 1):
            answer = tried(phone, kind, {"side": side, **words[kind]})
            if who is (Who.CREATOR, Who.PLAYER)[side]:
                assert answer == (200, ""), (who, side)
            elif who in READERS:
                assert answer == (403, "not_your_side"), (who, side)
            else:
                assert answer == refusal_of(who), (who, side)


@pytest.mark.parametrize("who", [Who.CREATOR, Who.LINK, Who.REVOKED, Who.STRANGER, Who.STAFF])
@pytest.mark.parametrize("policy", Sheet.WritePolicy.values)
def test_for_people_who_are_only_names_whoever_writes_speaks(who: Who, policy: str) -> None:
    table = Table(policy=policy, names_only=True)
    write(table.sheet, "hand", table.creator, number=1, sheet=HOME_WINS)
    phone = table.phone(who)
    for side in (0, 1):
        answer = phone.write("confirm", side=side, seen=1)
        assert (answer.status_code == 200) is (who in WRITERS[policy])
    counted = table.sheet.results.filter(voided_at=None).count()
    assert counted == (who in WRITERS[policy])


def test_a_dispute_is_settled_by_those_it_is_between() -> None:
    table = Table(policy="link")
    write(table.sheet, "hand", table.creator, number=1, sheet=HOME_WINS)
    carl, ana, guest = (table.phone(who) for who in (Who.PLAYER, Who.CREATOR, Who.LINK))
    dispute = uuid.uuid4()
    carl.write("dispute", dispute, side=1, number=1, sheet=AWAY_WINS, reason="we closed")
    for phone, accept, status in (
        (carl, True, 403),  # nobody gives in to themselves
        (guest, True, 403),
        (guest, False, 403),
        (ana, False, 403),  # only who objected takes it back
        (ana, True, 200),
    ):
        answer = phone.write("settle", dispute=str(dispute), accept=accept)
        assert answer.status_code == status, answer.content
    assert ana.state()["hands"][0]["version"] == 2


def test_a_reopening_is_answered_by_the_other_side() -> None:
    table = Table(policy="link")
    write(table.sheet, "hand", table.creator, number=1, sheet=HOME_WINS)
    carl, ana, guest = (table.phone(who) for who in (Who.PLAYER, Who.CREATOR, Who.LINK))
    ana.write("confirm", side=0, seen=1)
    carl.write("confirm", side=1, seen=1)
    assert ana.state()["status"] == "confirmed"
    ana.write("reopen", side=0, reason="the racks were swapped")
    assert guest.write("reopen_answer", side=1, agree=True).status_code == 403
    assert ana.write("reopen_answer", side=1, agree=True).status_code == 403
    assert ana.write("reopen_answer", side=0, agree=True).json()["code"] == (
        "reopen_needs_other_side"
    )
    assert carl.write("reopen_answer", side=1, agree=True).status_code == 200
    assert ana.state()["status"] == "finished"


MANAGING = ["sheets:share", "sheets:link_make", "sheets:link_withdraw", "sheets:policy"]


@pytest.mark.parametrize("name", MANAGING)
def test_only_the_creator_shares_and_decides(name: str) -> None:
    table = Table()
    phones = table.phones()
    links = SheetLink.objects.filter(sheet=table.sheet, revoked_at=None)
    before = set(links)
    path = reverse(name, args=[table.sheet.public_id])
    creator = phones.pop(Who.CREATOR)
    for who, phone in phones.items():
        if name == "sheets:share":
            status = phone.client.get(path).status_code
        else:
            status = phone.client.post(path, {"write_policy": "creator"}).status_code
        assert status == (403 if who in READERS else refusal_of(who)[0]), who
    assert set(links) == before
    assert Sheet.objects.get(pk=table.sheet.pk).write_policy == "link"
    assert (
        creator.client.get(reverse("sheets:share", args=[table.sheet.public_id])).status_code == 200
    )


def test_a_revoked_link_does_not_come_back_by_opening_it_again() -> None:
    table = Table()
    token = token_of(table.sheet)
    guest = table.phone(Who.LINK)
    sheet_link_revoke(public_id=table.sheet.public_id, visitor=table.creator)
    assert guest.client.get(reverse("sheets:link", args=[token])).status_code == 410
    assert Client().get(reverse("sheets:link", args=[token])).status_code == 410
    assert guest.client.get(guest.path("state")).status_code == 410


def test_a_new_link_opens_what_the_old_one_did() -> None:
    table = Table()
    guest = table.phone(Who.REVOKED)
    assert guest.client.get(guest.path("state")).status_code == 410
    guest.client.get(reverse("sheets:link", args=[token_of(table.sheet)]))
    assert guest.state()["you"]["role"] == "link"


def test_links_cannot_be_guessed_and_are_not_in_the_database() -> None:
    tokens = {token_of(open_sheet()) for _ in range(20)}
    assert len(tokens) == 20
    assert min(map(len, tokens)) >= 43  # 256 bits
    stored = str(list(SheetLink.objects.values_list("token_hash", "token_sealed")))
    assert not any(token in stored for token in tokens)


def test_who_opened_a_link_and_logs_in_or_out_keeps_no_more_than_that() -> None:
    table = Table()
    guest = table.phone(Who.LINK)
    guest.client.force_login(UserFactory.create())
    assert guest.state()["you"]["role"] == "link"
    guest.client.logout()
    assert guest.client.get(guest.path("state")).status_code == 404


def test_a_suspended_player_sees_nothing_more() -> None:
    table = Table()
    carl = table.phone(Who.PLAYER)
    assert carl.state()["you"]["role"] == "player"
    User.objects.filter(pk=table.carl.pk).update(is_active=False)
    assert carl.client.get(carl.path("state")).status_code == 404


def suspend(*accounts: User) -> None:
    User.objects.filter(pk__in=[account.pk for account in accounts]).update(is_active=False)


@pytest.mark.parametrize("policy", Sheet.WritePolicy.values)
def test_whoever_writes_speaks_for_a_side_whose_players_are_suspended(policy: str) -> None:
    table = Table(policy=policy)
    write(table.sheet, "hand", table.creator, number=1, sheet=HOME_WINS)
    ana, guest = table.phone(Who.CREATOR), table.phone(Who.LINK)
    assert tried(ana, "confirm", {"side": 1, "seen": 1}) == (403, "not_your_side")
    suspend(table.carl)
    expected = (200, "") if policy == "link" else (403, "not_your_side")
    assert tried(guest, "confirm", {"side": 1, "seen": 1}) == expected
    assert tried(guest, "confirm", {"side": 0, "seen": 1}) == (403, "not_your_side")
    assert ana.state()["you"]["sides"] == [0, 1]
    for side in (0, 1):
        assert ana.write("confirm", side=side, seen=1).status_code == 200
    assert table.sheet.results.filter(voided_at=None).count() == 1


def test_a_suspended_players_partner_still_speaks_for_their_side() -> None:
    ana, carl, dora = UserFactory.create_batch(3)
    players = [PlayerFactory.create(account=account) for account in (carl, dora)]
    for player in players:
        player.known_by.add(ana)
    carls, doras = (SeatSpec(player_id=player.public_id) for player in players)
    seats = [SeatSpec(is_creator=True), carls, SeatSpec(name="Bea"), doras]
    sheet = open_sheet(Visitor(account=ana), seats=seats)
    suspend(carl)
    for account, sides in ((ana, [0]), (dora, [1])):
        phone = Phone(sheet)
        phone.client.force_login(account)
        assert phone.state()["you"]["sides"] == sides
    suspend(dora)
    phone = Phone(sheet)
    phone.client.force_login(ana)
    assert phone.state()["you"]["sides"] == [0, 1]


@pytest.mark.parametrize("is_deleted", [False, True])
@pytest.mark.parametrize("policy", ["creator", "players"])
def test_without_its_creator_the_players_write_and_without_them_the_link(
    policy: str, *, is_deleted: bool
) -> None:
    table = Table(policy=policy)
    carl, guest = table.phone(Who.PLAYER), table.phone(Who.LINK)
    hand: Payload = {"number": 1, "sheet": HOME_WINS}
    assert carl.state()["you"]["may_write"] is (policy == "players")
    if is_deleted:
        account_delete(account=table.ana)
    else:
        suspend(table.ana)
    assert tried(carl, "hand", hand) == (200, "")
    assert tried(guest, "hand", hand) == (403, "may_not_write")
    assert carl.state()["you"]["sides"] == [0, 1]
    suspend(table.carl)
    assert tried(guest, "hand", hand) == (200, "")
    assert guest.state()["you"]["sides"] == [0, 1]
    assert tried(table.phone(Who.STRANGER), "hand", hand) == (404, "no_sheet")


def test_a_creator_without_an_account_is_not_gone() -> None:
    sheet = open_sheet(write_policy="creator")
    guest = Phone(sheet)
    guest.client.get(reverse("sheets:link", args=[token_of(sheet)]))
    assert guest.state()["you"]["may_write"] is False


def test_staff_find_no_sheets_among_their_pages() -> None:
    write_hands(open_sheet(), 1)
    staff = client_for(Role.STAFF_2FA)
    index = staff.get(reverse("admin:index")).content.decode().lower()
    assert "sheet" not in index.replace("stylesheet", "")
