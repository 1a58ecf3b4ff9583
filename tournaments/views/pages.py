"""Pages that are only words."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What the service keeps about people, and why."""
    operator = {"name": settings.OPERATOR_NAME, "email": settings.OPERATOR_EMAIL}
    return render(request, "tournaments/privacy.html", {"operator": operator})
