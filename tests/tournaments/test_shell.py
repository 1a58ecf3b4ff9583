"""The site's shell, where no browser is needed to judge it."""

import pytest
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from pytest_django import Settings


def _link(path: str, tag: str) -> str:
    request = RequestFactory().get(path)
    return Template("{% load shell %}" + tag).render(Context({"request": request}))


def test_500_needs_no_request_no_context_and_no_database() -> None:
    page = render_to_string("500.html")
    assert "Something went wrong on our side" in page


def test_navigation_marks_the_page_one_is_on() -> None:
    tag = '{% nav_link "mfa_index" "Second factor" %}'
    assert 'aria-current="page"' in _link("/accounts/2fa/", tag)
    assert 'aria-current="true"' in _link("/accounts/2fa/totp/activate/", tag)
    assert "aria-current" not in _link("/privacy/", tag)


def test_navigation_marks_what_also_belongs_to_a_link() -> None:
    tag = '{% nav_link "leagues:list" "Organize" also="sheets:list" %}'
    assert 'href="/leagues/" aria-current="page"' in _link("/leagues/", tag)
    assert 'href="/leagues/" aria-current="true"' in _link("/sheets/new/", tag)
    assert "aria-current" not in _link("/ladders/", tag)


def test_navigation_leads_to_a_section() -> None:
    tag = '{% nav_link "home" "Watch" section="watch" %}'
    assert _link("/", tag) == '<a href="/#watch">Watch</a>'


def test_navigation_never_leads_nowhere() -> None:
    assert _link("/", '{% nav_link "no-such-page" "Later" %}') == ""


def test_navigation_escapes_its_text() -> None:
    template = Template('{% load shell %}{% nav_link "home" text %}')
    assert "&lt;b&gt;" in template.render(Context({"text": "<b>"}))


@pytest.mark.django_db
def test_privacy_names_the_operator(client: Client, settings: Settings) -> None:
    settings.OPERATOR_NAME, settings.OPERATOR_EMAIL = "The club", "club@example.org"
    page = client.get("/privacy/").content.decode()
    assert "This service is run by The club." in page
    assert "mailto:club@example.org" in page


@pytest.mark.django_db
def test_privacy_says_when_nobody_is_named(client: Client) -> None:
    assert "has not entered a contact address yet" in client.get("/privacy/").content.decode()


@pytest.mark.django_db
def test_pages_carry_nothing_inline(client: Client) -> None:
    for path in ("/", "/privacy/", "/accounts/login/", "/accounts/signup/", "/nothing/"):
        page = client.get(path).content.decode()
        assert " style=" not in page
        assert "<style" not in page
        assert "<script>" not in page
        assert " onclick=" not in page
