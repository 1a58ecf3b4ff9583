"""What the runner said, on pages in the reader's language."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import trans_real

from arena.models import BotVersion, Validation
from arena.runner.orders import Step, StepKind, StepState, exchange_text
from arena.runner.sentences import ANSWER_TEMPLATES, SENTENCES, in_words, sentence
from arena.step_texts import answer_text, step_text
from tests.arena.bot_kit import ToldCheck, bot_sent_in, text_of
from tests.factories import UserFactory

SAID = (
    sentence("fault_illegal", game=2, decision=31),
    sentence("server_says", detail="100% %(game)s <b>"),
)
PLAYED = sentence("played", games=4, decisions=1234, average=0.5, longest=1000)
NOTHING = ANSWER_TEMPLATES["nothing_in_time"]
TRANSLATED = {
    "es": {
        SENTENCES["fault_illegal"]: "Partida %(game)s, decisión %(decision)s: prohibido.",
        SENTENCES["server_says"]: "Dice el servidor: %(detail)s",
        SENTENCES["played"]: "%(longest)s, %(average)s, %(decisions)s, %(games)s",
        NOTHING: "(nada)",
    },
    "de": {
        SENTENCES["fault_illegal"]: "Spiel %(game)s, Entscheidung %(decision)s: verboten.",
        SENTENCES["server_says"]: "Der Server sagt: %(detail)s",
        SENTENCES["played"]: "%(games)s, %(decisions)s, %(average)s, %(longest)s",
        NOTHING: "(nichts)",
    },
}
SHOWN = {
    "es": "Partida 2, decisión 31: prohibido. Dice el servidor: 100% %(game)s <b>",
    "de": "Spiel 2, Entscheidung 31: verboten. Der Server sagt: 100% %(game)s <b>",
}


@pytest.fixture(autouse=True)
def catalogues(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few sentences, so that these tests do not hang on the translators' wording."""
    for language, translated in TRANSLATED.items():
        with translation.override(language):
            translation.gettext("")  # loads the catalogue
            catalog = trans_real._translations[language]._catalog  # type: ignore[attr-defined]
            for text, other in translated.items():
                monkeypatch.setitem(catalog._catalogs[0], text, other)


def step(**changes: object) -> Step:
    given = Step(kind=StepKind.START, state=StepState.FAILED, text="In English.")
    return replace(given, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", ["en", "es", "de"])
def test_a_step_is_worded_in_the_readers_language(language: str) -> None:
    with translation.override(language):
        assert step_text(step(said=SAID)) == SHOWN.get(language, in_words(SAID))


def test_numbers_are_written_as_the_reader_writes_them() -> None:
    english = "4 games, 1234 decisions, 0.5 ms each, 1000 ms at most."
    assert in_words([PLAYED]) == english
    for language, expected in (
        ("en", english), ("es", "1000, 0,5, 1234, 4"), ("de", "4, 1234, 0,5, 1000"),
    ):  # fmt: skip
        with translation.override(language):
            assert step_text(step(said=(PLAYED,))) == expected


@pytest.mark.parametrize(
    "unknown", [sentence("goodbye"), sentence("hello"), sentence("started", more=1)]
)
def test_what_cannot_be_worded_is_left_in_english(unknown: object) -> None:
    """A row may be older than our sentences."""
    with translation.override("es"):
        assert step_text(step()) == "In English."
        assert step_text(step(said=(*SAID, unknown))) == "In English."


def test_only_words_of_ours_are_translated_in_an_answer() -> None:
    with translation.override("de"):
        assert answer_text(NOTHING) == "(nichts)"
        assert answer_text('{"action": "pass"}') == '{"action": "pass"}'
        assert answer_text(SENTENCES["server_says"]) == SENTENCES["server_says"]
        assert answer_text("") == ""


@pytest.fixture
def version() -> BotVersion:
    return bot_sent_in(UserFactory.create())


def page_in(language: str, version: BotVersion) -> str:
    owner = version.bot.owner
    assert owner is not None
    owner.language = language
    owner.save()
    browser = Client()
    browser.force_login(owner)
    address = reverse("bots:version", args=[version.bot.public_id, version.number])
    return text_of(browser.get(address))


@pytest.mark.django_db
@pytest.mark.parametrize("language", SHOWN)
def test_the_page_explains_a_failure_in_the_readers_language(
    language: str, version: BotVersion
) -> None:
    exchange = exchange_text(asked="{}", answered=NOTHING)
    ToldCheck(version).invalid(3, in_words(SAID), said=SAID, exchange=exchange)
    page = page_in(language, version)
    assert SHOWN[language] in page
    assert TRANSLATED[language][NOTHING] in page
    for english in ("against the rules", "The game server says", NOTHING):
        assert english not in page


@pytest.mark.django_db
def test_the_page_shows_what_was_kept_before_sentences_were(version: BotVersion) -> None:
    ToldCheck(version).invalid(3, "It answered nonsense.", said=SAID)
    validation = Validation.objects.get()
    for kept in validation.steps:
        del kept["said"]
    validation.save()
    assert "It answered nonsense." in page_in("es", version)
