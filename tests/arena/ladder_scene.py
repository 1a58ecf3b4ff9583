"""A ladder with bots that have played on it, for tests of what shows them."""

import random
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction

from django.utils import timezone

from arena.models import BotVersion
from tests.arena.shown_matches import DUEL, bot_playing
from tests.factories import UserFactory
from tests.tournaments.ladder_kit import ladder_made, result_between
from tournaments.models import Ladder, Rating, User
from tournaments.services.ratings import rating_result_record

NAMES = (
    "Mustard", "Carambola", "Truco", "Wanda", "Pampa", "Volga Boatman", "Quill", "Walnut",
    "Ñandú Östlund the Relentless Card Eater", "Ember", "Zorro", "Lumen", "Brisca", "Tute",
    "Escoba", "Chinchón", "Canasta Queen", "Deep Durak", "Podkidnoy", "Perevodnoy", "Sixes Up",
    "Ace High", "Kaiserschmarrn", "Skat Cat", "Doppelkopf", "Taroccho", "Mus", "Belote",
    "Klaverjas", "Jass",
)  # fmt: skip
AUTHORS = ("Bea", "Carlos Peña", "Dörte", "Emil", "Fatima", "Gonzalo")


@dataclass(frozen=True)
class LadderScene:
    """Bots by rank of true strength, the strongest first."""

    ladder: Ladder
    versions: list[BotVersion]

    def rating(self, place: int) -> Rating:
        return Rating.objects.get(
            ladder=self.ladder, competitor=self.versions[place].bot.competitor_id
        )


def bots_of(count: int, owner: User | None = None) -> list[BotVersion]:
    """Bots of a few authors, the first of `owner` if one is given."""
    authors = [UserFactory.create(display_name=name) for name in AUTHORS]
    names = [*NAMES, *(f"Bot {number:04}" for number in range(count))][:count]
    return [
        bot_playing(owner if owner and place == 0 else authors[place % len(authors)], name, (DUEL,))
        for place, name in enumerate(names)
    ]


def ladder_scene(
    bots: int = 30, rounds: int = 40, owner: User | None = None, seed: int = 5
) -> LadderScene:
    """A ladder on which everybody plays in every round, but for the last three, who come late."""
    rng = random.Random(seed)
    scene = LadderScene(ladder_made(DUEL, 2), bots_of(bots, owner))
    number = 0
    for round_number in range(rounds):
        late = 3 if round_number < rounds - 4 else 0
        playing = list(range(max(2, bots - late)))
        rng.shuffle(playing)
        for one, other in zip(playing[::2], playing[1::2], strict=False):
            number += 1
            _play(scene, number, one, other, rng)
    return scene


def _play(scene: LadderScene, number: int, one: int, other: int, rng: random.Random) -> None:
    """Places are 25 points of Elo apart."""
    expected = 1 / (1 + 10 ** ((one - other) * 25 / 400))
    boards = 40
    won = sum(rng.random() < expected for _ in range(boards))
    rating_result_record(
        result=result_between(
            scene.ladder,
            number,
            scene.versions[one].bot.competitor_id,
            scene.versions[other].bot.competitor_id,
            Fraction(won, boards),
            points=(won + rng.randrange(-3, 4), boards - won),
        )
    )


def seen_ago(rating: Rating, **ago: int) -> None:
    """As if it had played last so long ago."""
    Rating.objects.filter(pk=rating.pk).update(last_at=timezone.now() - timedelta(**ago))


def ladder_at(ladder: Ladder, query: str = "", page: str = "") -> str:
    """The address of its leaderboard, or of another page about it."""
    return f"/ladders/{ladder.slug}/{page}?{query}"
