"""What every button of the operators does: a reason, the step, and a sentence about it."""

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from arena.forms.operators import ReasonForm


def step(request: HttpRequest, do: Callable[[str], str], back_to: str) -> HttpResponse:
    """`do` takes the reason and returns what to say."""
    form = ReasonForm(request.POST)
    if not form.is_valid():
        for error in form.errors.get("reason", []):
            messages.error(request, str(error))
        return redirect(back_to)
    try:
        messages.success(request, do(form.cleaned_data["reason"]))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    except PermissionDenied as error:
        # Their rights ended since the page was judged.
        messages.error(request, str(error))
    return redirect(back_to)
