"""Players, pairs and competitors: made when they are needed, and found again."""

from collections.abc import Iterable, Sequence

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.models import Competitor, Pair, Player, User
from tournaments.names import clean_display_name
from tournaments.references import is_referenced
from tournaments.selectors.people import player_is_managed_by, player_is_referenced

PLAYERS_MAX = 500  # on one account's list: a large club; far below what would hurt a page


@transaction.atomic
def player_of_account(*, account: User) -> Player:
    """The player that an account is; made at the first time that somebody asks."""
    player = Player.objects.select_related("account").filter(account=account).first()
    if player is None:
        # The account first, as a claim does: each would wait for the other otherwise.
        User.objects.select_for_update(no_key=True).get(pk=account.pk)
        player, _created = Player.objects.get_or_create(account=account)
    return player


@transaction.atomic
def player_create(*, name: str, actor: User) -> Player:
    """Somebody without an account, under the name that `actor` typed in."""
    # The account's row is locked, so that two requests at once cannot pass the limit together.
    User.objects.select_for_update(no_key=True).get(pk=actor.pk)
    if Player.objects.filter(known_by=actor).count() >= PLAYERS_MAX:
        raise ValidationError(
            _("Your list is full: remove somebody you no longer play with first."),
            code="too_many_players",
        )
    player = _checked(name, actor)
    player.save()
    player.known_by.add(actor)
    return player


@transaction.atomic
def guests_create(*, names: Sequence[str], actor: User) -> list[Player]:
    """People without an account whom `actor` enters in a league, under these names. Leagues can be
    larger than a list of people to play with: whoever does not fit on the list is not on it."""
    User.objects.select_for_update(no_key=True).get(pk=actor.pk)
    guests = [_checked(name, actor) for name in names]
    Player.objects.bulk_create(guests)
    _list_fill(actor, guests)
    return guests


def guests_hand_over(*, players: Iterable[Player], to: User) -> None:
    """From now on somebody else answers for these guests."""
    guests = list(players)
    Player.objects.filter(pk__in=[guest.pk for guest in guests]).update(created_by=to)
    _list_fill(to, guests)


def _list_fill(account: User, guests: Sequence[Player]) -> None:
    room = max(PLAYERS_MAX - Player.objects.filter(known_by=account).count(), 0)
    account.players_known.add(*guests[:room])


@transaction.atomic
def player_rename(*, player: Player, name: str, actor: User) -> Player:
    """Correct a name that `actor` typed in. Whoever has an account names themselves."""
    locked = Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player.pk)
    if not player_is_managed_by(player=locked, account=actor):
        raise PermissionDenied(_("Only who added this player can rename them."))
    locked.name = clean_display_name(name)
    locked.full_clean()
    _require_name(locked)
    locked.save(update_fields=["name"])
    return locked


@transaction.atomic
def player_forget(*, player: Player, actor: User) -> None:
    """Take a player off one's list. Results stay; a guest who never played is gone altogether."""
    locked = Player.objects.select_for_update(of=("self",)).get(pk=player.pk)
    locked.known_by.remove(actor)
    if player_is_managed_by(player=locked, account=actor) and not player_is_referenced(
        player=locked
    ):
        locked.delete()


def player_history_publish(*, account: User, public: bool) -> Player:
    """Let everybody read one's history, or nobody but those who were there."""
    player = player_of_account(account=account)
    player.history_public = public
    player.save(update_fields=["history_public"])
    return player


@transaction.atomic
def players_of_account_erase(*, account: User) -> None:
    """What becomes of players when an account is erased.

    Its own player keeps the results and loses the name, which was the account's. Guests that only
    this account knew lose theirs too, and those that never played go with it.
    """
    Player.objects.filter(account=account).update(history_public=False)
    guests = Player.objects.select_for_update(of=("self",)).filter(created_by=account, account=None)
    for guest in guests.order_by("pk"):
        if guest.known_by.exclude(pk=account.pk).exists():
            continue
        if player_is_referenced(player=guest):
            guest.name = ""
            guest.save(update_fields=["name"])
        else:
            guest.delete()


@transaction.atomic
def pair_get_or_create(*, players: tuple[Player, Player], actor: User | None = None) -> Pair:
    """The pair of two players, given in any order."""
    first, second = _players_lock(*players)
    pair, _created = Pair.objects.get_or_create(
        first=first, second=second, defaults={"created_by": actor}
    )
    return pair


@transaction.atomic
def competitor_of_player(*, player: Player) -> Competitor:
    """A person as a competitor."""
    (locked,) = _players_lock(player)
    competitor, _created = Competitor.objects.get_or_create(
        player=locked, defaults={"kind": Competitor.Kind.PERSON}
    )
    return competitor


@transaction.atomic
def competitor_of_pair(*, pair: Pair) -> Competitor:
    """A pair as a competitor."""
    _players_lock(*pair.players)
    competitor, _created = Competitor.objects.get_or_create(
        pair=pair, defaults={"kind": Competitor.Kind.PAIR}
    )
    return competitor


@transaction.atomic
def competitors_ensure(
    *, sides: Sequence[tuple[Player, ...]], actor: User | None = None
) -> list[Competitor]:
    """People and pairs as competitors, in the order given; as many queries for one as for all."""
    locked = {one.pk: one for one in _players_lock(*(one for side in sides for one in side))}
    keys = [tuple(sorted(player.pk for player in side)) for side in sides]
    singles = [key[0] for key in keys if len(key) == 1]
    couples = [(key[0], key[1]) for key in keys if len(key) == 2]
    Pair.objects.bulk_create(
        [Pair(first=locked[one], second=locked[two], created_by=actor) for one, two in couples],
        ignore_conflicts=True,
    )
    pairs = {
        (pair.first_id, pair.second_id): pair
        for pair in Pair.objects.filter(first__in={one for one, _two in couples})
    }
    people, together = Competitor.Kind.PERSON, Competitor.Kind.PAIR
    wanted = [Competitor(kind=people, player=locked[one]) for one in singles]
    wanted += [Competitor(kind=together, pair=pairs[couple]) for couple in couples]
    Competitor.objects.bulk_create(wanted, ignore_conflicts=True)
    found = Competitor.objects.select_related("player", "pair__first", "pair__second")
    by_key: dict[tuple[int, ...], Competitor] = {}
    for one in found.filter(Q(player__in=singles) | Q(pair__in=[pairs[two] for two in couples])):
        by_key[_key(one)] = one
    return [by_key[key] for key in keys]


def _key(competitor: Competitor) -> tuple[int, ...]:
    if competitor.pair is not None:
        return (competitor.pair.first_id, competitor.pair.second_id)
    assert competitor.player_id is not None
    return (competitor.player_id,)


@transaction.atomic
def competitor_forget(*, competitor: Competitor) -> None:
    """Somebody was entered by mistake: a person or a pair that nothing else knows as a competitor
    is one no longer. The arena keeps its bots itself."""
    if competitor.kind == Competitor.Kind.BOT or is_referenced(row=competitor):
        return
    pair = competitor.pair
    competitor.delete()
    if pair is not None and not is_referenced(row=pair):
        pair.delete()


def _players_lock(*players: Player) -> list[Player]:
    """The players as they are now, in order. Somebody may be claiming one of them at this moment:
    then this waits, and says so if the player has become somebody else's."""
    keys = {player.pk for player in players}
    if len(keys) != len(players):
        raise ValidationError(_("A pair needs two different players."), code="same_player")
    locked = list(
        Player.objects.select_for_update(of=("self",), no_key=True)
        .filter(pk__in=keys)
        .order_by("pk")
    )
    if len(locked) != len(keys):
        raise ValidationError(
            _("One of these players has just been claimed: load the page again."),
            code="player_gone",
        )
    return locked


def _checked(name: str, actor: User) -> Player:
    player = Player(name=clean_display_name(name), created_by=actor)
    player.clean_fields(exclude=["account", "created_by"])
    _require_name(player)
    return player


def _require_name(player: Player) -> None:
    if not player.name:
        raise ValidationError({"name": _("Please use at least %(min)d characters.") % {"min": 2}})
