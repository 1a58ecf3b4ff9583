"""What authors do with A/B tests: begin one, stop one."""

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arena.ab_terms import (
    ELO_OFFERED,
    ERROR_RATES,
    QUESTIONS,
    boards_offered,
    plan_of,
    sets_offered,
    tables_offered,
)
from arena.bot_access import bot_access, require_manage
from arena.games.registry import profiles
from arena.models import AbTest, BotVersion
from arena.selectors.ab_tests import AbQuota, ab_quota
from arena.selectors.playing import bots_hindered, hindrance_text
from arena.services.ab_test_steps import ab_test_end, ab_test_go_on, ab_test_lock
from arena.services.match_steps import arena_state_lock
from tournaments.models import User


@transaction.atomic
def ab_test_create(
    *,
    by: User,
    new: BotVersion,
    old: BotVersion,
    profile: str,
    players: int,
    boards: int,
    question: str,
    elo: int,
    error_rate: float,
    sets_most: int,
) -> AbTest:
    """Let two versions of one's own play until the question is answered.

    Faults are named at the arguments; what the quota does not allow, at none. The same test that
    goes on already is returned: a form that is sent twice is one test.
    """
    # Locked, so that two requests at once cannot pass the quota together.
    account = User.objects.select_for_update(no_key=True).get(pk=by.pk)
    if not account.is_active:
        raise PermissionDenied(_("This account is suspended."))
    rows = BotVersion.objects.select_related("bot__owner", "bot__active_version")
    versions = rows.in_bulk([new.pk, old.pk])
    new, old = versions[new.pk], versions[old.pk]
    for version in (new, old):
        require_manage(bot_access(bot=version.bot, account=account))
    _require_versions(new, old)
    _require_rules(new, old, profile, players)
    _require_one_of("boards", boards, boards_offered(profile))
    _require_one_of("sets_most", sets_most, sets_offered(profile))
    _require_one_of("elo", elo, ELO_OFFERED)
    _require_one_of("error_rate", error_rate, ERROR_RATES)
    _require_one_of("question", question, QUESTIONS)
    plan = plan_of(question=question, elo=elo, error_rate=error_rate)
    wanted = {
        "owner": account,
        "new": new,
        "old": old,
        "profile": profile,
        "players": players,
        "boards": boards,
        "elo0": plan.elo0,
        "elo1": plan.elo1,
        "alpha": plan.alpha,
        "beta": plan.beta,
        "sets_most": sets_most,
    }
    twin = AbTest.objects.filter(state=AbTest.State.RUNNING, **wanted).first()
    if twin is not None:
        return twin
    if refusal := ab_quota_refusal(quota=ab_quota(account=account)):
        raise ValidationError(refusal, code="quota")
    test = AbTest.objects.create(**wanted)
    ab_test_go_on(test=test)
    return test


@transaction.atomic
def ab_test_stop(*, test: AbTest, by: User) -> AbTest:
    """End it without an answer. Only its author can; once it is over there is nothing to stop."""
    arena_state_lock()
    locked = ab_test_lock(test_id=test.pk)
    account = User.objects.get(pk=by.pk)
    if locked.owner_id != account.pk or not account.is_active:
        raise PermissionDenied(_("Only who began an A/B test can stop it."))
    if not locked.is_running:
        raise ValidationError(_("This test is over already."), code="over")
    ab_test_end(test=locked, state=AbTest.State.STOPPED, reason=AbTest.Reason.BY_AUTHOR)
    return locked


def ab_quota_refusal(*, quota: AbQuota) -> str:
    """Why not one more, and when the next is possible; empty if it is possible now."""
    if quota.too_many_running:
        text = ngettext(
            "%(count)d A/B test of yours goes on, which is as many as you can have at once. The "
            "next is possible as soon as it is over, or stopped.",
            "%(count)d A/B tests of yours go on, which is as many as you can have at once. The "
            "next is possible as soon as one of them is over, or stopped.",
            quota.running,
        )
        return text % {"count": quota.running}
    if quota.next_at is not None:
        return _(
            "You have begun %(count)d A/B tests within a day, which is as many as you can. The "
            "next is possible on %(moment)s UTC."
        ) % {
            "count": quota.within_a_day,
            "moment": date_format(quota.next_at, "SHORT_DATETIME_FORMAT"),
        }
    return ""


def _require_versions(new: BotVersion, old: BotVersion) -> None:
    if new.pk == old.pk:
        _refuse("old", _("Choose two different versions."), "same")
    hindered = bots_hindered(bots=[new.bot, old.bot])
    for name, version in (("new", new), ("old", old)):
        hindrance = hindered.get(version.bot_id)
        if hindrance is not None:
            _refuse(name, hindrance_text(bot=version.bot, hindrance=hindrance), "cannot_play")
        if version.state != BotVersion.State.VALID:
            text = _("Version %(number)d of %(name)s has not passed its check.")
            _refuse(
                name, text % {"number": version.number, "name": version.bot.public_name}, "invalid"
            )


def _require_rules(new: BotVersion, old: BotVersion, profile: str, players: int) -> None:
    if profile not in profiles():
        _refuse("profile", _("Choose rules from the list."), "profile")
    for version in (new, old):
        if profile not in version.profiles:
            text = _("Version %(number)d of %(name)s does not play by these rules. Choose others.")
            _refuse(
                "profile",
                text % {"number": version.number, "name": version.bot.public_name},
                "profile",
            )
    _require_one_of("players", players, tables_offered(profile))


def _require_one_of(name: str, value: object, offered: tuple[object, ...]) -> None:
    if value not in offered:
        text = _("Choose one of these: %(offered)s.") % {"offered": ", ".join(map(str, offered))}
        _refuse(name, text, "not_offered")


def _refuse(name: str, text: str, code: str) -> None:
    raise ValidationError({name: ValidationError(text, code=code)})
