"""Saving the values a club plays with. A version, once written, stays as it is."""

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.burako import SEED_RULES, BurakoRuleSet
from tournaments.models import RuleSet, RuleSetVersion, User
from tournaments.names import clean_display_name

HOUSE_NAME = "Burako"
RULE_SETS_MAX = 50  # of one account
VERSIONS_MAX = 200  # of one rule set


@transaction.atomic
def house_rule_set_ensure() -> RuleSetVersion:
    """The seed's Burako as a rule set, which everybody plays who asks for nothing else.

    Written after every migration if it is missing, so that no page has to cope without it.
    """
    house, _created = RuleSet.objects.get_or_create(
        is_house=True, game=RuleSet.Game.BURAKO, defaults={"name": HOUSE_NAME}
    )
    version, _created = RuleSetVersion.objects.get_or_create(
        rule_set=house, number=1, defaults={"values": SEED_RULES.as_dict()}
    )
    return version


@transaction.atomic
def rule_set_create(*, owner: User, name: str, rules: BurakoRuleSet) -> RuleSetVersion:
    """Save a club's values under a name, as their first version."""
    # The account's row is locked, so that two requests at once cannot pass the limit together.
    User.objects.select_for_update(no_key=True).get(pk=owner.pk)
    if owner.rule_sets.count() >= RULE_SETS_MAX:
        raise ValidationError(
            _("You have %(max)d rule sets, which is as many as you can save: change one of them.")
            % {"max": RULE_SETS_MAX},
            code="too_many_rule_sets",
        )
    rule_set = RuleSet(owner=owner, name=clean_display_name(name))
    _named(rule_set)
    rule_set.save()
    return RuleSetVersion.objects.create(
        rule_set=rule_set, number=1, values=rules.as_dict(), created_by=owner
    )


@transaction.atomic
def rule_set_own_create(*, base: RuleSetVersion, rules: BurakoRuleSet, by: User) -> RuleSetVersion:
    """Other values of `base` for one league only: nobody owns or is offered them, so that nobody
    else's change can reach its matches."""
    rule_set = RuleSet.objects.create(name=base.rule_set.name, archived=True)
    return RuleSetVersion.objects.create(
        rule_set=rule_set, number=1, values=rules.as_dict(), created_by=by
    )


@transaction.atomic
def rule_set_change(
    *, rule_set: RuleSet, actor: User, name: str, rules: BurakoRuleSet
) -> RuleSetVersion:
    """Save other values as a new version; equal ones need none. Matches keep the one they have."""
    locked = _lock(rule_set, actor)
    locked.name = clean_display_name(name)
    _named(locked)
    locked.save(update_fields=["name"])
    latest = locked.versions.latest("number")
    if latest.values == rules.as_dict():
        return latest
    if latest.number >= VERSIONS_MAX:
        raise ValidationError(
            _("This rule set has been changed too often: save the values as a new one."),
            code="too_many_versions",
        )
    return RuleSetVersion.objects.create(
        rule_set=locked, number=latest.number + 1, values=rules.as_dict(), created_by=actor
    )


@transaction.atomic
def rule_set_archive(*, rule_set: RuleSet, actor: User, archived: bool) -> None:
    """Offer a rule set for new matches no longer, or again."""
    locked = _lock(rule_set, actor)
    locked.archived = archived
    locked.save(update_fields=["archived"])


def rule_sets_of_account_erase(*, account: User) -> None:
    """Matches were played under them, so the values stay; nobody plays them from now on."""
    RuleSet.objects.filter(owner=account).update(owner=None, name="", archived=True)


def _lock(rule_set: RuleSet, actor: User) -> RuleSet:
    locked = RuleSet.objects.select_for_update(of=("self",)).get(pk=rule_set.pk)
    if locked.owner_id is None or locked.owner_id != actor.pk:
        raise PermissionDenied(_("Only who saved this rule set can change it."))
    return locked


def _named(rule_set: RuleSet) -> None:
    rule_set.full_clean()
    if not rule_set.name:
        raise ValidationError({"name": _("Please say a name.")})
