"""The sides of a match: who plays, with which seats, and how they did."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from arena.ab_texts import version_named
from arena.match_words import NOTHING, names_text, points_text, thought_text
from arena.models import BotVersion, MatchParticipant


@dataclass(frozen=True)
class Side:
    """A bot at the table, with all of its seats."""

    number: int
    version: BotVersion
    places: tuple[int, ...]
    points: int | None
    strikes: int
    decisions: int
    think_ms: int
    longest_ms: int
    told_name: str
    """What the replay calls it."""
    is_bot_twice: bool = False
    """Whether its bot has another side, too: then only the version tells them apart."""

    @property
    def name(self) -> str:
        return version_named(self.version) if self.is_bot_twice else self.version.bot.public_name

    @property
    def owner_name(self) -> str:
        owner = self.version.bot.owner
        return "" if owner is None else owner.public_name

    @property
    def mean_text(self) -> str:
        return thought_text(self.think_ms / self.decisions) if self.decisions else NOTHING

    @property
    def longest_text(self) -> str:
        return thought_text(self.longest_ms) if self.decisions else NOTHING


def match_sides(participants: Sequence[MatchParticipant]) -> list[Side]:
    """The bots in the order of their sides; partners are counted together, but have the same
    points."""
    by_side: dict[int, list[MatchParticipant]] = {}
    for participant in participants:
        by_side.setdefault(participant.side, []).append(participant)
    bots = [seats[0].version.bot_id for seats in by_side.values()]
    return [
        Side(
            number=number,
            version=seats[0].version,
            places=tuple(seat.place for seat in seats),
            points=seats[0].points,
            strikes=sum(seat.strikes for seat in seats),
            decisions=sum(seat.decisions for seat in seats),
            think_ms=sum(seat.think_ms for seat in seats),
            longest_ms=max(seat.longest_ms for seat in seats),
            told_name=seats[0].told_name,
            is_bot_twice=bots.count(seats[0].version.bot_id) > 1,
        )
        for number, seats in sorted(by_side.items())
    ]


def result_sentence(sides: Sequence[Side]) -> str:
    """Who did best, and by how much."""
    scored = [side for side in sides if side.points is not None]
    points = [side.points or 0 for side in scored]
    if not scored:
        return ""
    best = max(points)
    winners = [side.name for side in scored if side.points == best]
    if len(winners) == len(scored):
        return _("Level: %(points)s points each.") % {"points": points_text(best)}
    if len(scored) == 2:
        return _("%(name)s won, by %(points)s points to %(fewer)s.") % {
            "name": winners[0],
            "points": points_text(best),
            "fewer": points_text(min(points)),
        }
    if len(winners) == 1:
        return _("%(name)s did best, with %(points)s points.") % {
            "name": winners[0],
            "points": points_text(best),
        }
    return _("%(names)s did best, with %(points)s points each.") % {
        "names": names_text(winners),
        "points": points_text(best),
    }
