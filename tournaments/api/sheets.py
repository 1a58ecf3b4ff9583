"""Score sheets: opening them, reading them, and who may write."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import sheet_examples
from tournaments.api.callers import LINK, sheet_visitor_of_call
from tournaments.api.fields import Body, PageQuery, page_of
from tournaments.api.limits import limit_count
from tournaments.api.once import once_per_key
from tournaments.api.sheet_forms import SheetRowShown, SheetStateShown
from tournaments.api.views import ApiViewSet
from tournaments.api_scopes import Area
from tournaments.models import RuleSetVersion, Sheet, User
from tournaments.models.people import PUBLIC_ID_MAX_LENGTH
from tournaments.names import DISPLAY_NAME_MAX_LENGTH
from tournaments.rate_limits import SHEET_CREATE
from tournaments.selectors.people import names_known
from tournaments.selectors.rule_sets import rule_versions_in_force
from tournaments.selectors.sheet_state import sheet_state_for, side_names, side_title
from tournaments.selectors.sheets import sheets_of_visitor
from tournaments.services.sheets import (
    SEATS,
    SeatSpec,
    seat_by_name,
    sheet_create,
    sheet_policy_set,
    sheet_rematch,
)
from tournaments.sheet_access import Visitor

_STATE: Final = OpenApiExample("A sheet", value=sheet_examples.STATE, response_only=True)
_SEAT: Final = "seat_"  # with which the service's names of seats begin


class SeatBody(Body):
    """Who sits down: a name, or a player on your list."""

    name = serializers.CharField(
        required=False,
        max_length=DISPLAY_NAME_MAX_LENGTH,
        help_text=(
            "Yours, or a name on your list, is that player; any other is put on your list as a "
            "guest."
        ),
    )
    player = serializers.CharField(
        required=False,
        max_length=PUBLIC_ID_MAX_LENGTH,
        help_text="The id of somebody on your list, or of yourself, instead of a name.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two."""
        if len(attrs) != 1:
            sentence = _("Say who sits here: either a name or a player.")
            raise serializers.ValidationError(sentence, code="name_or_player")
        return attrs


class SheetBody(Body):
    """A match."""

    seats = serializers.ListField(
        child=SeatBody(),
        min_length=min(SEATS),
        max_length=max(SEATS),
        help_text="Two or four, clockwise: partners sit opposite.",
    )
    rule_set = serializers.CharField(
        required=False,
        max_length=PUBLIC_ID_MAX_LENGTH,
        help_text="The id of rules in force; the house's, unless told.",
    )
    first_starter = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=max(SEATS) - 1,
        help_text="The seat that begins; 0, unless told.",
    )
    write_policy = serializers.ChoiceField(
        required=False,
        choices=Sheet.WritePolicy.choices,
        help_text="Who may write; everybody with the link, unless told.",
    )


class SheetChange(Body):
    """Who may write from now on."""

    write_policy = serializers.ChoiceField(choices=Sheet.WritePolicy.choices)


class SheetQuery(PageQuery):
    """Which of your sheets."""

    status = serializers.ChoiceField(required=False, choices=Sheet.Status.choices)


class SheetViewSet(ApiViewSet):
    """A token, or the sheet's link, opens a sheet."""

    tag = "Sheets"
    thing = "sheets"
    area = Area.SHEETS

    @extend_schema(
        summary="Your sheets",
        parameters=[LINK, SheetQuery],
        responses=page_of(SheetRowShown),
        examples=[OpenApiExample("A sheet", value=sheet_examples.ROW, response_only=True)],
    )
    def list(self, request: Request) -> Response:
        """Those that you have created or play on, the latest change first; with a link, also the
        one that it opens. Without a token and a link there are none."""
        asked = self.asked(SheetQuery)
        visitor = sheet_visitor_of_call(request)
        rows = sheets_of_visitor(visitor=visitor)
        if "status" in asked:
            rows = rows.filter(status=asked["status"])
        return self.page(rows, SheetRowShown, lambda found: _rows(found, visitor))

    @extend_schema(
        summary="Open a sheet",
        request=SheetBody,
        responses={201: SheetStateShown},
        examples=[
            _STATE,
            OpenApiExample(
                "Two",
                value={"seats": [{"name": "Rosa"}, {"name": "Beto"}]},
                request_only=True,
            ),
            OpenApiExample(
                "Two pairs by a club's rules",
                value={
                    "seats": [
                        {"player": "Zs81Tak3Jx0cPq2m"},
                        {"name": "Carla"},
                        {"name": "Beto"},
                        {"name": "Dora"},
                    ],
                    "rule_set": "Jx0cPq2mZs81Tak3",
                    "first_starter": 1,
                    "write_policy": "players",
                },
                request_only=True,
            ),
        ],
    )
    @once_per_key
    def create(self, request: Request) -> Response:
        """A new match. It comes with a link, which `link/` tells."""
        account, wish = self.account, self.sent(SheetBody)
        seats = _seats(wish["seats"], account)
        self._count_one_more(account)
        try:
            created = sheet_create(
                visitor=Visitor(account=account),
                seats=seats,
                rule_version=_rule_version(wish.get("rule_set"), account),
                first_starter=wish.get("first_starter", 0),
                write_policy=wish.get("write_policy", Sheet.WritePolicy.LINK),
            )
        except ValidationError as error:
            raise _as_sent(error, wish["seats"]) from error
        return self._created(created.public_id)

    @extend_schema(
        summary="A sheet", parameters=[LINK], responses=SheetStateShown, examples=[_STATE]
    )
    def retrieve(self, request: Request, public_id: uuid.UUID) -> Response:
        """Everything that is on it, and what you may do."""
        self.asked()
        return self._tell(public_id)

    @extend_schema(
        summary="Decide who may write",
        request=SheetChange,
        responses=SheetStateShown,
        examples=[
            _STATE,
            OpenApiExample("Players", value={"write_policy": "players"}, request_only=True),
        ],
    )
    def change(self, request: Request, public_id: uuid.UUID) -> Response:
        """Only who has created the sheet decides that."""
        visitor = sheet_visitor_of_call(request)
        sheet_policy_set(public_id=public_id, visitor=visitor, **self.sent(SheetChange))
        return self._tell(public_id)

    @extend_schema(
        summary="A rematch",
        parameters=[LINK],
        request=None,
        responses={201: SheetStateShown},
        examples=[_STATE],
    )
    @once_per_key
    def rematch(self, request: Request, public_id: uuid.UUID) -> Response:
        """The same people and rules on a new sheet, which is yours; the next seat begins. Whoever
        may write on the old one can."""
        account = self.account
        self._count_one_more(account)
        again = sheet_rematch(public_id=public_id, visitor=sheet_visitor_of_call(request))
        return self._created(again.public_id)

    def _count_one_more(self, account: User) -> None:
        """As many sheets an hour as on the pages, counted together with them."""
        sentence = _("You have opened many sheets in this hour. Wait a while.")
        limit_count(self.request, SHEET_CREATE, key=str(account.pk), sentence=sentence)

    def _created(self, public_id: uuid.UUID) -> Response:
        state = sheet_state_for(public_id=public_id, visitor=sheet_visitor_of_call(self.request))
        address = reverse("api:sheet", args=[public_id])
        return self.created(SheetStateShown, state, address=address)

    def _tell(self, public_id: uuid.UUID) -> Response:
        state = sheet_state_for(public_id=public_id, visitor=sheet_visitor_of_call(self.request))
        return self.tell(SheetStateShown, state)


def _rows(sheets: Iterable[Sheet], visitor: Visitor) -> Iterable[object]:
    account_id = None if visitor.account is None else visitor.account.pk
    for sheet in sheets:
        totals = {side.number: side.total for side in sheet.sides.all()}
        yield {
            "id": sheet.public_id,
            "sides": [
                {"name": side_title(names), "total": totals.get(number, 0)}
                for number, names in enumerate(side_names(sheet))
            ],
            "seats": sheet.seats_count,
            "status": sheet.status,
            "hands": sheet.hands_count,
            "rules": sheet.rule_version.rule_set.public_name,
            "is_mine": account_id is not None and sheet.creator_id == account_id,
            "created_at": sheet.created_at,
            "changed_at": sheet.changed_at,
            "page": reverse("sheets:sheet", args=[sheet.public_id]),
        }


def _seats(sent: Sequence[Mapping[str, str]], account: User) -> list[SeatSpec]:
    known = names_known(account=account)
    return [
        SeatSpec(player_id=seat["player"])
        if "player" in seat
        else seat_by_name(typed=seat["name"], account=account, known=known)
        for seat in sent
    ]


def _rule_version(public_id: str | None, account: User) -> RuleSetVersion | None:
    """The rules that were named; whoever knows them may play by them."""
    if public_id is None:
        return None
    offered = rule_versions_in_force(account=account, from_page=public_id)
    found = offered.filter(rule_set__public_id=public_id).first()
    if found is None:
        raise ValidationError({"rule_set": _("Choose rules that are in force.")})
    return found


def _as_sent(error: ValidationError, seats: Sequence[Mapping[str, str]]) -> ValidationError:
    """The service's objections at the names that were sent."""
    if not hasattr(error, "error_dict"):
        return error
    names = {"rule_version": "rule_set"}
    for number, seat in enumerate(seats):
        names[f"{_SEAT}{number}"] = f"seats.{number}.{next(iter(seat))}"
    return ValidationError(
        {names.get(name, name): list(found) for name, found in error.error_dict.items()}
    )
