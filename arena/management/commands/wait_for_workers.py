"""Wait until workers have been heard of: the launcher's last question before it says "ready"."""

import time
from argparse import ArgumentParser
from datetime import datetime

from django.core.management.base import BaseCommand, CommandError

from arena.selectors.workers import workers_started_since

_POLL_SECONDS = 0.1


class Command(BaseCommand):
    help = "Waits until each named worker has sent its sign of life."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("names", nargs="+", help="the workers to wait for")
        parser.add_argument(
            "--since",
            type=datetime.fromisoformat,
            required=True,
            help="ignore workers that started earlier (ISO 8601, with an offset)",
        )
        parser.add_argument("--seconds", type=float, default=60.0, help="how long to wait")

    def handle(
        self,
        *_args: object,
        names: list[str],
        since: datetime,
        seconds: float,
        **_options: object,
    ) -> None:
        deadline = time.monotonic() + seconds
        while missing := set(names) - workers_started_since(since=since):
            if time.monotonic() > deadline:
                raise CommandError(
                    f"Not heard of within {seconds:.0f} seconds: "
                    f"{', '.join(sorted(missing))}. Look at their logs."
                )
            time.sleep(_POLL_SECONDS)
