"""Whom an organizer means: names become competitors, and nobody is entered twice."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.bot_directory import bot_directory
from tournaments.models import Competitor, League, LeagueEntry, Player, User
from tournaments.names import DISPLAY_NAME_MAX_LENGTH, clean_display_name, validate_display_name
from tournaments.services.people import competitors_ensure, guests_create


def name_key(name: str) -> str:
    """Two names with one key are one name to whoever reads the table."""
    return clean_display_name(name).casefold()


@dataclass
class Known:
    """Everybody whom an organizer can mean by a name: their list, their guests, themselves, and
    whoever is entered already. Read once, however many names are looked up."""

    league: League
    actor: User
    _players: dict[str, list[Player]] = field(default_factory=dict)
    entered: dict[int, LeagueEntry] = field(default_factory=dict)
    """Entries by the player who is in them, or by the competitor that a bot is."""

    def __post_init__(self) -> None:
        found: dict[str, dict[int, Player]] = defaultdict(dict)
        for player in players_of_organizer(account=self.actor):
            found[name_key(player.public_name)][player.pk] = player
        entries = self.league.entries.select_related(
            "competitor__player__account",
            "competitor__pair__first__account",
            "competitor__pair__second__account",
        )
        for entry in entries:
            if self.league.is_of_bots:
                self.entered[entry.competitor_id] = entry
            for player in players_of(entry.competitor):
                self.entered[player.pk] = entry
                found[name_key(player.public_name)][player.pk] = player
        self._players = {key: list(players.values()) for key, players in found.items()}

    def named(self, name: str) -> list[Player]:
        """Those with this name; who is entered before the others."""
        players = self._players.get(name_key(name), [])
        return sorted(players, key=lambda player: (player.pk not in self.entered, player.pk))

    @property
    def names(self) -> Iterable[str]:
        """Every name that somebody has, as it is written."""
        return (players[0].public_name for players in self._players.values())


def players_of_organizer(*, account: User) -> list[Player]:
    """Whom an account can enter: those on its list, guests that it typed in, and itself."""
    mine = Q(known_by=account) | Q(account=account) | Q(created_by=account, account=None)
    players = Player.objects.filter(pk__in=Player.objects.filter(mine).values("pk"))
    return list(players.exclude(name="", account=None).select_related("account").order_by("pk"))


def players_of(competitor: Competitor) -> tuple[Player, ...]:
    """Who plays, if it is not a bot."""
    if competitor.player is not None:
        return (competitor.player,)
    return () if competitor.pair is None else competitor.pair.players


def competitor_named(*, known: Known, names: Sequence[str]) -> Competitor:
    """The person or the pair of these names; whoever is not known is made as a guest. Refused, at
    the fields `name` and `partner`, if it is not clear who is meant, or if they are entered."""
    fields = ("name", "partner")[: len(names)]
    faults = {
        field: fault
        for field, name in zip(fields, names, strict=True)
        if (fault := name_fault(known=known, name=name)) is not None
    }
    if len({name_key(name) for name in names}) != len(names):
        faults.setdefault("partner", _("A pair needs two different people."))
    if faults:
        raise ValidationError(faults)
    (competitor,) = competitors_named(known=known, sides=[names])
    return competitor


def competitors_named(*, known: Known, sides: Sequence[Sequence[str]]) -> list[Competitor]:
    """People and pairs by names that were checked before; whoever is not known becomes a guest."""
    strangers = [name for side in sides for name in side if not known.named(name)]
    guests = dict(zip(strangers, guests_create(names=strangers, actor=known.actor), strict=True))
    people = [tuple(guests.get(name) or known.named(name)[0] for name in side) for side in sides]
    return competitors_ensure(sides=people, actor=known.actor)


def name_fault(*, known: Known, name: str) -> str | None:
    """Why nobody can be entered under this name, if so."""
    fault = name_check(name)
    if fault is not None:
        return fault
    players = known.named(name)
    if players and players[0].pk in known.entered:
        return _("Somebody of this name is entered already. Tell them apart if they are two.")
    if len(players) > 1:
        return _("Several people on your list have this name: rename one of them first.")
    return None


def name_check(name: str) -> str | None:
    """What is wrong with a name, whoever has it."""
    if not clean_display_name(name):
        return _("Say who it is: a name is enough.")
    if len(clean_display_name(name)) > DISPLAY_NAME_MAX_LENGTH:
        return _("Please use at most %(max)d characters.") % {"max": DISPLAY_NAME_MAX_LENGTH}
    try:
        validate_display_name(name)
    except ValidationError as error:
        return str(error.messages[0])
    return None


def competitor_chosen(*, known: Known, competitor_id: int) -> Competitor:
    """A competitor by its key: a bot that can play, or people whom the organizer knows."""
    chosen = Competitor.objects.filter(pk=competitor_id, kind=known.league.competitors).first()
    if chosen is None:
        raise ValidationError({"competitor": _("Choose somebody from the list.")})
    if known.league.is_of_bots:
        bot_check(known=known, competitor=chosen)
        return chosen
    mine = {player.pk for player in players_of_organizer(account=known.actor)}
    people = players_of(chosen)
    if not {player.pk for player in people} <= mine:
        raise ValidationError({"competitor": _("Choose somebody from the list.")})
    entered_check(known=known, people=people)
    return chosen


def entered_check(*, known: Known, people: Sequence[Player]) -> None:
    """Nobody plays for two: they would have to be at two tables at once."""
    twice = [player.public_name for player in people if player.pk in known.entered]
    if twice:
        sentence = _("%(name)s is entered already.") % {"name": twice[0]}
        raise ValidationError({"name": sentence})


def bot_check(*, known: Known, competitor: Competitor) -> None:
    """Refuse a bot that is entered, or cannot play by the league's rules now."""
    if competitor.pk in known.entered:
        raise ValidationError({"competitor": _("This bot is entered already.")})
    hindered = bot_directory().hindrances(competitors=[competitor.pk], profile=known.league.profile)
    if competitor.pk in hindered:
        raise ValidationError({"competitor": hindered[competitor.pk]})


def bot_found(*, league: League, text: str) -> Competitor:
    """The bot of this name, or at this address."""
    directory = bot_directory()
    found = directory.search(text=text, profile=league.profile, limit=2)
    if not found:
        raise ValidationError({"bot": _("No bot of this name can play by these rules now.")})
    labels = directory.labels(competitors=[one.pk for one in found])
    if len(found) > 1 and name_key(labels[found[0].pk].name) != name_key(text):
        raise ValidationError({"bot": _("Several bots are called like this: give the whole name.")})
    return found[0]
