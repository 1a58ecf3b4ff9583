"""An account's tokens: what they may do, when they were last used, and making and revoking them."""

from dataclasses import dataclass
from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.api_scopes import SCOPES
from tournaments.forms.api_tokens import ApiTokenForm
from tournaments.models import ApiToken, User
from tournaments.names import DISPLAY_NAME_MAX_LENGTH
from tournaments.selectors.api_tokens import api_tokens_of
from tournaments.services.api_tokens import api_token_create, api_token_revoke

LISTED_MAX = 100


@dataclass(frozen=True)
class ListedToken:
    """A token with what it may do in words."""

    token: ApiToken
    scopes: list[tuple[str, Promise]]


@never_cache
@login_required
@require_safe
def token_list(request: HttpRequest) -> HttpResponse:
    """Those that work, and those that have ended."""
    rows = list(api_tokens_of(account=cast("User", request.user))[:LISTED_MAX])
    listed = [
        ListedToken(row, [(scope, SCOPES[scope]) for scope in row.scopes if scope in SCOPES])
        for row in rows
    ]
    context = {
        "working": [one for one in listed if one.token.works],
        "ended": [one for one in listed if not one.token.works],
    }
    return render(request, "tournaments/api/tokens.html", context)


@never_cache
@login_required
@reauthentication_required  # type: ignore[untyped-decorator]  # allauth has no types
@sensitive_variables("text")
@require_http_methods(["GET", "HEAD", "POST"])
def token_new(request: HttpRequest) -> HttpResponse:
    """Make one, and show it once. `?name=` and `?scope=` fill the form, for programs that send
    people here."""
    form = ApiTokenForm(
        request.POST if request.method == "POST" else None,
        initial={
            "name": request.GET.get("name", "")[:DISPLAY_NAME_MAX_LENGTH],
            "scopes": [scope for scope in request.GET.getlist("scope") if scope in SCOPES],
        },
    )
    if form.is_valid():
        try:
            token, text = api_token_create(account=cast("User", request.user), **form.cleaned_data)
        except ValidationError as error:
            form.refuse(error)
        else:
            return render(
                request, "tournaments/api/token_made.html", {"token": token, "text": text}
            )
    form.focus_first_error()
    return render(request, "tournaments/api/token_new.html", {"form": form})


@login_required
@require_POST
def token_revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """Let one open nothing any more."""
    api_token_revoke(account=cast("User", request.user), token_id=token_id)
    messages.success(request, _("The token is revoked. Programs that use it are refused now."))
    return redirect("api_tokens")
