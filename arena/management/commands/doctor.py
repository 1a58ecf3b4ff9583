"""Says whether the service is whole and safe on this machine, and what to do where it is not."""

import json
import sys
from argparse import ArgumentParser
from dataclasses import asdict

from django.core.management.base import BaseCommand

from arena.management.examination import Part, examine

_WIDTH = 16


class Command(BaseCommand):
    help = (
        "Tries everything that the service needs: the database, the queue, the storage, the "
        "workers, the game server, the hosted runtime and the sandbox. Ends with exit code 1 if "
        "something needed is missing."
    )
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="for programs to read")
        parser.add_argument(
            "--no-bots",
            action="store_true",
            help="this machine has no runner and no game server: do not look for them",
        )

    def handle(self, *_args: object, **options: object) -> None:
        parts = examine(runs_bots=not options["no_bots"])
        is_whole = not any(part.lacks_something for part in parts)
        if options["json"]:
            told = {"whole": is_whole, "parts": {p.name: _as_json(p) for p in parts}}
            self.stdout.write(json.dumps(told, indent=2))
        else:
            for part in parts:
                self._tell(part)
            self._conclude(parts)
        if not is_whole:
            sys.exit(1)

    def _tell(self, part: Part) -> None:
        self.stdout.write(self.style.MIGRATE_HEADING(part.name.capitalize()))
        for found in part.findings:
            if found.good:
                mark, style = "✓", self.style.SUCCESS
            elif found.needed:
                mark, style = "✗", self.style.ERROR
            else:
                mark, style = "·", self.style.WARNING
            self.stdout.write(f"  {style(mark)} {found.what:<{_WIDTH}} {found.detail}")
            if found.fix and not found.good:
                self.stdout.write(f"    {'':<{_WIDTH}} → {found.fix}")

    def _conclude(self, parts: list[Part]) -> None:
        lacking = [part.name for part in parts if part.lacks_something]
        if lacking:
            self.stdout.write(self.style.ERROR(f"Something is missing: {', '.join(lacking)}."))
        else:
            self.stdout.write(self.style.SUCCESS("Everything that is needed is there."))


def _as_json(part: Part) -> list[dict[str, object]]:
    return [asdict(found) for found in part.findings]
