"""Plots as pages draw them: values in, positions out; no database, no text, no colours.

Positions are shares of the drawn area in per cent, x from the left and y from the top, so that one
drawing fits a phone and a desk; the templates in `tournaments/plots/` turn them into SVG, and
`tournaments.templatetags.plots` adds the words.
"""

from tournaments.plots.evidence import EvidencePlot, EvidencePoint, evidence_plot
from tournaments.plots.history import HistoryPlot, PointKind, RatingPoint, history_plot
from tournaments.plots.sparkline import Sparkline, sparkline
from tournaments.plots.thinning import thinned

__all__ = [
    "EvidencePlot",
    "EvidencePoint",
    "HistoryPlot",
    "PointKind",
    "RatingPoint",
    "Sparkline",
    "evidence_plot",
    "history_plot",
    "sparkline",
    "thinned",
]
