"""The kernels' sentences in the reader's language.

scoring and arena.games know no Django: they say what they have to say as a code, an English
template and parameters. deploy.translations takes their tables into our catalogues, so gettext
knows every template.
"""

from collections.abc import Mapping

from django.utils.translation import gettext

from scoring.messages import CompetitorId, Message
from scoring.refusal import FieldError


def message_text(message: Message, names: Mapping[CompetitorId, str] | None = None) -> str:
    """A sentence, or a part of one, with competitors' names where it speaks of them."""
    return message.text(names, translate=_translated)


def error_text(error: FieldError) -> str:
    """Why a field was refused, and what to do."""
    return gettext(error.template) % error.params


def _translated(_code: str, template: str) -> str:
    return gettext(template)
