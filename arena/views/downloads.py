"""Things to keep that are never opened as a page of ours."""

from django.http import HttpResponse
from django.utils.http import content_disposition_header


def attachment(data: bytes, name: str, content_type: str) -> HttpResponse:
    """A file to save under this name."""
    answer = HttpResponse(data, content_type=content_type)
    answer["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    answer["Content-Security-Policy"] = "sandbox; default-src 'none'"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
