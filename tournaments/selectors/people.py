"""What is read about players and pairs, and who may read it."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Model, Q, QuerySet
from django.utils import timezone

from tournaments.models import Competitor, Pair, Player, PlayerInvitation, User
from tournaments.references import references_to

Reader = User | AnonymousUser

# Rows that go with a player who has never played, instead of keeping them.
_GO_WITH_A_PLAYER: tuple[type[Model], ...] = (PlayerInvitation,)


def player_find(*, public_id: str) -> Player | None:
    """Whoever has this address; who may read about them is another question."""
    return Player.objects.select_related("account").filter(public_id=public_id).first()


def guest_find(*, public_id: str, account: User) -> Player | None:
    """A guest that the account answers for; anybody else's is as good as none."""
    guests = Player.objects.filter(account=None, created_by=account)
    return guests.filter(public_id=public_id).first()


def pair_find(*, public_id: str) -> Pair | None:
    """The pair that has this address; who may read about it is another question."""
    pairs = Pair.objects.select_related("first__account", "second__account")
    return pairs.filter(public_id=public_id).first()


def player_is_own(*, player: Player, reader: Reader) -> bool:
    """Whether this is the reader."""
    return reader.pk is not None and player.account_id == reader.pk


def player_is_managed_by(*, player: Player, account: Reader) -> bool:
    """Whether this account answers for the player: typed the name in, and nobody has claimed it."""
    return (
        account.pk is not None and player.account_id is None and player.created_by_id == account.pk
    )


def player_is_opened(*, player: Player) -> bool:
    """Whether its owner lets everybody read; only who has an account can decide that."""
    return player.account_id is not None and player.history_public


def player_is_insider(*, player: Player, reader: Reader) -> bool:
    """Whether the reader knows whatever this player's history can tell."""
    return player_is_own(player=player, reader=reader) or player_is_managed_by(
        player=player, account=reader
    )


def player_may_read(*, player: Player, reader: Reader) -> bool:
    """Whether the reader may open the player's page."""
    return player_is_opened(player=player) or player_is_insider(player=player, reader=reader)


def pair_is_insider(*, pair: Pair, reader: Reader) -> bool:
    """Whether the reader is an insider of one of the two."""
    return any(player_is_insider(player=one, reader=reader) for one in pair.players)


def pair_may_read(*, pair: Pair, reader: Reader) -> bool:
    """An insider of one of the two may; everybody else only if both have opened theirs."""
    return pair_is_insider(pair=pair, reader=reader) or all(
        player_is_opened(player=one) for one in pair.players
    )


def player_is_referenced(*, player: Player) -> bool:
    """Whether anything but its invitations would miss this player."""
    return any(
        reference.to(player).exists()
        for reference in references_to(Player)
        if reference.model not in _GO_WITH_A_PLAYER
    )


def players_known(*, account: User) -> QuerySet[Player]:
    """Who is on an account's list of people to play with, themselves not among them."""
    return (
        Player.objects.filter(known_by=account)
        .exclude(account=account)
        .select_related("account")
        .order_by("name", "account__display_name", "pk")
    )


def names_known(*, account: User) -> dict[str, str]:
    """Names to the players they mean; of two with one name the first, the list's order decides."""
    known: dict[str, str] = {}
    for player in players_known(account=account):
        known.setdefault(player.public_name, player.public_id)
    return known


def pairs_of_account(*, account: User) -> QuerySet[Pair]:
    """The pairs that an account is part of, made, or answers for."""
    own = Q(first__account=account) | Q(second__account=account)
    managed = Q(first__account=None, first__created_by=account) | Q(
        second__account=None, second__created_by=account
    )
    return (
        Pair.objects.filter(own | managed | Q(created_by=account))
        .select_related("first__account", "second__account")
        .order_by("pk")
    )


def pairs_of_player(*, player: Player, reader: Reader) -> list[Pair]:
    """The pairs that a player is part of and the reader may read."""
    pairs = Pair.objects.filter(Q(first=player) | Q(second=player)).order_by("pk")
    return [
        pair
        for pair in pairs.select_related("first__account", "second__account")
        if pair_may_read(pair=pair, reader=reader)
    ]


def competitor_of(who: Player | Pair) -> Competitor | None:
    """The competitor that a player or a pair is, if it has ever competed."""
    if isinstance(who, Player):
        return Competitor.objects.filter(player=who).first()
    return Competitor.objects.filter(pair=who).first()


def invitations_open(*, account: User) -> dict[int, PlayerInvitation]:
    """The links of an account that still work, by the player they are for."""
    rows = _working(PlayerInvitation.objects.filter(created_by=account))
    return {row.player_id: row for row in rows}


def invitation_find(*, token_hash: str) -> PlayerInvitation | None:
    """The invitation of a link that still works."""
    rows = PlayerInvitation.objects.select_related("player__account", "created_by")
    return _working(rows.filter(token_hash=token_hash, player__account=None)).first()


def _working(rows: QuerySet[PlayerInvitation]) -> QuerySet[PlayerInvitation]:
    return rows.filter(used_at=None, revoked_at=None, expires_at__gt=timezone.now())
