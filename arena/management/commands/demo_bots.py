"""Sends in the reference bots as bots of the house."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from arena.services.demo_bots import demo_bots_submit


class Command(BaseCommand):
    help = "Sends in the reference bots, to be checked and to play. Harmless when it is run again."

    def handle(self, *_args: object, **_options: object) -> None:
        if not settings.DEMO_ALLOWED:
            raise CommandError(
                "These settings do not allow a demo: visitors would take the reference bots for "
                "somebody's work."
            )
        try:
            demo_bots_submit()
        except ValidationError as error:
            raise CommandError(
                "A reference bot cannot be sent in: " + " ".join(error.messages)
            ) from error
