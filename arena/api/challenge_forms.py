"""Challenges as programs ask for them, and what can be chosen."""

from typing import Any, Final

from rest_framework import serializers

from arena.api.match_forms import PROFILE_MAX_LENGTH, id_field
from arena.challenge_terms import DAILY_MAX, OPEN_MAX
from arena.match_states import MatchState
from tournaments.api.fields import Body, PageQuery, Query, Shown
from tournaments.models.people import PUBLIC_ID_MAX_LENGTH

OPPONENTS_MAX: Final = 7
BOARDS_MAX: Final = 1000
"""Far more than is ever offered; the terms say which numbers are."""


class ChallengeListQuery(PageQuery):
    """Which of your challenges."""

    state = serializers.ChoiceField(required=False, choices=MatchState.choices)


class ChallengeNew(Body):
    """A match to ask for."""

    bot = id_field("Which of your bots plays; its active version does.")
    opponents = serializers.ListField(
        child=serializers.CharField(max_length=PUBLIC_ID_MAX_LENGTH),
        min_length=1,
        max_length=OPPONENTS_MAX,
        help_text="Against whom: ids of bots, as many as the rules need besides yours.",
    )
    profile = serializers.CharField(
        max_length=PROFILE_MAX_LENGTH, help_text="Rules that all of them play."
    )
    boards = serializers.IntegerField(
        min_value=1, max_value=BOARDS_MAX, help_text="One of the numbers that the terms offer."
    )


class ChallengeTermsQuery(Query):
    """What was chosen so far."""

    opponent = id_field("Whom you want to challenge: an id of `/bots/`.")
    bot = id_field("Which of your bots would play.", required=False)
    profile = serializers.CharField(
        required=False, max_length=PROFILE_MAX_LENGTH, help_text="By which rules."
    )


class TermsBotShown(Shown):
    """A bot to choose."""

    bot = serializers.CharField()
    name = serializers.CharField()
    author = serializers.CharField()
    can_play = serializers.BooleanField()
    hindrance = serializers.CharField(help_text="Why it cannot play now; else empty.")


class ChallengeProfileShown(Shown):
    """Rules that both of them play."""

    profile = serializers.CharField()
    title = serializers.CharField()
    others_needed = serializers.IntegerField(help_text="Bots besides yours and the opponent.")
    boards = serializers.ListField(child=serializers.IntegerField())
    boards_usual = serializers.IntegerField()


class TermsQueueShown(Shown):
    """The queue of matches, as it is now."""

    waiting = serializers.IntegerField()
    is_paused = serializers.BooleanField(help_text="Whether staff have paused the arena.")
    wait_seconds = serializers.FloatField(
        allow_null=True,
        help_text="Until one more of yours would begin; null: nobody can tell.",
    )


class ChallengeQuotaShown(Shown):
    """What you have asked for, and how much more you may."""

    open = serializers.IntegerField(help_text="Waiting or being played.")
    open_max = serializers.IntegerField()
    within_a_day = serializers.IntegerField()
    daily_max = serializers.IntegerField()
    left = serializers.IntegerField(help_text="How many more you can ask for right now.")
    next_at = serializers.DateTimeField(
        allow_null=True, help_text="When the day's share has room again; null: it has."
    )
    refusal = serializers.CharField(help_text="Why not one more; empty if it is possible.")


class ChallengeTermsShown(Shown):
    """What a challenge can be made of."""

    opponent = TermsBotShown()
    bots = TermsBotShown(many=True, help_text="Yours, but for the opponent.")
    bot = serializers.CharField(
        allow_null=True, help_text="The one chosen: as asked for if it can, else the first."
    )
    profiles = ChallengeProfileShown(many=True, help_text="Those that both of them play.")
    profile = serializers.CharField(
        allow_null=True, help_text="The rules chosen, rather some for two sides."
    )
    others_needed = serializers.IntegerField()
    others = TermsBotShown(many=True, help_text="Who else can sit down by these rules, by name.")
    can_begin = serializers.BooleanField(help_text="Whether enough bots play by these rules.")
    quota = ChallengeQuotaShown()
    queue = TermsQueueShown()


NEW_EXAMPLE: Final[dict[str, Any]] = {
    "bot": "k3Jx0cPq2mZs81Ta",
    "opponents": ["Zt81mQw0aXc3Jk2P"],
    "profile": "durak/duel24",
    "boards": 10,
}
_OWN: Final = {
    "bot": "k3Jx0cPq2mZs81Ta",
    "name": "Greedy",
    "author": "Rosa",
    "can_play": True,
    "hindrance": "",
}
TERMS_EXAMPLE: Final[dict[str, Any]] = {
    "opponent": {**_OWN, "bot": "Zt81mQw0aXc3Jk2P", "name": "Patient", "author": "Ivan"},
    "bots": [_OWN],
    "bot": "k3Jx0cPq2mZs81Ta",
    "profiles": [
        {
            "profile": "durak/duel24",
            "title": "Durak for two",
            "others_needed": 0,
            "boards": [5, 10, 25, 50],
            "boards_usual": 10,
        }
    ],
    "profile": "durak/duel24",
    "others_needed": 0,
    "others": [],
    "can_begin": True,
    "quota": {
        "open": 1,
        "open_max": OPEN_MAX,
        "within_a_day": 7,
        "daily_max": DAILY_MAX,
        "left": 2,
        "next_at": None,
        "refusal": "",
    },
    "queue": {"waiting": 3, "is_paused": False, "wait_seconds": 20.0},
}
