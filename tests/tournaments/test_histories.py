"""Histories: what counts, for whom, and who may read it."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from scoring.burako import BurakoRuleSet
from tests.factories import PairFactory, PlayerFactory, UserFactory, confirmed_result
from tests.scoring.burako.books import HOME_POINTS, HOME_WINS
from tests.tournaments.sheet_table import open_sheet, write
from tournaments.models import Pair, Player, SheetResult, User
from tournaments.selectors.histories import (
    history_opponents,
    history_opponents_of_pair,
    history_summary,
    sides_against_pair,
    sides_against_player,
    sides_of_pair,
    sides_of_player,
)
from tournaments.services.invitations import invitation_accept, invitation_create
from tournaments.services.moderation import account_hide_name
from tournaments.services.people import (
    pair_get_or_create,
    player_create,
    player_history_publish,
    player_of_account,
)
from tournaments.services.sheets import SeatSpec
from tournaments.sheet_access import Visitor

pytestmark = pytest.mark.django_db


def member(name: str) -> Player:
    return player_of_account(account=UserFactory.create(display_name=name))


def account_of(player: Player) -> User:
    assert player.account is not None
    return player.account


def browser_of(player: Player | None) -> Client:
    client = Client()
    if player is not None:
        client.force_login(account_of(player))
    return client


def page_text(client: Client, route: str, *ids: str) -> str:
    response = client.get(reverse(route, args=ids))
    assert response.status_code == 200
    body = response.content.decode()
    return re.sub(r"\s+", " ", unescape(strip_tags(body[body.index("<main") :])))


def status(client: Client, route: str, *ids: str) -> int:
    return client.get(reverse(route, args=ids)).status_code


# What counts


def test_everything_is_added_up() -> None:
    ana, bea, carl, dora = (member(name) for name in ("Ana", "Bea", "Carl", "Dora"))
    confirmed_result(
        [ana], [bea], points=(3000, 2000), hands=10, pure=(3, 1), impure=(2, 0), closes=(6, 4)
    )
    confirmed_result([carl, dora], [ana, bea], points=(3100, 1000), hands=5, closes=(5, 0))
    confirmed_result([ana], [carl], points=(500, 500), hands=2)
    summary = history_summary(sides=sides_of_player(player=ana))
    assert (summary.matches, summary.won, summary.drawn, summary.lost) == (3, 1, 1, 1)
    assert (summary.hands, summary.points, summary.points_against) == (17, 4500, 5600)
    assert (summary.pure_canastas, summary.impure_canastas, summary.closes) == (3, 2, 6)
    assert summary.points_per_hand == pytest.approx(4500 / 17)
    assert summary.closes_percent == pytest.approx(600 / 17)


def test_a_pair_counts_only_what_it_played_together() -> None:
    ana, bea, carl, dora = (member(name) for name in ("Ana", "Bea", "Carl", "Dora"))
    confirmed_result([ana, bea], [carl, dora])
    confirmed_result([ana, carl], [bea, dora])
    confirmed_result([bea, ana], [dora, carl], points=(10, 20))
    summary = history_summary(sides=sides_of_pair(pair=Pair.objects.get(first=ana, second=bea)))
    assert (summary.matches, summary.won, summary.lost) == (2, 1, 1)


def test_nothing_played_is_nothing_and_no_division_by_zero() -> None:
    summary = history_summary(sides=sides_of_player(player=member("Ana")))
    assert (summary.matches, summary.drawn, summary.points) == (0, 0, 0)
    assert summary.points_per_hand is None
    assert summary.canastas_per_hand is None


def test_a_void_result_does_not_count() -> None:
    ana, bea = member("Ana"), member("Bea")
    confirmed_result([ana], [bea])
    SheetResult.objects.update(voided_at=timezone.now())
    assert history_summary(sides=sides_of_player(player=ana)).matches == 0
    assert history_opponents(player=ana, reader=account_of(ana), insider=True) == []


def test_head_to_head_of_players_counts_opposite_sides_only() -> None:
    ana, bea, carl = member("Ana"), member("Bea"), member("Carl")
    confirmed_result([ana], [bea])
    confirmed_result([ana, carl], [bea, "Somebody"], points=(100, 300))
    confirmed_result([ana, bea], [carl, "Somebody"])
    sides = sides_of_player(player=ana)
    summary = history_summary(sides=sides_against_player(sides=sides, player=bea))
    assert (summary.matches, summary.won, summary.lost) == (2, 1, 1)


def test_head_to_head_of_pairs() -> None:
    ana, bea, carl, dora = (member(name) for name in ("Ana", "Bea", "Carl", "Dora"))
    confirmed_result([ana, bea], [carl, dora])
    confirmed_result([ana, bea], [carl, "Somebody"])
    one, two = Pair.objects.get(first=ana), Pair.objects.get(first=carl)
    summary = history_summary(sides=sides_against_pair(sides=sides_of_pair(pair=one), pair=two))
    assert summary.matches == 1
    met = history_opponents_of_pair(pair=one, reader=account_of(ana), insider=True)
    assert [(opponent.who, opponent.matches) for opponent in met] == [(two, 1)]


def test_whom_one_meets_most_often() -> None:
    ana, bea, carl = member("Ana"), member("Bea"), member("Carl")
    for _ in range(2):
        confirmed_result([ana], [carl])
    confirmed_result([ana, carl], [bea, "Somebody"])
    met = history_opponents(player=ana, reader=account_of(ana), insider=True)
    assert [(opponent.who, opponent.matches) for opponent in met] == [(carl, 2), (bea, 1)]


def test_a_claimed_guest_brings_the_results_along() -> None:
    creator, claimer = UserFactory.create(), member("Bea")
    guest = player_create(name="Beatriz", actor=creator)
    carl = member("Carl")
    confirmed_result([guest], [carl])
    confirmed_result([claimer], [carl], points=(1, 2))
    _, token = invitation_create(player=guest, actor=creator)
    invitation_accept(token=token, account=account_of(claimer))
    summary = history_summary(sides=sides_of_player(player=claimer))
    assert (summary.matches, summary.won, summary.lost) == (2, 1, 1)
    against = sides_against_player(sides=sides_of_player(player=carl), player=claimer)
    assert history_summary(sides=against).matches == 2


def test_a_sheet_counts_from_the_moment_both_sides_confirm_until_it_is_reopened() -> None:
    """The whole way, with the services of the sheet itself."""
    ana, carl = member("Ana"), member("Carl")
    carl.known_by.add(account_of(ana))
    first, second = Visitor(account=account_of(ana)), Visitor(account=account_of(carl))
    sheet = open_sheet(
        first,
        seats=(SeatSpec(is_creator=True), SeatSpec(player_id=carl.public_id)),
        rules=BurakoRuleSet(hand_limit=1),
    )
    write(sheet, "hand", first, number=1, sheet=HOME_WINS)
    write(sheet, "confirm", first, side=0, seen=1)
    assert history_summary(sides=sides_of_player(player=ana)).matches == 0
    write(sheet, "confirm", second, side=1, seen=1)
    summary = history_summary(sides=sides_of_player(player=ana))
    assert (summary.matches, summary.won, summary.points) == (1, 1, HOME_POINTS)
    assert (summary.pure_canastas, summary.closes, summary.hands) == (1, 1, 1)
    write(sheet, "reopen", first, side=0, reason="A slip")
    write(sheet, "reopen_answer", second, side=1, agree=True)
    assert history_summary(sides=sides_of_player(player=ana)).matches == 0


# Who reads what


def test_a_history_is_private_until_it_is_opened() -> None:
    ana, bea = member("Ana"), member("Bea")
    confirmed_result([ana], [bea])
    stranger = member("Stranger")
    assert "3000 : 2000" in page_text(browser_of(ana), "player", ana.public_id)
    for client in (browser_of(None), browser_of(stranger), browser_of(bea)):
        assert status(client, "player", ana.public_id) == 404
    player_history_publish(account=account_of(ana), public=True)
    for client in (browser_of(None), browser_of(stranger)):
        assert "3000 : 2000" in page_text(client, "player", ana.public_id)


def test_strangers_never_read_names_of_players_who_did_not_open_theirs() -> None:
    ana, bea, carl = member("Ana"), member("Bea Secret"), member("Carl Open")
    guest = PlayerFactory.create(name="Guest Secret", created_by=account_of(ana))
    confirmed_result([ana, guest], [bea, "Nameonly Secret"])
    confirmed_result([ana], [carl])
    for player in (ana, carl):
        player_history_publish(account=account_of(player), public=True)
    public = page_text(browser_of(None), "player", ana.public_id)
    assert "Secret" not in public
    assert "a private player" in public
    assert "Carl Open" in public
    own = page_text(browser_of(ana), "player", ana.public_id)
    for name in ("Bea Secret", "Guest Secret", "Nameonly Secret", "Carl Open"):
        assert name in own


def test_a_hidden_name_is_hidden_in_histories_too() -> None:
    ana, bea = member("Ana"), member("Offensive")
    confirmed_result([ana], [bea])
    staff = UserFactory.create(is_staff=True)
    account_hide_name(account=account_of(bea), actor=staff, reason="For the test.")
    text = page_text(browser_of(ana), "player", ana.public_id)
    assert "Offensive" not in text
    assert f"Player {account_of(bea).pk}" in text


def test_a_pair_is_private_until_both_open_theirs() -> None:
    ana, bea = member("Ana"), member("Bea")
    confirmed_result([ana, bea], ["Carl", "Dora"])
    pair = Pair.objects.get()
    assert status(browser_of(bea), "pair", pair.public_id) == 200
    player_history_publish(account=account_of(ana), public=True)
    assert status(browser_of(None), "pair", pair.public_id) == 404
    player_history_publish(account=account_of(bea), public=True)
    text = page_text(browser_of(None), "pair", pair.public_id)
    assert "Carl" not in text


def test_head_to_head_is_for_those_who_met_and_for_what_is_open() -> None:
    ana, bea, stranger = member("Ana"), member("Bea"), member("Stranger")
    ids = (ana.public_id, bea.public_id)
    assert status(browser_of(ana), "players_versus", *ids) == 404  # they never met
    confirmed_result([ana], [bea])
    assert "Ana against Bea" in page_text(browser_of(bea), "players_versus", *ids)
    assert status(browser_of(stranger), "players_versus", *ids) == 404
    player_history_publish(account=account_of(ana), public=True)
    assert status(browser_of(None), "players_versus", *ids) == 404
    player_history_publish(account=account_of(bea), public=True)
    assert status(browser_of(None), "players_versus", *ids) == 200
    assert status(browser_of(ana), "players_versus", ana.public_id, ana.public_id) == 404


def test_head_to_head_of_pairs_is_private_too() -> None:
    ana, bea, carl, dora = (member(name) for name in ("Ana", "Bea", "Carl", "Dora"))
    confirmed_result([ana, bea], [carl, dora])
    ids = (Pair.objects.get(first=ana).public_id, Pair.objects.get(first=carl).public_id)
    assert "Ana and Bea against Carl and Dora" in page_text(browser_of(dora), "pairs_versus", *ids)
    assert status(browser_of(member("Stranger")), "pairs_versus", *ids) == 404


def test_opening_and_closing_ones_history() -> None:
    ana = member("Ana")
    client = browser_of(ana)
    client.post(reverse("history_publish"), {"public": "on"})
    assert Player.objects.get(pk=ana.pk).history_public
    client.post(reverse("history_publish"), {})
    assert not Player.objects.get(pk=ana.pk).history_public


# How much it costs


@pytest.mark.parametrize(("route", "of_pair"), [("player", False), ("pair", True)])
def test_a_page_takes_the_same_number_of_queries_however_long_the_history(
    route: str, of_pair: bool
) -> None:
    ana, bea = member("Ana"), member("Bea")

    def play(matches: int) -> None:
        for number in range(matches):
            opponents = [member(f"Opponent {number}"), PlayerFactory.create()]
            confirmed_result([ana, bea], opponents)

    def queries() -> int:
        who = pair_get_or_create(players=(ana, bea)) if of_pair else ana
        client = browser_of(ana)
        with CaptureQueriesContext(
            connection,
        ) as captured:
            assert status(client, route, who.public_id) == 200
        return len(captured)

    play(2)
    few = queries()
    play(12)
    assert queries() == few


def test_a_long_history_has_pages_and_any_page_number_is_harmless() -> None:
    ana, bea = member("Ana"), member("Bea")
    for _ in range(25):
        confirmed_result([ana], [bea])
    client = browser_of(ana)
    address = reverse("player", args=[ana.public_id])
    for number in ("1", "2", "99", "-1", "x", "1e9", "9" * 5000, "\x00"):
        assert client.get(address, {"page": number}).status_code == 200
    assert client.get(address, {"page": "2"}).content.decode().count("3000 : 2000") == 5


def test_pairs_that_nobody_reads_are_not_listed() -> None:
    ana, bea = member("Ana"), member("Bea Secret")
    PairFactory.create(first=ana, second=bea)
    player_history_publish(account=account_of(ana), public=True)
    assert "Bea Secret" in page_text(browser_of(ana), "player", ana.public_id)
    assert "Bea Secret" not in page_text(browser_of(None), "player", ana.public_id)
