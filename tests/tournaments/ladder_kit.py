"""Ladders, and results on them, for tests."""

from fractions import Fraction

from scoring.elo import PairScores
from scoring.ladder import Member
from tournaments.models import Competitor, Ladder
from tournaments.results import RatedResult


def bots(count: int) -> list[int]:
    """Competitors, in the order of their keys."""
    made = (Competitor.objects.create(kind=Competitor.Kind.BOT) for _ in range(count))
    return [one.pk for one in made]


def ladder_made(profile: str = "durak/volga", players: int = 2) -> Ladder:
    """A ladder of bots."""
    return Ladder.objects.create(
        slug=f"{profile.replace('/', '-')}-{players}",
        hosting=Ladder.Hosting.BOTS,
        profile=profile,
        players=players,
    )


def result_between(
    ladder: Ladder,
    number: int,
    one: int,
    other: int,
    share: Fraction,
    *,
    points: tuple[int, int] = (0, 0),
    versions: tuple[int, int] = (1, 1),
) -> RatedResult:
    """A deal set between two, of which the first took this share."""
    return RatedResult(
        ladder_id=ladder.pk,
        source=f"match:{number}",
        sides=((Member(one, versions[0]),), (Member(other, versions[1]),)),
        scores=PairScores.of_two(share),
        points=points,
        games=20,
    )
