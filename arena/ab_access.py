"""Who may read an A/B test and its matches: their author, and the staff, to help."""

from arena.models import AbTest
from arena.readers import Reader
from arena.selectors.ab_tests import ab_test_get


def ab_test_find(*, public_id: str, reader: Reader) -> AbTest | None:
    """The test at this address; strangers are not told whether there is one."""
    test = ab_test_get(public_id=public_id)
    return test if test is not None and ab_test_readable(test=test, reader=reader) else None


def ab_test_readable(*, test: AbTest, reader: Reader) -> bool:
    """The one rule for the test and for its matches."""
    account = reader.active_account
    if account is None:
        return False
    return test.owner_id == account.pk or reader.is_staff
