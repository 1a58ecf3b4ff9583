"""What is read about rule sets."""

from tournaments.models import RuleSet, RuleSetVersion


def house_rule_version(*, game: str = RuleSet.Game.BURAKO) -> RuleSetVersion:
    """The seed's rules, in the version in force: what a match is played under by default."""
    return (
        RuleSetVersion.objects.select_related("rule_set")
        .filter(rule_set__is_house=True, rule_set__game=game)
        .latest("number")
    )
