"""Telling the operators of trouble: kept as notices, and mailed together, not one by one.

Whoever meets trouble calls `operators_tell` in its own transaction. The first notice goes out as
soon as that commits; what follows within the next minutes waits and is mailed as one, at the latest
by the task that looks every minute. A mail server that does not answer is logged and changes
nothing else.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import connection, transaction
from django.db.models import F, Max
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from arena.models import OperatorNotice
from arena.models.matches import REASON_MAX_LENGTH
from arena.models.operations import SUBJECT_MAX_LENGTH
from arena.stored_text import text_clean
from tournaments.models import User

logger = logging.getLogger(__name__)

MAIL_PAUSE: Final = timedelta(minutes=10)
"""So long after a mail there is no other one."""
NOTICES_IN_A_MAIL: Final = 10
KEPT_FOR: Final = timedelta(days=90)
_MAIL_LOCK: Final = 0x6F706D61  # "opma"


@dataclass(frozen=True)
class NoticeWords:
    """A notice in the language of whoever reads it."""

    subject: str
    text: str
    times: int
    last_at: datetime


@transaction.atomic
def operators_tell(
    *, subject: str, text: str, params: Mapping[str, str | int] | None = None
) -> None:
    """Have the active staff told. `subject` and `text` are marked with `gettext_noop`, so that
    everybody reads them in their own language; `params` fill the text's placeholders."""
    said = {
        "subject": text_clean(subject, SUBJECT_MAX_LENGTH),
        "text": text_clean(text, REASON_MAX_LENGTH),
        "params": dict(params or {}),
    }
    now = timezone.now()
    # Nobody waits here: if another transaction holds the same notice, there are two of it.
    waiting = OperatorNotice.objects.filter(mailed_at=None, **said)
    known = waiting.select_for_update(skip_locked=True).values_list("pk", flat=True).first()
    if known is None:
        OperatorNotice.objects.create(**said, first_at=now, last_at=now)
    else:
        OperatorNotice.objects.filter(pk=known).update(times=F("times") + 1, last_at=now)
    transaction.on_commit(operators_mail, robust=True)


def operators_mail() -> int:
    """Mail what nobody was told of yet, unless the last mail is too recent; returns how many mails
    were sent. Two at once do no harm."""
    notices = _notices_take()
    if not notices:
        return 0
    operators = list(User.objects.filter(is_staff=True, is_active=True).order_by("pk"))
    if not operators:
        logger.error("There is no staff to tell of: %s", "; ".join(map(str, notices)))
        return 0
    return _send([_mail(account, notices) for account in operators])


def operator_notices_prune() -> int:
    """Forget what is long past; returns how many."""
    old = OperatorNotice.objects.filter(mailed_at__lt=timezone.now() - KEPT_FOR)
    return old.delete()[0]


def notice_words(*, notice: OperatorNotice) -> NoticeWords:
    """In the language that is active now."""
    text = _(notice.text) if notice.text else ""
    return NoticeWords(
        subject=_(notice.subject) if notice.subject else "",
        text=text % notice.params if notice.params else text,
        times=notice.times,
        last_at=notice.last_at,
    )


@transaction.atomic
def _notices_take() -> list[OperatorNotice]:
    """Marked as told before they are: rather one mail too few than the same one every minute."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_MAIL_LOCK])
    now = timezone.now()
    last = OperatorNotice.objects.aggregate(last=Max("mailed_at"))["last"]
    if last is not None and now - last < MAIL_PAUSE:
        return []
    waiting = OperatorNotice.objects.filter(mailed_at=None).order_by("first_at", "pk")
    notices = list(waiting.select_for_update())
    OperatorNotice.objects.filter(pk__in=[one.pk for one in notices]).update(mailed_at=now)
    return notices


def _mail(account: User, notices: Sequence[OperatorNotice]) -> EmailMessage:
    template = "arena/email/operators"
    with translation.override(account.language or settings.LANGUAGE_CODE):
        shown = [notice_words(notice=one) for one in notices[:NOTICES_IN_A_MAIL]]
        context = {
            "account": account,
            "notices": shown,
            "first": shown[0],
            "times": sum(one.times for one in notices),
            "since": notices[0].first_at,
            "more": len(notices) - len(shown),
            "pause": int(MAIL_PAUSE.total_seconds() // 60),
        }
        subject = " ".join(render_to_string(f"{template}_subject.txt", context).split())
        message = render_to_string(f"{template}_message.txt", context)
    return EmailMessage(
        settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + subject, message, to=[account.email]
    )


def _send(mails: Sequence[EmailMessage]) -> int:
    """One connection for all, so that a server which does not answer is waited for once."""
    mail_server = get_connection()
    try:
        mail_server.open()
    except OSError:  # smtplib's errors are of this kind too
        logger.exception("The mail server does not answer: the operators are not told.")
        return 0
    sent = 0
    try:
        for mail in mails:
            try:
                sent += mail_server.send_messages([mail]) or 0
            except OSError:
                logger.exception("An operator could not be told.")
    finally:
        mail_server.close()
    return sent
