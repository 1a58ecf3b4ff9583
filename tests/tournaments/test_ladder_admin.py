"""Ladders on the staff's site: opened and closed by forms, everything else only to look at."""

from fractions import Fraction

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from tests.arena.operator_kit import operator, operator_client
from tests.tournaments.browsing import Page
from tests.tournaments.ladder_kit import bots, ladder_made, result_between
from tournaments.models import (
    Encounter,
    Ladder,
    LadderDecision,
    LadderEntry,
    Rating,
    RatingEvent,
    User,
)
from tournaments.services.ladders import ladder_close, ladder_open
from tournaments.services.ratings import rating_result_record, rating_result_void

pytestmark = pytest.mark.django_db
ADD = "admin:tournaments_ladder_add"
LIST = "admin:tournaments_ladder_changelist"
MODELS = (Ladder, LadderDecision, LadderEntry, Rating, RatingEvent)


@pytest.fixture
def staff() -> User:
    return operator()


@pytest.fixture
def browser(staff: User) -> Client:
    return operator_client(staff)


def opened(browser: Client, **changes: object) -> Page:
    data = {"hosting": "bots", "profile": "durak/volga", "players": 2, "reason": "Why not?"}
    return Page(browser.post(reverse(ADD), {**data, **changes}, follow=True))


def switched(browser: Client, ladder: Ladder, step: str, reason: str = "Because.") -> Page:
    where = reverse("admin:tournaments_ladder_switch", args=[ladder.pk])
    return Page(browser.post(where, {"step": step, "reason": reason}, follow=True))


def text_of(browser: Client, name: str, *args: object, **query: str) -> str:
    answer = browser.get(reverse(f"admin:tournaments_{name}", args=args), query)
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_a_ladder_is_opened_by_choosing_its_rules(browser: Client, staff: User) -> None:
    form = browser.get(reverse(ADD)).content.decode()
    assert "Volga Durak (durak/volga)" in form
    assert "durak/german-cheat" not in form, "never rated"
    page = opened(browser, boards=7, options='{"deck": 24}')
    ladder = Ladder.objects.get()
    assert page.url == reverse("admin:tournaments_ladder_change", args=[ladder.pk])
    assert "is open." in page.text
    assert (ladder.profile, ladder.players, ladder.boards) == ("durak/volga", 2, 7)
    assert (ladder.options, ladder.opened_by) == ({"deck": 24}, staff)
    assert LadderDecision.objects.get().reason == "Why not?"
    assert "Why not?" in page.text
    assert ladder.slug in text_of(browser, "ladder_changelist")


def test_what_is_left_empty_is_the_profile_s_own(browser: Client) -> None:
    opened(browser, profile="burako/pairs", players="", boards="", options="", reason="")
    ladder = Ladder.objects.get()
    assert (ladder.players, ladder.boards, ladder.options) == (4, 4, {})


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"profile": "whist"}, "Select a valid choice"),
        ({"profile": "durak/german-cheat"}, "Select a valid choice"),
        ({"players": 9}, "players"),
        ({"players": "many"}, "Enter a whole number."),
        ({"boards": 0}, "greater than or equal to 1"),
        ({"boards": 100_000}, "less than or equal to 200"),
        ({"options": "{deck"}, "Enter a valid JSON."),
        ({"options": "[24]"}, "Write the options in braces"),
        ({"options": "24"}, "Write the options in braces"),
        ({"options": '{"deck": 7}'}, "deck: Choose one of: 24, 36, 48, 52."),
        ({"options": '{"nonsense": 7}'}, "Durak has no such option."),
        ({"options": '{"players": 7}'}, "it is no option"),
        ({"hosting": "people"}, "People write sheets of Burako"),
        ({"hosting": "cats"}, "Select a valid choice"),
        ({"reason": "x" * 1001}, "at most 1000 characters"),
        ({"reason": "a\x00b"}, "Null characters are not allowed."),
    ],
)
def test_what_does_not_go_together_is_said_at_its_field(
    browser: Client, changes: dict[str, object], sentence: str
) -> None:
    page = opened(browser, **changes)
    assert page.status == 200
    assert sentence in page.text
    assert not Ladder.objects.exists()


def test_a_ladder_that_is_there_is_not_opened_twice(browser: Client) -> None:
    opened(browser)
    assert "There is a ladder by these rules already: durak-volga-2." in opened(browser).text
    assert Ladder.objects.count() == 1


def test_a_ladder_is_closed_and_opened_again(browser: Client, staff: User) -> None:
    ladder = ladder_open(hosting="bots", profile="durak/volga", by=staff)
    page = text_of(browser, "ladder_change", ladder.pk)
    assert reverse("admin:tournaments_ladder_switch", args=[ladder.pk]) in page
    assert "is played to its end and counts" in text_of(browser, "ladder_switch", ladder.pk)
    assert "is closed." in switched(browser, ladder, "close").text
    ladder.refresh_from_db()
    assert not ladder.is_open
    assert "Open again" in text_of(browser, "ladder_change", ladder.pk)
    assert "is open." in switched(browser, ladder, "open", "They came back.").text
    ladder.refresh_from_db()
    assert ladder.is_open
    assert "They came back." in text_of(browser, "ladderdecision_changelist")


def test_who_comes_second_is_told_so_and_undoes_nothing(browser: Client, staff: User) -> None:
    """The page was opened before somebody else closed the ladder."""
    ladder = ladder_open(hosting="bots", profile="durak/volga", by=staff)
    ladder_close(ladder=ladder, by=staff, reason="First.")
    assert "closed already" in switched(browser, ladder, "close").text
    assert "This field is required." in switched(browser, ladder, "open", "").text
    ladder.refresh_from_db()
    assert not ladder.is_open


def test_nothing_of_it_can_be_changed_or_deleted(browser: Client, staff: User) -> None:
    ladder, (one, other) = ladder_made(), bots(2)
    rating_result_record(result=result_between(ladder, 1, one, other, Fraction(1)))
    LadderDecision.objects.create(ladder=ladder, action="open")
    for model in MODELS:
        name, row = model._meta.model_name, model._default_manager.earliest("pk")
        for page in ("change", "history"):
            text_of(browser, f"{name}_{page}", row.pk)
        change = reverse(f"admin:tournaments_{name}_change", args=[row.pk])
        delete = reverse(f"admin:tournaments_{name}_delete", args=[row.pk])
        assert browser.post(change, {"slug": "mine"}).status_code == 403
        assert browser.post(delete, {"post": "yes"}).status_code == 403
        listed = reverse(f"admin:tournaments_{name}_changelist")
        chosen = {"action": "delete_selected", "_selected_action": row.pk, "post": "yes"}
        browser.post(listed, chosen)
        assert model._default_manager.filter(pk=row.pk).exists()
        if model is not Ladder:
            assert browser.get(reverse(f"admin:tournaments_{name}_add")).status_code == 403
    assert Encounter not in admin.site._registry


def test_entries_and_events_are_found_by_number_and_by_where_they_come_from(
    browser: Client,
) -> None:
    ladder, (one, other) = ladder_made(), bots(2)
    for number in range(1, 4):
        share = Fraction(number, 4)
        rating_result_record(result=result_between(ladder, number, one, other, share))
    rating_result_void(source="match:2")

    def found(name: str, query: str) -> int:
        answer = browser.get(reverse(f"admin:tournaments_{name}_changelist"), {"q": query})
        assert answer.status_code == 200
        return int(answer.context["cl"].result_count)

    for name, rows in (("ladderentry", (4, 1, 2)), ("ratingevent", (8, 2, 4))):
        everything, by_number, by_source = rows
        assert found(name, "") == everything
        assert found(name, "3") == by_number
        assert found(name, " match:2 ") == by_source, "the result and that it is void"
        assert found(name, "2") == by_number
        for nothing in ("9" * 40, "match:77", "x" * 10_000, "٣" * 30, "²"):
            assert found(name, nothing) == 0
    assert found("rating", str(one)) == 1
    assert found("rating", "x" * 10_000) == 0
