"""Routes of the tournaments app."""

from django.urls import URLPattern, URLResolver, path

from tournaments.views import accounts, pages

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/profile/", accounts.profile, name="account_profile"),
    path("accounts/delete/", accounts.delete, name="account_delete"),
    path("language/", accounts.language_set, name="language_set"),
    path("privacy/", pages.privacy, name="privacy"),
]
