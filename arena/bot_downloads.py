"""What an author takes home: the file that was sent in, and what it printed in its checks."""

from django.http import Http404, HttpResponse
from django.utils.text import slugify

from arena.models import BotVersion
from arena.selectors.archives import ArchiveDamagedError, archive_read
from arena.selectors.validations import validation_latest
from tournaments.downloads import attachment


def archive_attachment(version: BotVersion) -> HttpResponse:
    """The file as it was sent in."""
    try:
        data = archive_read(version=version)
    except ArchiveDamagedError as error:
        raise Http404 from error
    return attachment(data, version.file_name, "application/octet-stream")


def log_attachment(version: BotVersion) -> HttpResponse:
    """What the program printed while it was checked, all of it, as text."""
    validation = validation_latest(version=version)
    if validation is None or not validation.log:
        raise Http404
    bot = version.bot
    bot_name = slugify(bot.public_name, allow_unicode=True) or bot.public_id
    name = f"{bot_name}-{version.number}.log"
    return attachment(validation.log.encode(errors="replace"), name, "text/plain; charset=utf-8")
