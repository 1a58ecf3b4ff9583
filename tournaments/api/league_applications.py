"""Those who ask for a place in a league, and what its organizers answer."""

from typing import Any, ClassVar, Final

from allauth.account.adapter import get_adapter
from django.core.exceptions import ValidationError
from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.callers import LINK
from tournaments.api.fields import Body, PageQuery, Shown, page_of
from tournaments.api.league_calls import LeagueCallsViewSet, sent_names
from tournaments.api.once import once_per_key
from tournaments.bot_directory import BotLabel, bot_directory
from tournaments.league_access import LeagueAccess, LeagueAction
from tournaments.models import LeagueApplication
from tournaments.models.people import PUBLIC_ID_MAX_LENGTH
from tournaments.names import DISPLAY_NAME_MAX_LENGTH
from tournaments.rate_limits import LEAGUE_APPLY
from tournaments.selectors.league_links import (
    applications_with_bots,
    league_applications_waiting,
)
from tournaments.services.leagues.applications import (
    NOTE_MAX,
    application_accept,
    application_decline,
    application_fields,
    application_send,
)

_EXAMPLE: Final[dict[str, Any]] = {
    "id": "77",
    "name": "Wanda",
    "partner": "Xenia",
    "bot": None,
    "note": "We are late on Thursdays.",
    "state": "waiting",
    "entry": None,
    "created_at": "2026-10-02T09:30:00Z",
    "decided_at": None,
}
_TOLD: Final = OpenApiExample("A pair", value=_EXAMPLE, response_only=True)
_IN: Final = OpenApiExample(
    "Let in",
    value={
        **_EXAMPLE,
        "state": "accepted",
        "entry": "412",
        "decided_at": "2026-10-02T18:00:00Z",
    },
    response_only=True,
)


class ApplicationBotShown(Shown):
    """Which bot is to play."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField()


class ApplicationShown(Shown):
    """Somebody who wants to play."""

    id = serializers.CharField()
    name = serializers.CharField(help_text="Of a bot, its author's.")
    partner = serializers.CharField(help_text="Of a pair; otherwise empty.")
    bot = ApplicationBotShown(allow_null=True)
    note = serializers.CharField()
    state = serializers.ChoiceField(choices=LeagueApplication.State.choices)
    entry = serializers.CharField(allow_null=True, help_text="What came of it: an entry's id.")
    created_at = serializers.DateTimeField()
    decided_at = serializers.DateTimeField(allow_null=True)


class ApplicationSent(Body):
    """Who asks."""

    name = serializers.CharField(
        required=False,
        max_length=DISPLAY_NAME_MAX_LENGTH,
        help_text="Without a token only: with one you ask under your own name.",
    )
    partner = serializers.CharField(
        required=False, max_length=DISPLAY_NAME_MAX_LENGTH, help_text="In leagues of pairs."
    )
    bot = serializers.CharField(
        required=False,
        max_length=PUBLIC_ID_MAX_LENGTH,
        help_text="In leagues of bots: the id of one of yours.",
    )
    note = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=NOTE_MAX,
        help_text="Anything that the organizers should know.",
    )


class LeagueApplicationsViewSet(LeagueCallsViewSet):
    """Asking for a place takes a link of the league; organizers read and answer."""

    thing = "league_applications"
    own_actions: ClassVar[frozenset[str]] = frozenset({"list", "retrieve"})
    open_actions: ClassVar[frozenset[str]] = frozenset({"create"})

    @extend_schema(
        summary="Who asks to take part",
        parameters=[PageQuery],
        responses=page_of(ApplicationShown),
        examples=[
            OpenApiExample(
                "They wait",
                value={"next": None, "previous": None, "results": [_EXAMPLE]},
                response_only=True,
            )
        ],
    )
    def list(self, request: Request, public_id: str) -> Response:
        """For organizers: those who wait for an answer, the first first."""
        self.asked(PageQuery)
        access = self.league(public_id, LeagueAction.READ_DRAFTS)
        waiting = league_applications_waiting(league=access.league)
        return self.page(waiting, ApplicationShown, _told)

    @extend_schema(
        summary="Ask to take part",
        parameters=[LINK],
        request=ApplicationSent,
        responses={201: ApplicationShown},
        examples=[
            OpenApiExample("With a token", value={"note": "Hello!"}, request_only=True),
            OpenApiExample(
                "A pair, without one",
                value={"name": "Wanda", "partner": "Xenia"},
                request_only=True,
            ),
            _TOLD,
        ],
    )
    @once_per_key
    def create(self, request: Request, public_id: str) -> Response:
        """With a link that the organizers gave you, and with or without a token; whoever is part of
        the league needs no link. Asking twice is asking once. The organizers answer."""
        access = self.league(public_id, LeagueAction.READ, LeagueAction.APPLY)
        asked = _asked(access, self.sent(ApplicationSent))
        self.count(LEAGUE_APPLY, key=_who(access, request))
        made = application_send(public_id=public_id, visitor=self.visitor, **asked)
        address = reverse(
            "api:league_application", kwargs={"public_id": public_id, "application_id": made.pk}
        )
        return self.created(ApplicationShown, _told([made])[0], address=address)

    @extend_schema(summary="Somebody who asked", responses=ApplicationShown, examples=[_TOLD])
    def retrieve(self, request: Request, public_id: str, application_id: int) -> Response:
        """For organizers. What was answered long ago is forgotten."""
        self.asked()
        access = self.league(public_id, LeagueAction.READ_DRAFTS)
        return self._tell(access, application_id)

    @extend_schema(
        summary="Let somebody in", request=None, responses=ApplicationShown, examples=[_IN]
    )
    def accept(self, request: Request, public_id: str, application_id: int) -> Response:
        """For organizers: they are entered. Accepting twice is accepting once."""
        self._answered(public_id, application_id)
        with sent_names(competitor="bot"):
            application_accept(
                public_id=public_id, visitor=self.visitor, application_id=application_id
            )
        return self._tell(self.league(public_id), application_id)

    @extend_schema(summary="Say no", request=None, responses=ApplicationShown, examples=[_TOLD])
    def decline(self, request: Request, public_id: str, application_id: int) -> Response:
        """For organizers. Declining twice is declining once."""
        self._answered(public_id, application_id)
        application_decline(
            public_id=public_id, visitor=self.visitor, application_id=application_id
        )
        return self._tell(self.league(public_id), application_id)

    def _answered(self, public_id: str, application_id: int) -> None:
        """There must be one, and whoever asks answers it."""
        access = self.league(public_id, LeagueAction.MANAGE_ENTRIES)
        if not access.league.applications.filter(pk=application_id).exists():
            raise Http404

    def _tell(self, access: LeagueAccess, application_id: int) -> Response:
        found = access.league.applications.filter(pk=application_id)
        if not found:
            raise Http404
        return self.tell(ApplicationShown, _told(list(found))[0])


def _told(applications: "list[LeagueApplication]") -> "list[dict[str, Any]]":
    return [_one(asked, bot) for asked, bot in applications_with_bots(applications)]


def _one(asked: LeagueApplication, bot: BotLabel | None) -> dict[str, Any]:
    return {
        "id": str(asked.pk),
        "name": asked.name,
        "partner": asked.partner,
        "bot": bot,
        "note": asked.note,
        "state": asked.state,
        "entry": None if asked.entry_id is None else str(asked.entry_id),
        "created_at": asked.created_at,
        "decided_at": asked.decided_at,
    }


def _asked(access: LeagueAccess, sent: dict[str, Any]) -> dict[str, Any]:
    """As the service wants to know it; refused at what such a league does not ask such a caller."""
    fields = {*application_fields(league=access.league, account=access.account), "note"}
    sentence = _("This is not asked here: leave it out.")
    faults = {name: ValidationError(sentence, code="unfit") for name in sent if name not in fields}
    if faults:
        raise ValidationError(faults)
    if "bot" not in sent:
        return sent
    return {**sent, "bot": _own_bot(access, sent["bot"])}


def _own_bot(access: LeagueAccess, public_id: str) -> int | None:
    """The competitor that a bot of one's own is; the service refuses when there is none."""
    if access.account is None:
        return None
    directory = bot_directory()
    own = directory.labels(competitors=directory.competitors_of(account=access.account))
    return next((key for key, label in own.items() if label.public_id == public_id), None)


def _who(access: LeagueAccess, request: Request) -> str:
    """Whose requests are counted: an account's, or an address's."""
    if access.account is not None:
        return str(access.account.pk)
    return str(get_adapter().get_client_ip(request._request))  # noqa: SLF001 - Django's own
