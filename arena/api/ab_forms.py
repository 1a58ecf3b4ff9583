"""A/B tests as programs ask for them and are told."""

from rest_framework import serializers

from arena.ab_terms import ELO_OFFERED, ELO_USUAL, ERROR_RATE_USUAL, ERROR_RATES, GAIN, QUESTIONS
from arena.api.challenge_forms import BOARDS_MAX, TermsQueueShown
from arena.api.match_forms import PROFILE_MAX_LENGTH, id_field
from arena.match_states import MatchState
from arena.models import AbTest
from tournaments.api.fields import Body, PageQuery, Query, Shown
from tournaments.models.people import PUBLIC_ID_MAX_LENGTH

VERSIONS_MAX = 1_000_000
KEY_MAX_LENGTH = PUBLIC_ID_MAX_LENGTH + 1 + len(str(VERSIONS_MAX))
SETS_MAX = 10_000
PLAYERS_MAX = 20


class AbVersionNamed(Body):
    """One of your versions."""

    bot = id_field("An id of `/bots/`.")
    version = serializers.IntegerField(min_value=1, max_value=VERSIONS_MAX)


class AbTestListQuery(PageQuery):
    """Which of your tests."""

    state = serializers.ChoiceField(required=False, choices=AbTest.State.choices)


class AbTestNew(Body):
    """A test to begin. What is left out is as the terms call usual."""

    new = AbVersionNamed()
    old = AbVersionNamed(help_text="With which it is compared.")
    profile = serializers.CharField(
        max_length=PROFILE_MAX_LENGTH, help_text="Rules that both of them play."
    )
    players = serializers.IntegerField(
        required=False, min_value=2, max_value=PLAYERS_MAX, help_text="Seats at the table."
    )
    boards = serializers.IntegerField(
        required=False, min_value=1, max_value=BOARDS_MAX, help_text="In a deal set."
    )
    question = serializers.ChoiceField(
        required=False,
        choices=QUESTIONS,
        default=GAIN,
        help_text="`gain`: is the new version stronger? `keep`: is it no weaker?",
    )
    elo = serializers.ChoiceField(
        required=False,
        choices=ELO_OFFERED,
        default=ELO_USUAL,
        help_text="How large a difference matters.",
    )
    error_rate = serializers.ChoiceField(
        required=False,
        choices=ERROR_RATES,
        default=ERROR_RATE_USUAL,  # type: ignore[arg-type]  # the stubs know no real numbers
        help_text="How often the answer may be wrong.",
    )
    sets_most = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=SETS_MAX,
        help_text="After how many deal sets it gives up.",
    )


class AbTermsQuery(Query):
    """What was chosen so far; versions as `<bot>/<number>`."""

    new = serializers.CharField(required=False, max_length=KEY_MAX_LENGTH)
    old = serializers.CharField(required=False, max_length=KEY_MAX_LENGTH)
    profile = serializers.CharField(required=False, max_length=PROFILE_MAX_LENGTH)
    players = serializers.IntegerField(required=False, min_value=2, max_value=PLAYERS_MAX)
    boards = serializers.IntegerField(required=False, min_value=1, max_value=BOARDS_MAX)
    question = serializers.ChoiceField(required=False, choices=QUESTIONS)
    elo = serializers.ChoiceField(required=False, choices=ELO_OFFERED)
    error_rate = serializers.ChoiceField(required=False, choices=ERROR_RATES)
    sets_most = serializers.IntegerField(required=False, min_value=1, max_value=SETS_MAX)


class AbVersionShown(Shown):
    """A version that is compared."""

    bot = serializers.CharField(help_text="An id of `/bots/`.")
    name = serializers.CharField()
    version = serializers.IntegerField()


class AbTestShown(Shown):
    """Two versions that play until it is clear which is stronger. Only its author reads it."""

    id = serializers.CharField()
    new = AbVersionShown()
    old = AbVersionShown()
    profile = serializers.CharField(help_text="The rules: an id of `/rules/profiles/`.")
    players = serializers.IntegerField()
    boards = serializers.IntegerField(help_text="In a deal set.")
    question = serializers.ChoiceField(choices=QUESTIONS)
    elo = serializers.IntegerField(help_text="How large a difference matters.")
    error_rate = serializers.FloatField()
    sets_most = serializers.IntegerField()
    sets = serializers.IntegerField(help_text="Deal sets counted so far.")
    state = serializers.ChoiceField(choices=AbTest.State.choices)
    reason = serializers.ChoiceField(
        choices=AbTest.Reason.choices,
        allow_blank=True,
        help_text="Why it ended without an answer; else empty.",
    )
    text = serializers.CharField(help_text="The answer, or how far it is.")
    llr = serializers.FloatField(help_text="The evidence: `state` is decided at the bounds.")
    lower = serializers.FloatField(help_text="At which the answer is no.")
    upper = serializers.FloatField(help_text="At which the answer is yes.")
    elo_estimate = serializers.FloatField(
        allow_null=True, help_text="The difference, as far as is known."
    )
    elo_low = serializers.FloatField(
        allow_null=True, help_text="From here, in 95 of 100 cases; null: open."
    )
    elo_high = serializers.FloatField(allow_null=True, help_text="To here.")
    points_new = serializers.IntegerField()
    points_old = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    page = serializers.CharField(help_text="The address of its page.")


class AbStepShown(Shown):
    """A deal set that was counted, or one that no longer is."""

    number = serializers.IntegerField()
    match = serializers.CharField(help_text="An id of `/matches/`.")
    is_counted = serializers.BooleanField(help_text="False: it was declared void afterwards.")
    share = serializers.FloatField(help_text="Of the new version.")
    points_new = serializers.IntegerField()
    points_old = serializers.IntegerField()
    llr = serializers.FloatField(help_text="After it.")
    at = serializers.DateTimeField()


class AbMatchShown(Shown):
    """A match of the test that is not counted."""

    id = serializers.CharField()
    state = serializers.ChoiceField(choices=MatchState.choices)
    text = serializers.CharField()


class AbTestDetailShown(AbTestShown):
    """With the evidence step by step."""

    deals = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="How many deals brought the new version how much: from nothing to all.",
    )
    steps = AbStepShown(many=True, help_text="In the order of settlement.")
    matches = AbMatchShown(
        many=True,
        help_text="The newest ten that wait, are being played, are void or came too late.",
    )


class AbUsualShown(Shown):
    """One of each."""

    players = serializers.IntegerField()
    boards = serializers.IntegerField()
    question = serializers.ChoiceField(choices=QUESTIONS)
    elo = serializers.IntegerField()
    error_rate = serializers.FloatField()
    sets_most = serializers.IntegerField()


class AbOfferedShown(Shown):
    """What can be chosen by the chosen rules."""

    players = serializers.ListField(child=serializers.IntegerField())
    boards = serializers.ListField(child=serializers.IntegerField())
    question = serializers.ListField(child=serializers.ChoiceField(choices=QUESTIONS))
    elo = serializers.ListField(child=serializers.IntegerField())
    error_rate = serializers.ListField(child=serializers.FloatField())
    sets_most = serializers.ListField(child=serializers.IntegerField())


class AbCostShown(Shown):
    """What it is expected to take, if workers are there and nobody else waits."""

    sets_soon = serializers.IntegerField(help_text="Deal sets if the answer is clear.")
    sets_longest = serializers.IntegerField(help_text="Deal sets if the two are close.")
    is_cut = serializers.BooleanField(help_text="Whether that would need more than allowed.")
    seconds_soon = serializers.FloatField()
    seconds_longest = serializers.FloatField()


class AbQuotaShown(Shown):
    """What you have running, and how much more you may."""

    running = serializers.IntegerField()
    running_max = serializers.IntegerField()
    within_a_day = serializers.IntegerField()
    daily_max = serializers.IntegerField()
    next_at = serializers.DateTimeField(
        allow_null=True, help_text="When the day's share has room again; null: it has."
    )
    refusal = serializers.CharField(help_text="Why not one more; empty if it is possible.")


class AbTermsShown(Shown):
    """What a test can be made of."""

    versions = AbVersionShown(many=True, help_text="Yours that can play now.")
    new = AbVersionShown(allow_null=True, help_text="The one chosen; null where there are no two.")
    old = AbVersionShown(allow_null=True)
    profiles = serializers.ListField(
        child=serializers.CharField(), help_text="Rules that both of them play."
    )
    profile = serializers.CharField(allow_null=True, help_text="The rules chosen.")
    offered = AbOfferedShown(allow_null=True, help_text="By these rules.")
    chosen = AbUsualShown(
        allow_null=True, help_text="What was asked for where it is offered, else the usual."
    )
    cost = AbCostShown(allow_null=True, help_text="Of what is chosen.")
    quota = AbQuotaShown()
    queue = TermsQueueShown()
