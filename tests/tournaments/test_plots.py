"""Plots stay within their pictures whatever is drawn, and say in words what they show."""

import math
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.template import Context, Template
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tournaments.plots import (
    EvidencePoint,
    PointKind,
    RatingPoint,
    evidence_plot,
    history_plot,
    sparkline,
    thinned,
)
from tournaments.plots.scale import Span
from tournaments.plots.sparkline import HEIGHT, WIDTH

MINUS = "\N{MINUS SIGN}"
NOON = datetime(2026, 11, 17, 12, 0, tzinfo=UTC)
ANY_NUMBER = st.floats(allow_nan=True, allow_infinity=True)
RATINGS = st.floats(min_value=-4000, max_value=9000)


def point(
    minutes: float,
    rating: float,
    margin: float = 40,
    kind: PointKind = PointKind.RESULT,
    version: int = 1,
) -> RatingPoint:
    at = NOON + timedelta(minutes=minutes)
    return RatingPoint(
        at=at, rating=rating, margin=margin, kind=kind, version=version, results=int(minutes) + 1
    )


POINTS = st.lists(
    st.builds(
        point,
        minutes=st.integers(0, 10**6),
        rating=ANY_NUMBER,
        margin=ANY_NUMBER.map(abs),
        kind=st.sampled_from(PointKind),
        version=st.integers(0, 999),
    ),
    max_size=30,
).map(lambda points: sorted(points, key=lambda one: one.at))


def places(text: str) -> list[tuple[float, float]]:
    """The points of a polyline as numbers."""
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in text.split())]


def are_within(found: list[tuple[float, float]], width: float, height: float) -> bool:
    return all(0 <= x <= width and 0 <= y <= height for x, y in found)


def rises(values: list[float]) -> bool:
    return values == sorted(values)


# Sparklines


def test_a_sparkline_of_nothing_is_not_drawn() -> None:
    assert sparkline([]) is None


def test_a_sparkline_of_one_value_is_a_dot_where_the_latest_stands() -> None:
    drawn = sparkline([1500])
    assert drawn is not None
    assert drawn.line == ""
    assert (drawn.last_x, drawn.last_y) == ("93", "14")


def test_equal_values_are_a_level_line_in_the_middle() -> None:
    drawn = sparkline([1500, 1500, 1500])
    assert drawn is not None
    assert {y for _, y in places(drawn.line)} == {HEIGHT / 2}


def test_a_rise_goes_up() -> None:
    drawn = sparkline([1400, 1500, 1600])
    assert drawn is not None
    assert [y for _, y in places(drawn.line)] == [25, 14, 3]


@given(st.lists(ANY_NUMBER, min_size=1, max_size=40))
def test_sparklines_stay_in_their_box_and_go_to_the_right(values: list[float]) -> None:
    drawn = sparkline(values)
    assert drawn is not None
    found = [*places(drawn.line), (float(drawn.last_x), float(drawn.last_y))]
    assert are_within(found, WIDTH, HEIGHT)
    assert rises([x for x, _ in found])


# Round numbers


@pytest.mark.parametrize(
    ("low", "high", "marks"),
    [
        (1440, 1580, [1450, 1500, 1550]),
        (1220, 1795, [1300, 1400, 1500, 1600, 1700]),
        (-3.4, 3.4, [-2, 0, 2]),
        (0, 100, [0, 20, 40, 60, 80, 100]),
        (0, 10, [0, 2, 4, 6, 8, 10]),
        (0.1, 0.9, [0.2, 0.4, 0.6, 0.8]),
    ],
)
def test_marks_are_round_numbers(low: float, high: float, marks: list[float]) -> None:
    assert Span(low, high).marks() == pytest.approx(marks)


@given(RATINGS, st.floats(min_value=1e-3, max_value=1e6))
def test_marks_are_few_and_within(low: float, width: float) -> None:
    span = Span(low, low + width)
    marks = span.marks()
    assert 2 <= len(marks) <= 7
    assert all(span.low - 1e-6 <= mark <= span.high + 1e-6 for mark in marks)


# Thinning


@given(st.lists(RATINGS, max_size=600), st.integers(4, 60))
def test_thinning_keeps_ends_and_extremes(values: list[float], most: int) -> None:
    kept = thinned(values, most, lambda value: value)
    assert len(kept) <= most
    if values:
        assert (kept[0], kept[-1]) == (values[0], values[-1])
        assert (min(kept), max(kept)) == (min(values), max(values))


def test_thinning_keeps_the_order() -> None:
    kept = thinned(range(10_000), 200, lambda value: -value)
    assert rises([float(value) for value in kept])
    assert len(kept) == 200


# The history of a rating


def test_no_history_is_not_drawn() -> None:
    assert history_plot([]) is None


def test_one_result_stands_in_the_middle() -> None:
    drawn = history_plot([point(0, 1512)])
    assert drawn is not None
    assert (drawn.last.x, drawn.last.y) == ("50", "50")
    assert [tick.when for tick in drawn.dates] == [NOON]


def test_the_band_of_one_result_is_a_bar() -> None:
    drawn = history_plot([point(0, 1500, 400)])
    assert drawn is not None
    assert places(drawn.band) == [(47, 10), (53, 10), (53, 90), (47, 90)]


def test_time_is_drawn_to_scale() -> None:
    drawn = history_plot([point(0, 1500), point(30, 1510), point(120, 1520)])
    assert drawn is not None
    assert [x for x, _ in places(drawn.line)] == [0, 25, 100]
    assert [tick.anchor for tick in drawn.dates] == ["start", "middle", "middle", "middle", "end"]


def test_what_happened_at_once_stands_side_by_side() -> None:
    drawn = history_plot([point(0, 1500), point(0, 1510), point(0, 1520)])
    assert drawn is not None
    assert [x for x, _ in places(drawn.line)] == [0, 50, 100]


def test_a_newcomers_error_does_not_press_the_line_flat() -> None:
    points = [point(0, 1500, 686), point(1, 1600, 500), point(2, 1550, 300)]
    drawn = history_plot(points)
    assert drawn is not None
    heights = [y for _, y in places(drawn.line)]
    assert max(heights) - min(heights) == pytest.approx(100 * 100 / 750, abs=0.02)
    tops = [y for _, y in places(drawn.band)][:3]
    assert tops[:2] == [0, 0]
    assert tops[2] > 0


def test_versions_and_corrections_are_marked_and_crowded_versions_not_all_named() -> None:
    points = [
        point(0, 1500),
        point(50, 1520, kind=PointKind.VERSION, version=2),
        point(51, 1520, kind=PointKind.VERSION, version=3),
        point(80, 1490, kind=PointKind.CORRECTION, version=3),
        point(100, 1495, version=3),
    ]
    drawn = history_plot(points)
    assert drawn is not None
    marks = [(dot.x, dot.point.version, dot.is_named) for dot in drawn.versions]
    assert marks == [("50", 2, False), ("51", 3, True)]
    assert [dot.x for dot in drawn.corrections] == ["80"]


@given(POINTS)
def test_histories_stay_in_their_picture(points: list[RatingPoint]) -> None:
    drawn = history_plot(points)
    if drawn is None:
        assert not points
        return
    line, band = places(drawn.line), places(drawn.band)
    assert are_within([*line, *band], 100, 100)
    assert len(line) == len(points)
    assert rises([x for x, _ in line])
    half = len(band) // 2
    assert half == max(2, len(points))
    top, bottom = band[:half], band[half:][::-1]
    heights = [y for _, y in line] * (2 if len(points) == 1 else 1)
    for y, (_, above), (_, below) in zip(heights, top, bottom, strict=True):
        assert above - 0.011 <= y <= below + 0.011  # they are rounded to hundredths
    assert all(0 <= tick.position <= 100 and math.isfinite(tick.value) for tick in drawn.heights)
    assert rises([float(tick.at) for tick in drawn.dates])


@given(
    st.lists(
        st.tuples(st.floats(min_value=500, max_value=2800), st.floats(min_value=5, max_value=700)),
        min_size=1,
        max_size=40,
    )
)
def test_the_band_of_the_latest_quarter_is_seen_whole(steps: list[tuple[float, float]]) -> None:
    drawn = history_plot([point(at, *step) for at, step in enumerate(steps)])
    assert drawn is not None
    band = places(drawn.band)
    half = len(band) // 2
    latest = math.ceil(len(steps) / 4)
    edges = [*band[half - latest : half], *band[half : half + latest]]
    assert all(0 < y < 100 for _, y in edges)


def test_a_young_band_is_seen_to_narrow() -> None:
    """It does not fill the picture from edge to edge, however wide it still is."""
    steps = enumerate([686, 600, 540, 500, 470])
    drawn = history_plot([point(at, 1500 + 20 * at, margin) for at, margin in steps])
    assert drawn is not None
    tops = [y for _, y in places(drawn.band)][:5]
    assert tops == sorted(set(tops))


def test_a_clock_that_was_put_back_does_not_turn_the_line() -> None:
    drawn = history_plot([point(0, 1500), point(60, 1510), point(30, 1520), point(100, 1530)])
    assert drawn is not None
    assert [x for x, _ in places(drawn.line)] == [0, 60, 60, 100]


# Evidence


def test_evidence_begins_at_nothing() -> None:
    drawn = evidence_plot([], lower=-2.94, upper=2.94)
    assert drawn.points == (EvidencePoint(0, 0.0),)
    assert drawn.last_y == drawn.zero_y == "50"
    assert float(drawn.upper_y) < 50 < float(drawn.lower_y)


def test_evidence_reaches_its_bound() -> None:
    drawn = evidence_plot([EvidencePoint(20, 2.94)], lower=-2.94, upper=2.94)
    assert (drawn.last_x, drawn.last_y) == ("100", drawn.upper_y)
    assert [tick.value for tick in drawn.counts] == [0, 5, 10, 15, 20]


@given(
    st.lists(ANY_NUMBER, max_size=500),
    st.floats(min_value=-20, max_value=-0.1),
    st.floats(min_value=0.1, max_value=20),
)
def test_evidence_stays_in_its_picture(values: list[float], lower: float, upper: float) -> None:
    points = [EvidencePoint(number, value) for number, value in enumerate(values, 1)]
    drawn = evidence_plot(points, lower=lower, upper=upper)
    line = places(drawn.line)
    assert are_within(line, 100, 100)
    assert rises([x for x, _ in line])
    assert len(line) <= 200
    assert drawn.points[-1].deal_sets == len(values)
    assert 0 <= float(drawn.upper_y) <= float(drawn.lower_y) <= 100


# In pages


def drawn_as(text: str, **values: object) -> str:
    return Template("{% load plots %}" + text).render(Context(values))


def test_a_sparkline_says_its_trend() -> None:
    html = drawn_as("{% sparkline trend %}", trend=[1480, 1512])
    assert 'role="img"' in html
    assert "<title>Trend: from 1480 to 1512</title>" in html
    assert drawn_as("{% sparkline trend %}", trend=[]).strip() == ""
    assert "Our &lt;words&gt;" in drawn_as(
        "{% sparkline trend words %}", trend=[1], words="Our <words>"
    )


def test_the_history_has_its_words_and_its_table() -> None:
    points = [
        point(0, 1500.4),
        point(1, 1519.6, kind=PointKind.VERSION, version=2),
        point(2, -12.3, kind=PointKind.CORRECTION, version=2),
    ]
    html = drawn_as("{% rating_history points %}", points=points)
    assert f"the rating is {MINUS}12 ± 40. It has been between {MINUS}12 and 1520." in html
    assert html.count("<tr>") == 4
    assert "Version 2 plays" in html
    assert "Correction" in html
    assert "NaN" not in html
    assert "style=" not in html  # the content security policy takes none


def test_coordinates_are_the_same_in_every_language() -> None:
    points = [point(minutes, 1500 + minutes / 7) for minutes in range(8)]
    drawings = set()
    for language in ("en", "de", "es"):
        with translation.override(language):
            html = drawn_as(
                "{% rating_history points %}{% sparkline trend %}"
                "{% evidence steps lower=low upper=high %}",
                points=points,
                trend=[1500, 1501.5],
                steps=[(1, 0.5), (2, 1.25)],
                low=-2.94,
                high=2.94,
            )
        drawings.add(tuple(re.findall(r'(?:points|viewBox|[xy][12]?|c[xy])="([^"]*)"', html)))
    assert len(drawings) == 1


def test_evidence_is_told_in_words_and_numbers() -> None:
    html = drawn_as("{% evidence steps lower=-2.94 upper=2.94 %}", steps=[(1, 0.5), (2, -1.25)])
    assert f"After 2 deal sets the evidence stands at {MINUS}1.2;" in html
    assert f"{MINUS}1.25" in html
    with translation.override("de"):
        html = drawn_as("{% evidence steps lower=-2.94 upper=2.94 %}", steps=[(2, -1.25)])
    assert f"{MINUS}1,25" in html
