"""The rules in words: the house's, and every rule set that somebody has saved."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.burako import SEED_RULES, BurakoRuleSet
from scoring.burako.explain import explain, tile_values, unlike
from tournaments.forms import RuleSetForm
from tournaments.models import RuleSet, RuleSetVersion, User
from tournaments.selectors.rule_sets import (
    house_rule_version,
    rule_set_own,
    rule_version_find,
    rule_versions_of_owner,
)
from tournaments.services.rule_sets import rule_set_archive, rule_set_change, rule_set_create
from tournaments.views.worked_hand import worked_hand_shown


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The games, and one's own rule sets."""
    own = (
        rule_versions_of_owner(account=request.user)
        if isinstance(request.user, User)
        else RuleSetVersion.objects.none()
    )
    return render(request, "tournaments/rules/index.html", {"own": own})


@require_safe
def burako(request: HttpRequest) -> HttpResponse:
    """The seed's Burako."""
    return _page(request, house_rule_version())


@require_safe
def rule_set(request: HttpRequest, public_id: str) -> HttpResponse:
    """A rule set as it is in force."""
    latest = rule_version_find(public_id=public_id)
    if latest is None:
        raise Http404
    return redirect("rules_burako") if latest.rule_set.is_house else _page(request, latest)


@require_safe
def rule_set_version(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """One version, such as a match of long ago was played under."""
    found = rule_version_find(public_id=public_id, number=number)
    if found is None:
        raise Http404
    return _page(request, found)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def rule_set_new(request: HttpRequest) -> HttpResponse:
    """Save values of one's own, starting from the seed's or from a page of rules."""
    form = RuleSetForm(
        request.POST if request.method == "POST" else None,
        initial=RuleSetForm.initial_of(_template_of(request)),
    )
    if form.is_valid():
        try:
            version = rule_set_create(
                owner=cast("User", request.user), name=form.cleaned_data["name"], rules=form.rules
            )
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, _("Your rules are saved."))
            return redirect("rule_set", public_id=version.rule_set.public_id)
    return render(request, "tournaments/rules/form.html", {"form": form})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def rule_set_edit(request: HttpRequest, public_id: str) -> HttpResponse:
    """Change one's own values: a new version."""
    found = _own(request, public_id)
    latest = found.versions.latest("number")
    form = RuleSetForm(
        request.POST if request.method == "POST" else None,
        initial=RuleSetForm.initial_of(latest.rules, found.name),
    )
    if form.is_valid():
        try:
            version = rule_set_change(
                rule_set=found,
                actor=cast("User", request.user),
                name=form.cleaned_data["name"],
                rules=form.rules,
            )
        except ValidationError as error:
            form.add_error(None, error)
        else:
            said = {"number": version.number}
            messages.success(request, _("Saved: version %(number)s is in force.") % said)
            return redirect("rule_set", public_id=public_id)
    context = {"form": form, "rule_set": found, "latest": latest}
    return render(request, "tournaments/rules/form.html", context)


@login_required
@require_POST
def rule_set_archive_set(request: HttpRequest, public_id: str) -> HttpResponse:
    """Offer one's rules no longer, or again."""
    archived = request.POST.get("archived") == "yes"
    rule_set_archive(
        rule_set=_own(request, public_id), actor=cast("User", request.user), archived=archived
    )
    return redirect("rule_set", public_id=public_id)


def _own(request: HttpRequest, public_id: str) -> RuleSet:
    found = rule_set_own(public_id=public_id, account=cast("User", request.user))
    if found is None:
        raise Http404
    return found


def _template_of(request: HttpRequest) -> BurakoRuleSet:
    """The rules that `?from=` names, so that a club can start from another's; else the seed's."""
    wanted = request.GET.get("from", "")
    found = rule_version_find(public_id=wanted) if "\x00" not in wanted else None
    return found.rules if found else SEED_RULES


def _page(request: HttpRequest, version: RuleSetVersion) -> HttpResponse:
    rules = version.rules
    latest = version.rule_set.versions.latest("number")
    context = {
        "version": version,
        "rule_set": version.rule_set,
        "latest": latest,
        "is_own": version.rule_set.owner_id is not None
        and version.rule_set.owner_id == request.user.pk,
        "sections": explain(rules),
        "tile_values": tile_values(rules),
        "changes": unlike(rules, SEED_RULES),
        "hand": worked_hand_shown(rules),
        "versions": version.rule_set.versions.order_by("-number"),
    }
    return render(request, "tournaments/rules/rules.html", context)
