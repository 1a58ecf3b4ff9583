"""What people do to their own accounts."""

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.erasure import erase_elsewhere, lock_elsewhere
from tournaments.live.notify import live_notify
from tournaments.live.topics import account_topic
from tournaments.models import AccountSession, User
from tournaments.names import clean_display_name
from tournaments.selectors.accounts import is_last_superuser
from tournaments.services.leagues.erasure import (
    leagues_of_account_erase,
    leagues_of_account_hold,
)
from tournaments.services.people import players_of_account_erase
from tournaments.services.rule_sets import rule_sets_of_account_erase


@transaction.atomic
def account_create_verified(
    *,
    email: str,
    password: str | None,
    display_name: str,
    language: str = "",
    is_staff: bool = False,
) -> User:
    """An account whose address needs no proof, because we made it up ourselves; without a password
    nobody can log in."""
    account = User.objects.create_user(
        email, password, display_name=display_name, language=language, is_staff=is_staff
    )
    EmailAddress.objects.create(user=account, email=account.email, verified=True, primary=True)
    return account


def account_password_set(*, account: User, password: str) -> None:
    """Give an account a password that nobody had to prove."""
    account.set_password(password)
    account.save(update_fields=["password"])


def account_profile_update(*, account: User, display_name: str, language: str) -> None:
    """Change what an account says about itself. A hidden name stays hidden: staff decide that."""
    account.display_name = clean_display_name(display_name)
    account.language = language
    account.full_clean(exclude=["password"])
    account.save(update_fields=["display_name", "language"])


def account_language_set(*, account: User, language: str) -> None:
    """Remember the language chosen in the page's head."""
    account.language = language
    account.save(update_fields=["language"])


def account_sessions_end(*, account_id: int) -> None:
    """Log an account out everywhere, at once; open pages that follow something let go of it."""
    AccountSession.objects.filter(account_id=account_id).delete()
    live_notify(account_topic(account_id))


def account_sessions_prune() -> None:
    """Drop the sessions whose time is over."""
    AccountSession.objects.filter(expire_date__lt=timezone.now()).delete()


def account_unverified_prune(*, older_than: timedelta) -> int:
    """Forget sign-ups that never proved their address, so that its owner can use it; returns how
    many. Staff make accounts that need no proof, and those have logged in or are staff."""
    forgotten, _details = (
        User.objects.filter(date_joined__lt=timezone.now() - older_than)
        .filter(last_login=None, is_staff=False)
        .exclude(emailaddress__verified=True)
        .delete()
    )
    return forgotten


@transaction.atomic
def account_delete(*, account: User) -> None:
    """Erase an account and everything that only belongs to it.

    The rows of superusers are locked first, so that the last two cannot leave at the same moment.
    """
    lock_elsewhere()
    leagues_of_account_hold(account=account)
    rows = User.objects.select_for_update().order_by("pk")  # the order in which staff lock too
    locked = {row.pk: row for row in rows.filter(Q(is_superuser=True) | Q(pk=account.pk))}[
        account.pk
    ]
    if is_last_superuser(account=locked):
        raise ValidationError(
            _(
                "You are the last superuser: without you nobody could run this service. "
                "Make somebody else a superuser first."
            ),
            code="last_superuser",
        )
    account_sessions_end(account_id=locked.pk)
    leagues_of_account_erase(account=locked)
    players_of_account_erase(account=locked)
    rule_sets_of_account_erase(account=locked)
    erase_elsewhere(account=locked)
    locked.delete()
