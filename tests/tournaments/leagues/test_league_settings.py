"""Creating a league and changing its settings: what fits together, and what can still change."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from scoring.burako import SEED_RULES
from scoring.durak import DurakPointsRule
from tests.factories import LeagueEntryFactory, LeagueFactory, RuleSetVersionFactory, UserFactory
from tests.tournaments.leagues.kit import events, official, owner, spec
from tournaments.league_access import LeagueDeniedError, LeagueVisitor
from tournaments.league_spec import LeagueSpec, league_defaults, rounds_usual, spec_check
from tournaments.models import Competitor, League, LeagueOfficial, RuleSet
from tournaments.selectors.rule_sets import house_rule_version, rule_versions_in_force
from tournaments.services.leagues import settings
from tournaments.services.leagues.common import LeagueStaleError
from tournaments.services.leagues.settings import league_create, league_spec_of, league_update

pytestmark = pytest.mark.django_db

EVERY_KIND = [
    (game, competitors, style)
    for game in League.Game.values
    for competitors in Competitor.Kind.values
    for style in League.Format.values
]


@pytest.mark.parametrize(("game", "competitors", "style"), EVERY_KIND)
def test_the_usual_league_of_every_kind_can_be_created(
    game: str, competitors: str, style: str
) -> None:
    usual = league_defaults(game=game, competitors=competitors, format=style)
    league = league_create(account=UserFactory.create(), spec=replace(usual, name="Autumn"))
    has_sheets = game == "burako" and competitors != "bot"
    assert (league.rule_version is not None, league.profile == "") == (has_sheets, has_sheets)
    assert bool(league.durak_points) == (game == "durak" and competitors != "bot")
    assert league.state == League.State.DRAFT


def test_creating_is_the_first_entry_of_the_log() -> None:
    account = UserFactory.create()
    league = league_create(account=account, spec=spec(name="  Autumn   league "))
    (event,) = events(league)
    assert (event.action, event.by, event.role, event.before) == ("created", account, "owner", {})
    assert event.after["name"] == league.name == "Autumn league"
    assert event.after["points_draw"] == "0.50"
    assert (event.revision, league.revision) == (1, 1)


@pytest.mark.parametrize(
    ("choices", "field"),
    [
        ({"name": "x"}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"name": "two\u200bparts"}, "name"),
        ({"description": "x" * 2001}, "description"),
        ({"description": "a\x00b"}, "description"),
        ({"visibility": "nobody"}, "visibility"),
        ({"score_entry": "everybody"}, "score_entry"),
        ({"rounds_planned": 101}, "rounds_planned"),
        ({"rounds_planned": -1}, "rounds_planned"),
        ({"tables": 1001}, "tables"),
        ({"format": "groups", "groups": 1}, "groups"),
        ({"format": "groups", "qualifiers": 0}, "qualifiers"),
        ({"tie_breaks": ("points",)}, "tie_breaks"),
        ({"tie_breaks": ("luck",)}, "tie_breaks"),
        ({"tie_breaks": ("wins", "wins")}, "tie_breaks"),
        ({"points_draw": "2"}, "points_draw"),
        ({"points_draw": "-1"}, "points_draw"),
        ({"points_win": "0", "points_draw": "0"}, "points_win"),
        ({"points_win": "1.005"}, "points_win"),
        ({"points_bye": "NaN"}, "points_bye"),
        ({"points_bye": "1001"}, "points_bye"),
        ({"points_forfeit_loss": "0.1"}, "points_forfeit_loss"),
        ({"points_forfeit_win": "-1"}, "points_forfeit_win"),
        ({"target_points": 0}, "target_points"),
        ({"hand_limit": 1001}, "hand_limit"),
        ({"target_points": 2000, "rated": True}, "rated"),
        ({"game": "durak", "rated": True}, "rated"),
        ({"game": "durak", "profile": "burako/duel"}, "profile"),
        ({"game": "durak", "profile": "durak/german-team"}, "profile"),
        ({"game": "durak", "competitors": "pair", "profile": "durak/duel24"}, "profile"),
        ({"game": "durak", "match_length": 0}, "match_length"),
        ({"competitors": "bot", "match_length": 7}, "match_length"),
        ({"competitors": "bot", "profile": "nothing"}, "profile"),
    ],
)
def test_what_does_not_fit_is_named_at_its_field(choices: dict[str, Any], field: str) -> None:
    with pytest.raises(ValidationError) as refused:
        league_create(account=UserFactory.create(), spec=spec(**choices))
    assert list(refused.value.message_dict) == [field]
    assert not League.objects.exists()


@pytest.mark.parametrize("field", ["game", "competitors", "format"])
def test_an_unknown_choice_is_refused_before_anything_depends_on_it(field: str) -> None:
    unknown: dict[str, Any] = {field: "chess"}
    wrong = replace(spec(), **unknown)
    with pytest.raises(ValidationError) as refused:
        spec_check(wrong, chosen=house_rule_version())
    assert list(refused.value.message_dict) == [field]


def test_all_faults_are_named_at_once() -> None:
    with pytest.raises(ValidationError) as refused:
        league_create(account=UserFactory.create(), spec=spec(name="", tables=-1, points_draw="5"))
    assert set(refused.value.message_dict) == {"name", "tables", "points_draw"}


def test_what_such_a_league_does_not_have_is_dropped() -> None:
    league = league_create(
        account=UserFactory.create(),
        spec=spec(
            format="round_robin",
            rounds_planned=9,
            groups=4,
            qualifiers=2,
            third_place=True,
            profile="durak/volga",
            match_length=3,
            durak_points=DurakPointsRule(),
        ),
    )
    found = (league.rounds_planned, league.groups, league.qualifiers, league.third_place)
    assert found == (0, 0, 0, False)
    assert (league.profile, league.match_length, league.durak_points) == ("", 0, {})


def test_another_end_of_a_match_makes_rules_of_the_leagues_own() -> None:
    account = UserFactory.create()
    league = league_create(account=account, spec=spec(target_points=None, hand_limit=6))
    version = league.rule_version
    assert version is not None
    assert version.rules == replace(SEED_RULES, target_points=None, hand_limit=6)
    assert (version.rule_set.archived, version.rule_set.owner) == (True, None)
    assert version not in rule_versions_in_force(account=account)


def test_the_chosen_rules_own_end_needs_no_other_rules() -> None:
    league = league_create(account=UserFactory.create(), spec=spec(target_points=3000))
    assert league.rule_version == house_rule_version()
    assert RuleSet.objects.count() == 1


def test_saving_the_settings_as_they_are_changes_and_logs_nothing() -> None:
    league = league_create(account=UserFactory.create(), spec=spec(target_points=2000))
    same = league_update(
        public_id=league.public_id,
        visitor=owner(league),
        spec=league_spec_of(league),
        revision=league.revision,
    )
    assert same.revision == league.revision
    assert len(events(league)) == 1
    assert same.rule_version == league.rule_version


def test_archived_rules_cannot_be_chosen() -> None:
    version = RuleSetVersionFactory.create(rule_set__archived=True)
    with pytest.raises(ValidationError) as refused:
        league_create(account=UserFactory.create(), spec=spec(rule_version=version))
    assert list(refused.value.message_dict) == ["rule_version"]


def _update(league: League, **choices: Any) -> League:  # noqa: ANN401
    league.refresh_from_db()
    return league_update(
        public_id=league.public_id,
        visitor=owner(league),
        spec=replace(league_spec_of(league), **choices),
        revision=league.revision,
    )


def test_a_change_is_logged_from_and_to_and_nothing_else() -> None:
    league = LeagueFactory.create(format="swiss")
    _update(league, name="Winter league", points_win=Decimal(3))
    (event,) = events(league)
    assert event.action == "changed"
    assert event.before == {"name": league.name, "points_win": "1.00"}
    assert event.after == {"name": "Winter league", "points_win": "3.00"}


def test_settings_from_an_older_page_are_refused() -> None:
    league = LeagueFactory.create()
    seen = league.revision
    _update(league, name="First")
    with pytest.raises(LeagueStaleError) as stale:
        league_update(
            public_id=league.public_id,
            visitor=owner(league),
            spec=replace(league_spec_of(league), name="Second"),
            revision=seen,
        )
    assert "nothing was saved" in stale.value.sentence
    league.refresh_from_db()
    assert league.name == "First"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("format", "knockout"),
        ("competitors", "pair"),
        ("target_points", 2000),
        ("rated", True),
    ],
)
def test_what_matches_depend_on_cannot_change_under_way(field: str, value: object) -> None:
    league = LeagueFactory.create(format="swiss", state="running", rounds_planned=5)
    with pytest.raises(ValidationError) as refused:
        _update(league, **{field: value})
    found = set(refused.value.message_dict)
    assert ("rule_version" if field == "target_points" else field) in found
    assert not events(league)


def test_who_is_entered_must_fit_who_competes() -> None:
    league = LeagueFactory.create(format="swiss")
    LeagueEntryFactory.create(league=league)
    with pytest.raises(ValidationError) as refused:
        _update(league, competitors="pair")
    assert list(refused.value.message_dict) == ["competitors"]


def test_a_scorer_may_not_change_the_settings_and_a_co_organizer_may() -> None:
    league = LeagueFactory.create()

    def rename(visitor: LeagueVisitor) -> None:
        new = replace(league_spec_of(league), name="Renamed")
        league_update(public_id=league.public_id, visitor=visitor, spec=new, revision=0)

    with pytest.raises(LeagueDeniedError):
        rename(official(league, LeagueOfficial.Role.SCORER))
    rename(official(league, LeagueOfficial.Role.CO_ORGANIZER))
    assert events(league)[0].role == "co_organizer"


def test_an_account_has_only_so_many_open_leagues(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "OPEN_MAX", 2)
    account = UserFactory.create()
    LeagueFactory.create(owner=account, state="finished")
    LeagueFactory.create(owner=account, state="cancelled")
    LeagueFactory.create(owner=account)
    league_create(account=account, spec=spec())
    with pytest.raises(ValidationError, match="There are 2 open leagues already"):
        league_create(account=account, spec=spec())


@pytest.mark.parametrize(("size", "rounds"), [(2, 1), (3, 2), (4, 2), (8, 3), (9, 4), (512, 9)])
def test_a_swiss_league_has_rounds_until_one_has_won_them_all(size: int, rounds: int) -> None:
    assert rounds_usual(size) == rounds
    usual: LeagueSpec = league_defaults(
        game="burako", competitors="pair", format="swiss", size=size
    )
    assert usual.rounds_planned == rounds
