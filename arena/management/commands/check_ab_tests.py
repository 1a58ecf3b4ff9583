"""Folds A/B tests anew from their matches, and says what differs."""

from django.core.management.base import BaseCommand, CommandError

from arena.models import AbTest
from arena.selectors.ab_tests import ab_test_faults


class Command(BaseCommand):
    help = (
        "Calculates the evidence of all A/B tests anew from their settled matches and compares it "
        "with what is written down; changes nothing."
    )

    def handle(self, *_args: object, **_options: object) -> None:
        checked = wrong = 0
        for test in AbTest.objects.order_by("pk").iterator():
            checked += 1
            faults = list(ab_test_faults(test=test))
            wrong += bool(faults)
            for fault in faults:
                self.stderr.write(f"A/B test {test.public_id}: {fault}.")
        if wrong:
            raise CommandError(f"{wrong} of {checked} A/B tests are not what their matches say.")
        self.stdout.write(f"{checked} A/B tests are what their matches say, to the last bit.")
