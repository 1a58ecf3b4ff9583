"""Addresses that are secrets do not reach the logs."""

import io
import logging

import pytest

from deploy.log_filter import SecretPathsFilter
from deploy.settings.base import log_settings


@pytest.mark.parametrize(
    ("path", "logged"),
    [
        ("/s/Abc_123-x/", "/s/"),
        ("/invitations/Abc_123-x/?next=/", "/invitations/"),
        ("/accounts/password/reset/key/Abc_123-x/", "/accounts/password/reset/key/"),
    ],
)
def test_a_secret_address_is_logged_without_its_secret(path: str, logged: str) -> None:
    output = io.StringIO()
    handler = logging.StreamHandler(output)
    handler.addFilter(SecretPathsFilter())
    logger = logging.getLogger("tests.log_filter")
    logger.propagate = False
    logger.setLevel(logging.INFO)
    logger.addHandler(handler)
    try:
        # As uvicorn does, as Django does, and as somebody might.
        logger.info('%s - "%s %s HTTP/%s" %d', "127.0.0.1:1", "GET", path, "1.1", 302)
        logger.error("Internal Server Error: %s", path)
        logger.error(f"Not Found: {path}")  # noqa: G004 - that is the point
    finally:
        logger.removeHandler(handler)
    assert "Abc_123-x" not in output.getvalue()
    assert output.getvalue().count(logged) == 3
    assert "302" in output.getvalue()


def test_everything_that_is_logged_passes_the_filter() -> None:
    settings = log_settings(formatter="json", level="INFO")
    assert settings["root"]["handlers"] == ["stderr"]
    assert settings["handlers"]["stderr"]["filters"] == ["secrets"]
    assert all(not logger.get("handlers") for logger in settings["loggers"].values())
