"""Matches as programs ask for them and are told."""

from rest_framework import serializers

from arena.match_states import MatchState
from arena.models import Match
from tournaments.api.fields import PageQuery, Query, Shown
from tournaments.models.people import PUBLIC_ID_MAX_LENGTH

PROFILE_MAX_LENGTH = 100
GAMES_MAX = 99_999


def id_field(text: str, *, required: bool = True) -> serializers.CharField:
    """A public id that is sent."""
    return serializers.CharField(max_length=PUBLIC_ID_MAX_LENGTH, required=required, help_text=text)


class MatchListQuery(PageQuery):
    """Which matches."""

    bot = id_field("Only those in which this bot plays: an id of `/bots/`.", required=False)
    profile = serializers.CharField(
        required=False,
        max_length=PROFILE_MAX_LENGTH,
        help_text="Only those by these rules: an id of `/rules/profiles/`.",
    )
    state = serializers.ChoiceField(required=False, choices=MatchState.choices)
    mine = serializers.BooleanField(
        required=False,
        help_text=(
            "Only those that you asked for and those of your bots, also in private leagues; needs "
            "a token. Those of your A/B tests stand there."
        ),
    )


class GameQuery(Query):
    """Which game of the board."""

    game = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=GAMES_MAX,
        help_text="From 1; of Burako, and of series, a board has several.",
    )


class MatchQueueShown(Shown):
    """Where a match stands in the queue."""

    position = serializers.IntegerField(help_text="From 1.")
    wait_seconds = serializers.FloatField(
        allow_null=True, help_text="Until it begins; null: while nobody plays, nobody knows."
    )
    is_paused = serializers.BooleanField(help_text="Whether staff have paused the arena.")


class MatchSideShown(Shown):
    """A bot at the table, with all of its seats."""

    number = serializers.IntegerField(help_text="From 0; points stand in this order.")
    bot = serializers.CharField(help_text="An id of `/bots/`.")
    name = serializers.CharField(help_text="With the version where a bot plays itself.")
    author = serializers.CharField(help_text="Empty where the account is gone.")
    version = serializers.IntegerField()
    points = serializers.IntegerField(allow_null=True)
    share = serializers.FloatField(
        allow_null=True,
        help_text="How much of the deal set it took, from 0 to 1; null until it is played.",
    )
    strikes = serializers.IntegerField(help_text="How often the server decided for it.")
    decisions = serializers.IntegerField()
    think_ms = serializers.IntegerField(help_text="For all decisions.")
    longest_ms = serializers.IntegerField(help_text="For one decision.")
    has_log = serializers.BooleanField(help_text="Whether its output is there and yours to read.")


class MatchShown(Shown):
    """A deal set between versions of bots."""

    id = serializers.CharField()
    kind = serializers.ChoiceField(choices=Match.Kind.choices)
    profile = serializers.CharField(help_text="The rules: an id of `/rules/profiles/`.")
    state = serializers.ChoiceField(choices=MatchState.choices)
    text = serializers.CharField(help_text="Where it stands, or what came of it.")
    rated = serializers.BooleanField()
    ladder = serializers.SlugField(allow_null=True, help_text="On which it counts.")
    boards = serializers.IntegerField(help_text="Shuffles, each played in every rotation.")
    rotations = serializers.IntegerField()
    boards_over = serializers.IntegerField()
    boards_in_all = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    begun_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(help_text="Why it is void; else empty.")
    has_replay = serializers.BooleanField()
    commitment = serializers.CharField(
        help_text="To the seed of the shuffles, published before the match."
    )
    seed = serializers.CharField(allow_null=True, help_text="Null until the match is over.")
    queue = MatchQueueShown(allow_null=True, help_text="Null unless it waits.")
    sides = MatchSideShown(many=True)
    page = serializers.CharField(help_text="The address of its page.")


class MatchForfeitShown(Shown):
    """Who gave a board away."""

    sides = serializers.ListField(child=serializers.IntegerField())
    reason = serializers.CharField(help_text="`strikes`, `no_start`, `disconnected` or `protocol`.")
    text = serializers.CharField(help_text="The reason in words.")


class MatchBoardShown(Shown):
    """A board in one rotation; numbers from 0, as in the replay."""

    board = serializers.IntegerField()
    rotation = serializers.IntegerField()
    games = serializers.IntegerField()
    points = serializers.ListField(
        child=serializers.IntegerField(), help_text="In the order of the sides."
    )
    losers = serializers.ListField(
        child=serializers.IntegerField(), help_text="Numbers of sides; none: the board is level."
    )
    forfeit = MatchForfeitShown(allow_null=True)


class MatchRatingShown(Shown):
    """What the match did to a rating."""

    side = serializers.IntegerField()
    before = serializers.FloatField(help_text="In Elo points.")
    after = serializers.FloatField()
    change = serializers.FloatField()


class MatchDetailShown(MatchShown):
    """Everything about a match."""

    league = serializers.CharField(allow_null=True, help_text="An id of `/leagues/`.")
    fixture = serializers.CharField(allow_null=True, help_text="Which match of that league.")
    ab_test = serializers.CharField(allow_null=True, help_text="An id of `/ab-tests/`.")
    games = serializers.IntegerField()
    decisions = serializers.IntegerField()
    results = MatchBoardShown(many=True, help_text="Board by board; empty until it is over.")
    ratings = MatchRatingShown(many=True, help_text="Empty where it counted on no ladder.")
    unrated = serializers.CharField(help_text="Why it counts on no ladder; else empty.")
    verify_command = serializers.CharField(
        help_text="Checks the replay on your machine; empty where there is none."
    )
