"""Who takes part: one by one, by a list with a preview, by asking; leaving, resting, seeds."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.arena.shown_matches import DUEL, bot_playing
from tests.factories import LeagueFactory, PlayerFactory, UserFactory, running_league
from tests.tournaments.browsing import Page
from tests.tournaments.leagues.organizing import (
    browser_of,
    busy_scene,
    named_league,
    read,
    round_drawn,
    send,
    started_league,
)
from tournaments.models import Fixture, League, LeagueApplication, LeagueEntry

pytestmark = pytest.mark.django_db


def owner_of(league: League) -> Client:
    return browser_of(league.owner)


def form_errors(page: Page, what: str) -> dict[str, list[str]]:
    forms = page.response.context["forms"]  # type: ignore[attr-defined]
    return dict(forms[what].errors)


def test_somebody_known_is_entered_by_name_and_others_become_guests() -> None:
    league = LeagueFactory.create()
    known = PlayerFactory.create(name="Bea Ruiz", created_by=league.owner)
    browser = owner_of(league)
    assert "Bea Ruiz" in read(browser, "entries", league).text  # suggested
    send(browser, "entries", league, name="Bea Ruiz")
    page = send(browser, "entries", league, name="Somebody New")
    assert page.text.count('class="row-seed"') == 2
    entered = [entry.competitor.player for entry in league.entries.order_by("seed")]
    assert entered[0] == known
    assert entered[1] is not None
    assert entered[1].name == "Somebody New"


def test_a_pair_is_entered_by_two_names() -> None:
    league = LeagueFactory.create(competitors="pair")
    page = send(owner_of(league), "entries", league, name="Ana", partner="")
    assert page.errors("partner")
    page = send(owner_of(league), "entries", league, name="Ana", partner="Bea")
    assert "Ana and Bea" in page.text


@pytest.mark.parametrize("name", ["", "\0", "x" * 10_000, "?", "\u202eevil"])
def test_a_name_that_cannot_be_shown_is_refused_at_its_field(name: str) -> None:
    league = LeagueFactory.create()
    page = send(owner_of(league), "entries", league, name=name)
    assert page.status == 200
    assert page.errors("name") or page.response.context["form"].non_field_errors()  # type: ignore[attr-defined]
    assert not league.entries.exists()


def test_bots_are_found_and_entered_by_a_button() -> None:
    author = UserFactory.create(display_name="Bea")
    version = bot_playing(author, "Mustard", [DUEL])
    league = LeagueFactory.create(competitors="bot", game="durak", profile=DUEL)
    browser = owner_of(league)
    assert "No bot of this name" in read(browser, "entries", league, q="ketchup").text
    page = read(browser, "entries", league, q="must")
    assert "Mustard" in page.text
    send(browser, "entries", league, bot=version.bot.competitor_id)
    assert league.entries.get().competitor_id == version.bot.competitor_id
    for absurd in ("", "x", "0", "9" * 40, "\0"):
        assert send(browser, "entries", league, bot=absurd).status == 200
    assert league.entries.count() == 1


def test_who_asks_is_let_in_or_declined() -> None:
    scene = busy_scene()
    other = LeagueApplication.objects.create(league=scene.league, name="Xaver Late")
    browser, before = browser_of(scene.owner), scene.league.entries.count()
    assert "Wanda Newcomer" in read(browser, "entries", scene.league).text
    send(browser, "application", scene.league, other.pk, decline="yes")
    send(browser, "application", scene.league, scene.application_id, accept="yes")
    states = dict(LeagueApplication.objects.values_list("name", "state"))
    assert states == {"Wanda Newcomer": "accepted", "Xaver Late": "declined"}
    assert scene.league.entries.count() == before + 1
    assert send(browser, "application", scene.league, 10**30, accept="yes").status == 200
    told = browser.get(
        reverse("leagues:log", args=[scene.league.public_id]), headers={"accept-language": "es"}
    )
    assert "aceptada" in told.text
    assert "accepted" not in told.text


def test_a_list_is_previewed_before_anything_is_saved_and_twice_changes_nothing() -> None:
    league = LeagueFactory.create()
    PlayerFactory.create(name="Carla Bruni", created_by=league.owner)
    PlayerFactory.create(name="Dolores", created_by=league.owner)
    browser = owner_of(league)
    text = "name,seed\nDolores,2\nCarla Brunni,1\nEmil,3\nx,oops\n"
    page = send(browser, "entries_import", league, text=text)
    assert not league.entries.exists()
    for words in ("doubtful", "known", "new", "cannot be read", "Carla Bruni"):
        assert words in page.text, words
    chosen = {"confirm": "yes", "choice-3": "similar"}
    page = send(browser, "entries_import", league, text=text, **chosen)
    assert "3 entered." in page.text
    names = [entry.competitor.public_name for entry in league.entries.order_by("seed")]
    assert names == ["Carla Bruni", "Dolores", "Emil"]
    page = send(browser, "entries_import", league, text=text, **chosen)
    assert "Nothing changed" in page.text
    assert league.entries.count() == 3


def test_what_was_said_to_a_row_can_be_changed_and_so_can_the_list() -> None:
    league = LeagueFactory.create()
    PlayerFactory.create(name="Carla Bruni", created_by=league.owner)
    browser, text = owner_of(league), "Carla Brunni\nEmil\nEmil\nx,oops,oops\n"
    page = send(browser, "entries_import", league, text=text, **{"choice-1": "similar"})
    assert '<option value="similar" selected>' in page.text
    assert "2 would be entered." in page.text
    assert "1 is entered already." in page.text
    assert "1 row is left out" in page.text
    page = send(browser, "entries_import", league, text=text, **{"choice-1": "skip"})
    assert "1 would be entered." in page.text
    page = send(browser, "entries_import", league, text=text, change="yes")
    assert page.response.context["form"]["text"].value() == text  # type: ignore[attr-defined]
    assert not league.entries.exists()


@pytest.mark.parametrize("competitors", ["person", "pair"])
def test_the_file_of_entries_can_be_entered_in_another_league(competitors: str) -> None:
    league = running_league(3, competitors=competitors)
    other = LeagueFactory.create(competitors=competitors, owner=league.owner)
    browser = owner_of(league)
    file = browser.get(reverse("leagues:entries_csv", args=[league.public_id])).content
    sent = SimpleUploadedFile("entries.csv", file)
    send(browser, "entries_import", other, file=sent, confirm="yes")
    names = [
        [entry.competitor.public_name for entry in one.entries.order_by("seed")]
        for one in (league, other)
    ]
    assert names[0] == names[1]


def test_a_file_is_read_as_spreadsheets_write_it() -> None:
    league = LeagueFactory.create(competitors="pair")
    file = SimpleUploadedFile("list.csv", "Ana;José\r\nBea;Günther\r\n".encode("cp1252"))
    page = send(owner_of(league), "entries_import", league, file=file)
    assert "José" in page.text
    assert "Günther" in page.text


@pytest.mark.parametrize("text", ["", "\0\0", " \n \n", '"', "x" * 600_000])
def test_a_list_that_is_none_is_refused_or_shown(text: str) -> None:
    league = LeagueFactory.create()
    for confirm in ({}, {"confirm": "yes", "choice-x": "?", "choice-99999999": "?"}):
        assert send(owner_of(league), "entries_import", league, text=text, **confirm).status == 200
    assert not league.entries.exists()


def test_a_file_that_is_too_large_is_refused() -> None:
    league = LeagueFactory.create()
    file = SimpleUploadedFile("list.csv", b"Ana\n" * 200_000)
    page = send(owner_of(league), "entries_import", league, file=file)
    assert page.errors("file")


def test_seeds_by_hand_at_random_and_by_rating() -> None:
    league = named_league(3)
    browser = owner_of(league)
    first, second, third = league.entries.order_by("seed").values_list("pk", flat=True)
    order = {f"seed-{first}": "3", f"seed-{second}": "nonsense", f"seed-{third}": "1"}
    send(browser, "entries_seed", league, how="hand", revision=league.revision, **order)
    assert list(league.entries.order_by("seed").values_list("pk", flat=True)) == [
        third,
        second,
        first,
    ]
    for how in ("random", "rating"):
        league.refresh_from_db()
        page = send(browser, "entries_seed", league, how=how, revision=league.revision)
        assert "new order" in page.text
    assert sorted(league.entries.values_list("seed", flat=True)) == [1, 2, 3]


def test_an_order_from_an_older_page_is_not_mixed_with_the_new_one() -> None:
    league = named_league(3)
    first, second, third = league.entries.order_by("seed").values_list("pk", flat=True)
    browser, seen = owner_of(league), league.revision
    send(browser, "entries_seed", league, how="hand", revision=seen, **{f"seed-{third}": "0"})
    page = send(
        browser, "entries_seed", league, how="hand", revision=seen, **{f"seed-{second}": "0"}
    )
    assert "nothing was saved" in page.text
    assert list(league.entries.order_by("seed").values_list("pk", flat=True)) == [
        third,
        first,
        second,
    ]


def test_seeds_stay_once_something_is_drawn() -> None:
    league = started_league(4)
    round_drawn(league)
    page = send(owner_of(league), "entries_seed", league, how="random")
    assert "cannot change" in page.text


def test_before_the_start_somebody_is_taken_off_the_list() -> None:
    league = named_league(3)
    entry = league.entries.order_by("seed")[0]
    page = read(owner_of(league), "entry", league, entry.pk)
    assert "Take off the list" in page.text
    assert "Disqualify" not in page.text
    send(owner_of(league), "entry", league, entry.pk, what="remove", note="")
    assert league.entries.count() == 2


def test_what_leaving_means_is_said_before_and_then_done() -> None:
    league = started_league(4)
    drawn = round_drawn(league)
    fixture = drawn.fixtures.order_by("place")[0]
    browser = owner_of(league)
    page = read(browser, "entry", league, fixture.first_id)
    assert "What they have played stands" in page.text
    assert "Still to play" in page.text
    leaving = {"what": "withdraw", "remaining": "forfeit"}
    page = send(browser, "entry", league, fixture.first_id, **leaving)
    assert "Withdrawn. 1 match counts as lost. " in page.text
    assert re.search(r"moves (up|down) from place \d to place \d", page.text)
    assert "3 are entered." in page.text
    fixture.refresh_from_db()
    assert fixture.state == Fixture.State.CONFIRMED
    assert fixture.first.status == LeagueEntry.Status.WITHDRAWN
    page = read(browser, "entry", league, fixture.first_id)
    assert "Let them play again" in page.text
    send(browser, "entry", league, fixture.first_id, what="return")
    assert LeagueEntry.objects.get(pk=fixture.first_id).status == LeagueEntry.Status.ACTIVE


def test_disqualifying_takes_a_reason() -> None:
    league = started_league(4)
    entry = league.entries.order_by("seed")[0]
    browser = owner_of(league)
    page = send(browser, "entry", league, entry.pk, what="disqualify", annul="yes", note="")
    assert form_errors(page, "disqualify")["note"]
    send(browser, "entry", league, entry.pk, what="disqualify", annul="yes", note="Marked tiles")
    entry.refresh_from_db()
    assert (entry.status, entry.annulled) == (LeagueEntry.Status.DISQUALIFIED, True)


def test_rounds_to_sit_out_are_read_as_people_write_them() -> None:
    league = named_league(4)
    entry = league.entries.order_by("seed")[0]
    browser = owner_of(league)
    seen = league.revision
    send(browser, "entry", league, entry.pk, what="rest", rounds=" 5,2; 2 ", revision=seen)
    entry.refresh_from_db()
    assert entry.rests == [2, 5]
    page = send(browser, "entry", league, entry.pk, what="rest", rounds="3", revision=seen)
    assert "nothing was saved" in page.text
    assert 'value="2, 5"' in page.text
    for wrong in ("two", "0", "99999", "-1", "1.5", "²", "x" * 10_000, "\0"):
        page = send(browser, "entry", league, entry.pk, what="rest", rounds=wrong)
        assert form_errors(page, "rest")["rounds"], wrong


def test_whatever_is_asked_of_an_entry_there_is_an_answer() -> None:
    league = started_league(4)
    entry = league.entries.order_by("seed")[0]
    browser = owner_of(league)
    for what in ("", "nonsense", "remove", "return", "\0"):
        assert send(browser, "entry", league, entry.pk, what=what).status == 200
    assert read(browser, "entry", league, 10**30).status == 404
    other = started_league(2).entries.order_by("seed")[0]
    assert read(browser, "entry", league, other.pk).status == 404


def test_whoever_withdrew_can_still_be_disqualified() -> None:
    league = started_league(4)
    entry = league.entries.order_by("seed")[0]
    browser = owner_of(league)
    where = (browser, "entry", league, entry.pk)
    send(*where, what="withdraw", remaining="forfeit", note="Ill")
    assert "Disqualify them" in read(*where).text
    send(*where, what="disqualify", annul="yes", note="It came out later")
    entry.refresh_from_db()
    assert (entry.status, entry.annulled) == ("disqualified", True)
    assert "Disqualify them" not in read(*where).text
