"""What the runner said about a check, in the reader's language.

arena.runner knows no Django: it reports which sentences it means and what stands in their places.
deploy.translations takes its tables into our catalogue, so gettext knows every template.
"""

from django.utils.formats import localize
from django.utils.translation import gettext

from arena.runner.orders import Step
from arena.runner.sentences import ANSWER_TEMPLATES, in_words


def step_text(step: Step) -> str:
    """Its sentences; the runner's English words if it named none, or one that we do not know."""
    if step.said and all(one.is_known for one in step.said):
        return in_words(step.said, translate=gettext, shown=localize)
    return step.text


def answer_text(answered: str) -> str:
    """What a bot answered, as it is; that it did not answer is said in words of ours."""
    return gettext(answered) if answered in ANSWER_TEMPLATES.values() else answered
