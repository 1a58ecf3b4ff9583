"""What an organizer has chosen, in sentences."""

from collections.abc import Iterator
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.league_spec import LeagueSpec, spec_rules
from tournaments.league_words import format_words, match_words, points_words, rules_shown, tie_break
from tournaments.models import Competitor, League, RuleSetVersion
from tournaments.selectors.rule_sets import house_rule_version

_WHO: Final[dict[str, Promise]] = {
    Competitor.Kind.PERSON: gettext_lazy("People play %(game)s, each on their own."),
    Competitor.Kind.PAIR: gettext_lazy("Pairs play %(game)s."),
    Competitor.Kind.BOT: gettext_lazy("Bots play %(game)s; the arena plays the matches by itself."),
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


def league_in_words(spec: LeagueSpec) -> list[str]:
    """What will be made of the answers, for somebody who wants to be sure."""
    return [*_what(spec), *_counting(spec), *_rights(spec)]


def _what(spec: LeagueSpec) -> Iterator[str]:
    league = _as_league(spec)
    yield str(_WHO[spec.competitors]) % {"game": League.Game(spec.game).label}
    yield format_words(league)
    if league.format == League.Format.SWISS and not league.rounds_planned:
        yield _("As many rounds as are usual for those who are entered when it starts.")
    yield _("Rules: %(name)s.") % {"name": rules_shown(league).name}
    yield match_words(league)


def _as_league(spec: LeagueSpec) -> League:
    """A league that nobody saves: only to be spoken of."""
    own = {
        name: value
        for name, value in vars(spec).items()
        if name not in {"target_points", "hand_limit", "rule_version", "durak_points", "tie_breaks"}
    }
    league = League(**own)
    if spec.durak_points is not None:
        league.durak_points = spec.durak_points.as_dict()
    if spec.has_sheets:
        chosen = spec.rule_version or house_rule_version()
        values = spec_rules(spec, chosen=chosen).as_dict()
        league.rule_version = RuleSetVersion(
            rule_set=chosen.rule_set, number=chosen.number, values=values
        )
    return league


def _counting(spec: LeagueSpec) -> Iterator[str]:
    if spec.format != League.Format.KNOCKOUT:
        yield points_words(_as_league(spec))
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
