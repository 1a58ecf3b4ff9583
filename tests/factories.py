"""The one home of the factories."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from factory.declarations import Sequence
from factory.django import DjangoModelFactory

from tournaments.models import User

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
