"""Lists of entries: the preview says what will happen, and that is what happens."""

import pytest
from django.core.exceptions import ValidationError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from tests.factories import BotVersionFactory, LeagueFactory, PlayerFactory, running_league
from tests.tournaments.leagues.kit import entries_of, events, official, owner, round_with
from tournaments.league_access import LeagueDeniedError
from tournaments.models import League, LeagueRound, Player
from tournaments.selectors.league_names import league_names
from tournaments.services.leagues import room
from tournaments.services.leagues.entry_import import (
    ImportPreview,
    entries_import,
    entries_import_preview,
)
from tournaments.services.leagues.entry_judging import Choice, Verdict

LIST = "Name;Partner\nAna;Bea\nCarl;Dora\n"


def _preview(league: League, text: str, **choices: str) -> ImportPreview:
    lines = {int(line[1:]): choice for line, choice in choices.items()}
    return entries_import_preview(
        public_id=league.public_id, visitor=owner(league), text=text, choices=lines
    )


def _import(league: League, text: str, **choices: str) -> int:
    lines = {int(line[1:]): choice for line, choice in choices.items()}
    return entries_import(
        public_id=league.public_id, visitor=owner(league), text=text, choices=lines
    )


def _verdicts(league: League, text: str) -> list[str]:
    return [row.verdict.value for row in _preview(league, text).rows]


@pytest.mark.django_db
def test_a_preview_saves_nothing() -> None:
    league = LeagueFactory.create(competitors="pair")
    preview = _preview(league, LIST)
    assert (preview.entering, preview.doubtful) == (2, 0)
    assert not Player.objects.exists()
    assert not league.entries.exists()
    assert not events(league)


@pytest.mark.django_db
def test_an_import_is_one_entry_of_the_log_and_twice_changes_nothing() -> None:
    league = LeagueFactory.create(competitors="pair")
    assert _import(league, LIST) == 2
    assert list(league_names(league=league).values()) == ["Ana and Bea", "Carl and Dora"]
    assert _import(league, LIST) == 0
    (event,) = events(league)
    assert (event.before, event.after["entries"]) == ({"entries": 0}, 2)
    assert event.after["competitors"] == [entry.competitor_id for entry in entries_of(league)]
    assert _verdicts(league, LIST) == ["already", "already"]
    assert Player.objects.count() == 4


@pytest.mark.django_db
def test_every_row_is_told_what_it_is() -> None:
    league = LeagueFactory.create(competitors="pair")
    PlayerFactory.create(name="Eva", created_by=league.owner)
    PlayerFactory.create(name="Finn", created_by=league.owner)
    _import(league, LIST)
    rows = {
        "Dora;Carl": (Verdict.ALREADY, "Entered already."),
        "Eva;Finn": (Verdict.KNOWN, "On your list."),
        "Gina;Hans": (Verdict.NEW, "New: Gina and Hans will be added to your list."),
        "Hans;Gina": (Verdict.ALREADY, "The same as in line 3: read once."),
        "Gina;Ines": (Verdict.WRONG, "Gina stands in line 3 already, with somebody else."),
        "Ana;Ines": (Verdict.WRONG, "Ana is entered already, with somebody else."),
        "Ines": (Verdict.WRONG, "A pair needs two names."),
        "Ines;ines": (Verdict.WRONG, "A pair needs two different people."),
        f"{'J' * 41};Kurt": (Verdict.WRONG, "Please use at most 40 characters."),
        "?;Kurt": (Verdict.WRONG, "Please use at least 2 characters."),
    }
    found = _preview(league, "\n".join(rows)).rows
    assert [(row.verdict, row.sentence) for row in found] == list(rows.values())


@pytest.mark.django_db
def test_a_name_on_the_list_twice_is_not_guessed() -> None:
    league = LeagueFactory.create()
    PlayerFactory.create_batch(2, name="Ana", created_by=league.owner)
    (row,) = _preview(league, "Ana").rows
    assert (row.verdict, "rename one" in row.sentence) == (Verdict.WRONG, True)


@pytest.mark.django_db
def test_a_name_almost_like_another_waits_for_a_word() -> None:
    league = LeagueFactory.create()
    known = PlayerFactory.create(name="Carlos Ruiz", created_by=league.owner)
    (row,) = _preview(league, "Carlos Riuz").rows
    assert (row.verdict, row.similar) == (Verdict.DOUBTFUL, ("Carlos Ruiz",))
    assert "Is this Carlos Ruiz?" in row.sentence
    assert _import(league, "Carlos Riuz") == 0
    assert _import(league, "Carlos Riuz", l1=Choice.SIMILAR) == 1
    assert entries_of(league)[0].competitor.player == known
    assert _import(league, "Carlos Riuz", l1=Choice.SIMILAR) == 0
    assert _import(league, "Carlos Riuz", l1=Choice.AS_WRITTEN) == 1
    assert _import(league, "Carlos Riuz", l1=Choice.AS_WRITTEN) == 0
    assert Player.objects.count() == 2


@pytest.mark.django_db
def test_almost_the_same_name_twice_in_one_list_is_doubtful_too() -> None:
    league = LeagueFactory.create()
    assert _verdicts(league, "Carlos Ruiz\nCarlos Riuz") == ["new", "doubtful"]


@pytest.mark.django_db
def test_seeds_in_the_list_are_the_order_of_those_who_have_one() -> None:
    league = LeagueFactory.create()
    _import(league, "Name,Seed\nFirst one,\n")
    _import(league, "Name,Seed\nCarl,3\nDora,\nBea,2\nNobody,none\nZero,0\n")
    assert list(league_names(league=league).values()) == ["First one", "Bea", "Carl", "Dora"]
    assert [entry.seed for entry in entries_of(league)] == [1, 2, 3, 4]


@pytest.mark.django_db
def test_what_does_not_fit_any_more_is_said_row_by_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "ENTRIES_MAX", 2)
    league = LeagueFactory.create(format="swiss")
    assert _verdicts(league, "Ana\nBea\nCarl") == ["new", "new", "wrong"]
    assert _import(league, "Ana\nBea\nCarl") == 2


@pytest.mark.django_db
def test_bots_are_found_by_name_or_by_the_address_of_their_page() -> None:
    league = LeagueFactory.create(game="durak", competitors="bot")
    one, two = (BotVersionFactory.create(bot__name=n, active=True).bot for n in ("One", "Two"))
    text = f"Bot\none\nhttps://example.org/bots/{two.public_id}/\nOne\nUnheard of\n"
    assert _verdicts(league, text) == ["known", "known", "already", "wrong"]
    assert _import(league, text) == 2
    assert [entry.competitor for entry in entries_of(league)] == [one.competitor, two.competitor]
    assert _import(league, text) == 0


@pytest.mark.django_db
def test_nothing_is_imported_beside_a_draft_or_by_others() -> None:
    league = running_league(2)
    with pytest.raises(LeagueDeniedError):
        entries_import_preview(
            public_id=league.public_id, visitor=official(league, "scorer"), text="Ana"
        )
    first, second = entries_of(league)
    round_with(league, (first, second), state=LeagueRound.State.DRAFT)
    for step in (_preview, _import):
        with pytest.raises(ValidationError, match="throw the draft away"):
            step(league, "Ana")


@pytest.mark.django_db
def test_a_large_list_takes_no_more_queries_than_a_small_one(
    django_assert_max_num_queries: pytest.FixtureRequest,
) -> None:
    league = LeagueFactory.create(competitors="pair", format="swiss")
    text = "Name;Partner\n" + "".join(f"Person {n}a;Person {n}b\n" for n in range(300))
    with django_assert_max_num_queries(40):  # type: ignore[operator]
        assert _import(league, text) == 300


LETTERS = st.sampled_from(
    ["Ana", "ana", "Aña", "Bea", "Carlos", "Carlso", "Dora", "", "1", "x\x00"]
)
CELLS = st.one_of(LETTERS, st.text(max_size=6))
TEXTS = st.lists(st.lists(CELLS, min_size=1, max_size=3), max_size=8).map(
    lambda rows: "\n".join(";".join(row) for row in rows)
)
CHOICES = st.dictionaries(st.integers(1, 9), st.sampled_from([*Choice, "nonsense"]), max_size=5)


class ImportProperties(TestCase):
    """Of any list, with any choices."""

    @settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
    @given(text=TEXTS, choices=CHOICES, kind=st.sampled_from(["person", "pair"]))
    def test_the_import_does_what_the_preview_says_and_twice_nothing(
        self, text: str, choices: dict[int, str], kind: str
    ) -> None:
        league = LeagueFactory.create(competitors=kind)
        about = {"public_id": league.public_id, "visitor": owner(league)}
        preview = entries_import_preview(**about, text=text, choices=choices)  # type: ignore[arg-type]
        assert not league.entries.exists()
        assert all(row.sentence for row in preview.rows)
        done = entries_import(**about, text=text, choices=choices)  # type: ignore[arg-type]
        assert done == preview.entering == league.entries.count()
        named = {" ".join(sorted(row.names)).casefold() for row in preview.rows if row.enters}
        assert len(named) == done
        league.refresh_from_db()
        revision, people = league.revision, Player.objects.count()
        assert entries_import(**about, text=text, choices=choices) == 0  # type: ignore[arg-type]
        league.refresh_from_db()
        assert (league.revision, Player.objects.count()) == (revision, people)
