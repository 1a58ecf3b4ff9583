"""The named rule sets, as programs read them."""

import pytest
from django.test import Client
from django.urls import reverse

from arena.games.registry import profiles
from tests.api_document import conforms
from tests.arena.api.bot_calls import faults, refusal
from tests.arena.bot_kit import text_of

pytestmark = pytest.mark.django_db

PROFILES = "/api/v1/rules/profiles/"


def at(profile: str) -> str:
    return f"{PROFILES}{profile}/"


def test_every_rule_set_is_listed_once_in_the_usual_order() -> None:
    told = conforms(Client().get(f"{PROFILES}?page_size=100"))["results"]
    assert [one["id"] for one in told] == list(profiles())
    volga = next(one for one in told if one["id"] == "durak/volga")
    assert volga["cards"] == ["french", "spanish"]
    assert volga["players"] == list(profiles()["durak/volga"].players)


@pytest.mark.parametrize("profile", ["durak/volga", "durak/duel24", "burako/duel", "burako/pairs"])
def test_what_is_told_is_what_its_page_says(profile: str) -> None:
    told = conforms(Client().get(at(profile)))
    assert told["for_players"] == profiles()[profile].default_players
    assert told["sections"]
    if told["game"] == "durak":
        page = text_of(Client().get(told["page"]))
        for section in told["sections"]:
            assert section["title"] in page
        assert told["example"]["title"] in page
        assert all(step["text"] in page for step in told["example"]["steps"])
    else:
        assert told["example"] is None
        assert told["page"] == reverse("rules_burako")


def test_for_so_many_players_and_with_these_cards() -> None:
    told = conforms(Client().get(f"{at('durak/volga')}?players=4&cards=spanish"))
    assert (told["for_players"], told["for_cards"]) == (4, "spanish")
    two = conforms(Client().get(f"{at('durak/volga')}?players=2"))
    assert told["sections"] != two["sections"]


def test_it_is_told_in_the_readers_language() -> None:
    german = conforms(Client(headers={"Accept-Language": "de"}).get(at("durak/volga")))
    english = conforms(Client().get(at("durak/volga")))
    assert german["sections"][0]["title"] != english["sections"][0]["title"]
    assert german["sections"][0]["code"] == english["sections"][0]["code"]


@pytest.mark.parametrize(
    ("profile", "query", "field", "code"),
    [
        ("durak/duel24", "players=6", "players", "not_offered"),
        ("durak/duel24", "cards=spanish", "cards", "not_offered"),
        ("burako/duel", "cards=french", "cards", "not_offered"),
        ("durak/volga", "players=many", "players", "invalid"),
        ("durak/volga", "cards=tarot", "cards", "invalid_choice"),
        ("durak/volga", "colour=red", "colour", "unknown_field"),
    ],
)
def test_what_these_rules_do_not_have_is_refused(
    profile: str, query: str, field: str, code: str
) -> None:
    answer = Client().get(f"{at(profile)}?{query}")
    assert (answer.status_code, faults(answer)) == (422, {field: code})


def test_unknown_rules_are_not_found() -> None:
    for name in ("durak/nonsense", "poker/holdem"):
        assert refusal(Client().get(at(name))) == (404, "not_found")
