"""A round robin, or a group, has no more entries than can all meet and be shown in a table."""

from typing import Any

import pytest
from django.core.exceptions import ValidationError

from tests.factories import LeagueEntryFactory, LeagueFactory
from tests.tournaments.leagues.kit import entries_of, owner
from tournaments.models import League, LeagueApplication, LeagueEntry
from tournaments.services.leagues import room, rounds
from tournaments.services.leagues.applications import application_accept
from tournaments.services.leagues.entries import entry_add
from tournaments.services.leagues.entry_import import entries_import, entries_import_preview
from tournaments.services.leagues.rounds import rounds_draft
from tournaments.services.leagues.settings import league_spec_of, league_update
from tournaments.services.leagues.states import league_start

pytestmark = pytest.mark.django_db

Format = League.Format
ADVICE = {
    Format.ROUND_ROBIN: "choose the Swiss system or groups",
    Format.DOUBLE_ROUND_ROBIN: "choose the Swiss system or groups",
    Format.GROUPS: "add groups or choose the Swiss system",
}


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if three were the most who can all meet."""
    assert room.ALL_MEET_MAX == 64
    for module in (room, rounds):
        monkeypatch.setattr(module, "ALL_MEET_MAX", 3)


def prepared(format_: str, size: int) -> League:
    league = LeagueFactory.create(format=format_, groups=1, qualifiers=1)
    LeagueEntryFactory.create_batch(size, league=league)
    return league


@pytest.mark.parametrize("format_", ADVICE)
def test_a_fourth_is_not_added_imported_or_accepted(format_: Format) -> None:
    league = prepared(format_, 3)
    who: dict[str, Any] = {"public_id": league.public_id, "visitor": owner(league)}
    asks = LeagueApplication.objects.create(league=league, name="Wanda")
    with pytest.raises(ValidationError, match=ADVICE[format_]):
        entry_add(**who, names=["Dora"])
    with pytest.raises(ValidationError, match=ADVICE[format_]):
        application_accept(**who, application_id=asks.pk)
    (row,) = entries_import_preview(**who, text="Dora\n").rows
    assert ADVICE[format_] in row.sentence
    assert entries_import(**who, text="Dora\n") == 0
    assert league.entries.count() == 3


@pytest.mark.parametrize("format_", ADVICE)
def test_with_too_many_it_does_not_start(format_: Format) -> None:
    league = prepared(format_, 4)
    with pytest.raises(ValidationError, match=ADVICE[format_]):
        league_start(public_id=league.public_id, visitor=owner(league))


@pytest.mark.parametrize("format_", [Format.SWISS, Format.KNOCKOUT])
def test_other_formats_have_room_for_more(format_: Format) -> None:
    league = prepared(format_, 3)
    entry_add(public_id=league.public_id, visitor=owner(league), names=["Dora"])
    league_start(public_id=league.public_id, visitor=owner(league))


def test_the_format_does_not_become_one_without_room_for_all() -> None:
    league = prepared(Format.SWISS, 4)

    def change(**to: Any) -> None:  # noqa: ANN401
        league.refresh_from_db()
        league_update(
            public_id=league.public_id,
            visitor=owner(league),
            spec=league_spec_of(League(**{**vars_of(league), **to})),
            revision=league.revision,
        )

    with pytest.raises(ValidationError) as caught:
        change(format=Format.ROUND_ROBIN, rounds_planned=0)
    assert "Swiss system" in caught.value.message_dict["format"][0]
    change(format=Format.GROUPS, rounds_planned=0, groups=2, qualifiers=1)
    LeagueEntryFactory.create_batch(3, league=league)
    with pytest.raises(ValidationError) as caught:
        change(name="Another")
    assert "groups" in caught.value.message_dict


def vars_of(league: League) -> dict[str, Any]:
    return {field.attname: getattr(league, field.attname) for field in League._meta.concrete_fields}


def test_late_entries_join_a_group_that_has_room() -> None:
    league = LeagueFactory.create(format=Format.GROUPS, groups=2, qualifiers=1)
    LeagueEntryFactory.create_batch(5, league=league)
    who: dict[str, Any] = {"public_id": league.public_id, "visitor": owner(league)}
    league_start(**who)
    full = LeagueEntry.objects.filter(league=league, group=0)
    assert full.count() == 3
    full.filter(pk__in=full.order_by("-pk").values("pk")[:2]).update(status="withdrawn")
    late = entry_add(**who, names=["Late"])
    rounds_draft(**who)
    late.refresh_from_db()
    assert late.group == 1
    assert len(entries_of(league)) == 6
