"""The page behind an invitation's link."""

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from tournaments.models import User
from tournaments.selectors.people import invitation_find
from tournaments.services.invitations import invitation_accept, invitation_token_hash


@never_cache
@sensitive_variables("token")
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Who invites whom, and one button. Nothing happens before it is pressed."""
    if request.method == "POST":
        return _accept(request, token)
    found = invitation_find(token_hash=invitation_token_hash(token))
    if found is None:
        return _dead(request)
    context = {
        "invitation": found,
        "player": found.player,
        "is_own": found.created_by_id == request.user.pk,
        "next": urlencode({"next": request.path}),
    }
    return render(request, "tournaments/people/invitation.html", context)


def _accept(request: HttpRequest, token: str) -> HttpResponse:
    if not isinstance(request.user, User):
        return redirect_to_login(request.path)
    try:
        player = invitation_accept(token=token, account=request.user)
    except ValidationError as error:
        return _dead(request, " ".join(error.messages))
    messages.success(request, _("Done: these results are yours now."))
    return redirect("player", public_id=player.public_id)


def _dead(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Unknown, used, withdrawn and too old look alike to somebody who only tries out links."""
    return render(
        request, "tournaments/people/invitation_dead.html", {"reason": reason}, status=410
    )
