"""Rule sets: versions that never change, and whose they are."""

import pytest
from django.db import IntegrityError, transaction

from scoring.burako import SEED_RULES
from tests.factories import RuleSetVersionFactory, UserFactory
from tournaments.models import RuleSetVersion
from tournaments.selectors.rule_sets import house_rule_version
from tournaments.services.rule_sets import house_rule_set_ensure

pytestmark = pytest.mark.django_db


def test_the_seeds_rules_are_there_from_the_start() -> None:
    version = house_rule_version()
    assert version.number == 1
    assert version.rule_set.is_house
    assert version.rule_set.owner is None
    assert version.rules == SEED_RULES


def test_writing_the_seeds_rules_again_changes_nothing() -> None:
    assert house_rule_set_ensure() == house_rule_version()
    assert RuleSetVersion.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_seeds_rules_come_back_after_a_flush() -> None:
    """Tests that commit empty the tables; so does `manage.py flush`."""
    assert house_rule_version().rules == SEED_RULES


def test_the_database_refuses_to_change_or_delete_a_version() -> None:
    version = RuleSetVersionFactory.create()
    rows = RuleSetVersion.objects.filter(pk=version.pk)
    values = {**SEED_RULES.as_dict(), "close": 0}
    for change in ({"values": values}, {"number": 2}, {"rule_set": house_rule_version().rule_set}):
        with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
            rows.update(**change)
    with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
        rows.delete()
    version.refresh_from_db()
    assert version.rules == SEED_RULES


def test_a_version_may_forget_who_wrote_it() -> None:
    writer = UserFactory.create()
    version = RuleSetVersionFactory.create(created_by=writer)
    writer.delete()
    version.refresh_from_db()
    assert version.created_by is None
    assert version.rules == SEED_RULES
