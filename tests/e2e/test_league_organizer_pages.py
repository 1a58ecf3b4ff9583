"""The pages of a league's organizers: accessible by day and by night, on a phone and at a desk;
they work without scripts and with the keyboard."""

import pytest

from tests.arena.shown_matches import DUEL, bot_playing
from tests.e2e.browser import assert_sound
from tests.e2e.conftest import Device, Visit
from tests.factories import LeagueFactory
from tests.tournaments.leagues.organizing import (
    BusyScene,
    busy_scene,
    named_league,
    round_drawn,
    started_league,
)
from tournaments.models import User


def paths(scene: BusyScene, ana: User) -> list[str]:
    here = f"/leagues/{scene.league.public_id}/"
    draft = started_league(7, owner=ana, name="A draft", competitors="pair", tables=2)
    number = round_drawn(draft, publish=False).number
    empty = LeagueFactory.create(owner=ana, name="Just created")
    bots = LeagueFactory.create(owner=ana, competitors="bot", game="durak", profile=DUEL)
    bot_playing(ana, "Mustard", [DUEL])
    named = named_league(3, owner=ana)
    return [
        "/leagues/new/",
        f"{here}today/",
        f"{here}settings/",
        f"{here}settings/finish/",
        f"{here}settings/call-off/",
        f"{here}entries/",
        f"{here}entries/import/",
        f"{here}entries/{scene.entry_id}/",
        f"{here}draw/",
        f"{here}draw/1/",
        f"{here}adjustments/",
        f"{here}links/",
        f"{here}officials/",
        f"{here}officials/{scene.helper.pk}/hand-over/",
        f"{here}log/",
        f"{here}log/?kind=adjustments",
        f"/leagues/{draft.public_id}/draw/",
        f"/leagues/{draft.public_id}/draw/{number}/",
        f"/leagues/{draft.public_id}/draw/{number}/edit/",
        f"/leagues/{empty.public_id}/today/",
        f"/leagues/{empty.public_id}/entries/",
        f"/leagues/{empty.public_id}/settings/",
        f"/leagues/{bots.public_id}/entries/",
        f"/leagues/{bots.public_id}/settings/",
        f"/leagues/{named.public_id}/entries/seeds/",
        f"/leagues/{named.public_id}/settings/start/",
    ]


@pytest.mark.parametrize("device", ["phone", "desk"])
def test_pages_are_sound(visit: Visit, ana: User, device: Device) -> None:
    addresses = paths(busy_scene(ana), ana)
    page = visit(device=device, account=ana)
    for path in addresses:
        page.goto(path)
        assert page.locator("h1").count() == 1, path
        assert_sound(page)
