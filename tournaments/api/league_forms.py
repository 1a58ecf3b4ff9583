"""A league as programs are told of it."""

from typing import Any, Final

from django.urls import reverse
from rest_framework import serializers

from tournaments.api.fields import Shown
from tournaments.league_access import LeagueAccess, LeagueAction, LeagueRole
from tournaments.league_spec import POINTS, TIE_BREAKS
from tournaments.league_words import rules_shown
from tournaments.models import Competitor, League

ACTIONS: Final = tuple(
    action
    for action in LeagueAction
    if action
    not in {
        LeagueAction.ENTER_RESULT,
        LeagueAction.WRITE_SHEET,
        LeagueAction.ANSWER_RESULT,
        LeagueAction.DECIDE,
    }
)
"""What one can want of a league; the others are about one match."""
HEAD_EXAMPLE: Final[dict[str, Any]] = {
    "id": "q8Zr2LkWc0vTn5Ya",
    "name": "Thursday league",
    "game": "burako",
    "kind": "pair",
    "format": "swiss",
    "profile": None,
    "rules": {"name": "Burako", "page": "/rules/burako/"},
    "state": "running",
    "visibility": "public",
    "is_mine": True,
    "revision": 31,
    "entries": 12,
    "rounds": 2,
    "created_at": "2026-10-01T18:00:00Z",
    "started_at": "2026-10-08T18:00:00Z",
    "finished_at": None,
    "page": "/leagues/q8Zr2LkWc0vTn5Ya/",
}
LEAGUE_EXAMPLE: Final[dict[str, Any]] = {
    **HEAD_EXAMPLE,
    "description": "Every Thursday at eight, in the back room.",
    "organizer": "Rosa",
    "rule_set": {"id": "h1Bq7sXe4uKd9Mfo", "version": 1},
    "target_points": 3000,
    "hand_limit": None,
    "match_length": None,
    "durak_points": None,
    "rounds_planned": 4,
    "groups": 0,
    "qualifiers": 0,
    "third_place": False,
    "tables": 6,
    "points_win": 1.0,
    "points_draw": 0.5,
    "points_loss": 0.0,
    "points_bye": 1.0,
    "points_forfeit_win": 1.0,
    "points_forfeit_loss": 0.0,
    "tie_breaks": ["head_to_head", "buchholz", "point_difference"],
    "score_entry": "players",
    "rated": False,
    "roles": ["owner", "visitor"],
    "may": [
        "read", "read_drafts", "edit_settings", "manage_officials", "call_off", "manage_entries",
        "manage_links", "apply", "draw", "finish", "adjust",
    ],
}  # fmt: skip


class LeagueRulesShown(Shown):
    """By which rules matches are played."""

    name = serializers.CharField()
    page = serializers.CharField(help_text="Where they can be read.")


class RuleSetUsedShown(Shown):
    """A saved rule set, in one of its versions."""

    id = serializers.CharField()
    version = serializers.IntegerField()


class DurakPointsShown(Shown):
    """What a game of Durak between people is worth."""

    survived = serializers.IntegerField(help_text="Not being the durak.")
    draw = serializers.IntegerField()
    lost = serializers.IntegerField(help_text="Being the durak.")
    one_epaulette_costs = serializers.IntegerField()
    two_epaulettes_cost = serializers.IntegerField()


class LeagueHeadShown(Shown):
    """A league in a list."""

    id = serializers.CharField()
    name = serializers.CharField()
    game = serializers.ChoiceField(choices=League.Game.choices)
    kind = serializers.ChoiceField(choices=Competitor.Kind.choices, help_text="Who competes.")
    format = serializers.ChoiceField(choices=League.Format.choices)
    profile = serializers.CharField(
        allow_null=True,
        help_text="The rules, an id of `/rules/profiles/`; null where a rule set says them.",
    )
    rules = LeagueRulesShown()
    state = serializers.ChoiceField(choices=League.State.choices)
    visibility = serializers.ChoiceField(
        choices=League.Visibility.choices, help_text="Who may read it, once it has begun."
    )
    is_mine = serializers.BooleanField(help_text="Whether you organize, score or play in it.")
    revision = serializers.IntegerField(
        help_text="Grows with every change; calls that change what you have read take it."
    )
    entries = serializers.IntegerField(help_text="How many are or were entered.")
    rounds = serializers.IntegerField(help_text="How many are published.")
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(
        allow_null=True, help_text="When it was finished or called off."
    )
    page = serializers.CharField()


class LeagueShown(LeagueHeadShown):
    """A league, with everything that was decided about it and what you may do."""

    description = serializers.CharField()
    organizer = serializers.CharField(help_text="Its owner; empty if they are gone.")
    rule_set = RuleSetUsedShown(allow_null=True, help_text="Burako between people only.")
    target_points = serializers.IntegerField(
        allow_null=True, help_text="Burako between people: a match ends there."
    )
    hand_limit = serializers.IntegerField(
        allow_null=True, help_text="Burako between people: a match has at most so many hands."
    )
    match_length = serializers.IntegerField(
        allow_null=True, help_text="Games of a match; of bots, shuffles."
    )
    durak_points = DurakPointsShown(allow_null=True, help_text="Durak between people only.")
    rounds_planned = serializers.IntegerField(
        help_text="Of a Swiss league; 0 as long as they are as many as usual."
    )
    groups = serializers.IntegerField()
    qualifiers = serializers.IntegerField(help_text="So many of each group go on.")
    third_place = serializers.BooleanField(help_text="Whether there is a match for it.")
    tables = serializers.IntegerField(
        allow_null=True, help_text="0: as many as needed. Null if you do not organize it."
    )
    points_win = serializers.FloatField()
    points_draw = serializers.FloatField()
    points_loss = serializers.FloatField()
    points_bye = serializers.FloatField()
    points_forfeit_win = serializers.FloatField()
    points_forfeit_loss = serializers.FloatField()
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(choices=TIE_BREAKS), help_text="In their order."
    )
    score_entry = serializers.ChoiceField(
        choices=League.ScoreEntry.choices, help_text="Who enters results."
    )
    rated = serializers.BooleanField(help_text="Whether it counts on the ladders of people.")
    roles = serializers.ListField(
        child=serializers.ChoiceField(choices=[one.value for one in LeagueRole]),
        help_text="What you are to it.",
    )
    may = serializers.ListField(
        child=serializers.ChoiceField(choices=[one.value for one in ACTIONS]),
        help_text="What you may do as it stands now.",
    )


def league_head(league: League, *, is_mine: bool, entries: int, rounds: int) -> dict[str, Any]:
    """As it stands in a list. Reads `rule_version__rule_set`."""
    rules = rules_shown(league)
    return {
        "id": league.public_id,
        "name": league.name,
        "game": league.game,
        "kind": league.competitors,
        "format": league.format,
        "profile": league.profile or None,
        "rules": {"name": rules.name, "page": rules.url},
        "state": league.state,
        "visibility": league.visibility,
        "is_mine": is_mine,
        "revision": league.revision,
        "entries": entries,
        "rounds": rounds,
        "created_at": league.created_at,
        "started_at": league.started_at,
        "finished_at": league.finished_at,
        "page": reverse("leagues:league", args=[league.public_id]),
    }


def league_whole(access: LeagueAccess, head: dict[str, Any]) -> dict[str, Any]:
    """With everything that was decided: what its pages tell whoever asks, and no more."""
    league, version = access.league, access.league.rule_version
    rules = None if version is None else version.rules
    return {
        **head,
        **{name: getattr(league, name) for name in (*_AS_THEY_ARE, *POINTS)},
        "organizer": "" if league.owner is None else league.owner.public_name,
        "rule_set": None
        if version is None
        else {"id": version.rule_set.public_id, "version": version.number},
        "target_points": None if rules is None else rules.target_points,
        "hand_limit": None if rules is None else rules.hand_limit,
        "match_length": league.match_length or None,
        "durak_points": league.durak_rule if league.durak_points else None,
        "tables": league.tables if access.may(LeagueAction.READ_DRAFTS) else None,
        "roles": [role for role in LeagueRole if role in access.roles],
        "may": [action for action in ACTIONS if access.may(action)],
    }


_AS_THEY_ARE: Final = (
    "description",
    "rounds_planned",
    "groups",
    "qualifiers",
    "third_place",
    "tie_breaks",
    "score_entry",
    "rated",
)
