"""Ladders are opened, closed and opened again by the staff, with a trace; the house has its own."""

from functools import partial

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.management import call_command

from arena.games.registry import profiles, rules
from arena.reference_bots import REFERENCE_BOTS
from arena.wire.match_spec import MOST_BOARDS
from tests.factories import UserFactory
from tests.threads import at_once
from tournaments.models import Ladder, LadderDecision, User
from tournaments.selectors.ladders import ladder_for, ladder_get, ladders_open
from tournaments.services.accounts import account_delete
from tournaments.services.ladders import (
    BOARDS_MAX,
    HOUSE_LADDERS,
    house_ladders_open,
    ladder_close,
    ladder_open,
    ladder_reopen,
)

pytestmark = pytest.mark.django_db
BOTS, PEOPLE = Ladder.Hosting.BOTS, Ladder.Hosting.PEOPLE
REASON = "Nobody plays it."


@pytest.fixture
def staff() -> User:
    return UserFactory.create(is_staff=True)


def codes(refused: pytest.ExceptionInfo[ValidationError]) -> dict[str, list[str]]:
    """By field."""
    found = refused.value.error_dict
    return {field: [str(error.code) for error in errors] for field, errors in found.items()}


def test_a_ladder_is_opened_by_the_staff_and_says_by_whom(staff: User) -> None:
    ladder = ladder_open(hosting=BOTS, profile="durak/volga", players=3, by=staff, reason=" New. ")
    assert (ladder.slug, ladder.players, ladder.boards) == ("durak-volga-3", 3, 13)
    assert (ladder.is_open, ladder.options, ladder.opened_by) == (True, {}, staff)
    decision = LadderDecision.objects.get()
    assert (decision.ladder, decision.action, decision.by) == (ladder, "open", staff)
    assert decision.reason == "New."
    assert ladder_get(slug="durak-volga-3") == ladder
    assert ladder_for(hosting=BOTS, profile="durak/volga", players=3) == ladder


def test_a_profile_has_its_own_number_of_players_and_size_of_deal_sets(staff: User) -> None:
    pairs = ladder_open(hosting=BOTS, profile="burako/pairs", by=staff)
    assert (pairs.players, pairs.boards, pairs.slug) == (4, 4, "burako-pairs-4")
    two = ladder_open(hosting=BOTS, profile="durak/volga", players=2, by=staff)
    four = ladder_open(hosting=BOTS, profile="durak/volga", players=4, by=staff)
    assert (two.boards, four.boards) == (20, 10), "40 games, whatever the rotations"
    small = ladder_open(hosting=BOTS, profile="durak/german", players=2, boards=1, by=staff)
    assert small.boards == 1
    large = ladder_open(hosting=BOTS, profile="durak/concise", boards=BOARDS_MAX, by=staff)
    assert large.boards == BOARDS_MAX <= MOST_BOARDS


def test_only_staff_open_and_close(staff: User) -> None:
    ladder = ladder_open(hosting=BOTS, profile="durak/duel24", by=staff)
    strangers = [
        UserFactory.create(),
        UserFactory.create(is_staff=True, is_active=False),
        UserFactory.create(is_superuser=True),
    ]
    for stranger in strangers:
        with pytest.raises(PermissionDenied):
            ladder_open(hosting=BOTS, profile="durak/volga", by=stranger)
        with pytest.raises(PermissionDenied):
            ladder_close(ladder=ladder, by=stranger, reason=REASON)
        with pytest.raises(PermissionDenied):
            ladder_reopen(ladder=ladder, by=stranger, reason=REASON)
    assert Ladder.objects.get().is_open
    assert LadderDecision.objects.count() == 1


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"profile": "whist/long"}, {"profile": ["rules"]}),
        ({"profile": ""}, {"profile": ["rules"]}),
        ({"profile": "durak/german-cheat"}, {"profile": ["unrated"]}),
        ({"players": 7}, {"players": ["rules"]}),
        ({"boards": 0}, {"boards": ["boards"]}),
        ({"boards": BOARDS_MAX + 1}, {"boards": ["boards"]}),
        ({"boards": -3}, {"boards": ["boards"]}),
        ({"options": {"nonsense": 1}}, {"options": ["rules"]}),
        ({"options": {"deck": "many"}}, {"options": ["rules"]}),
        ({"options": {"deck": 7, "throw_in": 3}}, {"options": ["rules", "rules"]}),
        ({"options": {"players": 3}}, {"options": ["rules"]}),
        ({"options": {"name": "durak/german"}}, {"options": ["rules"]}),
        ({"hosting": "cats"}, {"hosting": ["hosting"]}),
        ({"hosting": PEOPLE}, {"profile": ["peoples"]}),
        (
            {"hosting": PEOPLE, "profile": "burako/duel", "options": {"target_points": 2000}},
            {"options": ["peoples"]},
        ),
    ],
)
def test_what_cannot_be_rated_is_refused_at_its_field(
    staff: User, given: dict[str, object], expected: dict[str, list[str]]
) -> None:
    asked = {"hosting": BOTS, "profile": "durak/volga", **given}
    with pytest.raises(ValidationError) as refused:
        ladder_open(**asked, by=staff)  # type: ignore[arg-type]
    assert codes(refused) == expected
    assert not Ladder.objects.exists()


def test_the_same_rules_are_one_ladder_however_they_are_written_down(staff: User) -> None:
    ladder_open(hosting=BOTS, profile="durak/volga", players=2, by=staff)
    for written in ({}, {"deck": 36}, {"deck": 36, "packs": 1}):
        with pytest.raises(ValidationError, match="durak-volga-2") as refused:
            ladder_open(
                hosting=BOTS, profile="durak/volga", players=2, options=written, boards=7, by=staff
            )
        assert codes(refused) == {"__all__": ["exists"]}
    other = ladder_open(hosting=BOTS, profile="durak/volga", players=4, by=staff)
    assert other.slug == "durak-volga-4"


def test_only_what_is_otherwise_is_kept_of_the_options(staff: User) -> None:
    ladder = ladder_open(
        hosting=BOTS,
        profile="durak/volga",
        players=2,
        options={"deck": 24, "packs": 1},
        by=staff,
    )
    assert ladder.options == {"deck": 24}
    assert rules(ladder.profile, ladder.players, **ladder.options) == rules(
        "durak/volga", 2, deck=24
    )


def test_every_ladder_has_an_address_of_its_own(staff: User) -> None:
    opened = [
        ladder_open(hosting=BOTS, profile="durak/volga", players=2, options=options, by=staff).slug
        for options in ({"deck": 24}, {}, {"deck": 52}, {"transfer": "off"})
    ]
    assert opened == ["durak-volga-2-1", "durak-volga-2", "durak-volga-2-2", "durak-volga-2-3"]
    people = ladder_open(hosting=PEOPLE, profile="burako/duel", by=staff)
    bots = ladder_open(hosting=BOTS, profile="burako/duel", by=staff)
    assert (people.slug, bots.slug) == ("burako-duel-2-people", "burako-duel-2")
    assert people.boards == 1, "a sheet is one result"


def test_no_two_profiles_have_the_same_address() -> None:
    """A hyphen stands for the slash, and profiles have hyphens, too."""
    names = [f"{name.replace('/', '-')}-{n}" for name in profiles() for n in range(2, 9)]
    assert len(set(names)) == len(names)


def test_a_ladder_is_closed_and_opened_again_with_a_reason(staff: User) -> None:
    ladder = ladder_open(hosting=BOTS, profile="durak/duel24", by=staff)
    ladder_close(ladder=ladder, by=staff, reason=REASON)
    assert not ladder.is_open
    assert not ladders_open(hosting=BOTS).exists()
    assert ladder_for(hosting=BOTS, profile="durak/duel24", players=2) is None
    with pytest.raises(ValidationError, match="closed already"):
        ladder_close(ladder=ladder, by=staff, reason=REASON)
    with pytest.raises(ValidationError, match="open durak-duel24-2 again"):
        ladder_open(hosting=BOTS, profile="durak/duel24", by=staff)
    ladder_reopen(ladder=ladder, by=staff, reason="Somebody does.")
    with pytest.raises(ValidationError, match="open already"):
        ladder_reopen(ladder=ladder, by=staff, reason=REASON)
    assert list(ladders_open(hosting=BOTS)) == [ladder]
    told = LadderDecision.objects.order_by("pk").values_list("action", "reason")
    assert list(told) == [("open", ""), ("close", REASON), ("reopen", "Somebody does.")]


@pytest.mark.parametrize("reason", ["", "  \n", "x" * 1001, "a\x00b"])
def test_a_reason_is_needed_and_has_to_be_one(staff: User, reason: str) -> None:
    ladder = ladder_open(hosting=BOTS, profile="durak/duel24", by=staff)
    with pytest.raises(ValidationError) as refused:
        ladder_close(ladder=ladder, by=staff, reason=reason)
    assert list(codes(refused)) == ["reason"]
    ladder.refresh_from_db()
    assert ladder.is_open


def test_decisions_outlive_whoever_made_them(staff: User) -> None:
    ladder_open(hosting=BOTS, profile="durak/duel24", by=staff)
    account_delete(account=staff)
    assert Ladder.objects.get().opened_by is None
    assert LadderDecision.objects.get().by is None


def test_the_house_opens_what_it_does_not_have_and_leaves_closed_what_is_closed(
    staff: User,
) -> None:
    first = ladder_open(hosting=BOTS, profile="durak/volga", players=2, by=staff)
    ladder_close(ladder=first, by=staff, reason=REASON)
    assert house_ladders_open() == len(HOUSE_LADDERS) - 1
    assert house_ladders_open() == 0
    assert Ladder.objects.filter(is_open=True).count() == len(HOUSE_LADDERS) - 1
    call_command("open_house_ladders")
    first.refresh_from_db()
    assert not first.is_open


def test_the_house_has_a_ladder_for_whatever_its_reference_bots_play() -> None:
    house = {profile for hosting, profile, _ in HOUSE_LADDERS if hosting == BOTS}
    assert house == {profile for bot in REFERENCE_BOTS for profile in bot.profiles}
    seeds = {profile.seed for name, profile in profiles().items() if name in house}
    assert seeds == {profile.seed for profile in profiles().values()}, "a text has no ladder"


def test_the_command_says_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("open_house_ladders")
    assert capsys.readouterr().out == f"Opened {len(HOUSE_LADDERS)} of the house's ladders.\n"
    call_command("open_house_ladders")
    assert capsys.readouterr().out == "All ladders are there.\n"


@pytest.mark.django_db(transaction=True)
def test_two_of_the_staff_open_the_same_ladder_at_once() -> None:
    staff = [UserFactory.create(is_staff=True) for _ in range(4)]
    said = at_once(
        [partial(ladder_open, hosting=BOTS, profile="durak/volga", by=one) for one in staff]
    )
    slug = Ladder.objects.get().slug
    assert sorted(said) == [f"There is a ladder by these rules already: {slug}."] * 3 + ["done"]
    assert Ladder.objects.count() == LadderDecision.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_ladders_with_other_options_opened_at_once_have_addresses_of_their_own() -> None:
    staff = UserFactory.create(is_staff=True)
    said = at_once(
        [
            partial(
                ladder_open,
                hosting=BOTS,
                profile="durak/volga",
                players=2,
                options=options,
                by=staff,
            )
            for options in ({"deck": 24}, {"deck": 52}, {"transfer": "off"})
        ]
    )
    assert said == ["done"] * 3
    slugs = Ladder.objects.order_by("slug").values_list("slug", flat=True)
    assert list(slugs) == ["durak-volga-2-1", "durak-volga-2-2", "durak-volga-2-3"]


@pytest.mark.django_db(transaction=True)
def test_two_machines_that_start_at_once_open_every_ladder_once() -> None:
    assert at_once([house_ladders_open] * 3) == ["done"] * 3
    assert Ladder.objects.count() == len(HOUSE_LADDERS)
