"""Works out ratings again from what reached the ladders, and mends or reports what differs."""

from collections.abc import Sequence

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import Ladder
from tournaments.selectors.ladders import ladders_all
from tournaments.services.rating_rebuild import Rebuilt, ratings_rebuild


class Command(BaseCommand):
    help = (
        "Works out every rating again from the results in their order, and stores what differs: "
        "ratings, what competitors made against each other, and counts. The log of results and "
        "ratings is compared, never changed. Matches can be played meanwhile."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="*", help="Of ladders; all of them if none is named.")
        parser.add_argument(
            "--check",
            action="store_true",
            help="Change nothing; end with exit code 1 if anything differs.",
        )

    def handle(self, *_args: object, slug: Sequence[str], check: bool, **_options: object) -> None:
        wrong = [
            ladder.slug for ladder in _ladders(slug) if not self._is_right(ladder, check=check)
        ]
        if wrong:
            raise CommandError(
                "Not everything is as it should be: " + ", ".join(wrong) + ". See above."
            )

    def _is_right(self, ladder: Ladder, *, check: bool) -> bool:
        """Whether everything is in order now."""

        def progress(done: int, of: int) -> None:
            self.stderr.write(f"{ladder.slug}: {done} of {of} entries")

        found = ratings_rebuild(ladder_id=ladder.pk, write=not check, progress=progress)
        self.stdout.write(f"{ladder.slug}: {_told(found, check=check)}")
        for sentence in found.differences:
            self.stdout.write(f"  {sentence}")
        return found.is_identical if check else not found.events_differing


def _ladders(slugs: Sequence[str]) -> list[Ladder]:
    if not slugs:
        return list(ladders_all())
    known = {ladder.slug: ladder for ladder in ladders_all().filter(slug__in=slugs)}
    if unknown := [slug for slug in slugs if slug not in known]:
        raise CommandError(
            f"There is no ladder {', '.join(unknown)}. There are: "
            f"{', '.join(ladders_all().values_list('slug', flat=True)) or 'none'}."
        )
    return [known[slug] for slug in dict.fromkeys(slugs)]


def _told(found: Rebuilt, *, check: bool) -> str:
    if found.is_identical:
        return f"{found.entries} entries, identical."
    counted = ", ".join(
        f"{number} {what}"
        for number, what in (
            (found.ratings_differing, "ratings"),
            (found.encounters_differing, "encounters"),
            (found.counts_differing, "counts"),
            (found.events_differing, "steps of the log"),
        )
        if number
    )
    if not found.is_to_be_mended:
        done = "The log is never changed"
    elif check:
        done = "Nothing was changed"
    else:
        done = "All but the log was mended" if found.events_differing else "Mended"
    return f"{found.entries} entries; different: {counted}. {done}."
