"""Two bots head to head, as programs are told of it."""

from typing import Any, Final

from rest_framework import serializers

from arena.api.bot_rating_fields import LADDER_HELP, SHARE_HELP, EncounterShown
from tournaments.api.fields import Shown

VERSUS_EXAMPLE: Final[dict[str, Any]] = {
    "bot": "k3Jx0cPq2mZs81Ta",
    "other": "Zb81kQwe03LmNd7u",
    "ladder": "durak-volga-2",
    "scores": [
        {
            "ladder": "durak-volga-2",
            "name": "Volga Durak, 2 players",
            "deal_sets": 12,
            "won": 8,
            "level": 1,
            "lost": 3,
            "share": 0.61,
            "share_low": 0.48,
            "share_high": 0.74,
            "points": 55,
            "points_against": 31,
            "expected": 0.58,
        }
    ],
    "meetings": [
        {
            "match": "Qm2vP0sT91aXcY4e",
            "at": "2026-11-02T08:30:00Z",
            "outcome": "won",
            "share": 0.65,
            "expected": 0.58,
            "change": 4.1,
        }
    ],
    "outside": [],
    "cards": {
        "match": "Qm2vP0sT91aXcY4e",
        "text": "With the same cards Greedy made more on 1, Patient on 0 and both as much on 0 of "
        "1 board.",
        "one_better": 1,
        "other_better": 0,
        "level": 0,
        "difference": 2,
        "hands": [[0], [1]],
        "boards": [
            {
                "number": 0,
                "difference": 2,
                "cells": [
                    {
                        "one": {"rotation": 0, "points": 2, "is_forfeit": False},
                        "other": {"rotation": 1, "points": 0, "is_forfeit": False},
                        "difference": 2,
                    },
                    {
                        "one": {"rotation": 1, "points": 0, "is_forfeit": False},
                        "other": {"rotation": 0, "points": 0, "is_forfeit": False},
                        "difference": 0,
                    },
                ],
            }
        ],
    },
}


class LadderScoreShown(EncounterShown):
    """What one took from the other on a ladder."""

    ladder = serializers.CharField(help_text=LADDER_HELP)
    name = serializers.CharField(help_text="What the ladder is called.")
    expected = serializers.FloatField(
        allow_null=True, help_text=f"The share that their ratings let one expect now. {SHARE_HELP}"
    )


class MeetingShown(Shown):
    """A match of both on a ladder."""

    match = serializers.CharField(help_text="An id of `/matches/`.")
    at = serializers.DateTimeField()
    outcome = serializers.ChoiceField(
        choices=["won", "level", "lost"],
        allow_null=True,
        help_text="Null: it was declared void and counts no longer.",
    )
    share = serializers.FloatField(help_text=SHARE_HELP)
    expected = serializers.FloatField(help_text=SHARE_HELP)
    change = serializers.FloatField(help_text="What it did to the first one's rating.")


class BotHandShown(Shown):
    """What one bot made of a hand."""

    rotation = serializers.IntegerField()
    points = serializers.IntegerField()
    is_forfeit = serializers.BooleanField(help_text="Whether it gave the board away.")


class HandCellShown(Shown):
    """The same cards in the hands of both."""

    one = BotHandShown(allow_null=True, help_text="Null: not played.")
    other = BotHandShown(allow_null=True)
    difference = serializers.IntegerField(
        allow_null=True, help_text="How many points more the first made of them."
    )


class BoardCellsShown(Shown):
    """One shuffle."""

    number = serializers.IntegerField()
    difference = serializers.IntegerField()
    cells = HandCellShown(many=True, help_text="In the order of `hands`.")


class SameCardsShown(Shown):
    """A match hand by hand. Seats, rotations and boards are numbered from 0."""

    match = serializers.CharField(help_text="An id of `/matches/`.")
    text = serializers.CharField(help_text="Who made more of them, in a sentence.")
    one_better = serializers.IntegerField(help_text="Boards on which the first made more.")
    other_better = serializers.IntegerField()
    level = serializers.IntegerField()
    difference = serializers.IntegerField(help_text="Of the points, all boards together.")
    hands = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="The seats that each hand belongs to.",
    )
    boards = BoardCellsShown(many=True)


class BotVersusShown(Shown):
    """Two bots head to head, as the first sees it."""

    bot = serializers.CharField()
    other = serializers.CharField()
    ladder = serializers.CharField(
        allow_null=True, help_text="Whose meetings are listed; null if they met on none."
    )
    scores = LadderScoreShown(many=True, help_text="By ladder, the most played first.")
    meetings = MeetingShown(many=True, help_text="The latest on `ladder`, newest first.")
    outside = serializers.ListField(
        child=serializers.CharField(),
        help_text="If they met on no ladder: ids of matches that count nowhere.",
    )
    cards = SameCardsShown(allow_null=True, help_text="The match asked for, or the latest.")
