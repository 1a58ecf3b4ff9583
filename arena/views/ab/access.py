"""Which test a page is about, and who may read it and its matches: their author, and the staff,
to help."""

from django.http import Http404, HttpRequest

from arena.models import AbTest
from arena.selectors.ab_tests import ab_test_get
from tournaments.models import User
from tournaments.second_factor import second_factor_was_used


def ab_test_asked(request: HttpRequest, public_id: str) -> AbTest:
    """The test at this address; strangers are not told whether there is one."""
    test = ab_test_get(public_id=public_id)
    if test is None or not ab_test_readable(request, test):
        raise Http404
    return test


def ab_test_readable(request: HttpRequest, test: AbTest) -> bool:
    """The one rule for its pages and those of its matches."""
    account = request.user
    if not isinstance(account, User) or not account.is_active:
        return False
    is_staff = account.is_staff and second_factor_was_used(request)
    return test.owner_id == account.pk or is_staff
