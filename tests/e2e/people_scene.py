"""A club evening's worth of people, results and rules, for the pages that show them."""

from dataclasses import dataclass
from dataclasses import replace as replaced

from scoring.burako import SEED_RULES, TileValues
from tests.factories import UserFactory, confirmed_result
from tournaments.models import Pair, Player, RuleSetVersion, User
from tournaments.services.invitations import invitation_create
from tournaments.services.people import player_create, player_of_account
from tournaments.services.rule_sets import rule_set_change, rule_set_create


@dataclass(frozen=True)
class Scene:
    """Ana's players, a pair of hers, her link for a guest, and her rules."""

    own: Player
    guest: Player
    rival: Player
    pair: Pair
    rival_pair: Pair
    token: str
    rules: RuleSetVersion


def scene(ana: User) -> Scene:
    """Everything there is to see, with long and short names."""
    own = player_of_account(account=ana)
    bea = player_create(name="Beatriz Montenegro de la Cuadra", actor=ana)
    carl = player_of_account(account=UserFactory.create(display_name="Carl"))
    carl.known_by.add(ana)
    dora = player_create(name="Doña Dora", actor=ana)
    player_create(name="Ñandú Östlund", actor=ana)
    confirmed_result(
        [own, bea], [carl, dora], points=(3120, 2480), hands=9, pure=(7, 5), impure=(6, 8),
        closes=(5, 3),
    )  # fmt: skip
    confirmed_result([own], [carl], points=(2950, 3005), hands=11, pure=(8, 9), closes=(5, 6))
    confirmed_result([own, bea], [carl, dora], points=(1500, 1500), hands=6, closes=(2, 2))
    confirmed_result([own, "Somebody"], [bea, dora], points=(-340, 3040), hands=8, closes=(1, 6))
    version = rule_set_create(owner=ana, name="Club Social Norte", rules=SEED_RULES)
    rules = replaced(
        SEED_RULES, target_points=2000, hand_limit=12, close=150, tile_values=TileValues(joker=60)
    )
    version = rule_set_change(
        rule_set=version.rule_set, actor=ana, name="Club Social Norte", rules=rules
    )
    return Scene(
        own=own,
        guest=bea,
        rival=carl,
        pair=Pair.objects.get(first=own, second=bea),
        rival_pair=Pair.objects.get(first=carl, second=dora),
        token=invitation_create(player=bea, actor=ana)[1],
        rules=version,
    )
