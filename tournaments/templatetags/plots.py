"""Plots with the words beside them: `{% load plots %}`, and the page links `css/plots.css`.

{% sparkline rating.trend %}
{% rating_history points name="history" %}
{% evidence points lower=-2.94 upper=2.94 %}
"""

from collections.abc import Iterable, Sequence

from django import template
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import plots
from tournaments.plots import EvidencePoint, HistoryPlot, RatingPoint
from tournaments.plots.history import DateTick
from tournaments.plots.scale import Span, coordinate

register = template.Library()


@register.filter
def whole(value: float) -> str:
    """A number without its fraction, as the reader writes it and with a true minus."""
    return _written(value, 0)


@register.filter
def signed_whole(value: float) -> str:
    """The same with a plus above nought."""
    text = _written(value, 0)
    return f"+{text}" if value > 0 and text != "0" else text


@register.filter
def percents(part: float) -> str:
    """A margin of a share, in whole percents without their sign: 0.123 is "12"."""
    return _written(100 * part, 0)


@register.filter
def tenths(value: float) -> str:
    """A number with one digit of its fraction."""
    return _written(value, 1)


@register.filter
def hundredths(value: float) -> str:
    """A number with two digits of its fraction."""
    return _written(value, 2)


@register.inclusion_tag("tournaments/plots/sparkline.html")
def sparkline(values: Sequence[float], label: str = "") -> dict[str, object]:
    """A trend in the size of a word; `label` is what a screen reader says."""
    drawn = plots.sparkline(values)
    return {"plot": drawn, "label": label or ("" if drawn is None else _trend(drawn))}


@register.inclusion_tag("tournaments/plots/share_bar.html")
def share_bar(low: float, share: float, high: float) -> dict[str, str]:
    """A share between 0 and 1 with its error bar, in the size of a word; the number stands beside
    it, so a screen reader hears nothing of it."""
    span = Span(0, 1)
    return {
        "low": coordinate(span.share(low)),
        "share": coordinate(span.share(share)),
        "high": coordinate(span.share(high)),
    }


@register.inclusion_tag("tournaments/plots/history.html")
def rating_history(
    points: Sequence[RatingPoint], name: str = "rating-history"
) -> dict[str, object]:
    """A rating's history, with the table behind it; `name`: of its parts, once on a page."""
    drawn = plots.history_plot(points)
    return {
        "plot": drawn,
        "name": name,
        "words": "" if drawn is None else _history_words(drawn),
        "dates": [] if drawn is None else _dates(drawn),
    }


@register.inclusion_tag("tournaments/plots/evidence.html")
def evidence(
    points: Iterable[tuple[int, float]],
    *,
    lower: float,
    upper: float,
    name: str = "evidence",
    above: str = "",
    below: str = "",
) -> dict[str, object]:
    """The evidence of a sequential test between its bounds, with the table behind it; `above` and
    `below` say what is decided at the bounds."""
    rows = [EvidencePoint(*point) for point in points]
    drawn = plots.evidence_plot(rows, lower=lower, upper=upper)
    return {
        "plot": drawn,
        "name": name,
        "points": drawn.points[1:],
        "above": above or _("better: from here on"),
        "below": below or _("not better: from here on"),
    }


def _trend(drawn: plots.Sparkline) -> str:
    if drawn.first == drawn.last:
        return _("Trend: steady at %(last)s") % {"last": whole(drawn.last)}
    return _("Trend: from %(first)s to %(last)s") % {
        "first": whole(drawn.first),
        "last": whole(drawn.last),
    }


def _history_words(drawn: HistoryPlot) -> str:
    latest = drawn.last.point
    text = ngettext(
        "After %(count)d result, the rating is %(rating)s ± %(margin)s. It has been between "
        "%(low)s and %(high)s.",
        "After %(count)d results, the rating is %(rating)s ± %(margin)s. It has been between "
        "%(low)s and %(high)s.",
        latest.results,
    )
    return text % {
        "count": latest.results,
        "rating": whole(latest.rating),
        "margin": whole(latest.margin),
        "low": whole(drawn.lowest),
        "high": whole(drawn.highest),
    }


def _dates(drawn: HistoryPlot) -> list[tuple[DateTick, str]]:
    how = "SHORT_DATE_FORMAT"
    if drawn.is_within_days:
        how = "TIME_FORMAT"
    return [(tick, date_format(tick.when, how)) for tick in drawn.dates]


def _written(value: float, digits: int) -> str:
    rounded = round(value, digits) + 0.0  # no minus before a nought
    text = number_format(f"{rounded:.{digits}f}", digits)
    return str(text).replace("-", "\N{MINUS SIGN}")
