"""A league in words: what is played, how, and what counts."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, npgettext
from django.utils.translation import gettext_lazy as _

from arena.games.registry import profiles
from scoring.burako import BurakoRuleSet
from scoring.durak import DurakPointsRule
from tournaments.kernel_texts import number_text
from tournaments.models import Competitor, League

_FORMATS: Final[dict[str, Promise]] = {
    League.Format.ROUND_ROBIN: _("Everybody meets everybody once."),
    League.Format.DOUBLE_ROUND_ROBIN: _("Everybody meets everybody twice."),
    League.Format.SWISS: _(
        "Swiss system: in every round those meet who stand equally well, and nobody meets the same "
        "opponent twice."
    ),
    League.Format.KNOCKOUT: _("Knockout: whoever loses is out."),
    League.Format.GROUPS: _(
        "In each group everybody meets everybody once; the best go on to the play-offs, where "
        "whoever loses is out."
    ),
}
_KINDS: Final[dict[str, Promise]] = {
    Competitor.Kind.PERSON: _("people"),
    Competitor.Kind.PAIR: _("pairs"),
    Competitor.Kind.BOT: _("bots"),
}


_TIE_BREAKS: Final[dict[str, tuple[Promise | str, Promise]]] = {
    "wins": (_("Wins"), _("Matches won at the table.")),
    "head_to_head": (_("Head-to-head"), _("Who did better in the matches among them.")),
    "buchholz": ("Buchholz", _("The points of all their opponents together.")),
    "buchholz_cut1": (
        _("Buchholz without the lowest"),
        _("As Buchholz, without the opponent with the fewest points."),
    ),
    "sonneborn_berger": (
        "Sonneborn-Berger",
        _("The points of the opponents they have beaten, and half of those they drew with."),
    ),
    "point_difference": (_("Point difference"), _("Points made minus points conceded.")),
    "points_for": (_("Points made"), _("All points made in their matches.")),
}


@dataclass(frozen=True)
class TieBreak:
    """One of them, in words."""

    code: str
    name: str
    about: str


def tie_break(code: str) -> TieBreak:
    """What to call it; one that the kernel has gained since is called by its code."""
    name, about = _TIE_BREAKS.get(code, (code, ""))
    return TieBreak(code, str(name), str(about))


@dataclass(frozen=True)
class RulesShown:
    """What is played, and where it can be read."""

    name: str
    url: str


def signed_text(value: Fraction | Decimal | int) -> str:
    """A number with its sign, a plus as well."""
    return f"+{number_text(value)}" if value > 0 else number_text(value)


def who_competes(league: League) -> str:
    """People, pairs or bots."""
    return str(_KINDS[league.competitors])


def how_many(league: League, count: int) -> str:
    """So many of them."""
    if league.competitors == Competitor.Kind.PAIR:
        text = ngettext("%(count)d pair", "%(count)d pairs", count)
    elif league.competitors == Competitor.Kind.BOT:
        text = ngettext("%(count)d bot", "%(count)d bots", count)
    else:
        text = npgettext("league", "%(count)d player", "%(count)d players", count)
    return text % {"count": count}


def format_words(league: League) -> str:
    """How it goes, in a sentence or two."""
    said = [str(_FORMATS[league.format])]
    if league.format == League.Format.SWISS and league.rounds_planned:
        text = ngettext("%(count)d round.", "%(count)d rounds.", league.rounds_planned)
        said.append(text % {"count": league.rounds_planned})
    if league.format == League.Format.GROUPS and league.groups:
        groups = ngettext("%(count)d group", "%(count)d groups", league.groups)
        text = ngettext(
            "%(groups)s, and the best of each goes on.",
            "%(groups)s, and the best %(count)d of each go on.",
            league.qualifiers,
        )
        groups = groups % {"count": league.groups}
        said.append(text % {"groups": groups, "count": league.qualifiers})
    if league.third_place:
        said.append(gettext("There is a match for third place."))
    return " ".join(said)


def points_words(league: League) -> str:
    """What a result is worth."""
    said = gettext(
        "A win counts %(win)s, a draw %(draw)s, a loss %(loss)s. A round without an opponent "
        "counts %(bye)s, a win because the other side did not come %(forfeit_win)s, and not "
        "coming %(forfeit_loss)s."
    )
    names = ("win", "draw", "loss", "bye", "forfeit_win", "forfeit_loss")
    return said % {name: number_text(getattr(league, f"points_{name}")) for name in names}


def rules_shown(league: League) -> RulesShown:
    """The rules, by their name and with their page. Reads `rule_version__rule_set`."""
    version = league.rule_version
    if version is not None:
        own = version.rule_set
        address = (
            reverse("rules_burako")
            if own.is_house
            else reverse("rule_set_version", args=[own.public_id, version.number])
        )
        return RulesShown(own.public_name, address)
    found = profiles().get(league.profile)
    name = league.profile if found is None else gettext(found.title)
    family, _slash, slug = league.profile.partition("/")
    if family != "durak":
        return RulesShown(name, reverse("rules_burako"))
    return RulesShown(name, reverse("durak_rules_profile", args=[slug]))


def game_words(league: League, rules: RulesShown) -> str:
    """The game and the rules it is played by; once where they are called the same."""
    game = str(league.get_game_display())
    return rules.name if rules.name.startswith(game) else f"{game}, {rules.name}"


def match_words(league: League) -> str:
    """How long a match is; nothing where the rules of the game alone say it."""
    version = league.rule_version
    if version is not None:
        return _burako_match(version.rules)
    if not league.match_length:
        return ""
    if league.is_of_bots:
        text = ngettext(
            "A match is %(count)d board: the same cards, played from every seat.",
            "A match is %(count)d boards: the same cards, played from every seat.",
            league.match_length,
        )
        return text % {"count": league.match_length}
    text = ngettext(
        "A match is %(count)d game.", "A match is %(count)d games.", league.match_length
    )
    return f"{text % {'count': league.match_length}} {_game_words(league.durak_rule)}"


def _burako_match(rules: BurakoRuleSet) -> str:
    said = []
    if rules.target_points is not None:
        text = gettext("A match is played to %(points)s points.")
        said.append(text % {"points": number_text(rules.target_points)})
    if rules.hand_limit is not None:
        text = ngettext(
            "It ends after %(count)d hand at the latest.",
            "It ends after %(count)d hands at the latest.",
            rules.hand_limit,
        )
        said.append(text % {"count": rules.hand_limit})
    return " ".join(said)


def _game_words(rule: DurakPointsRule) -> str:
    said = gettext(
        "Who is not the durak gets %(survived)s, a draw gives %(draw)s, the durak gets %(lost)s."
    ) % {"survived": rule.survived, "draw": rule.draw, "lost": rule.lost}
    if rule.one_epaulette_costs or rule.two_epaulettes_cost:
        said += " " + gettext("Epaulettes cost %(one)s, two of them %(two)s.") % {
            "one": rule.one_epaulette_costs,
            "two": rule.two_epaulettes_cost,
        }
    return said
