"""A/B tests: what can be chosen, beginning one, how it goes, stopping it."""

from typing import Any, ClassVar

from django.http import Http404, StreamingHttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from arena.ab_access import ab_test_find
from arena.ab_terms import usual_terms
from arena.api import ab_examples as examples
from arena.api.ab_facts import (
    ab_terms_told,
    ab_test_told,
    ab_test_told_in_full,
    ab_tests_told,
)
from arena.api.ab_forms import (
    AbTermsQuery,
    AbTermsShown,
    AbTestDetailShown,
    AbTestListQuery,
    AbTestNew,
    AbTestShown,
)
from arena.api.match_readers import reader_as_now, reader_of_call
from arena.games.registry import profiles
from arena.live_states import REST_SECONDS, ab_test_seen
from arena.models import AbTest, BotVersion
from arena.readers import Reader
from arena.selectors.ab_tests import ab_tests_of
from arena.selectors.bots import bot_get, version_get
from arena.services.ab_tests import ab_test_create, ab_test_stop
from arena.topics import ab_test_topic
from tournaments.api.fields import page_of
from tournaments.api.once import once_per_key
from tournaments.api.streams import stream
from tournaments.api.views import ApiViewSet
from tournaments.api_scopes import Area
from tournaments.live.streams import Seen
from tournaments.models import User


class AbTestViewSet(ApiViewSet):
    """Only their author knows of them."""

    tag = "A/B tests"
    thing = "ab_tests"
    area = Area.MATCHES
    own_actions: ClassVar[frozenset[str]] = frozenset({"list", "retrieve", "terms"})

    @extend_schema(
        summary="Your A/B tests",
        parameters=[AbTestListQuery],
        responses=page_of(AbTestShown),
        examples=[OpenApiExample("It goes on", value=examples.TEST, response_only=True)],
    )
    def list(self, request: Request) -> Response:
        """Newest first."""
        asked = self.asked(AbTestListQuery)
        found = ab_tests_of(account=self.account)
        if "state" in asked:
            found = found.filter(state=asked["state"])
        return self.page(found, AbTestShown, ab_tests_told)

    @extend_schema(
        summary="Begin an A/B test",
        request=AbTestNew,
        responses={201: AbTestShown},
        examples=[
            OpenApiExample("Is version 4 stronger?", value=examples.NEW, request_only=True),
            OpenApiExample("It goes on", value=examples.TEST, response_only=True),
        ],
    )
    @once_per_key
    def create(self, request: Request) -> Response:
        """Two versions of yours play deal sets until the question is answered. The terms say what
        can be chosen; more than the quota allows is refused with 409 `quota`. The very same test
        that goes on already is not begun twice: it is told again."""
        wish = self.sent(AbTestNew)
        new, old = (_version_sent(name, wish.pop(name)) for name in ("new", "old"))
        test = ab_test_create(by=self.account, new=new, old=old, **_completed(wish))
        address = reverse("api:ab_test", args=[test.public_id])
        return self.created(AbTestShown, ab_test_told(test), address=address)

    @extend_schema(
        summary="What an A/B test can be made of",
        parameters=[AbTermsQuery],
        responses=AbTermsShown,
        examples=[OpenApiExample("Two versions", value=examples.TERMS, response_only=True)],
    )
    def terms(self, request: Request) -> Response:
        """Which of your versions can be compared, by which rules and at which tables, what that is
        expected to take, and how much of your quota is left. Ask again with what you would choose
        to see what follows from it; what is not offered is replaced by the usual."""
        return self.tell(AbTermsShown, ab_terms_told(self.account, self.asked(AbTermsQuery)))

    @extend_schema(
        summary="An A/B test",
        responses=AbTestDetailShown,
        examples=[OpenApiExample("It goes on", value=examples.TEST_IN_FULL, response_only=True)],
    )
    def retrieve(self, request: Request, public_id: str) -> Response:
        """How it goes, or what came of it, with every deal set that was counted."""
        self.asked()
        test = _found(public_id, reader_of_call(request))
        return self.tell(AbTestDetailShown, ab_test_told_in_full(test))

    @extend_schema(
        summary="Stop an A/B test",
        request=None,
        responses=AbTestShown,
        examples=[OpenApiExample("Stopped", value=examples.TEST_STOPPED, response_only=True)],
    )
    def stop(self, request: Request, public_id: str) -> Response:
        """End it without an answer; what is over already is refused with 409 `over`."""
        reader = reader_of_call(request)
        ab_test_stop(test=_found(public_id, reader), by=self.account)
        return self.tell(AbTestShown, ab_test_told(_found(public_id, reader)))


class AbTestEventsViewSet(ApiViewSet):
    """What is new about a test."""

    tag = "A/B tests"
    thing = "ab_tests"
    area = Area.MATCHES
    own_actions: ClassVar[frozenset[str]] = frozenset({"events"})
    also_answers = ("503",)

    @extend_schema(
        summary="Follow an A/B test",
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                OpenApiTypes.STR, "`state` and `revoked`, no data."
            )
        },
    )
    def events(self, request: Request, public_id: str) -> StreamingHttpResponse:
        """`state` whenever the test or one of its matches looks different: ask for it then.
        `revoked` when you may no longer read it."""
        self.asked()
        reader = reader_of_call(request)
        test = _found(public_id, reader)

        def look(account: User | None) -> Seen | None:
            now = ab_test_find(public_id=public_id, reader=reader_as_now(reader, account))
            return None if now is None else ab_test_seen(now)

        topics = [ab_test_topic(test.pk)]
        return stream(request, topics=topics, look=look, rest_seconds=REST_SECONDS)


def _found(public_id: str, reader: Reader) -> AbTest:
    test = ab_test_find(public_id=public_id, reader=reader)
    if test is None:
        raise Http404
    return test


def _version_sent(field: str, named: dict[str, Any]) -> BotVersion:
    bot = bot_get(public_id=named["bot"])
    version = None if bot is None else version_get(bot=bot, number=named["version"])
    if version is None:
        sentence = _("There is no such version.")
        raise ValidationError({field: [ErrorDetail(sentence, "unknown_version")]})
    return version


def _completed(wish: dict[str, Any]) -> dict[str, Any]:
    """With what is usual by these rules; for rules that there are not, the service has words."""
    profile = wish["profile"]
    names = ("players", "boards", "sets_most")
    usual = usual_terms(profile) if profile in profiles() else dict.fromkeys(names, 0)
    return {**usual, **wish}
