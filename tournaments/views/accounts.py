"""An account's own pages, beyond those that allauth brings."""

from typing import cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django.views.i18n import set_language

from tournaments.forms import AccountDeleteForm, LanguageForm, ProfileForm
from tournaments.models import User
from tournaments.second_factor import second_factor_is_set_up
from tournaments.services.accounts import (
    account_delete,
    account_language_set,
    account_profile_update,
)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def profile(request: HttpRequest) -> HttpResponse:
    """Display name and language, and the way to everything else about an account."""
    account = cast("User", request.user)
    form = ProfileForm(
        request.POST if request.method == "POST" else None,
        initial={"display_name": account.display_name, "language": account.language},
    )
    if form.is_valid():
        account_profile_update(account=account, **form.cleaned_data)
        with translation.override(account.language or request.LANGUAGE_CODE):
            messages.success(request, _("Your profile is saved."))
        return redirect("account_profile")
    context = {"form": form, "has_second_factor": second_factor_is_set_up(account)}
    return render(request, "tournaments/account_profile.html", context)


@never_cache
@login_required
@reauthentication_required  # type: ignore[untyped-decorator]  # allauth has no types
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """Say what goes and what stays; then, after a tick, let go."""
    form = AccountDeleteForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            account_delete(account=cast("User", request.user))
        except ValidationError as error:
            form.add_error(None, error)
        else:
            logout(request)
            messages.success(request, _("Your account is erased. Thank you for playing."))
            return redirect("home")
    return render(request, "tournaments/account_delete.html", {"form": form})


@require_POST
def language_set(request: HttpRequest) -> HttpResponse:
    """Change the language: in the cookie for everybody, and on the account of those who have one.

    Django's own view sets the cookie and checks where it may lead back to.
    """
    form = LanguageForm(request.POST)
    if not form.is_valid():
        raise BadRequest("unknown language")
    if isinstance(request.user, User):
        account_language_set(account=request.user, language=form.cleaned_data["language"])
    return set_language(request)
