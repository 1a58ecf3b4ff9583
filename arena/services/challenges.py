"""Challenges: an author lets a bot play whom they like, as often as is fair to the others."""

from collections.abc import Sequence

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arena.bot_access import bot_access, require_manage
from arena.challenge_terms import boards_offered
from arena.games.registry import profiles
from arena.match_reasons import WITHDRAWN
from arena.match_states import MatchState
from arena.models import Bot, BotVersion, Match
from arena.selectors.challenges import (
    ChallengeQuota,
    challenge_quota,
    challenge_twin,
    profile_sides,
)
from arena.selectors.playing import Hindrance, bots_hindered, hindrance_text
from arena.services.match_making import match_create
from arena.services.match_steps import arena_state_lock, match_lock, match_step
from tournaments.models import User


@transaction.atomic
def challenge_create(
    *,
    by: User,
    bot: Bot,
    opponents: Sequence[Bot],
    profile: str,
    boards: int,
    after: int | None = None,
) -> Match:
    """An unrated match of one's own bot against others, each with the version that plays now.

    Faults are named at `bot`, `profile`, `opponents` and `boards`; what the quota does not allow,
    at none. `after` is how many the account had asked for when the form was drawn: a form that is
    sent twice is one challenge.
    """
    # Locked, so that two requests at once cannot pass the quota together.
    account = User.objects.select_for_update(no_key=True).get(pk=by.pk)
    if not account.is_active:
        raise PermissionDenied(_("This account is suspended."))
    own, *others = _read_anew([bot, *opponents])
    require_manage(bot_access(bot=own, account=account))
    versions = _versions(own, others)
    _require_terms(profile, boards, versions)
    if after is not None:
        twin = challenge_twin(
            account=account, after=after, profile=profile, boards=boards, versions=versions
        )
        if twin is not None:
            return twin
    if refusal := quota_refusal(quota=challenge_quota(account=account)):
        raise ValidationError(refusal, code="quota")
    return match_create(
        kind=Match.Kind.CHALLENGE,
        profile=profile,
        versions=versions,
        boards=boards,
        requested_by=account,
    )


@transaction.atomic
def challenge_withdraw(*, match: Match, by: User) -> Match:
    """Take back what has not begun. Only who asked for it can."""
    arena_state_lock()
    locked = match_lock(match_id=match.pk)
    account = User.objects.get(pk=by.pk)
    is_own = locked.kind == Match.Kind.CHALLENGE and locked.requested_by_id == account.pk
    if not is_own or not account.is_active:
        raise PermissionDenied(_("Only who asked for a challenge can withdraw it."))
    if locked.state != MatchState.QUEUED:
        raise ValidationError(
            _("It has begun already, and is played to its end."), code="not_queued"
        )
    match_step(match=locked, after=MatchState.VOID, reason=WITHDRAWN, by=account)
    return locked


def quota_refusal(*, quota: ChallengeQuota) -> str:
    """Why not one more, and when the next is possible; empty if it is possible now."""
    if quota.too_many_open:
        text = ngettext(
            "You have %(count)d challenge that waits or is being played, which is as many as you "
            "can have at once. The next is possible as soon as it is over, or withdrawn.",
            "You have %(count)d challenges that wait or are being played, which is as many as you "
            "can have at once. The next is possible as soon as one of them is over, or withdrawn.",
            quota.open,
        )
        return text % {"count": quota.open}
    if quota.next_at is not None:
        return _(
            "You have asked for %(count)d challenges within a day, which is as many as you can. "
            "The next is possible on %(moment)s UTC."
        ) % {
            "count": quota.within_a_day,
            "moment": date_format(quota.next_at, "DATETIME_FORMAT"),
        }
    return ""


def _read_anew(bots: Sequence[Bot]) -> list[Bot]:
    """As they are now, in the same order."""
    rows = Bot.objects.select_related("owner", "active_version")
    found = rows.in_bulk([bot.pk for bot in bots])
    return [found[bot.pk] for bot in bots]


def _versions(own: Bot, others: Sequence[Bot]) -> list[BotVersion]:
    """The version that plays of each, if each may play and no bot sits there twice."""
    everybody = [own, *others]
    if len({bot.pk for bot in everybody}) < len(everybody):
        raise ValidationError(
            {"opponents": ValidationError(_("Choose each bot once."), code="twice")}
        )
    hindered = bots_hindered(bots=everybody)
    versions = []
    for bot in everybody:
        hindrance = hindered.get(bot.pk)
        if hindrance is not None or bot.active_version is None:
            where = "bot" if bot is own else "opponents"
            text = hindrance_text(bot=bot, hindrance=hindrance or Hindrance.NOT_PLAYING)
            raise ValidationError({where: ValidationError(text, code="cannot_play")})
        versions.append(bot.active_version)
    return versions


def _require_terms(profile: str, boards: int, versions: Sequence[BotVersion]) -> None:
    if profile not in profiles():
        raise ValidationError(
            {"profile": ValidationError(_("Choose rules from the list."), code="profile")}
        )
    for version in versions:
        if profile not in version.profiles:
            text = _("%(name)s does not play by these rules. Choose others, or another bot.")
            raise ValidationError(
                {
                    "profile": ValidationError(
                        text % {"name": version.bot.public_name}, code="profile"
                    )
                }
            )
    sides = profile_sides(profile=profile)
    if len(versions) != sides:
        text = ngettext(
            "A match by these rules needs %(count)d bot besides yours: choose as many.",
            "A match by these rules needs %(count)d bots besides yours: choose as many.",
            sides - 1,
        )
        raise ValidationError(
            {"opponents": ValidationError(text % {"count": sides - 1}, code="sides")}
        )
    if boards not in boards_offered(profile):
        offered = ", ".join(map(str, boards_offered(profile)))
        raise ValidationError(
            {
                "boards": ValidationError(
                    _("Choose one of these numbers of boards: %(offered)s.") % {"offered": offered},
                    code="boards",
                )
            }
        )
