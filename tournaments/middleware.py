"""What every request passes through that is ours."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation


class AccountLanguageMiddleware:
    """An account's own language wins over the browser's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # Without a session cookie there is no account: do not ask the database.
        if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            language = request.user.language
            if language:
                translation.activate(language)
                request.LANGUAGE_CODE = language
        return self.get_response(request)
