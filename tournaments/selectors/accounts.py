"""What is read about accounts."""

from tournaments.models import User


def is_last_superuser(*, account: User) -> bool:
    """Whether the service would be left without anybody who may do everything."""
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=account.pk)
    return account.is_superuser and not others.exists()
