"""Routes of the tournaments app."""

from django.urls import URLPattern, URLResolver, include, path, register_converter

from tournaments.url_converters import TokenConverter
from tournaments.views import (
    accounts,
    api_tokens,
    durak_rules,
    histories,
    invitations,
    pages,
    people,
    rules,
)

register_converter(TokenConverter, "token")

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/profile/", accounts.profile, name="account_profile"),
    path("accounts/delete/", accounts.delete, name="account_delete"),
    path("accounts/tokens/", api_tokens.token_list, name="api_tokens"),
    path("accounts/tokens/new/", api_tokens.token_new, name="api_token_new"),
    path(
        "accounts/tokens/<int:token_id>/revoke/",
        api_tokens.token_revoke,
        name="api_token_revoke",
    ),
    path("language/", accounts.language_set, name="language_set"),
    path("privacy/", pages.privacy, name="privacy"),
    # People
    path("people/", people.people, name="people"),
    path("people/history/", histories.publish, name="history_publish"),
    path("invitations/<token:token>/", invitations.invitation, name="invitation"),
    path("players/<token:public_id>/", histories.player, name="player"),
    path("players/<token:public_id>/rename/", people.rename, name="player_rename"),
    path("players/<token:public_id>/invite/", people.invite, name="player_invite"),
    path("players/<token:public_id>/revoke/", people.revoke, name="player_revoke"),
    path("players/<token:public_id>/forget/", people.forget, name="player_forget"),
    path(
        "players/<token:public_id>/versus/<token:other_id>/",
        histories.players_versus,
        name="players_versus",
    ),
    path("pairs/<token:public_id>/", histories.pair, name="pair"),
    path(
        "pairs/<token:public_id>/versus/<token:other_id>/",
        histories.pairs_versus,
        name="pairs_versus",
    ),
    # Rules
    path("rules/", rules.index, name="rules"),
    path("rules/burako/", rules.burako, name="rules_burako"),
    path("rules/durak/", durak_rules.index, name="durak_rules"),
    path("rules/durak/<slug:slug>/", durak_rules.profile, name="durak_rules_profile"),
    path("rules/new/", rules.rule_set_new, name="rule_set_new"),
    path("rules/sets/<token:public_id>/", rules.rule_set, name="rule_set"),
    path("rules/sets/<token:public_id>/edit/", rules.rule_set_edit, name="rule_set_edit"),
    path(
        "rules/sets/<token:public_id>/archive/", rules.rule_set_archive_set, name="rule_set_archive"
    ),
    path(
        "rules/sets/<token:public_id>/<int:number>/",
        rules.rule_set_version,
        name="rule_set_version",
    ),
    # What programs can ask, for people who write them
    path("api/", include("tournaments.api.reference_urls")),
    # Score sheets
    path("", include("tournaments.sheet_urls")),
    # Leagues
    path("", include("tournaments.league_urls")),
]
