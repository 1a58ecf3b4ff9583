"""An A/B test as its page and the list show it."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from arena.ab_evidence import results_of
from arena.ab_texts import percent_text
from arena.ab_words import State, names_of, question_text, title_text, verdict_text
from arena.match_words import points_against
from arena.models import AbTest, AbTestStep
from arena.profile_choices import profile_shown
from arena.views.bots.shown import Badge
from scoring.sequential import confidence_interval


@dataclass(frozen=True)
class ListedTest:
    """A test in a list."""

    test: AbTest
    title: str
    question: str
    text: str
    rules: str
    badge: Badge


@dataclass(frozen=True)
class ShownStep:
    """A row of the table behind the plot."""

    number: int
    match: str
    is_taken: bool
    share: str
    points: str
    evidence: float


def listed(test: AbTest) -> ListedTest:
    """With its versions and their bots."""
    interval = confidence_interval(results_of(test.deals))
    return ListedTest(
        test=test,
        title=title_text(test),
        question=question_text(test),
        text=verdict_text(test, interval),
        rules=profile_shown(test.profile).title,
        badge=ab_badge(test.state),
    )


def ab_badge(state: str) -> Badge:
    """The state as one word; style and icon only repeat it."""
    return {
        State.RUNNING: Badge(_("goes on"), "badge-note", "running"),
        State.PASSED: Badge(_("yes"), "badge-good", "passed"),
        State.FAILED: Badge(_("no"), "badge-bad", "failed"),
        State.UNDECIDED: Badge(_("no answer"), "badge-caution", "waiting"),
        State.STOPPED: Badge(_("stopped"), "badge-caution", "broken"),
        State.STUCK: Badge(_("stuck"), "badge-caution", "broken"),
    }[State(state)]


def shown_steps(steps: Sequence[AbTestStep]) -> list[ShownStep]:
    """Newest first."""
    return [
        ShownStep(
            number=step.number,
            match=step.match.public_id,
            is_taken=step.kind == AbTestStep.Kind.TAKEN,
            share=percent_text(float(results_of(step.deals).mean or 0)),
            points=points_against(step.points_new, step.points_old),
            evidence=step.llr,
        )
        for step in reversed(steps)
    ]


@dataclass(frozen=True)
class DealRow:
    """How many deals went one way."""

    words: str
    count: int


def deal_rows(test: AbTest) -> list[DealRow]:
    """How many deals went how, in words; what lies between is put together at large tables."""
    deals = test.deals
    if not deals:
        return []
    new, old = names_of(test)
    if len(deals) == 5:
        words = [
            _("all to %(old)s"), _("three quarters to %(old)s"), _("half each"),
            _("three quarters to %(new)s"), _("all to %(new)s"),
        ]  # fmt: skip
        counts = list(deals)
    else:
        half = len(deals) // 2
        words = [_("more to %(old)s"), _("half each"), _("more to %(new)s")]
        counts = [sum(deals[:half]), deals[half], sum(deals[half + 1 :])]
    named = {"new": new, "old": old}
    return [DealRow(word % named, count) for word, count in zip(words, counts, strict=True)]


def share_text(share: float | None, margin: float) -> str:
    """A share of the points with its error bar, such as "58.5 ± 6.3 %"."""
    if share is None:
        return ""
    whole, either_way = (number_format(round(100 * part, 1), 1) for part in (share, margin))
    return f"{whole} ± {either_way}\N{NO-BREAK SPACE}%"
