"""Invitations and claims: once, in time, by whoever holds the link, and nothing is lost."""

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TypeVar

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection
from django.db.models import ManyToManyField, OneToOneField
from django.utils import timezone

from scoring.burako import BurakoRuleSet
from tests.factories import (
    PairFactory,
    PlayerFactory,
    UserFactory,
    competitor_of,
    confirmed_result,
)
from tests.scoring.burako.books import HOME_WINS
from tests.tournaments.sheet_table import open_sheet, write
from tournaments.models import (
    Competitor,
    Pair,
    Player,
    PlayerInvitation,
    Sheet,
    SheetResultSide,
    SheetSeat,
    User,
)
from tournaments.references import references_to
from tournaments.selectors.people import players_known
from tournaments.services.claims import BY_HAND
from tournaments.services.invitations import (
    invitation_accept,
    invitation_create,
    invitation_revoke,
)
from tournaments.services.people import player_create, player_of_account
from tournaments.services.sheets import SeatSpec, sheet_create
from tournaments.sheet_access import SheetDeniedError, Visitor

pytestmark = pytest.mark.django_db

T = TypeVar("T")


def invited(name: str = "Bea") -> tuple[User, Player, str]:
    """Whoever invites, the guest, and the link's token."""
    creator = UserFactory.create()
    guest = player_create(name=name, actor=creator)
    return creator, guest, invitation_create(player=guest, actor=creator)[1]


def test_only_the_hash_of_a_long_token_is_kept() -> None:
    _, _, token = invited()
    assert len(token) >= 43  # 256 bits in base64
    row = PlayerInvitation.objects.get()
    assert row.token_hash == hashlib.sha256(token.encode()).hexdigest()
    assert all(token not in str(value) for value in vars(row).values())


def test_claiming_makes_the_guest_ones_own() -> None:
    creator, guest, token = invited()
    account = UserFactory.create(display_name="Beatriz")
    player = invitation_accept(token=token, account=account)
    assert player == guest
    assert player_of_account(account=account) == guest
    assert [one.public_name for one in players_known(account=creator)] == ["Beatriz"]


def test_host_and_guest_are_on_each_others_lists() -> None:
    creator, _, token = invited()
    account = UserFactory.create()
    invitation_accept(token=token, account=account)
    assert list(players_known(account=account)) == [player_of_account(account=creator)]


@pytest.mark.parametrize("token", ["", "x", "a" * 10_000, "\x00", "ñandú"], ids=ascii)
def test_a_made_up_token_is_refused(token: str) -> None:
    invited()
    with pytest.raises(ValidationError, match="not valid"):
        invitation_accept(token=token, account=UserFactory.create())


def test_a_link_works_once() -> None:
    _, _, token = invited()
    invitation_accept(token=token, account=UserFactory.create())
    with pytest.raises(ValidationError, match="used already"):
        invitation_accept(token=token, account=UserFactory.create())


def test_a_link_works_once_also_after_a_merge() -> None:
    _, _, token = invited()
    account = UserFactory.create()
    player_of_account(account=account)
    invitation_accept(token=token, account=account)
    with pytest.raises(ValidationError, match="used already"):
        invitation_accept(token=token, account=UserFactory.create())


def test_an_old_a_revoked_and_a_replaced_link_are_dead() -> None:
    creator, guest, token = invited()
    PlayerInvitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(ValidationError, match="too old"):
        invitation_accept(token=token, account=UserFactory.create())
    _, second = invitation_create(player=guest, actor=creator)
    _, third = invitation_create(player=guest, actor=creator)
    with pytest.raises(ValidationError, match="withdrawn"):
        invitation_accept(token=second, account=UserFactory.create())
    invitation_revoke(player=guest, actor=creator)
    with pytest.raises(ValidationError, match="withdrawn"):
        invitation_accept(token=third, account=UserFactory.create())


def test_only_who_added_a_guest_invites_and_revokes() -> None:
    creator, guest, token = invited()
    stranger = UserFactory.create()
    for service in (invitation_create, invitation_revoke):
        with pytest.raises(PermissionDenied):
            service(player=guest, actor=stranger)
    invitation_accept(token=token, account=stranger)
    with pytest.raises(PermissionDenied):
        invitation_create(player=guest, actor=creator)


def test_a_refused_claim_leaves_the_link_unused() -> None:
    creator, guest, token = invited()
    own = player_of_account(account=creator)
    PairFactory.create(first=own, second=guest)
    with pytest.raises(ValidationError, match="same table"):
        invitation_accept(token=token, account=creator)
    assert PlayerInvitation.objects.get().used_at is None
    assert Player.objects.filter(pk=guest.pk).exists()


def test_two_who_sat_at_one_table_are_not_one_person() -> None:
    creator, guest, token = invited()
    own = player_of_account(account=creator)
    confirmed_result([own], [guest])
    with pytest.raises(ValidationError, match="same table"):
        invitation_accept(token=token, account=creator)
    assert PlayerInvitation.objects.get().used_at is None


def test_a_merge_moves_seats_and_results() -> None:
    _, guest, token = invited()
    account = UserFactory.create()
    own = player_of_account(account=account)
    carl = PlayerFactory.create()
    confirmed_result([own, carl], ["Dora", "Emil"])
    confirmed_result([guest, carl], ["Dora", "Emil"])
    invitation_accept(token=token, account=account)
    pair = Pair.objects.get()
    assert SheetResultSide.objects.filter(competitor__pair=pair).count() == 2
    assert SheetSeat.objects.filter(player=own).count() == 2


# Merging into the player that an account has already


def test_a_merge_moves_pairs_and_competitors() -> None:
    _, guest, token = invited()
    account = UserFactory.create()
    own = player_of_account(account=account)
    partner = PlayerFactory.create()
    pair = PairFactory.create(first=guest, second=partner)
    as_person, as_pair = competitor_of(guest), competitor_of(pair)
    assert invitation_accept(token=token, account=account) == own
    assert not Player.objects.filter(pk=guest.pk).exists()
    assert Pair.objects.get().players == tuple(sorted((own, partner), key=lambda one: one.pk))
    assert Pair.objects.get().pk == pair.pk
    assert Competitor.objects.get(player=own) == as_person
    assert Competitor.objects.get(pair=pair) == as_pair


def test_pairs_that_become_equal_become_one() -> None:
    _, guest, token = invited()
    account = UserFactory.create()
    own = player_of_account(account=account)
    partner = PlayerFactory.create()
    old = PairFactory.create(first=guest, second=partner)
    kept = PairFactory.create(first=own, second=partner)
    competitor_of(old)
    competitor_of(guest)
    staying = [competitor_of(own), competitor_of(kept)]
    invitation_accept(token=token, account=account)
    assert list(Pair.objects.all()) == [kept]
    assert list(Competitor.objects.order_by("pk")) == staying


def test_a_competitor_passes_to_a_pair_that_had_none() -> None:
    _, guest, token = invited()
    account = UserFactory.create()
    own = player_of_account(account=account)
    partner = PlayerFactory.create()
    moving = competitor_of(PairFactory.create(first=guest, second=partner))
    kept = PairFactory.create(first=own, second=partner)
    invitation_accept(token=token, account=account)
    moving.refresh_from_db()
    assert moving.pair == kept


def test_a_merge_keeps_everybodys_lists() -> None:
    creator, guest, token = invited()
    account, other = UserFactory.create_batch(2)
    own = player_of_account(account=account)
    guest.known_by.add(other, account)
    invitation_accept(token=token, account=account)
    assert set(own.known_by.all()) == {creator, other}


def test_everything_that_a_plain_move_cannot_do_is_done_by_hand() -> None:
    """A one-to-one or many-to-many field to these tables needs thought: teach `claims` about it."""
    for model in (Player, Pair, Competitor):
        for reference in references_to(model):
            field = reference.model._meta.get_field(reference.field)
            arena_bot = reference.model._meta.app_label == "arena"  # bots are never claimed
            if isinstance(field, OneToOneField) and not arena_bot:
                assert (reference.model, reference.field) in BY_HAND
        joined = [
            field
            for field in model._meta.get_fields(include_hidden=True)
            if field.many_to_many and not isinstance(field, ManyToManyField)
        ]
        assert joined == []


@pytest.mark.django_db(transaction=True)
def test_of_many_claims_at_once_one_succeeds() -> None:
    _, _, token = invited()
    accounts = UserFactory.create_batch(8)
    for account in accounts[::2]:
        player_of_account(account=account)  # some have played already, some have not

    def claim(account: User) -> bool:
        try:
            invitation_accept(token=token, account=account)
        except ValidationError:
            return False
        else:
            return True
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(claim, accounts)) == 1


@pytest.mark.django_db(transaction=True)
def test_two_partners_claim_at_once() -> None:
    """Each claim changes the pair that the other one needs."""
    creator = UserFactory.create()
    guests = [player_create(name=name, actor=creator) for name in ("Bea", "Carl")]
    competitor_of(PairFactory.create(first=guests[0], second=guests[1]))
    accounts = UserFactory.create_batch(2)
    own = [player_of_account(account=account) for account in accounts]
    tokens = [invitation_create(player=guest, actor=creator)[1] for guest in guests]

    def claim(number: int) -> None:
        try:
            invitation_accept(token=tokens[number], account=accounts[number])
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(claim, range(2)))
    assert Pair.objects.get().players == tuple(own)
    assert Competitor.objects.get().pair == Pair.objects.get()


@pytest.mark.django_db(transaction=True)
def test_a_claim_and_the_first_visit_at_once_leave_one_player() -> None:
    """The list page makes an account's player; the claim would make the guest that player."""
    for _turn in range(5):
        _, _, token = invited()
        account = UserFactory.create()

        def visit(account: User = account) -> None:
            player_of_account(account=account)

        def claim(account: User = account, token: str = token) -> None:
            invitation_accept(token=token, account=account)

        with ThreadPoolExecutor(6) as threads:
            done = [threads.submit(_alone, act) for act in (visit, claim, visit, visit, visit)]
            for one in done:
                one.result()
        assert Player.objects.filter(account=account).count() == 1
        assert not Player.objects.filter(name="Bea").exists()


@pytest.mark.django_db(transaction=True)
def test_a_claim_while_the_match_is_confirmed_loses_no_result() -> None:
    """Confirming needs the players' competitors at the moment at which the claim moves them."""
    creator = UserFactory.create()
    host = Visitor(account=creator)
    for turn in range(4):
        guest = player_create(name=f"Guest {turn}", actor=creator)
        sheet = open_sheet(
            host,
            seats=(SeatSpec(is_creator=True), SeatSpec(player_id=guest.public_id)),
            rules=BurakoRuleSet(hand_limit=1),
        )
        write(sheet, "hand", host, number=1, sheet=HOME_WINS)
        write(sheet, "confirm", host, side=0, seen=1)
        _, token = invitation_create(player=guest, actor=creator)
        claimer = UserFactory.create()
        own = player_of_account(account=claimer)

        def confirm(sheet: Sheet = sheet, claimer: User = claimer) -> None:
            try:
                write(sheet, "confirm", host, side=1, seen=1)
            except SheetDeniedError:  # the claim came first: the side speaks for itself now
                write(sheet, "confirm", Visitor(account=claimer), side=1, seen=1)

        def claim(token: str = token, claimer: User = claimer) -> None:
            invitation_accept(token=token, account=claimer)

        with ThreadPoolExecutor(2) as threads:
            done = [threads.submit(_alone, act) for act in (confirm, claim)]
            for one in done:
                one.result()
        side = SheetResultSide.objects.get(result__sheet=sheet, number=1)
        assert side.competitor is not None
        assert side.competitor.player == own


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("opens", ["host", "claimer"])
def test_a_claim_while_a_sheet_is_opened_with_the_guest(opens: str) -> None:
    """Either the sheet comes first and its seat moves along, or the claim does and the guest is
    gone. Whoever opens it also adds somebody, which locks the account that the claim needs."""
    for turn in range(4):
        host, claimer = UserFactory.create_batch(2)
        guest = player_create(name=f"Guest {turn}", actor=host)
        guest.known_by.add(claimer)
        own = player_of_account(account=claimer)
        _, token = invitation_create(player=guest, actor=host)
        opener = Visitor(account=host if opens == "host" else claimer)
        seats = [SeatSpec(name="Newcomer", remember=True), SeatSpec(player_id=guest.public_id)]

        def open_it(opener: Visitor = opener, seats: list[SeatSpec] = seats) -> Sheet | None:
            try:
                return sheet_create(visitor=opener, seats=seats)
            except ValidationError:
                return None

        def claim(token: str = token, claimer: User = claimer) -> None:
            invitation_accept(token=token, account=claimer)

        with ThreadPoolExecutor(2) as threads:
            opened = threads.submit(_alone, open_it)
            claimed = threads.submit(_alone, claim)
            claimed.result()
            sheet = opened.result()
        assert not Player.objects.filter(pk=guest.pk).exists()
        if sheet is not None:
            assert sheet.seats.get(number=1).player == own


def _alone(act: Callable[[], T]) -> T:
    """In a thread, with a connection that ends with it."""
    try:
        return act()
    finally:
        connection.close()
