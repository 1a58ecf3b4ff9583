"""Players, pairs and competitors: names, lists, and what an erased account leaves behind."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, connection, transaction

from tests.factories import PairFactory, PlayerFactory, UserFactory, competitor_of
from tournaments.models import Competitor, Pair, Player
from tournaments.selectors.people import (
    pair_may_read,
    pairs_of_account,
    player_is_referenced,
    player_may_read,
    players_known,
)
from tournaments.services import people
from tournaments.services.accounts import account_delete
from tournaments.services.moderation import account_hide_name
from tournaments.services.people import (
    competitor_of_pair,
    competitor_of_player,
    pair_get_or_create,
    player_create,
    player_forget,
    player_history_publish,
    player_of_account,
    player_rename,
)

pytestmark = pytest.mark.django_db


def test_an_account_has_one_player_and_its_public_name() -> None:
    account = UserFactory.create(display_name="Ana")
    player = player_of_account(account=account)
    assert player == player_of_account(account=account)
    assert player.public_name == "Ana"
    account_hide_name(
        account=account, actor=UserFactory.create(is_staff=True), reason="For the test."
    )
    assert Player.objects.get().public_name == f"Player {account.pk}"


def test_a_player_with_an_account_has_no_second_name() -> None:
    with pytest.raises(IntegrityError, match="one_home_of_the_name"), transaction.atomic():
        Player.objects.create(account=UserFactory.create(), name="Another")


def test_a_guest_has_the_cleaned_name_and_is_on_the_list() -> None:
    actor = UserFactory.create()
    guest = player_create(name="  Bea   López ", actor=actor)
    assert guest.public_name == "Bea López"
    assert list(players_known(account=actor)) == [guest]


HOSTILE_NAMES = [
    "",
    " ",
    "x",
    "a" * 41,
    "a\x00b",
    "Ana\u202etxt",
    "\u2800\u2800\u2800",
    "....",
    "e" + "\u0301" * 5,
]


@pytest.mark.parametrize("name", HOSTILE_NAMES, ids=ascii)
def test_a_bad_name_is_refused_at_its_field(name: str) -> None:
    actor = UserFactory.create()
    with pytest.raises(ValidationError) as refused:
        player_create(name=name, actor=actor)
    assert set(refused.value.message_dict) == {"name"}
    guest = player_create(name="Bea", actor=actor)
    with pytest.raises(ValidationError):
        player_rename(player=guest, name=name, actor=actor)
    guest.refresh_from_db()
    assert guest.name == "Bea"


def test_only_who_added_a_guest_renames_it() -> None:
    actor = UserFactory.create()
    guest = player_create(name="Bea", actor=actor)
    assert player_rename(player=guest, name="Beatriz", actor=actor).name == "Beatriz"
    with pytest.raises(PermissionDenied):
        player_rename(player=guest, name="Taken", actor=UserFactory.create())


def test_the_list_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "PLAYERS_MAX", 1)
    actor = UserFactory.create()
    player_create(name="Bea", actor=actor)
    with pytest.raises(ValidationError, match="list is full"):
        player_create(name="Carl", actor=actor)


def test_forgetting_a_guest_who_never_played_erases_it() -> None:
    actor = UserFactory.create()
    player_forget(player=player_create(name="Bea", actor=actor), actor=actor)
    assert not Player.objects.exists()


def test_forgetting_a_guest_who_played_keeps_the_results() -> None:
    actor = UserFactory.create()
    guest = player_create(name="Bea", actor=actor)
    PairFactory.create(first=guest)
    player_forget(player=guest, actor=actor)
    assert not players_known(account=actor).exists()
    assert Player.objects.filter(pk=guest.pk).exists()


def test_forgetting_somebody_elses_guest_only_changes_ones_own_list() -> None:
    guest = player_create(name="Bea", actor=UserFactory.create())
    other = UserFactory.create()
    guest.known_by.add(other)
    player_forget(player=guest, actor=other)
    assert guest.known_by.count() == 1


def test_a_pair_is_the_same_in_either_order() -> None:
    one, two = PlayerFactory.create(), PlayerFactory.create()
    pair = pair_get_or_create(players=(two, one))
    assert pair == pair_get_or_create(players=(one, two))
    assert pair.players == (one, two)
    assert competitor_of_pair(pair=pair) == competitor_of_pair(pair=pair)
    assert competitor_of_player(player=one) == competitor_of_player(player=one)


def test_nobody_is_a_pair_alone_or_with_somebody_who_is_gone() -> None:
    one, gone = PlayerFactory.create(), PlayerFactory.create()
    with pytest.raises(ValidationError, match="two different"):
        pair_get_or_create(players=(one, one))
    Player.objects.filter(pk=gone.pk).delete()
    with pytest.raises(ValidationError, match="just been claimed"):
        pair_get_or_create(players=(one, gone))


def test_the_database_knows_what_a_competitor_is() -> None:
    player, pair = PlayerFactory.create(), PairFactory.create()
    wrong: list[dict[str, Any]] = [
        {"kind": "person", "pair": pair},
        {"kind": "pair", "player": player},
        {"kind": "person", "player": player, "pair": pair},
        {"kind": "bot", "player": player},
        {"kind": "person"},
    ]
    for fields in wrong:
        with pytest.raises(IntegrityError), transaction.atomic():
            Competitor.objects.create(**fields)
    assert Competitor.objects.create(kind="bot").public_name.startswith("Bot ")
    assert competitor_of(pair).public_name == pair.public_name


def test_the_database_keeps_pairs_in_order_and_once() -> None:
    one, two = PlayerFactory.create(), PlayerFactory.create()
    for first, second in ((two, one), (one, one)):
        with pytest.raises(IntegrityError), transaction.atomic():
            Pair.objects.create(first=first, second=second)


@pytest.mark.django_db(transaction=True)
def test_many_at_once_get_one_pair_and_one_competitor() -> None:
    players = (PlayerFactory.create(), PlayerFactory.create())

    def make(_turn: int) -> tuple[int, int]:
        try:
            pair = pair_get_or_create(players=players)
            return pair.pk, competitor_of_pair(pair=pair).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as threads:
        assert len(set(threads.map(make, range(16)))) == 1


# Who may read


def test_only_insiders_read_until_the_player_opens_it() -> None:
    account, stranger = UserFactory.create(), UserFactory.create()
    player = player_of_account(account=account)
    assert player_may_read(player=player, reader=account)
    assert not player_may_read(player=player, reader=stranger)
    player = player_history_publish(account=account, public=True)
    assert player_may_read(player=player, reader=stranger)
    player = player_history_publish(account=account, public=False)
    assert not player_may_read(player=player, reader=stranger)


def test_a_guest_is_read_by_who_added_it_and_cannot_be_opened() -> None:
    actor = UserFactory.create()
    guest = PlayerFactory.create(created_by=actor, history_public=True)
    assert player_may_read(player=guest, reader=actor)
    assert not player_may_read(player=guest, reader=UserFactory.create())


def test_a_pair_is_open_only_if_both_are() -> None:
    ana, bea, stranger = UserFactory.create_batch(3)
    pair = pair_get_or_create(
        players=(player_of_account(account=ana), player_history_publish(account=bea, public=True))
    )
    assert pair_may_read(pair=pair, reader=ana)
    assert pair_may_read(pair=pair, reader=bea)
    assert not pair_may_read(pair=pair, reader=stranger)
    player_history_publish(account=ana, public=True)
    assert pair_may_read(pair=Pair.objects.get(), reader=stranger)


def test_ones_pairs_are_those_one_is_in_made_or_answers_for() -> None:
    ana = UserFactory.create()
    guest = PlayerFactory.create(created_by=ana)
    mine = [
        PairFactory.create(first=player_of_account(account=ana)),
        PairFactory.create(second=guest),
        PairFactory.create(created_by=ana),
    ]
    PairFactory.create(created_by=UserFactory.create())
    assert list(pairs_of_account(account=ana)) == mine


# Erasing an account


def test_an_erased_account_leaves_results_without_its_name() -> None:
    ana = UserFactory.create(display_name="Ana")
    player = player_history_publish(account=ana, public=True)
    pair = PairFactory.create(first=player, second=PlayerFactory.create(name="Bea"))
    account_delete(account=ana)
    player.refresh_from_db()
    assert player.public_name == f"Deleted player {player.pk}"
    assert not player.history_public
    assert "Ana" not in Pair.objects.get(pk=pair.pk).public_name


def test_an_erased_account_takes_its_guests_along_unless_others_know_them() -> None:
    ana, other = UserFactory.create_batch(2)
    never_played = player_create(name="Never", actor=ana)
    played = player_create(name="Played", actor=ana)
    PairFactory.create(first=played)
    shared = player_create(name="Shared", actor=ana)
    shared.known_by.add(other)
    assert player_is_referenced(player=played)
    account_delete(account=ana)
    assert not Player.objects.filter(pk=never_played.pk).exists()
    assert Player.objects.get(pk=played.pk).public_name.startswith("Deleted player")
    assert Player.objects.get(pk=shared.pk).public_name == "Shared"
