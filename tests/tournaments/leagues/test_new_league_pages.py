"""Four steps to a new league: only what fits is asked, going back loses nothing, and nothing is
created before the last press."""

from decimal import Decimal

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.factories import RuleSetVersionFactory, UserFactory
from tests.tournaments.browsing import Page
from tests.tournaments.leagues.organizing import browser_of
from tournaments.bot_directory import bot_directory
from tournaments.models import League, LeagueEvent, User

pytestmark = pytest.mark.django_db

URL = reverse("leagues:new")
WHAT = {"name": "Thursday evening", "game": "burako", "competitors": "pair"}
HOW = {"format": "swiss", "rounds_planned": "4", "match_length": "5"}
DETAILS = {
    "points_win": "2",
    "points_draw": "1",
    "points_loss": "0",
    "points_bye": "2",
    "points_forfeit_win": "2",
    "points_forfeit_loss": "0",
    "tie_breaks": ["buchholz", "point_difference"],
    "tables": "3",
    "visibility": "link",
    "score_entry": "officials",
    "description": "Every Thursday at eight.",
}


@pytest.fixture
def ana() -> User:
    cache.clear()
    return UserFactory.create(display_name="Ana")


@pytest.fixture
def browser(ana: User) -> Client:
    return browser_of(ana)


def send(browser: Client, step: str, **data: object) -> Page:
    return Page(browser.post(f"{URL}?step={step}", data, follow=True))


def step_of(page: Page) -> object:
    return page.response.context["step"]  # type: ignore[attr-defined]


def house_rules(browser: Client) -> str:
    page = Page(browser.get(f"{URL}?step=how"))
    form = page.response.context["form"]  # type: ignore[attr-defined]
    return str(form.fields["rule_version"].initial.pk)


def test_a_league_is_made_of_the_answers(browser: Client, ana: User) -> None:
    assert step_of(send(browser, "what", **WHAT)) == "how"
    rules = house_rules(browser)
    page = send(browser, "how", **HOW, rule_version=rules, target_points="2000", hand_limit="12")
    assert step_of(page) == "details"
    page = send(browser, "details", **DETAILS)
    assert step_of(page) == "check"
    for words in ("Pairs play Burako", "4 rounds", "A match is played to 2000 points"):
        assert words in page.text
    assert "Buchholz, Point difference" in page.text
    assert not League.objects.exists()
    page = send(browser, "check")
    league = League.objects.get()
    assert page.url == reverse("leagues:today", args=[league.public_id])
    assert "What to do next" in page.text
    assert (league.owner, league.name, league.format) == (ana, "Thursday evening", "swiss")
    assert (league.rounds_planned, league.tables) == (4, 3)
    assert league.points_win == Decimal(2)
    assert league.tie_breaks == ["buchholz", "point_difference"]
    assert league.rule_version is not None
    assert league.rule_version.rules.target_points == 2000
    assert LeagueEvent.objects.get().action == "created"


def test_the_defaults_are_enough(browser: Client) -> None:
    send(browser, "what", **WHAT)
    send(browser, "how", format="round_robin", rule_version=house_rules(browser))
    page = Page(browser.get(f"{URL}?step=details"))
    form = page.response.context["form"]  # type: ignore[attr-defined]
    usual = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    send(browser, "details", **{name: usual[name] for name in usual if name != "rated"})
    send(browser, "check")
    assert League.objects.get().tie_breaks == ["head_to_head", "point_difference", "wins"]


def test_what_was_not_played_brings_what_a_win_brings_unless_it_is_said(browser: Client) -> None:
    send(browser, "what", **WHAT)
    send(browser, "how", format="round_robin", rule_version=house_rules(browser))
    said = DETAILS | {"tie_breaks": ["wins"], "points_bye": "", "points_forfeit_win": "1.5"}
    send(browser, "details", **said | {"points_loss": "0.25", "points_forfeit_loss": ""})
    send(browser, "check")
    league = League.objects.get()
    assert (league.points_bye, league.points_forfeit_win) == (Decimal(2), Decimal("1.5"))
    assert league.points_forfeit_loss == Decimal("0.25")


def test_durak_between_people_asks_for_games_and_their_points(browser: Client) -> None:
    page = send(browser, "what", **WHAT | {"game": "durak", "competitors": "person"})
    assert 'name="survived"' in page.text
    assert 'name="rule_version"' not in page.text
    points = {"survived": "3", "draw": "1", "lost": "0"}
    costs = {"one_epaulette_costs": "1", "two_epaulettes_cost": "2"}
    page = send(browser, "how", **HOW, **points, **costs, profile="durak/duel24")
    assert 'name="rated"' not in page.text
    send(browser, "details", **DETAILS)
    send(browser, "check")
    league = League.objects.get()
    assert (league.profile, league.match_length) == ("durak/duel24", 5)
    assert (league.durak_rule.survived, league.durak_rule.two_epaulettes_cost) == (3, 2)


def test_bots_are_asked_for_rules_and_shuffles_only(browser: Client) -> None:
    page = send(browser, "what", **WHAT | {"game": "durak", "competitors": "bot"})
    assert 'name="survived"' not in page.text
    length = bot_directory().lengths(profile="durak/duel24")[1]
    page = send(browser, "how", **HOW | {"match_length": str(length)}, profile="durak/duel24")
    assert 'name="score_entry"' not in page.text
    assert 'name="tables"' not in page.text
    send(browser, "details", **DETAILS)
    send(browser, "check")
    assert League.objects.get().match_length == length


def test_errors_stand_at_their_fields(browser: Client) -> None:
    page = send(browser, "what", name="", game="chess", competitors="pair")
    assert page.errors("name")
    assert page.errors("game")
    send(browser, "what", **WHAT)
    page = send(browser, "how", format="groups", groups="1", qualifiers="0", rule_version="0")
    for field in ("groups", "qualifiers", "rule_version"):
        assert page.errors(field), field
    send(browser, "how", **HOW, rule_version=house_rules(browser))
    page = send(browser, "details", **DETAILS | {"points_loss": "3"})
    assert page.errors("points_draw")
    page = send(browser, "details", **DETAILS | {"tie_breaks": ["points"]})
    assert page.errors("tie_breaks")


def test_what_durak_pays_is_judged_by_the_kernel(browser: Client) -> None:
    send(browser, "what", **WHAT | {"game": "durak", "competitors": "person"})
    points = {"survived": "0", "draw": "1", "lost": "5"}
    costs = {"one_epaulette_costs": "0", "two_epaulettes_cost": "0"}
    page = send(browser, "how", **HOW, **points, **costs, profile="durak/duel24")
    assert page.errors("lost")


def test_nobody_skips_a_step(browser: Client) -> None:
    for step in ("how", "details", "check"):
        assert browser.get(f"{URL}?step={step}")["Location"] == URL
        assert browser.post(f"{URL}?step={step}")["Location"] == URL
    assert browser.get(f"{URL}?step=nonsense").status_code == 200


def test_going_back_keeps_what_was_typed(browser: Client) -> None:
    send(browser, "what", **WHAT)
    send(browser, "how", **HOW, rule_version=house_rules(browser))
    page = send(browser, "details", back="yes", **DETAILS | {"points_win": "not a number"})
    assert step_of(page) == "how"
    assert 'value="4"' in page.text
    page = Page(browser.get(f"{URL}?step=details"))
    assert "not a number" in page.text
    assert "Every Thursday at eight." in page.text


def test_the_game_decides_anew_what_fits(browser: Client) -> None:
    """An answer that does not fit any more is asked again instead of being taken."""
    send(browser, "what", **WHAT)
    send(browser, "how", **HOW, rule_version=house_rules(browser))
    send(browser, "details", **DETAILS)
    page = send(browser, "what", **WHAT | {"game": "durak", "competitors": "person"})
    assert step_of(page) == "how"
    assert browser.get(f"{URL}?step=check")["Location"] == f"{URL}?step=how"


@pytest.mark.parametrize(
    ("move", "order"),
    [
        ("down:wins", ["buchholz", "wins", "points_for"]),
        ("up:buchholz", ["buchholz", "wins", "points_for"]),
        ("up:wins", ["wins", "buchholz", "points_for"]),
        ("drop:buchholz", ["wins", "points_for"]),
        ("add:head_to_head", ["wins", "buchholz", "points_for", "head_to_head"]),
        ("add:points", ["wins", "buchholz", "points_for"]),
        ("sideways:wins", ["wins", "buchholz", "points_for"]),
        ("\0", ["wins", "buchholz", "points_for"]),
    ],
)
def test_tie_breaks_move_by_buttons_and_the_rest_of_the_form_stays(
    browser: Client, move: str, order: list[str]
) -> None:
    send(browser, "what", **WHAT)
    send(browser, "how", **HOW, rule_version=house_rules(browser))
    typed = DETAILS | {"tie_breaks": ["wins", "buchholz", "points_for"], "tables": "17"}
    page = send(browser, "details", move=move, **typed)
    form = page.response.context["form"]  # type: ignore[attr-defined]
    assert [one.code for one in form.tie_breaks_chosen()] == order
    assert 'value="17"' in page.text


def test_ones_own_rules_are_offered_and_nobody_elses(browser: Client, ana: User) -> None:
    own = RuleSetVersionFactory.create(rule_set__owner=ana, rule_set__name="Ana's rules")
    other = RuleSetVersionFactory.create()
    page = send(browser, "what", **WHAT)
    assert "Ana&#x27;s rules" in page.text
    page = send(browser, "how", **HOW, rule_version=str(other.pk))
    assert page.errors("rule_version")
    assert step_of(send(browser, "how", **HOW, rule_version=str(own.pk))) == "details"


SPOILT = ("\0", "x" * 10_000, "-1", "1e400", "999999999999999999999", "NaN", "🃏", "<script>")


@pytest.mark.long
@pytest.mark.parametrize("spoilt", SPOILT)
def test_whatever_is_sent_a_step_answers(browser: Client, spoilt: str) -> None:
    for name in WHAT:
        assert send(browser, "what", **WHAT | {name: spoilt}).status == 200, name
    send(browser, "what", **WHAT)
    rules = {"rule_version": house_rules(browser), "target_points": "", "hand_limit": ""}
    for name in HOW | rules | {"groups": "", "qualifiers": ""}:
        data = HOW | rules | {name: spoilt}
        assert send(browser, "how", **data).status == 200, name
        assert send(browser, "how", back="yes", **data).status == 200, name
    send(browser, "how", **HOW, **rules)
    for name in DETAILS:
        assert send(browser, "details", **DETAILS | {name: spoilt}).status == 200, name
        assert send(browser, "details", back="yes", **DETAILS | {name: spoilt}).status == 200, name
    assert send(browser, "check").status == 200


def test_nobody_fills_the_list_of_leagues_alone(
    browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.services.leagues.settings.OPEN_MAX", 0)
    send(browser, "what", **WHAT)
    send(browser, "how", **HOW, rule_version=house_rules(browser))
    send(browser, "details", **DETAILS)
    page = send(browser, "check")
    assert "finish one of them" in page.text
    assert not League.objects.exists()
