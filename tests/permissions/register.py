"""The permission register: who may ask what, and what they get.

A test finds every URL, API action, gRPC method and Celery task in the code and fails when one has
no row here, or a row has no target. Another performs every row as every role. To add one:

* **A page**: a `PageRow` with the URL's name (with its namespace), what a GET answers to each role
  and, where it writes, what a POST with `data` answers. Outcomes are strings: a status such as
  `OK`, or `to("name")` for a redirection to the URL of that name. `everybody(...)` and
  `by_role(...)` build the table; suspended accounts get what anonymous visitors get unless the row
  says otherwise. `kwargs` fills the URL's placeholders; where that needs rows in the database,
  give a function that creates them.
* **An API action**: an `ApiRow` per action of a viewset, with the method and its outcomes, in the
  `api_*` module of its area.
* **A gRPC method**: a `GrpcRow` that names who may call it and the test that tries it as others.
* **A Celery task**: a `TaskRow` with the queue on which it runs.

Django-admin URLs need no rows: every one is requested as every role and opens to staff with a
second factor only.
"""

from arena.runner.queues import DEFAULT, RESULTS
from tests.permissions.api_bots import API_BOTS
from tests.permissions.api_ladders import API_LADDERS
from tests.permissions.api_league_rounds import API_LEAGUE_ROUNDS
from tests.permissions.api_leagues import API_LEAGUES
from tests.permissions.api_matches import API_MATCHES
from tests.permissions.api_me import API_ME
from tests.permissions.api_people import API_PEOPLE
from tests.permissions.api_sheets import API_SHEETS
from tests.permissions.people import (
    a_bot,
    a_bot_version,
    a_bracket,
    a_guest,
    a_ladder,
    a_league,
    a_league_adjustment,
    a_league_application,
    a_league_entry,
    a_league_link,
    a_league_match,
    a_league_official,
    a_league_round,
    a_league_step,
    a_match,
    a_match_side,
    a_played_game,
    a_played_match,
    a_playing_bot,
    a_rule_set,
    a_waiting_match,
    an_ab_test,
    an_invitation,
    an_open_pair,
    an_open_player,
    two,
    two_bots,
)
from tests.permissions.rows import (
    FORBIDDEN,
    HOME,
    NOT_ALLOWED,
    NOT_FOUND,
    OK,
    REAUTHENTICATE,
    ApiRow,
    GrpcRow,
    Kwargs,
    PageRow,
    TaskRow,
    by_role,
    everybody,
    operators,
    to,
)
from tournaments.services.sheets import SeatSpec, sheet_create
from tournaments.sheet_access import Visitor


def _sheet_of_others() -> Kwargs:
    """A sheet that none of the roles has anything to do with."""
    seats = [SeatSpec(name="Rosa"), SeatSpec(name="Juan")]
    return {"public_id": sheet_create(visitor=Visitor(secret_hash="0" * 64), seats=seats).public_id}


PAGES = [
    # The site
    PageRow("home", get=everybody(OK)),
    PageRow("privacy", get=everybody(OK)),
    PageRow(
        "language_set",
        get=everybody(NOT_ALLOWED),
        post=everybody(HOME),
        data={"language": "es"},
    ),
    # For programs: the reference for everybody, tokens for who has an account
    PageRow("api_reference", get=everybody(OK)),
    PageRow("api_reference_part", get=everybody(OK), kwargs={"slug": "ladders"}),
    PageRow("api_openapi", get=everybody(OK)),
    PageRow("api_tokens", get=by_role(member=OK), post=by_role(member=NOT_ALLOWED)),
    PageRow(
        "api_token_new",
        get=by_role(member=REAUTHENTICATE),
        post=by_role(member=REAUTHENTICATE),
        data={"name": "A script", "scopes": "bots:read", "days": "7"},
    ),
    PageRow(
        "api_token_revoke",
        get=by_role(member=NOT_ALLOWED),
        post=by_role(member=to("api_tokens")),
        kwargs={"token_id": 1},
    ),
    PageRow("healthz", get=everybody(OK), post=everybody(NOT_ALLOWED)),
    PageRow("readyz", get=everybody(OK), post=everybody(NOT_ALLOWED)),
    # Score sheets: strangers are not told whether somebody else's exists; everybody may have one
    PageRow("sheets:list", get=everybody(OK)),
    PageRow(
        "sheets:new",
        get=everybody(OK),
        post=everybody(to("sheets:sheet")),
        data={"seats": "2", "seat_0": "Rosa", "seat_1": "Juan"},
    ),
    PageRow("sheets:adopt", get=everybody(NOT_ALLOWED), post=everybody(to("sheets:list"))),
    PageRow("sheets:worker", get=everybody(OK)),
    PageRow("sheets:offline", get=everybody(OK)),
    *(
        PageRow(name, get=everybody(NOT_FOUND), kwargs=_sheet_of_others)
        for name in ("sheets:sheet", "sheets:share", "sheets:state", "sheets:events")
    ),
    PageRow(
        "sheets:rating",
        get=everybody(NOT_FOUND),
        post=everybody(NOT_FOUND),
        data={"side": "0", "wish": "yes"},
        kwargs=_sheet_of_others,
    ),
    *(
        PageRow(
            name, get=everybody(NOT_ALLOWED), post=everybody(NOT_FOUND), kwargs=_sheet_of_others
        )
        for name in (
            "sheets:entries",
            "sheets:preview",
            "sheets:link_make",
            "sheets:link_withdraw",
            "sheets:policy",
            "sheets:rematch",
        )
    ),
    PageRow("sheets:link", get=everybody(NOT_FOUND), kwargs={"token": "guessed"}),
    # Leagues: everybody may read a public one; what is done about its matches is for those who
    # play them and for officials
    PageRow("leagues:list", get=everybody(OK)),
    *(
        PageRow(name, get=everybody(OK), kwargs=a_league)
        for name in (
            "leagues:league",
            "leagues:about",
            "leagues:matches",
            "leagues:crosstable",
            "leagues:events",
            "leagues:joined",
            "leagues:standings_csv",
            "leagues:fixtures_csv",
            "leagues:entries_csv",
        )
    ),
    PageRow("leagues:bracket", get=everybody(OK), kwargs=a_bracket),
    PageRow("leagues:round", get=everybody(OK), kwargs=a_league_round),
    PageRow("leagues:match", get=everybody(OK), kwargs=a_league_match),
    *(
        PageRow(
            name,
            get=everybody(to("leagues:match")),
            post=everybody(FORBIDDEN),
            data=data,
            kwargs=a_league_match,
        )
        for name, data in (
            (
                "leagues:match_enter",
                {"points_first": "3000", "points_second": "0", "revision": "0"},
            ),
            ("leagues:match_answer", {"answer": "confirm", "revision": "0"}),
            ("leagues:match_decide", {"way": "absent", "note": "Mine!", "revision": "0"}),
            ("leagues:match_move", {"move": "postpone", "revision": "0"}),
            ("leagues:match_sheet", {}),
        )
    ),
    PageRow(  # for those who have opened its link
        "leagues:join",
        get=everybody(FORBIDDEN),
        post=everybody(FORBIDDEN),
        data={"name": "Rosa"},
        kwargs=a_league,
    ),
    PageRow("leagues:link", get=everybody(NOT_FOUND), kwargs={"token": "guessed"}),
    # Leagues: what is for their organizers
    PageRow(
        "leagues:new",
        get=by_role(member=OK),
        post=by_role(member=to("leagues:new")),
        data={"name": "Thursdays", "game": "burako", "competitors": "pair"},
    ),
    *(
        PageRow(name, get=by_role(member=FORBIDDEN), kwargs=a_league)
        for name in ("leagues:today", "leagues:log")
    ),
    *(
        PageRow(
            name,
            get=by_role(member=FORBIDDEN),
            post=by_role(member=FORBIDDEN),
            data=data,
            kwargs=kwargs,
        )
        for name, data, kwargs in (
            ("leagues:settings", {"name": "Mine now", "revision": "0"}, a_league),
            ("leagues:state", {"note": "Because"}, a_league_step),
            ("leagues:entries", {"name": "Myself"}, a_league),
            ("leagues:entries_import", {"text": "Myself", "confirm": "yes"}, a_league),
            ("leagues:entries_seed", {"how": "random"}, a_league),
            ("leagues:entry", {"what": "disqualify", "annul": "yes", "note": "!"}, a_league_entry),
            ("leagues:draw", {}, a_league),
            ("leagues:draw_round", {"what": "unpublish"}, a_league_round),
            ("leagues:draw_edit", {"save": "yes", "revision": "0"}, a_league_round),
            ("leagues:adjustments", {"kind": "bonus", "points": "5", "reason": "Nice"}, a_league),
            ("leagues:links", {"what": "join"}, a_league),
            ("leagues:officials", {"email_or_name": "me", "role": "scorer"}, a_league),
            ("leagues:hand_over", {}, a_league_official),
        )
    ),
    *(
        PageRow(
            name,
            get=everybody(NOT_ALLOWED),
            post=by_role(member=FORBIDDEN),
            data={"accept": "yes"},
            kwargs=kwargs,
        )
        for name, kwargs in (
            ("leagues:application", a_league_application),
            ("leagues:adjustment_drop", a_league_adjustment),
            ("leagues:link_drop", a_league_link),
            ("leagues:official_drop", a_league_official),
        )
    ),
    # Coming in
    PageRow(
        "account_login",
        get=by_role(anonymous=OK, member=HOME),
        post=by_role(anonymous=OK, member=HOME),
        data={"login": "nobody@example.org", "password": "wrong password"},
    ),
    PageRow(
        "account_signup",
        get=by_role(anonymous=OK, member=HOME),
        post=by_role(anonymous=to("account_email_verification_sent"), member=HOME),
        data={
            "email": "new@example.org",
            "display_name": "New",
            "password1": "a long enough password",
            "password2": "a long enough password",
        },
    ),
    PageRow("account_inactive", get=everybody(OK), post=everybody(NOT_ALLOWED)),
    PageRow(
        "account_email_verification_sent",
        get=by_role(member=to("account_email")),
        post=by_role(member=to("account_email")),
        data={"code": "ABCD-EFGH"},
    ),
    PageRow(
        "account_confirm_login_code",
        get=by_role(member=HOME),
        post=by_role(member=HOME),
        data={"code": "ABCD-EFGH"},
    ),
    PageRow(
        "mfa_authenticate",
        get=by_role(member=HOME),
        post=by_role(member=HOME),
        data={"code": "123456"},
    ),
    PageRow(
        "account_reset_password",
        get=everybody(OK),
        post=everybody(to("account_reset_password_done")),
        data={"email": "nobody@example.org"},
    ),
    PageRow("account_reset_password_done", get=everybody(OK), post=everybody(NOT_ALLOWED)),
    PageRow(
        "account_reset_password_from_key",  # a key that nobody was sent: says that it is no good
        get=everybody(OK),
        post=everybody(OK),
        data={"password1": "a long enough password", "password2": "a long enough password"},
        kwargs={"uidb36": "1", "key": "abc-def"},
    ),
    PageRow("account_reset_password_from_key_done", get=everybody(OK), post=everybody(NOT_ALLOWED)),
    PageRow("account_logout", get=by_role(anonymous=HOME, member=OK), post=everybody(HOME)),
    # One's own account
    PageRow(
        "account_profile",
        get=by_role(member=OK),
        post=by_role(member=to("account_profile")),
        data={"display_name": "New Name", "language": ""},
    ),
    PageRow(
        "account_delete",
        get=by_role(member=REAUTHENTICATE),
        post=by_role(member=REAUTHENTICATE),
        data={"confirm": "on"},
    ),
    PageRow(
        "account_email",
        get=by_role(member=OK),
        post=by_role(member=REAUTHENTICATE),
        data={"email": "new@example.org", "action_add": ""},
    ),
    PageRow(
        "account_change_password",
        get=by_role(member=OK),
        post=by_role(member=OK),
        data={"oldpassword": "wrong password"},
    ),
    PageRow(
        "account_set_password",  # for accounts without one, of which we have none
        get=by_role(member=to("account_change_password")),
        post=by_role(member=to("account_change_password")),
    ),
    PageRow(
        "account_reauthenticate",
        get=by_role(member=OK),
        post=by_role(member=OK),
        data={"password": "wrong password"},
    ),
    # People
    PageRow(
        "people", get=by_role(member=OK), post=by_role(member=to("people")), data={"name": "Bea"}
    ),
    PageRow(
        "history_publish",
        get=by_role(member=NOT_ALLOWED),
        post=by_role(member=to("player")),
        data={"public": "on"},
    ),
    PageRow(  # of somebody else, who has opened it
        "player", get=everybody(OK), kwargs=lambda: {"public_id": an_open_player().public_id}
    ),
    PageRow("pair", get=everybody(OK), kwargs=lambda: {"public_id": an_open_pair().public_id}),
    PageRow("players_versus", get=everybody(OK), kwargs=lambda: two(an_open_player)),
    PageRow("pairs_versus", get=everybody(OK), kwargs=lambda: two(an_open_pair)),
    *(
        PageRow(  # of somebody else's guest
            name,
            get=by_role(member=NOT_FOUND),
            post=by_role(member=NOT_FOUND),
            data={"name": "New name"},
            kwargs=lambda: {"public_id": a_guest().public_id},
        )
        for name in ("player_rename", "player_invite", "player_forget")
    ),
    PageRow(
        "player_revoke",
        get=by_role(member=NOT_ALLOWED),
        post=by_role(member=NOT_FOUND),
        kwargs=lambda: {"public_id": a_guest().public_id},
    ),
    PageRow(  # whoever holds the link may see whom it is for; accounts may use it
        "invitation",
        get=everybody(OK),
        post=by_role(member=to("player")),
        kwargs=lambda: {"token": an_invitation()},
    ),
    # Rules
    PageRow("authors", get=everybody(OK)),
    PageRow("author_kit", get=everybody(OK), kwargs={"name": "durako-starter.zip"}),
    # Bots: everybody may look; everything else is the author's, and some of it staff's to see
    PageRow("bots:list", get=everybody(OK)),
    PageRow("bots:mine", get=by_role(member=OK), post=by_role(member=NOT_ALLOWED)),
    PageRow("bots:new", get=by_role(member=OK), post=by_role(member=OK)),
    PageRow("bots:bot", get=everybody(OK), kwargs=a_bot),
    PageRow("bots:versus", get=everybody(OK), kwargs=two_bots),
    PageRow("bots:version", get=everybody(OK), kwargs=a_bot_version),
    *(
        PageRow(name, get=by_role(member=FORBIDDEN), post=by_role(member=FORBIDDEN), kwargs=a_bot)
        for name in ("bots:edit", "bots:upload")
    ),
    *(
        PageRow(name, get=by_role(member=NOT_ALLOWED), post=by_role(member=FORBIDDEN), kwargs=a_bot)
        for name in ("bots:retire", "bots:return")
    ),
    PageRow(
        "bots:activate",
        get=by_role(member=NOT_ALLOWED),
        post=by_role(member=FORBIDDEN),
        kwargs=a_bot_version,
    ),
    PageRow(
        "bots:check",
        get=by_role(member=NOT_ALLOWED),
        post=by_role(member=FORBIDDEN, staff_2fa=to("bots:version")),
        kwargs=a_bot_version,
    ),
    *(
        PageRow(
            name,
            get=by_role(anonymous=FORBIDDEN, member=FORBIDDEN, staff_2fa=OK),
            kwargs=a_bot_version,
        )
        for name in ("bots:check_part", "bots:events")
    ),
    *(
        PageRow(
            name,
            get=by_role(member=FORBIDDEN, staff_2fa=found),
            post=by_role(member=NOT_ALLOWED),
            kwargs=a_bot_version,
        )
        for name, found in (("bots:archive", OK), ("bots:log", NOT_FOUND))  # nothing is printed yet
    ),
    # The operators' pages open to whom the staff's own site opens
    *(
        PageRow(name, get=operators(answer), post=operators(NOT_ALLOWED), kwargs=kwargs)
        for name, kwargs, answer in (
            ("operators:page", {}, OK),
            ("operators:find", {}, to("operators:page")),
            ("operators:match", a_match, OK),
            ("operators:bot", a_bot, OK),
        )
    ),
    *(
        PageRow(name, get=by_role(anonymous=FORBIDDEN, member=FORBIDDEN, staff_2fa=OK))
        for name in ("operators:part", "operators:events")
    ),
    *(
        PageRow(
            name,
            get=operators(NOT_ALLOWED),
            post=operators(to(back_to)),
            data={"reason": "For the test."},
            kwargs=kwargs,
        )
        for name, kwargs, back_to in (
            ("operators:pause", {}, "operators:page"),
            ("operators:drain", {}, "operators:page"),
            ("operators:resume", {}, "operators:page"),
            ("operators:match_requeue", a_match, "operators:match"),
            ("operators:match_void", a_match, "operators:match"),
            ("operators:bot_bench", a_bot, "operators:bot"),
            ("operators:bot_unbench", a_bot, "operators:bot"),
        )
    ),
    PageRow(  # a bot that plays; whoever has none of their own is told so
        "bots:challenge", get=by_role(member=OK), post=by_role(member=OK), kwargs=a_playing_bot
    ),
    # Matches: everybody may look; logs are the author's and staff's
    PageRow("ladders:list", get=everybody(OK)),
    *(
        PageRow(name, get=everybody(OK), kwargs=a_ladder)
        for name in ("ladders:ladder", "ladders:about", "ladders:csv", "ladders:json")
    ),
    PageRow("matches:list", get=everybody(OK)),
    PageRow("matches:mine", get=by_role(member=OK), post=by_role(member=NOT_ALLOWED)),
    *(
        PageRow(name, get=everybody(OK), kwargs=a_played_match)
        for name in ("matches:match", "matches:part", "matches:events", "matches:replay")
    ),
    PageRow("matches:game", get=everybody(OK), kwargs=a_played_game),
    PageRow(
        "matches:withdraw",
        get=by_role(member=NOT_ALLOWED),
        post=by_role(member=FORBIDDEN),
        kwargs=a_waiting_match,
    ),
    PageRow(
        "matches:log",
        get=by_role(member=FORBIDDEN, staff_2fa=OK),
        post=by_role(member=NOT_ALLOWED),
        kwargs=a_match_side,
    ),
    # A/B tests: their author's own; the staff may look, and nobody else learns of them
    PageRow("ab:list", get=by_role(member=OK), post=by_role(member=NOT_ALLOWED)),
    PageRow("ab:new", get=by_role(member=OK), post=by_role(member=OK)),
    *(
        PageRow(
            name,
            get=by_role(member=NOT_FOUND, staff_2fa=OK),
            post=by_role(member=NOT_ALLOWED),
            kwargs=an_ab_test,
        )
        for name in ("ab:test", "ab:part")
    ),
    PageRow(
        "ab:events",
        get=by_role(anonymous=FORBIDDEN, member=NOT_FOUND, staff_2fa=OK),
        kwargs=an_ab_test,
    ),
    PageRow(
        "ab:stop",
        get=by_role(member=NOT_ALLOWED),
        post=by_role(member=NOT_FOUND, staff_2fa=FORBIDDEN),
        kwargs=an_ab_test,
    ),
    PageRow("rules", get=everybody(OK)),
    PageRow("rules_burako", get=everybody(OK)),
    PageRow("durak_rules", get=everybody(OK)),
    PageRow("durak_rules_profile", get=everybody(OK), kwargs={"slug": "volga"}),
    PageRow("rule_set", get=everybody(OK), kwargs=lambda: {"public_id": a_rule_set().public_id}),
    PageRow(
        "rule_set_version",
        get=everybody(OK),
        kwargs=lambda: {"public_id": a_rule_set().public_id, "number": 1},
    ),
    PageRow(  # without any values: the form says what is missing
        "rule_set_new", get=by_role(member=OK), post=by_role(member=OK)
    ),
    PageRow(  # of somebody else
        "rule_set_edit",
        get=by_role(member=NOT_FOUND),
        post=by_role(member=NOT_FOUND),
        kwargs=lambda: {"public_id": a_rule_set().public_id},
    ),
    PageRow(
        "rule_set_archive",
        get=by_role(member=NOT_ALLOWED),
        post=by_role(member=NOT_FOUND),
        data={"archived": "yes"},
        kwargs=lambda: {"public_id": a_rule_set().public_id},
    ),
    # The second factor
    PageRow("mfa_index", get=by_role(member=OK), post=by_role(member=NOT_ALLOWED)),
    PageRow(
        "mfa_reauthenticate",
        get=by_role(member=REAUTHENTICATE, staff_2fa=OK),
        post=by_role(member=REAUTHENTICATE, staff_2fa=OK),
        data={"code": "123456"},
    ),
    PageRow(
        "mfa_activate_totp",
        get=by_role(member=REAUTHENTICATE),
        post=by_role(member=REAUTHENTICATE),
        data={"code": "123456"},
    ),
    PageRow(
        "mfa_deactivate_totp",
        get=by_role(member=NOT_FOUND, staff_2fa=REAUTHENTICATE),
        post=by_role(member=NOT_FOUND, staff_2fa=REAUTHENTICATE),
    ),
    PageRow(
        "mfa_view_recovery_codes",
        get=by_role(member=NOT_FOUND, staff_2fa=REAUTHENTICATE),
        post=by_role(member=NOT_ALLOWED),
    ),
    PageRow(
        "mfa_generate_recovery_codes",
        get=by_role(member=REAUTHENTICATE),
        post=by_role(member=REAUTHENTICATE),
    ),
    PageRow(
        "mfa_download_recovery_codes",
        get=by_role(member=NOT_FOUND, staff_2fa=REAUTHENTICATE),
        post=by_role(member=NOT_FOUND, staff_2fa=REAUTHENTICATE),
    ),
]

API_ACTIONS: list[ApiRow] = [
    *API_LADDERS,
    *API_ME,
    *API_BOTS,
    *API_MATCHES,
    *API_PEOPLE,
    *API_SHEETS,
    *API_LEAGUES,
    *API_LEAGUE_ROUNDS,
]

_GRPC_PROOFS = "tests.arena.gameserver.test_permissions"
_HOST_PROOF = f"{_GRPC_PROOFS}:test_the_hosts_and_the_spectators_methods_need_the_hosts_token"
_HOST = "who holds the host's token, on the control address only"

GRPC_METHODS = [
    GrpcRow(
        "/arena.protocol.v1.PlayService/Play",
        callers="the bot that holds the seat's token, at its own socket or the shared port",
        proven_by=f"{_GRPC_PROOFS}:test_a_seat_opens_to_its_own_token_only",
    ),
    *(
        GrpcRow(f"/arena.protocol.v1.HostService/{method}", callers=_HOST, proven_by=_HOST_PROOF)
        for method in (
            "OpenTable", "WatchTable", "AbortTable", "ReadReplay", "CloseTable", "ListTables",
            "Drain",
        )
    ),
    *(
        GrpcRow(
            f"/arena.protocol.v1.SpectatorService/{method}", callers=_HOST, proven_by=_HOST_PROOF
        )
        for method in ("ListOpenTables", "Spectate")
    ),
]  # fmt: skip

TASKS = [
    TaskRow("arena.scheduler_heartbeat", queue=DEFAULT),
    TaskRow("arena.worker_presence_prune", queue=DEFAULT),
    TaskRow("arena.validation_report", queue=RESULTS),
    TaskRow("arena.runner_seen", queue=RESULTS),
    TaskRow("arena.validations_scavenge", queue=DEFAULT),
    TaskRow("arena.match_alive", queue=RESULTS),
    TaskRow("arena.match_result", queue=RESULTS),
    TaskRow("arena.matches_dispatch", queue=DEFAULT),
    TaskRow("arena.matches_scavenge", queue=DEFAULT),
    TaskRow("arena.ab_tests_tend", queue=DEFAULT),
    TaskRow("arena.archives_unused_prune", queue=DEFAULT),
    TaskRow("arena.match_leftovers_prune", queue=DEFAULT),
    TaskRow("arena.operators_mail", queue=DEFAULT),
    TaskRow("arena.ladders_tick", queue=DEFAULT),
    TaskRow("arena.leagues_tick", queue=DEFAULT),
    TaskRow("arena.demo_matches_create", queue=DEFAULT),
    TaskRow("tournaments.account_sessions_prune", queue=DEFAULT),
    TaskRow("tournaments.api_prune", queue=DEFAULT),
    TaskRow("tournaments.cache_prune", queue=DEFAULT),
    TaskRow("tournaments.account_unverified_prune", queue=DEFAULT),
    TaskRow("tournaments.sheets_unused_prune", queue=DEFAULT),
    TaskRow("tournaments.league_applications_prune", queue=DEFAULT),
]
