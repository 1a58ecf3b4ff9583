"""What the runners say about validations, and what follows from it."""

import hmac
import logging
from contextlib import suppress
from dataclasses import asdict

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from arena.bot_access import bot_access, require_recheck
from arena.match_reasons import BETTER_VERSION
from arena.models import Bot, BotActivation, BotVersion, Validation
from arena.runner.orders import StepKind, StepState, ValidationReport, Verdict
from arena.runner.sandbox.names import ISOLATING
from arena.selectors.benching import bot_benching
from arena.services.benching import bot_unbench
from arena.services.validation_orders import (
    bot_lock,
    validation_order,
    validation_tell,
    validations_dispatch,
)
from tournaments.models import User
from tournaments.sheet_visitors import token_hash

logger = logging.getLogger(__name__)

_STATES = {
    Validation.Verdict.VALID: BotVersion.State.VALID,
    Validation.Verdict.INVALID: BotVersion.State.INVALID,
    Validation.Verdict.BROKEN: BotVersion.State.UNCHECKED,
}


@transaction.atomic
def validation_report_record(*, report: ValidationReport) -> bool:
    """Keep the newest story of the order that is out; returns whether this was it.

    Forged, late and repeated reports change nothing and are no error: running twice is normal. Nor
    do those of a runner without a sandbox, but on a development server.
    """
    if report.sandbox not in ISOLATING and not settings.DEBUG:
        return _ignored(report, "its runner isolates nothing, and this is no development server")
    found = Validation.objects.filter(public_id=report.validation).select_related("version")
    known = found.first()
    if known is None:
        return _ignored(report, "there is no such validation")
    if report.verdict is not None:
        with suppress(Bot.DoesNotExist):  # then its validations are gone, too
            bot_lock(bot_id=known.version.bot_id)
    validation = (
        found.select_related("version__bot").select_for_update(of=("self",)).filter(pk=known.pk)
    ).first()
    if validation is None:
        return _ignored(report, "the validation is gone")
    if reason := _reason_to_ignore(validation, report):
        return _ignored(report, reason)
    validation.last_report = report.number
    validation.heard_at = timezone.now()
    validation.steps = [asdict(step) for step in report.steps]
    validation.usage = [asdict(used) for used in report.usage]
    validation.sandbox = report.sandbox
    if report.verdict is None:
        validation.save()
        validation_tell(validation=validation)
    else:
        validation.log = report.log
        validation_end(validation=validation, verdict=Validation.Verdict(report.verdict.value))
    return True


def validation_end(*, validation: Validation, verdict: Validation.Verdict) -> None:
    """The verdict and all that follows. Bot and validation must be locked."""
    validation.verdict = verdict
    validation.ended_at = timezone.now()
    validation.token_hash = ""
    validation.save()
    version = validation.version
    version.state = _STATES[verdict]
    version.save(update_fields=["state"])
    bot = version.bot
    if verdict == Validation.Verdict.VALID and _activates_by_itself(bot, validation):
        version_activate(bot=bot, version=version, by=None)
    validation_tell(validation=validation)
    validations_dispatch(account_id=bot.owner_id)


def version_activate(*, bot: Bot, version: BotVersion, by: User | None) -> None:
    """Let this version play from now on. The bot must be locked."""
    bot.active_version = version
    bot.save(update_fields=["active_version"])
    BotActivation.objects.create(bot=bot, version=version, by=by)
    _return_from_bench(bot, version)


def _return_from_bench(bot: Bot, version: BotVersion) -> None:
    """If it sits out because of its failures, and this version has passed its check since. What
    staff decided, staff take back."""
    benching = bot_benching(bot=bot)
    if benching is None or benching.match_id is None or benching.version_id == version.pk:
        return
    passed = version.validations.filter(verdict=Validation.Verdict.VALID)
    if passed.filter(ended_at__gte=benching.since).exists():
        bot_unbench(bot=bot, reason=BETTER_VERSION)


@transaction.atomic
def validation_repeat(*, version: BotVersion, by: User) -> Validation:
    """Check again what could not be checked. Staff, who come through their own site, may also
    doubt a verdict against a bot."""
    bot = bot_lock(bot_id=version.bot_id)
    account = User.objects.get(pk=by.pk)
    access = bot_access(bot=bot, account=account, factor_shown=True)
    require_recheck(access)
    locked = BotVersion.objects.select_related("bot").get(pk=version.pk)
    again = {BotVersion.State.UNCHECKED}
    if access.is_staff:
        again.add(BotVersion.State.INVALID)
    if locked.state not in again:
        raise ValidationError(
            _("This version has been checked, or is being checked: there is nothing to repeat."),
            code="checked",
        )
    if bot.is_retired:
        raise ValidationError(_("This bot is retired: bring it back first."), code="retired")
    before = locked.validations.latest("asked_at", "pk")
    return validation_order(version=locked, activate=before.activate_when_valid)


def _activates_by_itself(bot: Bot, validation: Validation) -> bool:
    """Unless its author has decided something else since: by submitting or activating another."""
    if not validation.activate_when_valid or bot.is_retired:
        return False
    if bot.active_version is not None and bot.active_version.number > validation.version.number:
        return False
    return not bot.activations.filter(by__isnull=False, at__gt=validation.asked_at).exists()


def _reason_to_ignore(validation: Validation, report: ValidationReport) -> str:
    if validation.is_over:
        return "it has its verdict"
    if report.attempt != validation.attempt:
        return "its order is not the one that is out"
    if not hmac.compare_digest(token_hash(report.token), validation.token_hash):
        return "its token is wrong"
    if report.number <= validation.last_report:
        return "a newer one is here"
    if report.verdict is Verdict.VALID and not _has_passed(validation.version, report):
        return "it says valid, but not every step was passed"
    return ""


def _has_passed(version: BotVersion, report: ValidationReport) -> bool:
    matches = {step.profile for step in report.steps if step.kind is StepKind.MATCH}
    return matches >= set(version.profiles) and all(
        step.state is StepState.PASSED for step in report.steps
    )


def _ignored(report: ValidationReport, reason: str) -> bool:
    logger.warning(
        "Report %s of attempt %s at validation %r is ignored: %s.",
        report.number, report.attempt, report.validation, reason,
    )  # fmt: skip
    return False
