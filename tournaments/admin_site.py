"""The staff's side of the site: Django's admin behind a second factor."""

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from tournaments.second_factor import second_factor_is_set_up, second_factor_was_used


class StaffSite(AdminSite):
    """Opens to staff whose session has shown a second factor, and has no password form: people log
    in where everybody does, behind the same lock-out."""

    site_header = gettext_lazy("Durako staff")
    site_title = gettext_lazy("Durako staff")
    index_title = gettext_lazy("What staff look after")

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and staff_may_enter(request)

    @method_decorator(never_cache)
    def login(self, request: HttpRequest, _extra_context: object = None) -> HttpResponse:
        """Where every refused request lands: send people to the step that they are missing."""
        target = _safe_target(request) or reverse("admin:index")
        if self.has_permission(request):
            return redirect(target)
        return staff_next_step(request, target)

    def password_change(  # type: ignore[override]  # any response will do
        self, _request: HttpRequest, _extra_context: object = None
    ) -> HttpResponse:
        """One password form for everybody: Django's own would stand outside the lock-out."""
        return redirect("account_change_password")


def staff_may_enter(request: HttpRequest) -> bool:
    """Staff whose session has shown the second factor. Asked by every page that is theirs alone."""
    account = request.user
    return (
        account.is_authenticated
        and account.is_active
        and account.is_staff
        and second_factor_was_used(request)
        and second_factor_is_set_up(account)
    )


def staff_next_step(request: HttpRequest, target: str) -> HttpResponse:
    """For who may not enter: the step that they are missing, and then to the target."""
    if not request.user.is_authenticated:
        return redirect_to_login(target)
    if not request.user.is_staff:
        raise PermissionDenied
    if not second_factor_is_set_up(request.user):
        messages.warning(
            request,
            _(
                "Staff need a second factor. Set up an authenticator app here, "
                "then open the staff pages again."
            ),
        )
        return redirect("mfa_activate_totp")
    return redirect_to_login(target, reverse("mfa_reauthenticate"))


class ReadOnlyForStaff:
    """Mixed into a model's admin: every member of staff may look, nobody changes rows around the
    services."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return request.user.is_staff

    def has_view_permission(self, request: HttpRequest, _obj: object = None) -> bool:
        return request.user.is_staff

    def has_add_permission(self, _request: HttpRequest, _obj: object = None) -> bool:
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: object = None) -> bool:
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: object = None) -> bool:
        return False


def _safe_target(request: HttpRequest) -> str | None:
    target = request.GET.get(REDIRECT_FIELD_NAME, "")
    safe = url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return target if safe else None
