"""What came of a deal set, in words: who took how much of it, and the points beside that."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arena.match_scores import deal_set_scores
from arena.match_sides import Side, result_sentence
from arena.match_words import board_is_a_game, names_text
from arena.models import Match
from tournaments.templatetags.ratings import share as share_text


@dataclass(frozen=True)
class TakenShare:
    """How much of the deal set a side took from the others: more points on a board are a win, as
    many a draw."""

    side: Side
    share: Fraction
    place: int
    """From 1; level sides have the same."""

    @property
    def text(self) -> str:
        return share_text(self.share)


def taken_shares(match: Match, sides: Sequence[Side]) -> list[TakenShare]:
    """In the order of the sides; nothing where no board is over."""
    if not match.results or len(sides) < 2:
        return []
    rows = deal_set_scores(match.results, [side.places[0] for side in sides]).rows
    shares = [
        sum((taken for other, taken in enumerate(row) if other != number), Fraction())
        / (len(sides) - 1)
        for number, row in enumerate(rows)
    ]
    return [
        TakenShare(side, share, 1 + sum(other > share for other in shares))
        for side, share in zip(sides, shares, strict=True)
    ]


def outcome_sentence(match: Match, sides: Sequence[Side]) -> str:
    """Who beat whom; of a match that has only its points, who has more."""
    taken = taken_shares(match, sides)
    if not taken:
        return result_sentence(sides)
    said = _of_two(match, taken) if len(taken) == 2 else _of_many(match, taken)
    return " ".join([said, *_given_away(match, sides)])


def _of_two(match: Match, taken: Sequence[TakenShare]) -> str:
    best, other = sorted(taken, key=lambda one: -one.share)
    ahead = _points(best) - _points(other)
    names = {"winner": _whose(best.side), "loser": _whose(other.side)}
    unit = _unit(match)
    if best.share == other.share:
        level = _("%(winner)s and %(loser)s are level: each took half of %(unit)s, %(points)s.")
        return level % {**names, "unit": unit, "points": _level_points(best, other, ahead)}
    beat = _("%(winner)s beat %(loser)s: it took %(share)s of %(unit)s, %(points)s.")
    return beat % {**names, "share": best.text, "unit": unit, "points": _ahead(ahead)}


def _ahead(points: int) -> str:
    if points > 0:
        more = ngettext("with %(count)d point more", "with %(count)d points more", points)
        return more % {"count": points}
    if points < 0:
        fewer = ngettext(
            "although with %(count)d point fewer", "although with %(count)d points fewer", -points
        )
        return fewer % {"count": -points}
    return _("with as many points")


def _level_points(best: TakenShare, other: TakenShare, ahead: int) -> str:
    if not ahead:
        return _("with as many points")
    who = best if ahead > 0 else other
    more = ngettext(
        "%(name)s with %(count)d point more", "%(name)s with %(count)d points more", abs(ahead)
    )
    return more % {"name": who.side.name, "count": abs(ahead)}


def _of_many(match: Match, taken: Sequence[TakenShare]) -> str:
    ranked = sorted(taken, key=lambda one: (one.place, -_points(one)))
    first = [one for one in ranked if one.place == 1]
    rest = ranked[len(first) :]
    unit = _unit(match)
    if not rest:
        return _("All are level: each took half of what there was to take in %(unit)s.") % {
            "unit": unit
        }
    about = {"share": first[0].text, "unit": unit}
    if len(first) == 1:
        text = _("%(name)s came first: it took %(share)s against the others in %(unit)s.")
        said = text % {**about, "name": _whose(first[0].side)}
    else:
        text = _("%(names)s came first: each took %(share)s against the others in %(unit)s.")
        said = text % {**about, "names": names_text([_whose(one.side) for one in first])}
    then = names_text(
        [_("%(name)s with %(share)s") % {"name": one.side.name, "share": one.text} for one in rest]
    )
    others = _("Then came %(names)s.") % {"names": then}
    return f"{said} {others}"


def _given_away(match: Match, sides: Sequence[Side]) -> list[str]:
    said = []
    for side in sides:
        count = sum(
            any(place in (board["forfeit"] or {"places": ()})["places"] for place in side.places)
            for board in match.results
        )
        if count:
            text = ngettext(
                "%(name)s forfeited %(count)d of them.",
                "%(name)s forfeited %(count)d of them.",
                count,
            )
            said.append(text % {"name": side.name, "count": count})
    return said


def _unit(match: Match) -> str:
    count = len(match.results)
    if board_is_a_game(match):
        return ngettext("%(count)d game", "%(count)d games", count) % {"count": count}
    return ngettext("%(count)d board", "%(count)d boards", count) % {"count": count}


def _whose(side: Side) -> str:
    if not side.owner_name:
        return side.name
    return _("%(owner)s's %(name)s") % {"owner": side.owner_name, "name": side.name}


def _points(taken: TakenShare) -> int:
    return taken.side.points or 0
