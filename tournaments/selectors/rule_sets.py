"""What is read about rule sets."""

from typing import Final

from django.db.models import OuterRef, Q, QuerySet, Subquery

from tournaments.models import RuleSet, RuleSetVersion, User

_NUMBER_MAX: Final = 2**31 - 1  # that the column holds


def house_rule_version(*, game: str = RuleSet.Game.BURAKO) -> RuleSetVersion:
    """The seed's rules, in the version in force: what a match is played under by default."""
    return (
        RuleSetVersion.objects.select_related("rule_set")
        .filter(rule_set__is_house=True, rule_set__game=game)
        .latest("number")
    )


def rule_set_find(*, public_id: str) -> RuleSet | None:
    """Whoever knows the address of a rule set may read it."""
    return RuleSet.objects.select_related("owner").filter(public_id=public_id).first()


def rule_set_own(*, public_id: str, account: User) -> RuleSet | None:
    """Somebody else's is as good as none: it cannot be changed from here."""
    return RuleSet.objects.filter(public_id=public_id, owner=account).first()


def rule_version_find(*, public_id: str, number: int | None = None) -> RuleSetVersion | None:
    """A version, such as a match of long ago was played under; the latest, unless one is named."""
    versions = RuleSetVersion.objects.select_related("rule_set__owner")
    versions = versions.filter(rule_set__public_id=public_id)
    if number is None:
        return versions.order_by("-number").first()
    return versions.filter(number=number).first() if number <= _NUMBER_MAX else None


def rule_versions_in_force(
    *, account: User | None = None, from_page: str = ""
) -> QuerySet[RuleSetVersion]:
    """The latest version of every rule set that the account is offered: the house's first.

    `from_page` is the public id of a rule set from whose page somebody comes: whoever knows the
    page may play its rules.
    """
    offered = Q(is_house=True)
    if account is not None:
        offered |= Q(owner=account)
    if from_page:
        offered |= Q(public_id=from_page)
    return (
        _latest()
        .filter(rule_set__in=RuleSet.objects.filter(offered, archived=False))
        .order_by("-rule_set__is_house", "rule_set__name", "pk")
    )


def rule_version_in_force(*, version: RuleSetVersion) -> RuleSetVersion | None:
    """The version as it is now, if new matches can still be played under it."""
    return _latest().filter(pk=version.pk, rule_set__archived=False).first()


def rule_versions_of_owner(*, account: User) -> QuerySet[RuleSetVersion]:
    """The latest version of every rule set that the account has saved, archived ones last."""
    return (
        _latest()
        .filter(rule_set__owner=account)
        .order_by("rule_set__archived", "rule_set__name", "pk")
    )


def rule_versions_listed(*, account: User | None) -> QuerySet[RuleSetVersion]:
    """The latest version of the house's rule sets, then of those that the account has saved."""
    listed = Q(rule_set__is_house=True)
    if account is not None:
        listed |= Q(rule_set__owner=account)
    return (
        _latest()
        .filter(listed)
        .order_by("-rule_set__is_house", "rule_set__archived", "rule_set__name", "pk")
    )


def _latest() -> QuerySet[RuleSetVersion]:
    newest = (
        RuleSetVersion.objects.filter(rule_set=OuterRef("rule_set"))
        .order_by("-number")
        .values("number")[:1]
    )
    return RuleSetVersion.objects.select_related("rule_set__owner").filter(number=Subquery(newest))
