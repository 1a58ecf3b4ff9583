"""A league as everybody who may read it sees it: its people, its published rounds, and how it
stands in a sentence."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.league_access import LeagueAccess
from tournaments.league_bracket import has_bracket
from tournaments.league_shown import Field, field_of
from tournaments.models import League, LeagueRound
from tournaments.selectors.league_rows import own_entries, rounds_published
from tournaments.selectors.league_today import drawing

_DRAWN_AT_ONCE: Final = (League.Format.ROUND_ROBIN, League.Format.DOUBLE_ROUND_ROBIN)


@dataclass(frozen=True)
class Scene:
    """What all these pages ask for first."""

    access: LeagueAccess
    people: Field
    rounds: Sequence[LeagueRound]

    @property
    def league(self) -> League:
        return self.access.league

    @property
    def current(self) -> LeagueRound | None:
        """The first round that still has something to play, else the last. What is postponed
        holds nobody up."""
        unfinished = (one for one in self.rounds if to_play(one))
        return next(unfinished, self.rounds[-1] if self.rounds else None)


def to_play(one: LeagueRound) -> int:
    """How many matches of a published round are open and not postponed."""
    count: int = one.open_count - one.postponed_count  # type: ignore[attr-defined]
    return count


def scene_of(access: LeagueAccess) -> Scene:
    """The league's people and its published rounds."""
    own = own_entries(league=access.league, account=access.account)
    people = field_of(access.league, own)
    return Scene(access, people, rounds_published(league=access.league))


def how_it_stands(scene: Scene) -> str:
    """The league in a sentence."""
    league = scene.league
    if league.state == League.State.DRAFT:
        return _("The league is being prepared; nothing has been played yet.")
    if league.state == League.State.CANCELLED:
        return _("The league was called off.")
    if league.state == League.State.FINISHED:
        return " ".join([_("The league is over."), *_who_is_first(scene)])
    if scene.current is None:
        return _("The first round has not been drawn yet.")
    return " ".join([*_now_played(scene, scene.current), *_postponed(scene)])


def _now_played(scene: Scene, current: LeagueRound) -> Iterator[str]:
    """The round that is played, or what comes after it."""
    waiting = to_play(current)
    if not waiting:
        if drawing(league=scene.league).is_complete:
            first = list(_who_is_first(scene))
            yield from (
                first
                if has_bracket(scene.league) and first
                else [_("All matches are decided."), *first]
            )
        elif not current.open_count and scene.league.format not in _DRAWN_AT_ONCE:  # type: ignore[attr-defined]
            yield _("Round %(number)s is over. The next one has not been drawn yet.") % {
                "number": current.number
            }
        return
    text = ngettext(
        "Round %(number)s is being played: %(count)d match is open.",
        "Round %(number)s is being played: %(count)d matches are open.",
        waiting,
    )
    yield text % {"number": current.number, "count": waiting}


def _postponed(scene: Scene) -> Iterator[str]:
    for one in scene.rounds:
        if count := one.postponed_count:  # type: ignore[attr-defined]
            text = ngettext(
                "%(count)d match of round %(number)s is postponed.",
                "%(count)d matches of round %(number)s are postponed.",
                count,
            )
            yield text % {"number": one.number, "count": count}


def _who_is_first(scene: Scene) -> Iterator[str]:
    """Once everything is decided, and if nobody shares the place."""
    first = drawing(league=scene.league).first
    if first is not None:
        text = (
            _("%(name)s won the final.") if has_bracket(scene.league) else _("%(name)s is first.")
        )
        yield text % {"name": scene.people[first].name}
