"""Versions of bots: sent in, checked, followed, activated, taken home."""

from typing import Any, ClassVar, Final

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from arena.api.bot_asked import bot_asked, version_asked
from arena.api.bot_checks import VERSION_EXAMPLE, VersionShown, version_told_with_check
from arena.api.bot_fields import VERSION_ROW_EXAMPLE, VersionRowShown, versions_told
from arena.api.bot_uploads import (
    BUSY_ANSWERS,
    ProgramBody,
    UploadViewSet,
    in_upload_turn,
    program_sent,
)
from arena.bot_access import require_manage, require_private, require_recheck
from arena.bot_downloads import archive_attachment, log_attachment
from arena.check_events import check_seen
from arena.models import Bot, BotVersion
from arena.selectors.bots import bot_versions
from arena.services.bots import bot_version_activate, bot_version_submit
from arena.services.validations import validation_repeat
from tournaments.api.callers import account_of
from tournaments.api.fields import PageQuery, ProblemShown, page_of
from tournaments.api.once import once_per_key
from tournaments.api.streams import stream
from tournaments.api_scopes import Area
from tournaments.live.streams import Seen
from tournaments.models import User
from tournaments.problem_details import CONTENT_TYPE

_EXAMPLE: Final = OpenApiExample("A version", value=VERSION_EXAMPLE, response_only=True)
_ROW_EXAMPLE: Final = OpenApiExample("A version", value=VERSION_ROW_EXAMPLE, response_only=True)


class NewVersion(ProgramBody):
    """Another version of a bot."""

    same_again = serializers.BooleanField(
        required=False, help_text="Take it even if this very file is here already; unless told, no."
    )


class BotVersionViewSet(UploadViewSet):
    """Numbers, dates and rules are for everybody; the rest is the author's own."""

    tag = "Bots"
    thing = "bot_versions"
    area: ClassVar[Area] = Area.BOTS
    own_actions: ClassVar[frozenset[str]] = frozenset({"file", "log", "events"})
    bot: Bot
    """Whose version is sent in."""

    @extend_schema(
        summary="A bot's versions",
        parameters=[PageQuery],
        responses=page_of(VersionRowShown),
        examples=[_ROW_EXAMPLE],
    )
    def list(self, request: Request, public_id: str) -> Response:
        """Newest first, without how their checks went: ask for one version."""
        bot, access = bot_asked(account_of(request), public_id)
        self.asked(PageQuery)
        return self.page(
            bot_versions(bot=bot), VersionRowShown, lambda rows: versions_told(rows, access)
        )

    @extend_schema(
        summary="Send in another version",
        request={"multipart/form-data": NewVersion},
        responses={201: VersionShown, **BUSY_ANSWERS},
        examples=[_EXAMPLE],
    )
    @in_upload_turn(NewVersion)
    @once_per_key
    def create(self, request: Request, public_id: str) -> Response:
        """It is checked before it may play: follow `events/`, or ask for it now and then. A file
        that is here already is refused with `same_file`, unless you say `same_again`."""
        version = bot_version_submit(
            bot=self.bot,
            by=self.account,
            same_again=self.wish.get("same_again", False),
            **program_sent(self.wish),
        )
        address = reverse("api:bot_version", args=[public_id, version.number])
        return self.created(VersionShown, self._told(public_id, version.number), address=address)

    @extend_schema(summary="A version", responses=VersionShown, examples=[_EXAMPLE])
    def retrieve(self, request: Request, public_id: str, number: int) -> Response:
        """For the bot's author with how its checks stand, step by step."""
        self.asked()
        return self.tell(VersionShown, self._told(public_id, number))

    @extend_schema(
        summary="Let a version play", request=None, responses=VersionShown, examples=[_EXAMPLE]
    )
    def activate(self, request: Request, public_id: str, number: int) -> Response:
        """The newest, or an earlier one again; it must have passed its checks."""
        version, access = version_asked(self.account, public_id, number)
        require_manage(access)
        bot_version_activate(bot=version.bot, number=number, by=self.account)
        return self.tell(VersionShown, self._told(public_id, number))

    @extend_schema(
        summary="Have a version checked again",
        request=None,
        responses=VersionShown,
        examples=[_EXAMPLE],
    )
    def check(self, request: Request, public_id: str, number: int) -> Response:
        """Once more from the beginning, after something of ours broke."""
        version, access = version_asked(self.account, public_id, number)
        require_recheck(access)
        validation_repeat(version=version, by=self.account)
        return self.tell(VersionShown, self._told(public_id, number))

    @extend_schema(
        summary="The file of a version",
        responses={
            (200, "application/octet-stream"): OpenApiResponse(
                OpenApiTypes.BINARY, "The file as it was sent in."
            )
        },
    )
    def file(self, request: Request, public_id: str, number: int) -> HttpResponse:
        """For the bot's author only."""
        self.asked()
        return archive_attachment(self._own(public_id, number))

    @extend_schema(
        summary="What a version printed in its checks",
        responses={(200, "text/plain"): OpenApiResponse(OpenApiTypes.STR, "All of it, as text.")},
    )
    def log(self, request: Request, public_id: str, number: int) -> HttpResponse:
        """For the bot's author only; 404 while there is none."""
        self.asked()
        return log_attachment(self._own(public_id, number))

    @extend_schema(
        summary="Follow the checks of a version",
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                OpenApiTypes.STR, "`state` whenever the version would look different."
            ),
            (503, CONTENT_TYPE): OpenApiResponse(ProblemShown, "Too many follow this."),
        },
    )
    def events(self, request: Request, public_id: str, number: int) -> StreamingHttpResponse:
        """For the bot's author only. Server-sent events without data: ask for the version then."""
        self.asked()
        _seen, topics = check_seen(self._own(public_id, number))

        def look(account: User | None) -> Seen | None:
            try:
                version, access = version_asked(account, public_id, number)
                require_private(access)
            except (Http404, PermissionDenied):
                return None
            return check_seen(version)[0]

        return stream(request, topics=topics, look=look)

    def check_upload(self, **kwargs: Any) -> None:  # noqa: ANN401 - the address's
        """Only the author sends in versions. The bot is kept: who reads a file asks nothing."""
        self.bot, access = bot_asked(self.account, kwargs["public_id"])
        require_manage(access)

    def _own(self, public_id: str, number: int) -> BotVersion:
        version, access = version_asked(self.account, public_id, number)
        require_private(access)
        return version

    def _told(self, public_id: str, number: int) -> dict[str, object]:
        version, access = version_asked(account_of(self.request), public_id, number)
        return version_told_with_check(version, access)
