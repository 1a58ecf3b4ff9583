"""Bots that fail their own matches again and again sit out until a new version is valid."""

import logging
from collections.abc import Iterable
from functools import partial
from typing import Final

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone, translation

from arena.kit_commands import replay_commands
from arena.match_reasons import FAILED_AGAIN_AND_AGAIN, reason_in_words
from arena.match_states import MatchState
from arena.models import Bot, BotBench, BotVersion, Match, MatchParticipant, OperatorEvent
from arena.selectors.benching import bot_benching
from arena.topics import arena_topic, bot_topic
from tournaments.addresses import page_address
from tournaments.live.notify import live_notify
from tournaments.models import User

FAILURES_IN_A_ROW: Final = 3
"""Settled matches of one version."""
FORFEITED_SHARE: Final = 0.5
"""Of its boards; who forfeits as many has failed the match."""

logger = logging.getLogger(__name__)

Action = OperatorEvent.Action


@transaction.atomic
def bot_bench(
    *, bot: Bot, reason: str, by: User | None = None, match: Match | None = None
) -> BotBench | None:
    """Let it sit out, and tell its author; None if it does already, or has nothing that plays, or
    is gone."""
    locked = _lock(bot)
    if locked is None:
        return None
    version = locked.active_version
    if version is None or bot_benching(bot=locked) is not None:
        return None
    benching = BotBench.objects.create(bot=locked, version=version, reason=reason, match=match)
    OperatorEvent.objects.create(action=Action.BENCH, bot=locked, match=match, by=by, reason=reason)
    _tell_pages(locked)
    if locked.owner is not None and locked.owner.is_active:
        transaction.on_commit(partial(_tell_author, locked.owner, benching))
    return benching


@transaction.atomic
def bot_unbench(*, bot: Bot, by: User | None = None, reason: str = "") -> bool:
    """Let it play again; returns whether it sat out."""
    _lock(bot)
    ended = BotBench.objects.filter(bot=bot, ended_at=None).update(ended_at=timezone.now())
    if not ended:
        return False
    OperatorEvent.objects.create(action=Action.UNBENCH, bot=bot, by=by, reason=reason)
    _tell_pages(bot)
    return True


def bots_bench_failing(*, match: Match, participants: Iterable[MatchParticipant]) -> None:
    """After a settlement: those of its participants for whom it was the last straw."""
    for participant in sorted(participants, key=lambda one: one.version_id):
        version = participant.version
        if _failed(participant, match) and _fails_again_and_again(version):
            bot_bench(bot=version.bot, reason=FAILED_AGAIN_AND_AGAIN, match=match)


def _lock(bot: Bot) -> Bot | None:
    """Before its benchings, as whoever activates another version does."""
    rows = Bot.objects.select_for_update(of=("self",)).select_related("owner")
    return rows.filter(pk=bot.pk).first()


def _fails_again_and_again(version: BotVersion) -> bool:
    if not Bot.objects.filter(pk=version.bot_id, active_version=version).exists():
        return False
    places = (
        MatchParticipant.objects.filter(version=version, match__state=MatchState.SETTLED)
        .select_related("match")
        .order_by("-match__settled_number", "place")
    )
    last: dict[int, bool] = {}
    for place in places[: FAILURES_IN_A_ROW * 8]:  # a version may have several seats
        last[place.match_id] = last.get(place.match_id, False) or _failed(place, place.match)
        if len(last) > FAILURES_IN_A_ROW:
            break
    return len(last) >= FAILURES_IN_A_ROW and all(list(last.values())[:FAILURES_IN_A_ROW])


def _failed(participant: MatchParticipant, match: Match) -> bool:
    return participant.boards_forfeited >= FORFEITED_SHARE * match.boards_in_all


def _tell_pages(bot: Bot) -> None:
    live_notify(bot_topic(bot.public_id))
    live_notify(arena_topic())


def _tell_author(account: User, benching: BotBench) -> None:
    """In their language. A mail that cannot be sent must not undo anything: the bot's page says the
    same."""
    template = "arena/email/benched"
    with translation.override(account.language or settings.LANGUAGE_CODE):
        context: dict[str, object] = {
            "account": account,
            "bot": benching.bot,
            "benching": benching,
            "reason": reason_in_words(benching.reason),
            "bot_address": page_address("bots:bot", benching.bot.public_id),
        }
        if match := benching.match:
            context |= {
                "match_address": page_address("matches:match", match.public_id),
                "commands": replay_commands(match, benching.version),
            }
        subject = render_to_string(f"{template}_subject.txt", context).strip()
        message = render_to_string(f"{template}_message.txt", context)
    try:
        send_mail(settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + subject, message, None, [account.email])
    except OSError:
        logger.exception("The author of bot %s could not be told.", benching.bot.public_id)
