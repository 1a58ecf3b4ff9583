"""Matches: finding them, reading them, following them, taking a challenge back."""

from typing import ClassVar, Final

from django.http import Http404, HttpResponse, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from arena.api.game_facts import GameShown, game_facts
from arena.api.match_examples import GAME, MATCH, MATCH_IN_FULL, MATCH_WITHDRAWN
from arena.api.match_facts import match_told, match_told_in_full, matches_told
from arena.api.match_forms import GameQuery, MatchDetailShown, MatchListQuery, MatchShown
from arena.api.match_readers import reader_as_now, reader_of_call
from arena.kit_commands import replay_file_name
from arena.live_states import match_rights_topics, match_seen
from arena.match_access import match_find
from arena.match_games import game_asked
from arena.match_logs import bot_log
from arena.models import Match
from arena.readers import Reader
from arena.selectors.bots import bot_get
from arena.selectors.matches import (
    match_replay_once_over,
    matches_of_account,
    matches_public,
)
from arena.services.challenges import challenge_withdraw
from arena.topics import match_topic
from tournaments.api.callers import LINK
from tournaments.api.fields import page_of
from tournaments.api.streams import stream
from tournaments.api.views import ApiViewSet
from tournaments.api_scopes import Area
from tournaments.downloads import TEXT, attachment
from tournaments.live.streams import Seen
from tournaments.models import User

OCTETS: Final = "application/octet-stream"
EVENTS: Final = "text/event-stream"


class MatchViewSet(ApiViewSet):
    """Matches are public, but for those of A/B tests and of private leagues."""

    tag = "Matches"
    thing = "matches"
    area = Area.MATCHES
    own_actions: ClassVar[frozenset[str]] = frozenset({"log"})

    @extend_schema(
        summary="Matches",
        parameters=[MatchListQuery],
        responses=page_of(MatchShown),
        examples=[OpenApiExample("A match", value=MATCH, response_only=True)],
    )
    def list(self, request: Request) -> Response:
        """Newest first: those that are for everybody, or with `mine` those that concern you.
        Matches of A/B tests and of leagues that are not public are in no list but yours."""
        asked = self.asked(MatchListQuery)
        bot = bot_get(public_id=asked["bot"]) if "bot" in asked else None
        wish = {"bot": bot, "profile": asked.get("profile", ""), "state": asked.get("state", "")}
        if asked.get("mine"):
            found = matches_of_account(account=self.account, **wish)
        else:
            found = matches_public(**wish)
        if "bot" in asked and bot is None:
            found = found.none()
        reader = reader_of_call(request)
        return self.page(
            found.select_related("ladder"),
            MatchShown,
            lambda rows: matches_told(rows, reader=reader),
        )

    @extend_schema(
        summary="A match",
        parameters=[LINK],
        responses=MatchDetailShown,
        examples=[OpenApiExample("A challenge", value=MATCH_IN_FULL, response_only=True)],
    )
    def retrieve(self, request: Request, public_id: str) -> Response:
        """Where it stands, who plays, and when it is over everything that came of it, board by
        board. A league's link in `Durako-Link` opens the matches of a private league."""
        self.asked()
        reader = reader_of_call(request)
        match = _found(public_id, reader)
        return self.tell(MatchDetailShown, match_told_in_full(match, reader=reader))

    @extend_schema(
        summary="The replay of a match",
        parameters=[LINK],
        responses={
            (200, OCTETS): OpenApiResponse(OpenApiTypes.BINARY, "For `durako watch` and others.")
        },
    )
    def replay(self, request: Request, public_id: str) -> HttpResponse:
        """The event log with every card; there as soon as the match is over."""
        self.asked()
        match = _found(public_id, reader_of_call(request))
        data = match_replay_once_over(match=match)
        if data is None:
            raise Http404
        return attachment(data, replay_file_name(match), OCTETS)

    @extend_schema(
        summary="What a bot printed in a match",
        parameters=[LINK],
        responses={
            (200, "text/plain"): OpenApiResponse(OpenApiTypes.STR, "Process after process.")
        },
    )
    def log(self, request: Request, public_id: str, side: int) -> HttpResponse:
        """Only for the bot's author; `side` is the number of the side. It is kept for 30 days after
        the match."""
        self.asked()
        reader = reader_of_call(request)
        found = bot_log(match=_found(public_id, reader), side=side, reader=reader)
        if found is None:
            raise Http404
        return attachment(found.data, found.name, TEXT)

    @extend_schema(
        summary="A game, move by move",
        parameters=[LINK, GameQuery],
        responses=GameShown,
        examples=[OpenApiExample("The first bout", value=GAME, response_only=True)],
    )
    def game(self, request: Request, public_id: str, board: int, rotation: int) -> Response:
        """Every move in words and in the notation of replays, with everybody's cards or tiles.
        Boards and rotations are counted from 0. The code of a 404 says why there is nothing to
        tell: `not_over`, `no_game`, `no_replay`, `unreadable`."""
        number = self.asked(GameQuery).get("game", 1) - 1
        match = _found(public_id, reader_of_call(request))
        asked = game_asked(match=match, board=board, rotation=rotation, number=number)
        return self.tell(GameShown, game_facts(match, asked, board=board, rotation=rotation))

    @extend_schema(
        summary="Take a challenge back",
        request=None,
        responses=MatchShown,
        examples=[OpenApiExample("Withdrawn", value=MATCH_WITHDRAWN, response_only=True)],
    )
    def withdraw(self, request: Request, public_id: str) -> Response:
        """Only who asked for it can, and only until it begins (then 409 `not_queued`)."""
        reader = reader_of_call(request)
        match = _found(public_id, reader)
        challenge_withdraw(match=match, by=self.account)
        return self.tell(MatchShown, match_told(_found(public_id, reader), reader=reader))


class MatchEventsViewSet(ApiViewSet):
    """What is new about a match."""

    tag = "Matches"
    thing = "matches"
    area = Area.MATCHES
    also_answers = ("503",)

    @extend_schema(
        summary="Follow a match",
        parameters=[LINK],
        responses={
            (200, EVENTS): OpenApiResponse(OpenApiTypes.STR, "`state` and `revoked`, no data.")
        },
    )
    def events(self, request: Request, public_id: str) -> StreamingHttpResponse:
        """`state` whenever the match looks different: ask for it then. `revoked` when you may no
        longer read it."""
        self.asked()
        reader = reader_of_call(request)
        match = _found(public_id, reader)

        def look(account: User | None) -> Seen | None:
            now = match_find(public_id=public_id, reader=reader_as_now(reader, account))
            return None if now is None else match_seen(now)

        topics = [match_topic(public_id), *match_rights_topics(match)]
        return stream(request, topics=topics, look=look)


def _found(public_id: str, reader: Reader) -> Match:
    match = match_find(public_id=public_id, reader=reader)
    if match is None:
        raise Http404
    return match
