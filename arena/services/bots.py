"""Bots and their versions: made, submitted, activated, retired."""

import hashlib
from collections.abc import Sequence

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Max, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from arena.archive import Submission
from arena.archive.limits import MIB, size_text
from arena.bot_access import bot_access, require_manage
from arena.models import Bot, BotVersion
from arena.models.bots import DESCRIPTION_MAX_LENGTH, NOTE_MAX_LENGTH, name_key
from arena.services.archives import archive_store
from arena.services.submissions import submission_read
from arena.services.validation_orders import bot_lock, validation_order
from arena.services.validations import version_activate
from arena.texts import text_checked
from arena.topics import bot_topic
from tournaments.live.notify import live_notify
from tournaments.models import Competitor, User
from tournaments.names import clean_display_name

BOTS_MAX = 20  # of one account
VERSIONS_MAX = 200  # of one bot
BYTES_MAX = 500 * MIB  # of one account's files, equal ones counted once


class SameFileError(Exception):
    """This file was submitted before, as the version with this number."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@transaction.atomic
def bot_create(*, owner: User, name: str, description: str = "") -> Bot:
    """A bot without a version yet."""
    # The account's row is locked, so that two requests at once cannot pass the limit together.
    account = User.objects.select_for_update(no_key=True).get(pk=owner.pk)
    if not account.is_active:
        raise PermissionDenied(_("This account is suspended."))
    if account.bots.count() >= BOTS_MAX:
        raise ValidationError(
            _("You have %(max)d bots, which is as many as you can have: submit a version of one.")
            % {"max": BOTS_MAX},
            code="too_many_bots",
        )
    bot = Bot(owner=account, competitor=Competitor.objects.create(kind=Competitor.Kind.BOT))
    bot_describe(bot=bot, name=name, description=description)
    return bot


def bot_create_submitted(
    *,
    owner: User,
    name: str,
    description: str,
    file_name: str,
    data: bytes,
    profiles: Sequence[str] = (),
    note: str = "",
    activate: bool = True,
) -> BotVersion:
    """A bot and its first version, or neither; what is sent twice is the same bot."""
    # Before the transaction: it can take seconds, and needs neither locks nor a connection.
    submission = submission_read(file_name=file_name, data=data, profiles=profiles)
    note = text_checked("note", note, NOTE_MAX_LENGTH)
    digest = hashlib.sha256(data).hexdigest()
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=owner.pk)
        first = BotVersion.objects.filter(bot__owner=owner, bot__name_key=name_key(name), number=1)
        if twin := first.filter(digest=digest).select_related("bot").first():
            return twin
        bot = bot_create(owner=owner, name=name, description=description)
        return _version_add(_locked(bot, owner), submission, data, note=note, activate=activate)


@transaction.atomic
def bot_edit(*, bot: Bot, by: User, name: str, description: str) -> Bot:
    """Another name or description; results show the new name, too."""
    locked = _locked(bot, by)
    bot_describe(bot=locked, name=name, description=description)
    return locked


@transaction.atomic
def bot_retire(*, bot: Bot, by: User) -> Bot:
    """Let it play no longer. Results, versions and archives stay."""
    locked = _locked(bot, by)
    if not locked.is_retired:
        locked.retired_at = timezone.now()
        locked.save(update_fields=["retired_at"])
        live_notify(bot_topic(locked.public_id))
    return locked


@transaction.atomic
def bot_return(*, bot: Bot, by: User) -> Bot:
    """Let it play again, with the version that it played with before."""
    locked = _locked(bot, by)
    locked.retired_at = None
    locked.save(update_fields=["retired_at"])
    live_notify(bot_topic(locked.public_id))
    return locked


def bot_version_submit(
    *,
    bot: Bot,
    by: User,
    file_name: str,
    data: bytes,
    profiles: Sequence[str] = (),
    note: str = "",
    activate: bool = True,
    after: int | None = None,
    same_again: bool = True,
) -> BotVersion:
    """A new version, numbered, stored and sent to be checked; or nothing.

    Without `profiles` the archive's manifest says what it plays. Faults are named at `file`,
    `profiles` and `note`. Unless `same_again`, a file that is here already is refused with
    `SameFileError`; but if it came after the version `after`, the latest that the author knew of,
    then the same form was sent twice, and the version that is here is the answer.
    """
    # Before the transaction: it can take seconds, and needs neither locks nor a connection.
    submission = submission_read(file_name=file_name, data=data, profiles=profiles)
    note = text_checked("note", note, NOTE_MAX_LENGTH)
    digest = hashlib.sha256(data).hexdigest()
    with transaction.atomic():
        locked = _locked(bot, by)
        _require_playing(locked)
        if not same_again:
            earlier = locked.versions.filter(digest=digest).order_by("-number").first()
            if earlier is not None and after is not None and earlier.number > after:
                return earlier
            if earlier is not None:
                raise SameFileError(earlier.number)
        return _version_add(locked, submission, data, note=note, activate=activate)


@transaction.atomic
def bot_version_activate(*, bot: Bot, number: int, by: User) -> Bot:
    """Let another version play: a newer one, or one from before."""
    locked = _locked(bot, by)
    _require_playing(locked)
    version = locked.versions.filter(number=number).first()
    if version is None:
        raise ValidationError(_("There is no such version."), code="no_version")
    if version.state != BotVersion.State.VALID:
        raise ValidationError(
            _("Only a version that has passed its check can be activated."), code="not_valid"
        )
    if locked.active_version_id != version.pk:
        version_activate(bot=locked, version=version, by=by)
        live_notify(bot_topic(locked.public_id))
    return locked


def _version_add(
    bot: Bot, submission: Submission, data: bytes, *, note: str, activate: bool
) -> BotVersion:
    """The next version of a bot, which must be locked."""
    last = bot.versions.aggregate(last=Max("number"))["last"] or 0
    if last >= VERSIONS_MAX:
        raise ValidationError(
            _("This bot has %(max)d versions, which is as many as it can have: make a new bot.")
            % {"max": VERSIONS_MAX},
            code="too_many_versions",
        )
    _require_room(bot.owner_id, data)
    version = BotVersion.objects.create(
        bot=bot,
        number=last + 1,
        digest=archive_store(data=data),
        size=len(data),
        file_name=submission.file_name,
        command=list(submission.command),
        profiles=list(submission.profiles),
        packages=list(submission.packages),
        note=note,
    )
    validation_order(version=version, activate=activate)
    return version


def _require_room(owner_id: int | None, data: bytes) -> None:
    """The account must be locked. What it has sent before takes no more room."""
    files = BotVersion.objects.filter(bot__owner_id=owner_id).order_by()
    if files.filter(digest=hashlib.sha256(data).hexdigest()).exists():
        return
    kept = files.values("digest", "size").distinct().aggregate(sum=Sum("size"))["sum"] or 0
    if kept + len(data) > BYTES_MAX:
        raise ValidationError(
            {
                "file": ValidationError(
                    _(
                        "The files of your bots may have %(max)s together, and %(left)s are left: "
                        "this one has %(size)s. Leave out what the bot does not need to play, or "
                        "ask whoever runs this site."
                    )
                    % {
                        "max": size_text(BYTES_MAX),
                        "left": size_text(max(0, BYTES_MAX - kept)),
                        "size": size_text(len(data)),
                    },
                    code="too_many_bytes",
                )
            }
        )


def _locked(bot: Bot, by: User) -> Bot:
    locked = bot_lock(bot_id=bot.pk)
    require_manage(bot_access(bot=locked, account=User.objects.get(pk=by.pk)))
    return locked


def _require_playing(bot: Bot) -> None:
    if bot.is_retired:
        raise ValidationError(_("This bot is retired: bring it back first."), code="retired")


def bot_describe(*, bot: Bot, name: str, description: str) -> None:
    """Save a bot under this name, if nobody else's looks like it. The bot must be locked."""
    bot.name = clean_display_name(name)
    bot.name_key = name_key(name)
    bot.description = text_checked("description", description, DESCRIPTION_MAX_LENGTH)
    if not bot.name:
        raise ValidationError({"name": _("Please say a name.")})
    bot.full_clean(validate_unique=False, validate_constraints=False)
    try:
        with transaction.atomic():
            bot.save()
    except IntegrityError as error:
        raise ValidationError(
            {"name": ValidationError(_("Another bot has this name: choose another."), code="taken")}
        ) from error
