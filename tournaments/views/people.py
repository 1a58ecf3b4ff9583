"""One's players and pairs: the list, its guests, and the links with which they become accounts."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms import PlayerForm
from tournaments.models import Player, User
from tournaments.qr import qr_data_url
from tournaments.selectors.people import (
    guest_find,
    invitations_open,
    pairs_of_account,
    players_known,
)
from tournaments.services.invitations import VALID_FOR, invitation_create, invitation_revoke
from tournaments.services.people import (
    player_create,
    player_forget,
    player_of_account,
    player_rename,
)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest) -> HttpResponse:
    """Everybody one plays with, and a form to add somebody."""
    account = cast("User", request.user)
    form = PlayerForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            added = player_create(name=form.cleaned_data["name"], actor=account)
        except ValidationError as error:
            form.add_error("name", error.messages)
        else:
            messages.success(request, _("%(name)s is on your list.") % {"name": added.name})
            return redirect("people")
    context = {
        "form": form,
        "own": player_of_account(account=account),
        "players": players_known(account=account),
        "pairs": pairs_of_account(account=account),
        "invited": invitations_open(account=account),
    }
    return render(request, "tournaments/people/people.html", context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def rename(request: HttpRequest, public_id: str) -> HttpResponse:
    """Correct the name of a guest."""
    player = _guest(request, public_id)
    form = PlayerForm(
        request.POST if request.method == "POST" else None, initial={"name": player.name}
    )
    if form.is_valid():
        player_rename(
            player=player, name=form.cleaned_data["name"], actor=cast("User", request.user)
        )
        messages.success(request, _("The name is saved."))
        return redirect("people")
    return render(request, "tournaments/people/rename.html", {"form": form, "player": player})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest, public_id: str) -> HttpResponse:
    """Say what an invitation does; then show the link, this once: only its hash is kept."""
    player = _guest(request, public_id)
    account = cast("User", request.user)
    context: dict[str, object] = {"player": player, "days": VALID_FOR.days}
    if request.method == "POST":
        invitation, token = invitation_create(player=player, actor=account)
        link = request.build_absolute_uri(reverse("invitation", kwargs={"token": token}))
        context |= {"invitation": invitation, "link": link, "qr": qr_data_url(link)}
    else:
        context["is_open"] = player.pk in invitations_open(account=account)
    return render(request, "tournaments/people/invite.html", context)


@login_required
@require_POST
def revoke(request: HttpRequest, public_id: str) -> HttpResponse:
    """End a guest's link."""
    player = _guest(request, public_id)
    invitation_revoke(player=player, actor=cast("User", request.user))
    messages.success(
        request, _("The link for %(name)s does not work any more.") % {"name": player.name}
    )
    return redirect("people")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def forget(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take somebody off one's list, after asking."""
    account = cast("User", request.user)
    player = get_object_or_404(players_known(account=account), public_id=public_id)
    if request.method == "POST":
        name = player.public_name
        player_forget(player=player, actor=account)
        messages.success(request, _("%(name)s is off your list.") % {"name": name})
        return redirect("people")
    return render(request, "tournaments/people/forget.html", {"player": player})


def _guest(request: HttpRequest, public_id: str) -> Player:
    found = guest_find(public_id=public_id, account=cast("User", request.user))
    if found is None:
        raise Http404
    return found
