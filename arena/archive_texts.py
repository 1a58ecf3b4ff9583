"""Why a submission was refused, in the reader's language.

arena.archive knows no Django: it refuses with an English template and parameters.
deploy.translations takes its tables into our catalogue, so gettext knows every template.
"""

from django.utils.translation import gettext

from arena.archive import SubmissionRefusedError


def refusal_text(refused: SubmissionRefusedError) -> str:
    """The sentence that names the entry, the cause and what to do."""
    return gettext(refused.message) % refused.params
