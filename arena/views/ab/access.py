"""Which A/B test a page is about."""

from django.http import Http404, HttpRequest

from arena.ab_access import ab_test_find
from arena.models import AbTest
from arena.views.readers import reader_of


def ab_test_asked(request: HttpRequest, public_id: str) -> AbTest:
    """The test at this address; strangers are not told whether there is one."""
    test = ab_test_find(public_id=public_id, reader=reader_of(request))
    if test is None:
        raise Http404
    return test
