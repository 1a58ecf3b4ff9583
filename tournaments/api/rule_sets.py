"""Rule sets: the house's, and the values that clubs have saved."""

from typing import Final

from django.http import Http404
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.burako import SEED_RULES, BurakoRuleSet
from tournaments.api.callers import account_of
from tournaments.api.fields import PageQuery, page_of
from tournaments.api.once import once_per_key
from tournaments.api.rule_set_forms import (
    DETAIL_EXAMPLE,
    RULE_SET_EXAMPLE,
    RuleSetBody,
    RuleSetChange,
    RuleSetDetailShown,
    RuleSetShown,
    rule_set_detail_told,
    rule_set_told,
    rules_from,
)
from tournaments.api.views import ApiViewSet
from tournaments.api_scopes import Area
from tournaments.models import RuleSet, RuleSetVersion
from tournaments.selectors.rule_sets import (
    rule_set_own,
    rule_version_find,
    rule_versions_listed,
)
from tournaments.services.rule_sets import rule_set_archive, rule_set_change, rule_set_create

_DETAIL: Final = OpenApiExample("A club's rules", value=DETAIL_EXAMPLE, response_only=True)
_NEW: Final = OpenApiExample(
    "A club's rules",
    value={
        "name": "Club Norte",
        "values": {"close": 150, "hand_limit": 12, "tile_values": {"joker": 60}},
    },
    request_only=True,
)
_CHANGE: Final = OpenApiExample(
    "Another bonus", value={"values": {"close": 200}}, request_only=True
)


class RuleSetViewSet(ApiViewSet):
    """Whoever knows the id of a rule set may read it and play by it."""

    tag = "Rules"
    thing = "rule_sets"
    area = Area.PEOPLE

    @extend_schema(
        summary="Rule sets",
        parameters=[PageQuery],
        responses=page_of(RuleSetShown),
        examples=[OpenApiExample("A club's rules", value=RULE_SET_EXAMPLE, response_only=True)],
    )
    def list(self, request: Request) -> Response:
        """The house's own; with a token, those too that you have saved, archived ones last."""
        self.asked(PageQuery)
        rows = list(rule_versions_listed(account=account_of(request)))
        return self.page_of_items(
            rows, RuleSetShown, lambda found: [rule_set_told(one, request.user) for one in found]
        )

    @extend_schema(
        summary="Save rules",
        request=RuleSetBody,
        responses={201: RuleSetDetailShown},
        examples=[_DETAIL, _NEW],
    )
    @once_per_key
    def create(self, request: Request) -> Response:
        """Values of your own under a name, as its first version."""
        account, wish = self.account, self.sent(RuleSetBody)
        rules = rules_from(_base(wish.get("based_on")), wish.get("values", {}))
        version = rule_set_create(owner=account, name=wish["name"], rules=rules)
        address = reverse("api:rule_set", args=[version.rule_set.public_id])
        told = rule_set_detail_told(version, request.user)
        return self.created(RuleSetDetailShown, told, address=address)

    @extend_schema(summary="A rule set", responses=RuleSetDetailShown, examples=[_DETAIL])
    def retrieve(self, request: Request, public_id: str) -> Response:
        """As it is in force: its values, and the rules that they make in words."""
        self.asked()
        return self._tell(public_id)

    @extend_schema(
        summary="A version of a rule set", responses=RuleSetDetailShown, examples=[_DETAIL]
    )
    def version(self, request: Request, public_id: str, number: int) -> Response:
        """Such as a match of long ago was played under. Versions never change."""
        self.asked()
        return self._tell(public_id, number)

    @extend_schema(
        summary="Change rules",
        request=RuleSetChange,
        responses=RuleSetDetailShown,
        examples=[_DETAIL, _CHANGE],
    )
    def change(self, request: Request, public_id: str) -> Response:
        """Other values make a new version; matches keep the one that they were begun with."""
        own, wish = self._own(public_id), self.sent(RuleSetChange)
        rules = rules_from(own.versions.latest("number").rules, wish.get("values", {}))
        name = wish.get("name", own.name)
        rule_set_change(rule_set=own, actor=self.account, name=name, rules=rules)
        return self._tell(public_id)

    @extend_schema(
        summary="Archive rules", request=None, responses=RuleSetDetailShown, examples=[_DETAIL]
    )
    def archive(self, request: Request, public_id: str) -> Response:
        """They are offered for new matches no longer. Those that are played stay as they are."""
        return self._archive(public_id, archived=True)

    @extend_schema(
        summary="Restore rules", request=None, responses=RuleSetDetailShown, examples=[_DETAIL]
    )
    def restore(self, request: Request, public_id: str) -> Response:
        """They are offered again."""
        return self._archive(public_id, archived=False)

    def _archive(self, public_id: str, *, archived: bool) -> Response:
        own = self._own(public_id)
        rule_set_archive(rule_set=own, actor=self.account, archived=archived)
        return self._tell(public_id)

    def _own(self, public_id: str) -> RuleSet:
        found = rule_set_own(public_id=public_id, account=self.account)
        if found is None:
            raise Http404
        return found

    def _tell(self, public_id: str, number: int | None = None) -> Response:
        found = rule_version_find(public_id=public_id, number=number)
        if found is None:
            raise Http404
        return self.tell(RuleSetDetailShown, rule_set_detail_told(found, self.request.user))


def _base(public_id: str | None) -> BurakoRuleSet:
    """The values to begin with."""
    if public_id is None:
        return SEED_RULES
    found: RuleSetVersion | None = rule_version_find(public_id=public_id)
    if found is None:
        sentence = _("There are no rules of this id.")
        raise ValidationError({"based_on": [ErrorDetail(sentence, "no_rule_set")]})
    return found.rules
