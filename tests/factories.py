"""The one home of the factories."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from factory.declarations import Sequence, SubFactory
from factory.django import DjangoModelFactory

from scoring.burako import SEED_RULES
from tournaments.models import Competitor, Pair, Player, RuleSet, RuleSetVersion, User

PASSWORD = "a long enough password"


class UserFactory(DjangoModelFactory[User]):
    """An account with a verified e-mail address and `PASSWORD`."""

    class Meta:
        model = User
        skip_postgeneration_save = True

    email = Sequence(lambda n: f"player{n}@example.org")  # type: ignore[no-untyped-call]
    display_name = Sequence(lambda n: f"Player Nr {n}")  # type: ignore[no-untyped-call]

    @classmethod
    def _create(cls, model_class: type[User], *_args: object, **kwargs: Any) -> User:  # noqa: ANN401
        verified = kwargs.pop("verified", True)
        user = model_class.objects.create_user(password=PASSWORD, **kwargs)
        EmailAddress.objects.create(user=user, email=user.email, verified=verified, primary=True)
        return user


def give_second_factor(user: User) -> Authenticator:
    """Set up an authenticator app (and recovery codes) for an account."""
    totp: Authenticator = TOTP.activate(user, generate_totp_secret()).instance
    RecoveryCodes.activate(user)
    return totp


class PlayerFactory(DjangoModelFactory[Player]):
    """A player without an account; give `account=` for one with."""

    class Meta:
        model = Player

    name = Sequence(lambda n: f"Guest {n}")  # type: ignore[no-untyped-call]

    @classmethod
    def _create(cls, model_class: type[Player], *_args: object, **kwargs: Any) -> Player:  # noqa: ANN401
        if kwargs.get("account") is not None:
            kwargs["name"] = ""
        player = model_class.objects.create(**kwargs)
        if player.created_by is not None:
            player.known_by.add(player.created_by)
        return player


class PairFactory(DjangoModelFactory[Pair]):
    """A pair of two players, given in any order."""

    class Meta:
        model = Pair

    first = SubFactory(PlayerFactory)  # type: ignore[no-untyped-call]
    second = SubFactory(PlayerFactory)  # type: ignore[no-untyped-call]

    @classmethod
    def _create(cls, model_class: type[Pair], *_args: object, **kwargs: Any) -> Pair:  # noqa: ANN401
        players = sorted((kwargs.pop("first"), kwargs.pop("second")), key=lambda one: one.pk)
        return model_class.objects.create(first=players[0], second=players[1], **kwargs)


def competitor_of(who: Player | Pair) -> Competitor:
    """The competitor that a player or a pair is."""
    if isinstance(who, Player):
        return Competitor.objects.create(kind=Competitor.Kind.PERSON, player=who)
    return Competitor.objects.create(kind=Competitor.Kind.PAIR, pair=who)


class RuleSetFactory(DjangoModelFactory[RuleSet]):
    """A club's rule set without versions yet."""

    class Meta:
        model = RuleSet

    name = Sequence(lambda n: f"Club rules {n}")  # type: ignore[no-untyped-call]
    owner = SubFactory(UserFactory)  # type: ignore[no-untyped-call]


class RuleSetVersionFactory(DjangoModelFactory[RuleSetVersion]):
    """The first version of a club's rule set, with the seed's values unless `values` says."""

    class Meta:
        model = RuleSetVersion

    rule_set = SubFactory(RuleSetFactory)  # type: ignore[no-untyped-call]
    number = 1
    values = SEED_RULES.as_dict()
