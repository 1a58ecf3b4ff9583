"""Leagues on the command line, against the real site."""

from pathlib import Path

import pytest

from arena.sdk.cli.exits import Exit
from tests.arena.sdk.online.kit import Durako, told
from tests.factories import LeagueEntryFactory, LeagueFactory
from tournaments.models import League, User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def thursday(ana: User) -> League:
    return LeagueFactory.create(owner=ana, name="Thursday league")


def entered(league: League) -> list[str]:
    return sorted(league.entries.values_list("competitor__player__name", flat=True))


def test_leagues_are_found_by_name_or_id(at_site: Durako, thursday: League) -> None:
    LeagueFactory.create(name="Thursday league of others", visibility=League.Visibility.PRIVATE)
    listed = told(at_site("league", "list", "--mine", "--json"))
    assert [one["id"] for one in listed] == [thursday.public_id]
    assert "Thursday league" in at_site("league", "list", "thursday").stdout
    for name in (thursday.public_id, "thursday LEAGUE"):
        assert told(at_site("league", "show", name, "--json"))["id"] == thursday.public_id
    shown = at_site("league", "show", "Thursday league").stdout
    assert f"/leagues/{thursday.public_id}/" in shown
    assert "manage_entries" in shown
    none = at_site("league", "show", "Friday league")
    assert none.exit_code == Exit.USAGE
    assert "There is no league called 'Friday league'." in none.stderr


def test_namesakes_are_told_apart_by_id(at_site: Durako, thursday: League, ana: User) -> None:
    other = LeagueFactory.create(owner=ana, name="Thursday league")
    done = at_site("league", "show", "Thursday league")
    assert done.exit_code == Exit.USAGE
    assert "Several are called Thursday league" in done.stderr
    assert thursday.public_id in done.stderr
    assert other.public_id in done.stderr


def test_a_list_is_tried_imported_and_exported(
    at_site: Durako, thursday: League, tmp_path: Path
) -> None:
    (tmp_path / "people.csv").write_text("name,seed\nCarla,2\nDora,1\n", encoding="utf-8-sig")
    tried = at_site("league", "import", thursday.public_id, "people.csv", "--dry-run")
    assert tried.exit_code == 0, tried.output
    assert "Carla  ✓" in tried.stdout
    assert "2 would be entered; nothing was done." in tried.stdout
    assert entered(thursday) == []
    done = told(at_site("league", "import", "Thursday league", "people.csv", "--json"))
    assert (done["dry_run"], done["entered"]) == (False, 2)
    assert entered(thursday) == ["Carla", "Dora"]
    again = at_site("league", "import", thursday.public_id, "-", keys="name\nCarla\n")
    assert "0 entered." in again.stdout
    assert [one["name"] for one in told(at_site("league", "entries", "Thursday league", "--json"))]
    assert "Dora" in at_site("league", "entries", "Thursday league").stdout
    exported = at_site("league", "export", thursday.public_id, "entries").stdout
    assert exported.lstrip("\ufeff").splitlines()[0].startswith("name")
    assert "Carla" in exported
    saved = at_site("league", "export", thursday.public_id, "entries", "-o", "out.csv")
    assert saved.stdout == ""
    assert "Carla" in (tmp_path / "out.csv").read_text()


def test_rows_that_somebody_has_to_mend(at_site: Durako, thursday: League, tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("name,seed\nCarla,one\nDora,\n")
    done = at_site("league", "import", thursday.public_id, "people.csv", "--json")
    assert done.exit_code == Exit.NO
    assert "Traceback" not in done.stderr
    (tmp_path / "latin.csv").write_bytes("name\nIñés\n".encode("latin-1"))
    latin = at_site("league", "import", thursday.public_id, "latin.csv")
    assert latin.exit_code == Exit.USAGE
    assert "UTF-8" in latin.stderr


def test_others_lists_stay_theirs(at_site: Durako, tmp_path: Path) -> None:
    private = LeagueFactory.create(visibility=League.Visibility.PRIVATE)
    LeagueEntryFactory.create(league=private)
    (tmp_path / "people.csv").write_text("name\nCarla\n")
    for words in (["show"], ["entries"], ["import"], ["export"]):
        more = {"import": ["people.csv"], "export": ["entries"]}.get(words[0], [])
        done = at_site("league", *words, private.public_id, *more)
        assert done.exit_code in {Exit.USAGE, Exit.REFUSED}, done.output
        assert done.stdout == ""
