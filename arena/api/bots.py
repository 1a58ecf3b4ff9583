"""Bots: found, made, described, retired."""

from typing import Any, ClassVar, Final

from django.urls import reverse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from arena.api.bot_asked import bot_asked
from arena.api.bot_fields import BOT_EXAMPLE, BotShown, bot_told, bots_told
from arena.api.bot_uploads import (
    BUSY_ANSWERS,
    ProgramBody,
    UploadViewSet,
    in_upload_turn,
    program_sent,
)
from arena.bot_access import require_manage
from arena.games.registry import profiles
from arena.models import Bot
from arena.models.bots import DESCRIPTION_MAX_LENGTH
from arena.selectors.bots import bots_of_owner, bots_public
from arena.services.bots import bot_create_submitted, bot_edit, bot_retire, bot_return
from tournaments.api.callers import account_of
from tournaments.api.fields import Body, PageQuery, page_of
from tournaments.api.once import once_per_key
from tournaments.api_scopes import Area
from tournaments.names import DISPLAY_NAME_MAX_LENGTH, clean_display_name

SEARCH_MAX_LENGTH: Final = 100
_EXAMPLE: Final = OpenApiExample("A bot", value=BOT_EXAMPLE, response_only=True)
_NAME_HELP: Final = "What everybody sees on tables and leaderboards. No two bots share one."


class BotName(serializers.CharField):
    """Cleaned into the form in which it is stored, before its length is judged."""

    def to_internal_value(self, data: Any) -> str:  # noqa: ANN401 - as the library has it
        return clean_display_name(super().to_internal_value(data))


class BotQuery(PageQuery):
    """Which bots are listed."""

    q = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=SEARCH_MAX_LENGTH,
        help_text="Words of the name, of the description or of the author's name.",
    )
    profile = serializers.ChoiceField(
        required=False,
        choices=list(profiles()),
        help_text="Only those that play by these rules: an id of `/rules/profiles/`.",
    )
    mine = serializers.BooleanField(
        required=False,
        help_text="Your own, retired ones and those without a version too; needs a token.",
    )


class NewBot(ProgramBody):
    """A bot with its first version at once."""

    name = BotName(max_length=DISPLAY_NAME_MAX_LENGTH, help_text=_NAME_HELP)
    description = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=DESCRIPTION_MAX_LENGTH,
        help_text="How it thinks, in a few words; everybody can read it.",
    )


class BotChange(Body):
    """What is not sent stays as it is."""

    name = BotName(required=False, max_length=DISPLAY_NAME_MAX_LENGTH, help_text=_NAME_HELP)
    description = serializers.CharField(
        required=False, allow_blank=True, max_length=DESCRIPTION_MAX_LENGTH
    )


class BotViewSet(UploadViewSet):
    """Everybody may read bots; what is done with one, its author does."""

    tag = "Bots"
    thing = "bots"
    area: ClassVar[Area] = Area.BOTS

    @extend_schema(
        summary="Find bots",
        parameters=[BotQuery],
        responses=page_of(BotShown),
        examples=[_EXAMPLE],
    )
    def list(self, request: Request) -> Response:
        """Those that play, by name; with `mine` your own, retired ones last."""
        asked = self.asked(BotQuery)
        wish = {"search": asked.get("q", ""), "profile": asked.get("profile", "")}
        if asked.get("mine"):
            own = list(bots_of_owner(owner=self.account, **wish))
            return self.page_of_items(own, BotShown, lambda bots: bots_told(bots, self.account))
        account = account_of(request)
        return self.page(bots_public(**wish), BotShown, lambda bots: bots_told(bots, account))

    @extend_schema(
        summary="Send in a new bot",
        request={"multipart/form-data": NewBot},
        responses={201: BotShown, **BUSY_ANSWERS},
        examples=[_EXAMPLE],
    )
    @in_upload_turn(NewBot)
    @once_per_key
    def create(self, request: Request) -> Response:
        """A bot and its first version, which is checked before it may play: follow
        `versions/1/`. The same file under the same name again is the same bot."""
        wish = self.wish
        version = bot_create_submitted(
            owner=self.account,
            name=wish["name"],
            description=wish.get("description", ""),
            **program_sent(wish),
        )
        address = reverse("api:bot", args=[version.bot.public_id])
        return self.created(BotShown, self._told(version.bot.public_id), address=address)

    @extend_schema(summary="A bot", responses=BotShown, examples=[_EXAMPLE])
    def retrieve(self, request: Request, public_id: str) -> Response:
        """What everybody may know about it."""
        self.asked()
        return self.tell(BotShown, self._told(public_id))

    @extend_schema(
        summary="Change a bot's name or description",
        request=BotChange,
        responses=BotShown,
        examples=[
            OpenApiExample("Another name", value={"name": "Greedier"}, request_only=True),
            _EXAMPLE,
        ],
    )
    def change(self, request: Request, public_id: str) -> Response:
        """Results show the new name, too."""
        bot = self._managed(public_id)
        wish = self.sent(BotChange)
        bot_edit(
            bot=bot,
            by=self.account,
            name=wish.get("name", bot.name),
            description=wish.get("description", bot.description),
        )
        return self.tell(BotShown, self._told(public_id))

    @extend_schema(summary="Retire a bot", request=None, responses=BotShown, examples=[_EXAMPLE])
    def retire(self, request: Request, public_id: str) -> Response:
        """It plays no new matches. Results, versions and files stay; it can come back."""
        bot_retire(bot=self._managed(public_id), by=self.account)
        return self.tell(BotShown, self._told(public_id))

    @extend_schema(
        summary="Bring a bot back", request=None, responses=BotShown, examples=[_EXAMPLE]
    )
    def come_back(self, request: Request, public_id: str) -> Response:
        """It plays again, with the version that it played with before."""
        bot_return(bot=self._managed(public_id), by=self.account)
        return self.tell(BotShown, self._told(public_id))

    def _managed(self, public_id: str) -> Bot:
        bot, access = bot_asked(self.account, public_id)
        require_manage(access)
        return bot

    def _told(self, public_id: str) -> dict[str, object]:
        account = account_of(self.request)
        return bot_told(bot_asked(account, public_id)[0], account)
