"""What is read about tokens."""

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import ApiToken, User
from tournaments.sheet_visitors import token_hash


def api_token_find(*, text: str) -> ApiToken | None:
    """The token that opens something now, with its account, which must not be suspended."""
    rows = ApiToken.objects.select_related("account").filter(
        token_hash=token_hash(text), account__is_active=True
    )
    found = rows.first()
    return found if found is not None and found.works else None


def api_tokens_working(*, account: User) -> QuerySet[ApiToken]:
    """Those that open something now, the newest first."""
    working = ApiToken.objects.filter(account=account, revoked_at=None)
    return working.filter(expires_at__gt=timezone.now()).order_by("-created_at", "-pk")


def api_tokens_of(*, account: User) -> QuerySet[ApiToken]:
    """All of an account, the newest first."""
    return ApiToken.objects.filter(account=account).order_by("-created_at", "-pk")


def api_token_find_again(*, token: ApiToken) -> ApiToken | None:
    """The same token as it is now, if it still opens something."""
    rows = ApiToken.objects.select_related("account").filter(account__is_active=True)
    found = rows.filter(pk=token.pk).first()
    return found if found is not None and found.works else None
