"""Every named way of playing Durak has a page, at every number of players and in every language."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import trans_real

from arena.games import rules
from arena.games.durak.profiles import PROFILES, SEED_TITLES

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _ in settings.LANGUAGES]


def page(client: Client, slug: str, language: str = "en", **query: str | int) -> str:
    address = reverse("durak_rules_profile", kwargs={"slug": slug})
    response = client.get(address, query, headers={"accept-language": language})
    assert response.status_code == 200, (address, query)
    return response.content.decode()


def test_there_are_three_languages() -> None:
    assert sorted(LANGUAGES) == ["de", "en", "es"]


@pytest.mark.long
@pytest.mark.parametrize("name", PROFILES)
def test_every_profile_has_a_page_for_every_table_in_every_language(
    client: Client, name: str
) -> None:
    profile = PROFILES[name]
    for language in LANGUAGES:
        for players in profile.players:
            text = page(client, profile.slug, language, players=players)
            assert f'<html lang="{language}"' in text
            assert text.count("<h1>") == 1
            assert 'id="setup"' in text
            assert 'id="example"' in text
            assert "%(" not in text


def test_the_page_says_every_sentence_of_the_explanation(client: Client) -> None:
    text = page(client, "german-team").replace("&#x27;", "'")
    for section in rules("durak/german-team", players=4).explain():
        assert section.title.text() in text
        for sentence in section.sentences:
            assert sentence.text() in text


def test_sentences_cards_and_titles_are_said_in_the_readers_language(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    german = {
        "Volga Durak": "Wolga-Durak",
        "Setup": "Vorbereitung",
        "The suits are %(suits)s.": "Die Farben sind %(suits)s.",
        "clubs": "Kreuz",
        "%(who)s attacks next.": "Als Nächstes greift %(who)s an.",
    }
    with translation.override("de"):
        translation.gettext("")  # loads the catalogue
        catalog = trans_real._translations["de"]._catalog  # type: ignore[attr-defined]
        for text, translated in german.items():
            monkeypatch.setitem(catalog._catalogs[0], text, translated)
    text = page(client, "volga", "de")
    assert "Wolga-Durak" in text
    assert ">Vorbereitung<" in text
    assert re.search(r"Die Farben sind .*, Kreuz\.", text)
    assert re.search(r"Als Nächstes greift \w+ an\.", text)


def test_the_list_leads_to_every_profile_under_its_source(client: Client) -> None:
    text = client.get(reverse("durak_rules")).content.decode()
    for profile in PROFILES.values():
        assert reverse("durak_rules_profile", kwargs={"slug": profile.slug}) in text
        assert profile.title in text
        assert profile.summary in text
    for title in SEED_TITLES.values():
        assert title in text
    assert text.count("never rated") == 1


def test_the_games_page_leads_to_durak(client: Client) -> None:
    assert f'href="{reverse("durak_rules")}"' in client.get(reverse("rules")).content.decode()


def test_the_number_of_players_is_chosen_by_a_link(client: Client) -> None:
    text = page(client, "german-secret", players=3)
    for players in (2, 3, 4):
        assert f'href="?players={players}"' in text
    assert 'href="?players=5"' not in text
    assert re.search(r'href="\?players=3" aria-current="true"', text)
    assert "There are 3 of you" in text


def test_a_page_without_a_number_is_for_the_usual_one(client: Client) -> None:
    assert "There are 4 of you" in page(client, "volga")
    assert "There are 2 of you" in page(client, "duel24")


def test_spanish_cards_are_offered_where_the_source_does(client: Client) -> None:
    spanish = page(client, "volga", players=3, cards="spanish")
    assert "5, 6, 7, 8, 9, 10, 11, 12, 1" in spanish
    assert 'href="?players=4&amp;cards=spanish"' in spanish  # the choice is kept
    assert "e for espadas" in spanish
    assert "Options that differ" not in spanish  # the page itself offers the choice
    assert "cards=spanish" not in page(client, "german")


@pytest.mark.parametrize(
    ("slug", "query"),
    [
        ("no-such-game", {}),
        ("volga", {"players": "7"}),
        ("volga", {"players": "0"}),
        ("volga", {"players": "four"}),
        ("volga", {"players": "4" * 5000}),
        ("volga", {"players": "\x00"}),
        ("volga", {"cards": "tarot"}),
        ("german", {"cards": "spanish"}),
        ("german-secret", {"players": "5"}),
    ],
)
def test_a_page_that_cannot_be_is_not_found(
    client: Client, slug: str, query: dict[str, str]
) -> None:
    address = reverse("durak_rules_profile", kwargs={"slug": slug})
    assert client.get(address, query).status_code == 404


def test_pages_carry_nothing_inline(client: Client) -> None:
    for text in (page(client, "volga"), client.get(reverse("durak_rules")).content.decode()):
        assert " style=" not in text
        assert "<style" not in text
        assert "<script>" not in text
        assert " onclick=" not in text
