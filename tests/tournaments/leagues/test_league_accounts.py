"""What becomes of leagues when accounts are erased, guests are claimed, and owners are gone."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from tests.factories import (
    LeagueEntryFactory,
    LeagueFactory,
    PairFactory,
    PlayerFactory,
    UserFactory,
    competitor_of,
    running_league,
)
from tests.threads import while_held
from tests.tournaments.leagues.kit import (
    decide,
    entries_of,
    events,
    fixtures_of,
    link_holder,
    official,
    owner,
    round_with,
)
from tournaments.league_access import (
    LeagueAction,
    LeagueDeniedError,
    LeagueVisitor,
    league_access,
)
from tournaments.models import (
    FixtureResult,
    League,
    LeagueApplication,
    LeagueEvent,
    LeagueLink,
    LeagueOfficial,
    Player,
)
from tournaments.services.accounts import account_delete
from tournaments.services.claims import player_claim
from tournaments.services.leagues.applications import application_accept, application_send
from tournaments.services.leagues.entries import entry_add
from tournaments.services.leagues.officials import league_owner_assign
from tournaments.services.people import player_of_account

pytestmark = pytest.mark.django_db
CO_ORGANIZER = LeagueOfficial.Role.CO_ORGANIZER


# --- erasing -----------------------------------------------------------------------------------


def test_a_league_goes_to_the_co_organizer_who_has_helped_longest() -> None:
    league = running_league(2)
    official(league, LeagueOfficial.Role.SCORER)
    suspended = official(league, CO_ORGANIZER).account
    assert suspended is not None
    suspended.is_active = False
    suspended.save()
    heir, _later = official(league, CO_ORGANIZER).account, official(league, CO_ORGANIZER)
    before = league.owner
    assert before is not None
    account_delete(account=before)
    league.refresh_from_db()
    assert league.owner == heir
    assert not league.officials.filter(account=heir).exists(), "one office is enough"
    (event,) = events(league)
    assert (event.action, event.role, event.by) == ("owner_changed", "service", None)


def test_without_a_co_organizer_it_stays_readable_until_staff_hand_it_on() -> None:
    league = running_league(2)
    official(league, LeagueOfficial.Role.SCORER)
    assert league.owner is not None
    account_delete(account=league.owner)
    league.refresh_from_db()
    assert league.owner is None
    stranger = league_access(league=league, visitor=LeagueVisitor())
    assert stranger.may(LeagueAction.READ)
    new, staff = UserFactory.create(), UserFactory.create(is_staff=True)
    with pytest.raises(PermissionDenied):
        league_owner_assign(public_id=league.public_id, actor=new, account=new, note="mine")
    league_owner_assign(public_id=league.public_id, actor=staff, account=new, note="asked for it")
    league.refresh_from_db()
    assert league.owner == new
    assert [event.after["owner"] for event in events(league)] == [None, new.pk]
    with pytest.raises(ValidationError, match="has an owner"):
        league_owner_assign(public_id=league.public_id, actor=staff, account=staff, note="")


def test_guests_keep_their_names_in_a_league_that_goes_on() -> None:
    league = LeagueFactory.create()
    heir = official(league, CO_ORGANIZER).account
    entry_add(public_id=league.public_id, visitor=owner(league), names=["Ana"])
    PlayerFactory.create(name="Not entered", created_by=league.owner)
    assert league.owner is not None
    account_delete(account=league.owner)
    guest = Player.objects.get()
    assert (guest.name, guest.created_by) == ("Ana", heir)


def test_what_a_co_organizer_typed_in_stays_with_the_owner() -> None:
    league = LeagueFactory.create(competitors="pair")
    helper = official(league, CO_ORGANIZER)
    entry_add(public_id=league.public_id, visitor=helper, names=["Ana", "Bea"])
    assert helper.account is not None
    account_delete(account=helper.account)
    assert {(p.name, p.created_by) for p in Player.objects.all()} == {
        ("Ana", league.owner),
        ("Bea", league.owner),
    }
    assert not league.officials.exists()


def test_results_links_and_the_log_stay_and_forget_who_it_was() -> None:
    league = running_league(2, accounts=True)
    round_with(league, (entries_of(league)[0], entries_of(league)[1]))
    decide(fixtures_of(league)[0], (3000, 0))
    link_holder(league)
    account = league.owner
    assert account is not None
    FixtureResult.objects.get()
    LeagueOfficial.objects.create(
        league=league, account=UserFactory.create(), role=LeagueOfficial.Role.SCORER
    )
    account_delete(account=account)
    assert LeagueLink.objects.get().created_by is None
    assert LeagueEvent.objects.filter(league=league).count() == 2
    assert not LeagueEvent.objects.filter(by__isnull=False).exists()
    assert fixtures_of(league)[0].state == "confirmed"


def test_a_players_entry_stays_without_the_name() -> None:
    league = running_league(2, accounts=True)
    entry = entries_of(league)[0]
    player = entry.competitor.player
    assert player is not None
    assert player.account is not None
    account_delete(account=player.account)
    player.refresh_from_db()
    assert player.public_name == f"Deleted player {player.pk}"
    assert entries_of(league)[0] == entry


def test_asking_for_a_place_goes_and_what_was_answered_loses_the_name() -> None:
    waiting, answered = LeagueFactory.create(), LeagueFactory.create()
    account = UserFactory.create(display_name="Zoe")
    for league in (waiting, answered):
        opened = link_holder(league).link_ids
        application_send(
            public_id=league.public_id,
            visitor=LeagueVisitor(account, opened),
            note="call me",
        )
    application_accept(
        public_id=answered.public_id,
        visitor=owner(answered),
        application_id=answered.applications.get().pk,
    )
    account_delete(account=account)
    (kept,) = LeagueApplication.objects.all()
    assert (kept.league, kept.name, kept.note, kept.account) == (answered, "", "", None)
    assert answered.entries.count() == 1


@pytest.mark.django_db(transaction=True)
def test_erasing_and_organizing_at_once_wait_for_each_other() -> None:
    """Organizing locks the league and then names the account; erasing must lock in that order."""
    league = LeagueFactory.create()
    account = league.owner
    assert account is not None
    while_held(
        lambda: account_delete(account=account),
        at="tournaments.services.accounts.leagues_of_account_erase",
        second=lambda: _try_to_add(league),
    )
    league.refresh_from_db()
    assert league.owner is None


def _try_to_add(league: League) -> None:
    with pytest.raises(LeagueDeniedError):
        entry_add(public_id=league.public_id, visitor=LeagueVisitor(league.owner), names=["Ana"])


# --- claiming ----------------------------------------------------------------------------------


def test_a_claimed_guest_takes_the_entry_along() -> None:
    league = running_league(2)
    entry = entries_of(league)[0]
    guest = entry.competitor.player
    assert guest is not None
    account = UserFactory.create()
    own = player_of_account(account=account)
    competitor_of(own)
    player_claim(player_id=guest.pk, account=account)
    entry.refresh_from_db()
    assert entry.competitor.player == own
    assert league_access(league=league, visitor=LeagueVisitor(account)).roles >= {"player"}


@pytest.mark.parametrize("kind", ["person", "pair"])
def test_two_entries_of_one_league_cannot_become_one_person(kind: str) -> None:
    account = UserFactory.create()
    guest, own = PlayerFactory.create(), player_of_account(account=account)
    league = LeagueFactory.create(competitors=kind)
    for player in (guest, own):
        who = player if kind == "person" else PairFactory.create(first=player)
        LeagueEntryFactory.create(league=league, competitor=competitor_of(who))
    with pytest.raises(ValidationError, match="entered in the same league") as refused:
        player_claim(player_id=guest.pk, account=account)
    assert refused.value.code == "same_league"
    assert Player.objects.filter(pk=guest.pk).exists()


def test_entries_of_two_leagues_become_one_persons() -> None:
    account = UserFactory.create()
    guest, own = PlayerFactory.create(), player_of_account(account=account)
    entries = [
        LeagueEntryFactory.create(competitor=competitor_of(player)) for player in (guest, own)
    ]
    player_claim(player_id=guest.pk, account=account)
    for entry in entries:
        entry.refresh_from_db()
        assert entry.competitor.player == own
