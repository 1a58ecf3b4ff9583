"""Which test a page is about. Tests are their author's own; the staff read them, too, to help."""

from django.http import Http404, HttpRequest

from arena.models import AbTest
from arena.selectors.ab_tests import ab_test_get
from tournaments.models import User
from tournaments.second_factor import second_factor_was_used


def ab_test_asked(request: HttpRequest, public_id: str) -> AbTest:
    """The test at this address; strangers are not told whether there is one."""
    test = ab_test_get(public_id=public_id)
    if test is None or not _may_read(request, test):
        raise Http404
    return test


def _may_read(request: HttpRequest, test: AbTest) -> bool:
    account = request.user
    if not isinstance(account, User) or not account.is_active:
        return False
    is_staff = account.is_staff and second_factor_was_used(request)
    return test.owner_id == account.pk or is_staff
