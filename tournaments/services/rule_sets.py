"""Saving the values a club plays with. A version, once written, stays as it is."""

from django.db import transaction

from scoring.burako import SEED_RULES
from tournaments.models import RuleSet, RuleSetVersion

HOUSE_NAME = "Burako"


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
