"""Creating calls that carry a key: answered once, and the same again for whoever asks again.

The answer is kept in the transaction that does what was asked: either both are there or neither.
"""

import hashlib
import json
from datetime import timedelta
from typing import Any, Final

from django.db import connection
from django.utils import timezone

from tournaments.models import ApiCall, User
from tournaments.sealing import ANSWERS, SealBrokenError, seal, unseal

KEPT: Final = timedelta(hours=24)


class ApiCallBusyError(Exception):
    """The same call is being worked on at this moment."""


class ApiCallDiffersError(Exception):
    """Another call had this key."""


def api_call_begin(*, account: User, key: str, fingerprint: str) -> ApiCall | None:
    """Inside the transaction that does what is asked: the call that was answered already, or None
    for the first, which holds the key until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_lock_number(account, key)])
        (is_first,) = cursor.fetchone()
    if not is_first:
        raise ApiCallBusyError
    earlier = ApiCall.objects.filter(account=account, key=key).first()
    if earlier is None:
        return None
    if earlier.created_at <= timezone.now() - KEPT:
        earlier.delete()
        return None
    if earlier.fingerprint != fingerprint:
        raise ApiCallDiffersError
    return earlier


def api_call_keep(
    *,
    account: User,
    key: str,
    fingerprint: str,
    status: int,
    location: str,
    body: Any,  # noqa: ANN401 - JSON
) -> None:
    """What was answered."""
    ApiCall.objects.create(
        account=account,
        key=key,
        fingerprint=fingerprint,
        status=status,
        location=location,
        body_sealed=seal(json.dumps(body), purpose=ANSWERS),
    )


def api_call_body(*, call: ApiCall) -> Any:  # noqa: ANN401 - JSON
    """What was told; `ApiCallDiffersError` if nobody can read it any more: it is not done again."""
    try:
        return json.loads(unseal(call.body_sealed, purpose=ANSWERS))
    except SealBrokenError as error:
        raise ApiCallDiffersError from error


def api_calls_prune() -> int:
    """Forget those whose time is over; returns how many."""
    over = ApiCall.objects.filter(created_at__lte=timezone.now() - KEPT)
    deleted, _by_model = over.delete()
    return deleted


def _lock_number(account: User, key: str) -> int:
    digest = hashlib.sha256(f"api-call:{account.pk}:{key}".encode()).digest()
    return int.from_bytes(digest[:8], signed=True)
