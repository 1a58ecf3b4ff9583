"""The form with every value of a Burako rule set. What is refused, the kernel refuses."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.forms.boundfield import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext as _gettext
from django.utils.translation import gettext_lazy as _

from scoring.burako import BurakoRuleSet, OpeningPer, RuleSetRefusedError, UnplayedRackFree
from scoring.burako.rule_set import END_RANGES, POINT_RANGE, SCHEMA, TILE_VALUE_RANGE
from scoring.reading import SHAPE_TEMPLATES, ShapeCode
from tournaments.forms.accounts import DisplayNameField
from tournaments.kernel_texts import error_text

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

_TILES: Final = "tile_values."


class ValueField(forms.IntegerField):
    """A whole number, refused in the kernel's words."""

    def __init__(
        self,
        *,
        label: "StrOrPromise",
        bounds: tuple[int, int],
        help_text: "StrOrPromise" = "",
        required: bool = True,
    ) -> None:
        least, most = bounds
        widget = forms.NumberInput(attrs={"min": least, "max": most, "inputmode": "numeric"})
        super().__init__(label=label, help_text=help_text, required=required, widget=widget)

    def clean(self, value: object) -> Any:  # noqa: ANN401 - as Django has it
        self.error_messages = {
            "required": _gettext(SHAPE_TEMPLATES[ShapeCode.MISSING]),
            "invalid": _gettext(SHAPE_TEMPLATES[ShapeCode.NOT_A_WHOLE_NUMBER]),
        }
        return super().clean(value)


def _points(label: "StrOrPromise", help_text: "StrOrPromise" = "") -> ValueField:
    return ValueField(label=label, bounds=POINT_RANGE, help_text=help_text)


def _face(label: "StrOrPromise") -> ValueField:
    return ValueField(label=label, bounds=TILE_VALUE_RANGE)


def _end(name: str, label: "StrOrPromise", help_text: "StrOrPromise" = "") -> ValueField:
    return ValueField(label=label, bounds=END_RANGES[name], help_text=help_text, required=False)


class RuleSetForm(forms.Form):
    """Named as in the kernel; the tiles' values are called tile_joker and so on."""

    name = DisplayNameField(
        label=_("Name"),
        help_text=_("So that you and your club find it again."),
        autocomplete="off",
    )
    target_points = _end("target_points", _("Points to win"))
    hand_limit = _end("hand_limit", _("Hands at most"))
    time_limit_minutes = _end("time_limit_minutes", _("Minutes at most"))
    close = _points(_("Closing"))
    pure_canasta = _points(_("Pure canasta"))
    impure_canasta = _points(_("Impure canasta"))
    muerto_not_played = _points(_("Muerto not played"), _("Taken off the score."))
    muerto_played = _points(_("Muerto played"), _("A bonus; usually 0."))
    tile_joker = _face(_("Joker"))
    tile_two = _face("2")
    tile_ace = _face("1")
    tile_low = _face(_("3 to 7"))
    tile_high = _face(_("8 to 13"))
    opening_points = _points(_("Points of the first meld"), _("0 if any meld will do."))
    opening_per = forms.ChoiceField(
        label=_("Who has to reach them"),
        widget=forms.RadioSelect,
        choices=[
            (OpeningPer.SIDE.value, _("the side, once per hand")),
            (OpeningPer.PLAYER.value, _("every player on their own")),
        ],
    )
    unplayed_rack_free = forms.ChoiceField(
        label=_("A rack that is the muerto, taken but not played, is not counted"),
        widget=forms.RadioSelect,
        choices=[
            (UnplayedRackFree.CLOSER.value, _("for the side that closed")),
            (UnplayedRackFree.BOTH.value, _("for either side")),
        ],
    )
    pierna_of_twos = forms.BooleanField(label=_("A pierna of 2s is allowed"), required=False)
    may_end_hand = forms.BooleanField(
        label=_("With an empty mazo a player may end the hand instead of taking the pozo"),
        required=False,
    )

    _GROUPS: Final[tuple[tuple[Promise, Promise | str, tuple[str, ...]], ...]] = (
        (
            _("When the match ends"),
            _("Fill in at least one; whatever comes first ends the match."),
            ("target_points", "hand_limit", "time_limit_minutes"),
        ),
        (
            _("Points of a hand"),
            "",
            ("close", "pure_canasta", "impure_canasta", "muerto_not_played", "muerto_played"),
        ),
        (
            _("What tiles are worth"),
            "",
            ("tile_joker", "tile_two", "tile_ace", "tile_low", "tile_high"),
        ),
        (_("The first meld"), "", ("opening_points", "opening_per")),
        (
            _("Special cases"),
            "",
            ("unplayed_rack_free", "pierna_of_twos", "may_end_hand"),
        ),
    )

    @classmethod
    def initial_of(cls, rules: BurakoRuleSet, name: str = "") -> dict[str, object]:
        """What the form shows first: these rules."""
        values = rules.as_dict()
        faces = values.pop("tile_values")
        assert isinstance(faces, dict)
        return {"name": name, **values, **{f"tile_{kind}": face for kind, face in faces.items()}}

    @property
    def groups(self) -> Iterator[tuple[Promise, Promise | str, list[BoundField]]]:
        """Heading, help and fields, in the order of the page."""
        for heading, help_text, names in self._GROUPS:
            yield heading, help_text, [self[name] for name in names]

    def clean(self) -> dict[str, Any]:
        """Ask the kernel, and put each of its sentences at its field."""
        values = super().clean() or {}
        try:
            self.rules = BurakoRuleSet.from_dict(self._as_rules(values))
        except RuleSetRefusedError as refused:
            for error in refused.errors:
                field = error.field.replace(_TILES, "tile_")
                # Where the number could not even be read, that has been said already.
                if field in self.fields and field not in self.errors:
                    self.add_error(field, error_text(error))
        return values

    def _as_rules(self, values: dict[str, Any]) -> dict[str, object]:
        rules: dict[str, object] = {"schema": SCHEMA, "tile_values": {}}
        faces: dict[str, object] = {}
        for field in self.fields:
            if field.startswith("tile_"):
                faces[field.removeprefix("tile_")] = values.get(field)
            elif field != "name":
                rules[field] = values.get(field)
        return {**rules, "tile_values": faces}
