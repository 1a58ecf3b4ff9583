"""Writing on a score sheet, and following what others write."""

import uuid
from dataclasses import replace
from typing import Any, ClassVar, Final

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.burako import EntryKind, EntryRefusedError, preview_hand
from scoring.reading import SHAPE_TEMPLATES, Reader
from tournaments.api import sheet_examples
from tournaments.api.callers import LINK, sheet_visitor_of_call
from tournaments.api.fields import Body
from tournaments.api.problems import kernel_faults
from tournaments.api.sheet_forms import SheetEntryShown, SheetPreviewShown
from tournaments.api.streams import stream
from tournaments.api.views import ApiViewSet
from tournaments.api_scopes import Area
from tournaments.kernel_texts import error_text
from tournaments.live.streams import Seen
from tournaments.models import User
from tournaments.models.sheets import DEVICE_MAX_LENGTH
from tournaments.selectors.sheet_state import sheet_state_for
from tournaments.selectors.sheets import sheet_find_to_judge
from tournaments.services.sheet_entries import sheet_entry_add
from tournaments.sheet_access import SheetDeniedError, require_read, sheet_access
from tournaments.sheet_events import sheet_look, sheet_told, sheet_topics

_KIND: Final = "kind"
_PAYLOAD: Final = "payload"


class EntryBody(Body):
    """One thing that somebody writes."""

    entry_id = serializers.UUIDField(help_text="Made by you: sent again with it, nothing doubles.")
    kind = serializers.ChoiceField(choices=[one.value for one in EntryKind])
    payload = serializers.DictField(
        help_text=(
            "By kind. `hand`: number, and sheet or tiles. `correct`: number, version, reason, and "
            "sheet or tiles. `undo`: entry. `time_up`: nothing. `confirm`: side, seen (the sheet's "
            "changed_seq). `dispute`: side, number, reason, and sheet or tiles. `settle`: dispute, "
            "accept. `reopen`: side, reason. `reopen_answer`: side, agree. A sheet has two sides "
            "with their counts and points; tiles are two sides with closed, muerto, melds and "
            "racks of tile ids such as g7#2."
        )
    )
    device = serializers.CharField(
        required=False, max_length=DEVICE_MAX_LENGTH, help_text="A name for what it is written on."
    )

    def validate_device(self, value: str) -> str:
        """In the words in which the page is refused."""
        reader = Reader(SHAPE_TEMPLATES)
        text = reader.text("device", value, DEVICE_MAX_LENGTH)
        for error in reader.errors.result():
            raise serializers.ValidationError(error_text(error), code=str(error.code))
        return text or ""


class PreviewBody(Body):
    """A hand, either by its points or by its tiles."""

    sheet = serializers.DictField(required=False, allow_null=True)
    tiles = serializers.DictField(required=False, allow_null=True)


class SheetEntryViewSet(ApiViewSet):
    """With the sheet's link, also without a token."""

    tag = "Sheets"
    thing = "sheet_entries"
    area = Area.SHEETS
    open_actions: ClassVar[frozenset[str]] = frozenset({"write", "preview"})
    reading_actions: ClassVar[frozenset[str]] = frozenset({"preview"})

    @extend_schema(
        summary="Write on a sheet",
        parameters=[LINK],
        request=EntryBody,
        responses=SheetEntryShown,
        examples=[
            OpenApiExample(
                "Written",
                value={"entry": "written", "state": sheet_examples.STATE},
                response_only=True,
            ),
            *sheet_examples.ENTRIES,
        ],
    )
    def write(self, request: Request, public_id: uuid.UUID) -> Response:
        """Entries are only ever added: a correction keeps what it corrects. Sending an entry again,
        with its id, is harmless and answers `already`. 409 says that it does not fit what is
        written by now: read the sheet again. 403 says that the sheet's creator lets others write,
        or that only the side's own players can say that."""
        visitor = sheet_visitor_of_call(request)
        require_read(sheet_access(sheet=sheet_find_to_judge(public_id=public_id), visitor=visitor))
        wish = self.sent(EntryBody)
        try:
            written = sheet_entry_add(public_id=public_id, visitor=visitor, **wish)
        except EntryRefusedError as refused:
            raise _as_sent(refused) from refused
        state = sheet_state_for(public_id=public_id, visitor=visitor)
        return self.tell(SheetEntryShown, {"entry": written.value, "state": state})

    @extend_schema(
        summary="What a hand would be worth",
        parameters=[LINK],
        request=PreviewBody,
        responses=SheetPreviewShown,
        examples=[
            OpenApiExample("A hand", value={"sheet": sheet_examples.HAND}, request_only=True),
            OpenApiExample(
                "Its worth", value={"score": sheet_examples.SCORE, "errors": []}, response_only=True
            ),
        ],
    )
    def preview(self, request: Request, public_id: uuid.UUID) -> Response:
        """Line by line, with everything that is wrong with it. Writes nothing."""
        sheet = sheet_find_to_judge(public_id=public_id)
        require_read(sheet_access(sheet=sheet, visitor=sheet_visitor_of_call(request)))
        rules, hand = sheet.rule_version.rules, self.sent(PreviewBody)
        score, errors = preview_hand(rules, hand, seats=sheet.seats_count)
        told: dict[str, Any] = {
            "score": None if score is None else score.as_dict(),
            "errors": kernel_faults(errors),
        }
        return self.tell(SheetPreviewShown, told)


class SheetEventViewSet(ApiViewSet):
    """A sheet, live."""

    tag = "Sheets"
    thing = "sheet_events"
    area = Area.SHEETS
    also_answers = ("503",)

    @extend_schema(
        summary="Follow a sheet",
        parameters=[LINK],
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                OpenApiTypes.STR, "`state` with the number of the last entry; `revoked` at the end."
            )
        },
    )
    def follow(self, request: Request, public_id: uuid.UUID) -> StreamingHttpResponse:
        """Server-sent events: `state` whenever something was written, or your rights or somebody's
        wishes have changed."""
        self.asked()
        visitor = sheet_visitor_of_call(request)
        sheet_look(public_id=public_id, visitor=visitor)

        def look(account: User | None) -> Seen | None:
            try:
                return sheet_look(public_id=public_id, visitor=replace(visitor, account=account))
            except SheetDeniedError:
                return None

        topics = sheet_topics(public_id=public_id)
        return stream(request, topics=topics, look=look, told=sheet_told)


def _as_sent(refused: EntryRefusedError) -> EntryRefusedError:
    """The kernel names fields inside of the payload."""
    return EntryRefusedError(
        error if error.field == _KIND else error.below(_PAYLOAD) for error in refused.errors
    )
