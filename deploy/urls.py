"""Every route of the service."""

from django.contrib import admin
from django.urls import include, path

from deploy import health

urlpatterns = [
    path("", include("arena.urls")),
    path("", include("tournaments.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("api/v1/", include("deploy.api_urls")),
    *(path(name, view, name=name) for name, view in health.VIEWS.items()),
]

handler400 = "tournaments.views.errors.bad_request"
handler403 = "tournaments.views.errors.permission_denied"
handler404 = "tournaments.views.errors.page_not_found"
handler500 = "tournaments.views.errors.server_error"
handler429 = "tournaments.views.errors.too_many_requests"  # allauth's
