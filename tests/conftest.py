"""What every test with a database starts from."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _empty_cache(request: pytest.FixtureRequest) -> None:
    """Tests that commit leave their rate limits behind: no model, no flush. Begin without them."""
    marker = request.node.get_closest_marker("django_db")
    if marker is not None:
        transactional = marker.kwargs.get("transaction", False)
        request.getfixturevalue("transactional_db" if transactional else "db")
        cache.clear()
