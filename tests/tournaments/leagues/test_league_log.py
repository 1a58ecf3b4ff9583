"""The log of a league, and what every change does beside what it changes."""

import pytest

from tests.factories import LeagueEntryFactory, running_league
from tournaments.league_access import LeagueDeniedError, LeagueVisitor, league_access
from tournaments.league_acts import LeagueAct
from tournaments.models import Competitor, League, LeagueEvent
from tournaments.services.leagues.common import league_lock, league_note

pytestmark = pytest.mark.django_db


def test_noting_moves_the_league_on_and_says_who_it_was() -> None:
    league = running_league(2)
    entry = league.entries.get(seed=1)
    access = league_access(
        league=league_lock(public_id=league.public_id), visitor=LeagueVisitor(league.owner)
    )
    event = league_note(
        access=access,
        action=LeagueAct.ENTRY_ADDED,
        entry=entry,
        round=3,
        before={"seed": None},
        after={"seed": 1},
        note="late",
    )
    league.refresh_from_db()
    assert league.revision == 1
    read = LeagueEvent.objects.get(pk=event.pk)
    assert (read.revision, read.action, read.by, read.role) == (
        1,
        "entry_added",
        league.owner,
        "owner",
    )
    assert (read.entry, read.round, read.before, read.after, read.note) == (
        entry.pk,
        3,
        {"seed": None},
        {"seed": 1},
        "late",
    )


def test_a_league_that_does_not_exist_is_refused() -> None:
    with pytest.raises(LeagueDeniedError):
        league_lock(public_id="nothing-here")


@pytest.mark.parametrize("act", LeagueAct)
def test_every_act_has_a_sentence_that_names_whom_it_is_about(act: LeagueAct) -> None:
    sentence = act.sentence(entry="Ana", other="Bea", round_number=4)
    assert sentence.endswith(".")
    assert "%" not in sentence
    LeagueEvent._meta.get_field("action").run_validators(act.value)


@pytest.mark.parametrize("kind", Competitor.Kind.values)
def test_the_factories_make_leagues_of_every_kind(kind: str) -> None:
    league = running_league(3, competitors=kind, format=League.Format.GROUPS)
    late = LeagueEntryFactory.create(league=league)
    assert [entry.competitor.kind for entry in league.entries.order_by("seed")] == [kind] * 4
    assert late.seed == 4
