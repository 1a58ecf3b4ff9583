"""Standings and matches of leagues on the command line, against the real site."""

import json

import pytest

from tests.arena.sdk.online.kit import Durako, told
from tests.factories import running_league
from tests.tournaments.leagues.organizing import round_drawn
from tests.tournaments.leagues.playing import play_published
from tournaments.models import League, User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def thursday(ana: User) -> League:
    """One round is played, the next is drawn."""
    league = running_league(4, format="swiss", rounds_planned=3, owner=ana, name="Thursday league")
    round_drawn(league)
    play_published(league)
    round_drawn(league)
    return league


def test_the_table_and_the_matches(at_site: Durako, thursday: League) -> None:
    found = told(at_site("league", "standings", "Thursday league", "--json"))
    names = [row["who"]["name"] for row in found["tables"][0]["rows"]]
    assert len(names) == 4
    shown = at_site("league", "standings", thursday.public_id).stdout
    assert found["text"] in shown
    assert all(name in shown for name in names)
    fixtures = told(at_site("league", "fixtures", "Thursday league", "--json"))
    assert [one["round"] for one in fixtures] == [1, 1, 2, 2]
    second = told(at_site("league", "fixtures", "Thursday league", "--round", "2", "--json"))
    assert [one["id"] for one in second] == [one["id"] for one in fixtures[2:]]
    told_all = at_site("league", "fixtures", "Thursday league").stdout
    assert all(one["first"]["name"] in told_all for one in fixtures)


@pytest.mark.parametrize("table", ["standings", "fixtures"])
def test_tables_are_exported(at_site: Durako, thursday: League, table: str) -> None:
    lines = at_site("league", "export", thursday.public_id, table).stdout.strip().splitlines()
    assert len(lines) == 5
    rows = json.loads(at_site("league", "export", thursday.public_id, table, "--json").stdout)
    assert [",".join(rows[0]), len(rows)] == [lines[0].lstrip("\ufeff"), 4]
