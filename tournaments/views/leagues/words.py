"""What an organizer has chosen, in sentences."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from arena.games.registry import profiles
from scoring.messages import number_in_words
from tournaments.forms.leagues.tie_breaks import tie_break
from tournaments.league_spec import LeagueSpec
from tournaments.models import Competitor, League

_WHO: Final[dict[str, Promise]] = {
    Competitor.Kind.PERSON: gettext_lazy("People play %(game)s, each on their own."),
    Competitor.Kind.PAIR: gettext_lazy("Pairs play %(game)s."),
    Competitor.Kind.BOT: gettext_lazy("Bots play %(game)s; the arena plays the matches by itself."),
}
_FORMATS: Final[dict[str, Promise]] = {
    League.Format.ROUND_ROBIN: gettext_lazy("Everybody meets everybody once."),
    League.Format.DOUBLE_ROUND_ROBIN: gettext_lazy("Everybody meets everybody twice."),
    League.Format.KNOCKOUT: gettext_lazy("Knockout: who loses a match is out."),
}
_READERS: Final[dict[str, Promise]] = {
    League.Visibility.PUBLIC: gettext_lazy("Everybody may read its pages, and it is listed."),
    League.Visibility.LINK: gettext_lazy("Everybody who knows the address may read its pages."),
    League.Visibility.PRIVATE: gettext_lazy("Only those who take part may read its pages."),
}
_WRITERS: Final[dict[str, Promise]] = {
    League.ScoreEntry.PLAYERS: gettext_lazy(
        "Players enter the scores of their own matches, and the other side confirms them; "
        "scorers and organizers may enter all."
    ),
    League.ScoreEntry.OFFICIALS: gettext_lazy("Scorers and organizers enter the scores."),
    League.ScoreEntry.ORGANIZERS: gettext_lazy("Only organizers enter the scores."),
}


def number_text(points: Decimal) -> str:
    """Without zeros that say nothing: 0.5, 1, 2.25."""
    return (
        number_in_words(points.as_integer_ratio()[0])
        if points == int(points)
        else str(points.normalize())
    )


def league_in_words(spec: LeagueSpec) -> list[str]:
    """What will be made of the answers, for somebody who wants to be sure."""
    return [*_what(spec), *_how(spec), *_rules(spec), *_counting(spec), *_rights(spec)]


def _what(spec: LeagueSpec) -> Iterator[str]:
    game = League.Game(spec.game).label
    yield str(_WHO[spec.competitors]) % {"game": game}


def _how(spec: LeagueSpec) -> Iterator[str]:
    if spec.format == League.Format.SWISS:
        yield ngettext(
            "Swiss system with %(count)d round: who has about the same points meets.",
            "Swiss system with %(count)d rounds: who has about the same points meets.",
            spec.rounds_planned,
        ) % {"count": spec.rounds_planned}
    elif spec.format == League.Format.GROUPS:
        yield _(
            "%(groups)d groups, in which everybody meets everybody; "
            "the best %(qualifiers)d of each go on to the play-offs."
        ) % {"groups": spec.groups, "qualifiers": spec.qualifiers}
    else:
        yield str(_FORMATS[spec.format])
    if spec.third_place:
        yield _("There is a match for third place.")


def _rules(spec: LeagueSpec) -> Iterator[str]:
    if spec.rule_version is not None:
        yield _("Rules: %(name)s.") % {"name": spec.rule_version.rule_set.public_name}
        yield from _match_end(spec)
        return
    found = profiles().get(spec.profile)
    yield _("Rules: %(name)s.") % {"name": spec.profile if found is None else _(found.title)}
    if spec.competitors == Competitor.Kind.BOT:
        yield ngettext(
            "A match has %(count)d shuffle, played from every seat.",
            "A match has %(count)d shuffles, each played from every seat.",
            spec.match_length,
        ) % {"count": spec.match_length}
        return
    yield ngettext(
        "A match has %(count)d game.", "A match has %(count)d games.", spec.match_length
    ) % {"count": spec.match_length}
    if spec.durak_points is not None:
        yield (
            _(
                "A game is worth %(survived)d to whoever is not the durak, "
                "%(draw)d to each if it is drawn, and %(lost)d to the durak."
            )
            % spec.durak_points.as_dict()
        )


def _match_end(spec: LeagueSpec) -> Iterator[str]:
    if spec.target_points is not None:
        yield _("A match is played to %(points)d points.") % {"points": spec.target_points}
    if spec.hand_limit is not None:
        yield ngettext(
            "It ends after %(count)d hand at the latest.",
            "It ends after %(count)d hands at the latest.",
            spec.hand_limit,
        ) % {"count": spec.hand_limit}


def _counting(spec: LeagueSpec) -> Iterator[str]:
    if spec.format != League.Format.KNOCKOUT:
        yield _("A win counts %(win)s, a draw %(draw)s, a loss %(loss)s.") % {
            "win": number_text(spec.points_win),
            "draw": number_text(spec.points_draw),
            "loss": number_text(spec.points_loss),
        }
        names = [tie_break(code).name for code in spec.tie_breaks]
        if names:
            yield _("Who is level on points is told apart by: %(names)s.") % {
                "names": ", ".join(names)
            }
    if spec.tables:
        yield ngettext("There is %(count)d table.", "There are %(count)d tables.", spec.tables) % {
            "count": spec.tables
        }


def _rights(spec: LeagueSpec) -> Iterator[str]:
    yield str(_READERS[spec.visibility])
    if spec.competitors != Competitor.Kind.BOT:
        yield str(_WRITERS[spec.score_entry])
    if spec.rated:
        yield _("Matches count on the ladders of people.")
