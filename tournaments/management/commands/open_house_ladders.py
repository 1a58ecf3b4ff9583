"""Opens the house's own ladders."""

from django.core.management.base import BaseCommand

from tournaments.services.ladders import house_ladders_open


class Command(BaseCommand):
    help = (
        "Opens the house's own ladders that are not there yet: one for each written rule text of "
        "Durak and for both Burakos. Harmless when it is run again; what the staff have closed "
        "stays closed."
    )

    def handle(self, *_args: object, **_options: object) -> None:
        opened = house_ladders_open()
        self.stdout.write(
            f"Opened {opened} of the house's ladders." if opened else "All ladders are there."
        )
