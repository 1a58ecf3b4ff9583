"""The forms in which a score sheet is told: what `sheet_state` says, field by field."""

from typing import Final

from rest_framework import serializers

from scoring.burako import BookStatus, Branch, EndReason, EntryKind, LineCode, Muerto
from tournaments.api.callers import LINK_HEADER
from tournaments.api.fields import ProblemFieldShown, Shown
from tournaments.api.rule_set_forms import RuleValuesShown
from tournaments.models import Sheet
from tournaments.sheet_access import SheetRole

_TWO: Final = "One number for each side."


def _pair_of_numbers(help_text: str = _TWO, *, can_be_null: bool = False) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.IntegerField(),
        min_length=2,
        max_length=2,
        allow_null=can_be_null,
        help_text=help_text,
    )


class SideSheetShown(Shown):
    """One side of a hand, as people fill it in."""

    closed = serializers.BooleanField()
    pure_canastas = serializers.IntegerField()
    impure_canastas = serializers.IntegerField()
    muerto = serializers.ChoiceField(choices=[one.value for one in Muerto])
    laid_points = serializers.IntegerField()
    rack_points = serializers.ListField(
        child=serializers.IntegerField(), help_text="One for each player of the side."
    )
    muerto_rack = serializers.IntegerField(
        allow_null=True, help_text="Which rack is a muerto that was taken but not played."
    )


class HandSheetShown(Shown):
    """Both sides of a hand."""

    sides = SideSheetShown(many=True)


class ScoreLineShown(Shown):
    """`quantity` times `unit_points`."""

    code = serializers.ChoiceField(choices=[one.value for one in LineCode])
    quantity = serializers.IntegerField()
    unit_points = serializers.IntegerField()
    amount = serializers.IntegerField()
    rack = serializers.IntegerField(allow_null=True, help_text="Which rack the line is about.")


class SideScoreShown(Shown):
    """What a hand is worth to one side."""

    branch = serializers.ChoiceField(
        choices=[one.value for one in Branch], help_text="By which of the three ways it is counted."
    )
    lines = ScoreLineShown(many=True)
    total = serializers.IntegerField()


class HandScoreShown(Shown):
    """What a hand is worth to both."""

    sides = SideScoreShown(many=True)


class WrittenShown(Shown):
    """A hand that somebody has written."""

    sheet = HandSheetShown()
    tiles = serializers.DictField(
        allow_null=True, help_text="What it was counted from; null: it was given by its points."
    )
    score = HandScoreShown()
    by = serializers.CharField(help_text="The name of who wrote it.")
    at = serializers.DateTimeField()


class HandVersionShown(WrittenShown):
    """One version of a hand."""

    version = serializers.IntegerField()
    entry = serializers.UUIDField(help_text="The id of the entry that wrote it.")
    reason = serializers.CharField(help_text="Why it was corrected; empty: it was not.")


class OldHandVersionShown(HandVersionShown):
    """A version that is in force no longer."""

    undone = serializers.BooleanField()


class HandShown(HandVersionShown):
    """A hand, in the version in force."""

    number = serializers.IntegerField()
    counted = serializers.BooleanField(help_text="False: it was written after the match's end.")
    totals = _pair_of_numbers("After it.")
    starter = serializers.IntegerField(help_text="The seat that began it.")
    history = OldHandVersionShown(many=True)


class SheetRulesShown(Shown):
    """What a match is played by."""

    name = serializers.CharField()
    number = serializers.IntegerField(help_text="Of the version.")
    url = serializers.CharField(help_text="The page of the rules.")
    values = RuleValuesShown()


class SheetYouShown(Shown):
    """What you may do here."""

    role = serializers.ChoiceField(choices=[one.value for one in SheetRole])
    may_read = serializers.BooleanField()
    may_write = serializers.BooleanField()
    may_manage = serializers.BooleanField()
    sides = serializers.ListField(
        child=serializers.IntegerField(), help_text="For which you may speak."
    )


class SheetTimeShown(Shown):
    """Of a match with a time limit."""

    limit = serializers.IntegerField(help_text="In minutes.")
    ends_at = serializers.DateTimeField()


class SheetNextShown(Shown):
    """The hand that comes."""

    number = serializers.IntegerField()
    starter = serializers.IntegerField(help_text="The seat that begins it.")


class SheetOutcomeShown(Shown):
    """How the match ended."""

    reason = serializers.ChoiceField(choices=[one.value for one in EndReason])
    winner = serializers.IntegerField(allow_null=True, help_text="A side; null: a draw.")


class SheetDisputeShown(WrittenShown):
    """What one side says a hand was."""

    id = serializers.CharField(help_text="For `settle`.")
    side = serializers.IntegerField()
    number = serializers.IntegerField()
    reason = serializers.CharField()


class SheetReopenShown(Shown):
    """That one side wants to open a confirmed match again."""

    id = serializers.CharField()
    side = serializers.IntegerField()
    reason = serializers.CharField()
    by = serializers.CharField()
    at = serializers.DateTimeField()


class SheetUndoShown(Shown):
    """What can be undone."""

    entry = serializers.CharField(help_text="For `undo`.")
    kind = serializers.ChoiceField(choices=[one.value for one in EntryKind])
    number = serializers.IntegerField(allow_null=True, help_text="Of the hand.")


class SheetStateShown(Shown):
    """A score sheet as you may see it."""

    id = serializers.UUIDField()
    seq = serializers.IntegerField(help_text="How many entries there are.")
    seats = serializers.IntegerField(help_text="2 or 4; seat n belongs to side n % 2.")
    names = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="Of both sides, seat by seat.",
    )
    sides = serializers.ListField(child=serializers.CharField(), help_text="The sides' names.")
    rules = SheetRulesShown()
    you = SheetYouShown()
    write_policy = serializers.ChoiceField(choices=Sheet.WritePolicy.choices)
    hands = HandShown(many=True)
    totals = _pair_of_numbers()
    to_target = _pair_of_numbers("What each side lacks; null: no target.", can_be_null=True)
    behind = _pair_of_numbers("What each side lacks to draw level.")
    hands_left = serializers.IntegerField(allow_null=True, help_text="Null: not limited.")
    time = SheetTimeShown(allow_null=True)
    time_is_up = serializers.BooleanField()
    next = SheetNextShown(allow_null=True, help_text="Null: the match is over.")
    status = serializers.ChoiceField(choices=[one.value for one in BookStatus])
    outcome = SheetOutcomeShown(allow_null=True)
    confirmed = serializers.ListField(
        child=serializers.BooleanField(), help_text="By which side the result is confirmed."
    )
    changed_seq = serializers.IntegerField(help_text="The last change of the hands: for `confirm`.")
    wishes = serializers.ListField(
        child=serializers.IntegerField(), help_text="Sides that wish the match to be rated."
    )
    dispute = SheetDisputeShown(allow_null=True)
    reopen = SheetReopenShown(allow_null=True)
    undo = SheetUndoShown(allow_null=True, help_text="Null: there is nothing to undo.")


class SheetEntryShown(Shown):
    """What became of an entry, and the sheet as it is now."""

    entry = serializers.ChoiceField(choices=["written", "already"])
    state = SheetStateShown()


class SheetPreviewShown(Shown):
    """What a hand would be worth."""

    score = HandScoreShown(allow_null=True, help_text="Null while it cannot be read.")
    errors = ProblemFieldShown(  # type: ignore[assignment]  # a field, not the property
        many=True, help_text="Everything that is wrong with it."
    )


class SheetSideShown(Shown):
    """A side in a list."""

    name = serializers.CharField()
    total = serializers.IntegerField()


class SheetRowShown(Shown):
    """A score sheet in a list."""

    id = serializers.UUIDField()
    sides = SheetSideShown(many=True)
    seats = serializers.IntegerField()
    status = serializers.ChoiceField(choices=Sheet.Status.choices)
    hands = serializers.IntegerField(help_text="How many count.")
    rules = serializers.CharField(help_text="The rules' name.")
    is_mine = serializers.BooleanField(help_text="Whether you have created it.")
    created_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()
    page = serializers.CharField()


class SheetLinkShown(Shown):
    """The link that opens a sheet to whoever has it."""

    address = serializers.CharField(allow_null=True, help_text="Null: there is none.")
    token = serializers.CharField(
        allow_null=True, help_text=f"Its last part; `{LINK_HEADER}` takes either."
    )
    created_at = serializers.DateTimeField(allow_null=True)


class RatedMemberShown(Shown):
    """What a match did to one player's rating."""

    name = serializers.CharField()
    change = serializers.FloatField(help_text="In Elo.")


class SheetRatingSideShown(Shown):
    """What a side says to its match being rated."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    agreed = serializers.BooleanField()
    by = serializers.CharField(help_text="Who said so, where that is known.")
    is_yours = serializers.BooleanField()
    members = RatedMemberShown(many=True, help_text="Empty until the match is rated.")


class SheetRatingShown(Shown):
    """Whether a match is rated, and what is missing."""

    ladder = serializers.CharField(allow_null=True, help_text="The slug of where it would count.")
    counts = serializers.BooleanField(help_text="Whether it is rated.")
    confirmed = serializers.BooleanField(help_text="Whether both sides have confirmed it.")
    agreed = serializers.BooleanField(help_text="Whether both sides wish it to be rated.")
    obstacle = serializers.CharField(
        allow_null=True, help_text="A code: why it cannot be rated; null: it can be."
    )
    text = serializers.CharField(help_text="The obstacle as a sentence; empty: there is none.")
    sides = SheetRatingSideShown(many=True, help_text="Empty where nobody can be rated here.")
