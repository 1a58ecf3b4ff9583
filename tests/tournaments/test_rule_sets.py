"""Rule sets: versions that never change, and whose they are."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, connection, transaction

from scoring.burako import SEED_RULES, BurakoRuleSet
from tests.factories import RuleSetVersionFactory, UserFactory
from tournaments.models import RuleSetVersion, User
from tournaments.selectors.rule_sets import (
    house_rule_version,
    rule_versions_in_force,
    rule_versions_of_owner,
)
from tournaments.services import rule_sets
from tournaments.services.accounts import account_delete
from tournaments.services.rule_sets import (
    house_rule_set_ensure,
    rule_set_archive,
    rule_set_change,
    rule_set_create,
)

pytestmark = pytest.mark.django_db

SHORT_MATCH = BurakoRuleSet(target_points=1500)


def owner_of(version: RuleSetVersion) -> User:
    owner = version.rule_set.owner
    assert owner is not None
    return owner


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


def test_a_change_is_a_new_version_and_the_old_one_stays() -> None:
    owner = UserFactory.create()
    first = rule_set_create(owner=owner, name=" Club  Norte ", rules=SEED_RULES)
    assert first.rule_set.name == "Club Norte"
    second = rule_set_change(
        rule_set=first.rule_set, actor=owner, name="Club Norte", rules=SHORT_MATCH
    )
    assert (first.number, second.number) == (1, 2)
    first.refresh_from_db()
    assert first.rules == SEED_RULES
    assert second.rules == SHORT_MATCH
    assert list(rule_versions_in_force(account=owner)) == [house_rule_version(), second]


def test_the_same_values_need_no_new_version() -> None:
    version = RuleSetVersionFactory.create()
    owner = owner_of(version)
    same = rule_set_change(
        rule_set=version.rule_set, actor=owner, name="New name", rules=SEED_RULES
    )
    assert same == version
    version.rule_set.refresh_from_db()
    assert version.rule_set.name == "New name"


def test_nobody_else_changes_or_archives_a_rule_set() -> None:
    version = RuleSetVersionFactory.create()
    stranger = UserFactory.create()
    for rule_set in (version.rule_set, house_rule_version().rule_set):
        with pytest.raises(PermissionDenied):
            rule_set_change(rule_set=rule_set, actor=stranger, name="Mine", rules=SHORT_MATCH)
        with pytest.raises(PermissionDenied):
            rule_set_archive(rule_set=rule_set, actor=stranger, archived=True)


def test_an_archived_rule_set_is_not_offered_but_still_read() -> None:
    version = RuleSetVersionFactory.create()
    owner = owner_of(version)
    rule_set_archive(rule_set=version.rule_set, actor=owner, archived=True)
    assert list(rule_versions_in_force(account=owner)) == [house_rule_version()]
    assert list(rule_versions_of_owner(account=owner)) == [version]
    rule_set_archive(rule_set=version.rule_set, actor=owner, archived=False)
    assert version in rule_versions_in_force(account=owner)


def test_others_are_offered_the_houses_rules_only() -> None:
    RuleSetVersionFactory.create()
    assert list(rule_versions_in_force()) == [house_rule_version()]
    assert list(rule_versions_in_force(account=UserFactory.create())) == [house_rule_version()]


def test_an_erased_account_leaves_values_without_name_and_owner() -> None:
    version = RuleSetVersionFactory.create()
    account_delete(account=owner_of(version))
    version = RuleSetVersion.objects.get(pk=version.pk)
    assert version.rules == SEED_RULES
    assert version.rule_set.archived
    assert version.rule_set.owner is None
    assert version.rule_set.public_name == f"Deleted rules {version.rule_set.pk}"


def test_rule_sets_and_versions_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_sets, "RULE_SETS_MAX", 1)
    monkeypatch.setattr(rule_sets, "VERSIONS_MAX", 1)
    owner = UserFactory.create()
    version = rule_set_create(owner=owner, name="One", rules=SEED_RULES)
    with pytest.raises(ValidationError, match="as many as you can save"):
        rule_set_create(owner=owner, name="Two", rules=SEED_RULES)
    with pytest.raises(ValidationError, match="too often"):
        rule_set_change(rule_set=version.rule_set, actor=owner, name="One", rules=SHORT_MATCH)


@pytest.mark.django_db(transaction=True)
def test_changes_at_once_get_numbers_of_their_own() -> None:
    version = RuleSetVersionFactory.create()

    def change(close: int) -> int:
        try:
            rules = BurakoRuleSet(close=close)
            rule_set, actor = version.rule_set, owner_of(version)
            return rule_set_change(rule_set=rule_set, actor=actor, name="One", rules=rules).number
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as threads:
        assert sorted(threads.map(change, range(1, 7))) == [2, 3, 4, 5, 6, 7]
