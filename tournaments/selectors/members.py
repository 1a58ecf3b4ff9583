"""What is read about the members as a whole."""

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef

from tournaments.models import User


def members_count() -> int:
    """Accounts that are not suspended and whose owner has proved an e-mail address."""
    proved = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
    return User.objects.filter(Exists(proved), is_active=True).count()
