"""People, rules and score sheets that an address of the interface can name."""

from tests.factories import PlayerFactory, RuleSetVersionFactory, UserFactory, confirmed_result
from tests.scoring.burako.books import HOME_WINS
from tests.tournaments.rated_sheet_kit import people_ladder
from tests.tournaments.sheet_table import open_sheet, write
from tournaments.models import Pair, User
from tournaments.selectors.rule_sets import house_rule_version
from tournaments.services.invitations import invitation_create
from tournaments.services.people import player_create, player_of_account
from tournaments.services.sheets import SeatSpec
from tournaments.sheet_access import Visitor


def people_things(account: User) -> dict[str, dict[str, list[str]]]:
    """An account's own, others' that are open, and others' that are not."""
    own = player_of_account(account=account)
    guest = player_create(name="Bea", actor=account)
    opened = PlayerFactory.create(account=UserFactory.create(), history_public=True)
    closed = PlayerFactory.create(created_by=UserFactory.create())
    confirmed_result([own, guest], [opened, closed])
    host = UserFactory.create()
    invited = PlayerFactory.create(created_by=host)
    _invitation, token = invitation_create(player=invited, actor=host)
    players = [one.public_id for one in (own, guest, opened, closed)]
    pairs = [pair.public_id for pair in Pair.objects.all()]
    rules = RuleSetVersionFactory.create(rule_set__owner=account)
    ladder = people_ladder()
    return {
        "/api/v1/players/": {"public_id": players, "other_id": players, "slug": [ladder.slug]},
        "/api/v1/pairs/": {"public_id": pairs, "other_id": pairs},
        "/api/v1/invitations/": {"token": [token]},
        "/api/v1/rule-sets/": {
            "public_id": [rules.rule_set.public_id, house_rule_version().rule_set.public_id],
            "number": ["1"],
        },
        "/api/v1/sheets/": {"public_id": [str(_sheet(account)), str(open_sheet().public_id)]},
    }


def _sheet(account: User) -> object:
    creator = Visitor(account=account)
    sheet = open_sheet(creator, seats=[SeatSpec(is_creator=True), SeatSpec(name="Carl")])
    write(sheet, "hand", creator, number=1, sheet=HOME_WINS)
    return sheet.public_id
