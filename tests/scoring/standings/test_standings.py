"""Standings: worked tables, every tie in words, unplayed is not 0-0, exact and order-free."""

from __future__ import annotations

import random
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.standings import (
    METRICS,
    TEMPLATES,
    Adjustment,
    Buchholz,
    Bye,
    Entry,
    Forfeit,
    HeadToHead,
    Message,
    Metric,
    Pending,
    Played,
    Points,
    PointsScheme,
    Result,
    SonnebornBerger,
    Standings,
    StandingsError,
    Status,
    Wins,
    metrics_by_code,
    standings,
)
from scoring.standings.ledger import ledger_of

HALF = Fraction(1, 2)
FOOTBALL = PointsScheme(win=3, draw=1, loss=0, bye=3, forfeit_win=3)


def entries(names: str) -> list[Entry]:
    return [Entry(name) for name in names]


def won(*matches: str) -> list[Result]:
    """``A>B`` is a win of A, ``A=B`` a draw."""
    return [Played(m[0], m[2], m[0] if m[1] == ">" else None) for m in matches]


def table(names: str, results: list[Result], *codes: str) -> Standings:
    return standings(entries(names), results, metrics=metrics_by_code(codes or ("points",)))


def places(made: Standings) -> list[tuple[int | None, int | str]]:
    return [(row.rank, row.competitor) for row in made.rows]


# --- places ---


def test_points_decide_and_equals_share_the_rank() -> None:
    made = table("ABCD", won("A>B", "C>D", "A>C", "B>D"))
    assert places(made) == [(1, "A"), (2, "B"), (2, "C"), (4, "D")]


def test_points_of_the_league_are_configurable() -> None:
    made = standings(entries("AB"), won("A>B", "A=B"), scheme=FOOTBALL, metrics=[Points()])
    assert [row.points for row in made.rows] == [4, 1]
    decimal = PointsScheme(win=Decimal("0.1"), draw=Decimal("0.2"))
    made = standings(entries("AB"), won("A>B", "A=B"), scheme=decimal, metrics=[Points()])
    assert made.row("A").points == Fraction(3, 10)


def test_unplayed_is_not_a_goalless_draw() -> None:
    made = table("ABC", [*won("A=B"), Pending("A", "C"), Pending("B", "C")])
    row = made.row("C")
    assert not any((row.played, row.points, row.draws))
    assert made.row("A").played == 1
    difference = table("AB", [Pending("A", "B")], "points", "head_to_head", "points_for")
    assert places(difference) == [(1, "A"), (1, "B")]
    assert str(difference.rows[0].why) == (
        "A and B share the place: equal on points (0), head-to-head cannot tell (those level have "
        "not all met, or not equally often), equal on points for (0)."
    )


def test_byes_rests_forfeits_and_double_no_shows_count_as_configured() -> None:
    results: list[Result] = [
        Bye("A"),
        Bye("B", asked_for=True),
        Forfeit("C", "D", frozenset("D")),
        Forfeit("A", "B", frozenset("AB")),
    ]
    scheme = PointsScheme(
        win=2, draw=1, bye=2, rest=1, forfeit_win=2, forfeit_loss=-1, double_forfeit=-1
    )
    made = standings(entries("ABCD"), results, scheme=scheme)
    assert {row.competitor: row.points for row in made.rows} == {"A": 1, "B": 0, "C": 2, "D": -1}
    assert all(row.played == 0 for row in made.rows)
    assert (made.row("C").forfeit_wins, made.row("C").wins) == (1, 0)
    assert (made.row("D").forfeit_losses, made.row("A").forfeit_losses) == (1, 1)
    assert (made.row("A").byes, made.row("B").byes) == (1, 1)


def test_adjustments_move_points_and_are_listed() -> None:
    penalty = Adjustment("A", -2, "came late")
    bonus = Adjustment("B", HALF, "fair play")
    made = standings(entries("AB"), won("A>B"), adjustments=[penalty, bonus])
    assert places(made) == [(1, "B"), (2, "A")]
    assert made.row("A").points == -1
    assert made.row("A").adjustments == (penalty,)
    assert standings(entries("AB"), won("A>B")).row("A").adjustments == ()


def test_the_withdrawn_keep_their_results_and_the_annulled_take_theirs_along() -> None:
    results = won("A>B", "C>A", "C>B")
    kept = standings([Entry("A"), Entry("B"), Entry("C", Status.WITHDRAWN)], results)
    assert places(kept) == [(1, "C"), (2, "A"), (3, "B")]
    assert kept.row("C").status is Status.WITHDRAWN
    gone = standings([Entry("C", Status.ANNULLED), Entry("A"), Entry("B")], results)
    assert places(gone) == [(1, "A"), (2, "B"), (None, "C")]
    assert (gone.row("A").losses, gone.row("C").played) == (0, 0)
    assert str(gone.row("B").why) == "C is not placed: their results were annulled."


# --- metrics, by hand ---

#: Five rounds, six players; worked out on paper below.
SWISS = [
    *won("A>B", "C>D", "E=F"),
    *won("A>C", "E>B", "D=F"),
    *won("E>A", "C>F", "B>D"),
]


def value(made: Standings, who: str, metric: str) -> Fraction | None:
    trail = made.row(who).trail
    return next(step.value for step in trail if step.metric == METRICS[metric].code)


def test_points_of_the_worked_example() -> None:
    made = table("ABCDEF", SWISS)
    points = {row.competitor: row.points for row in made.rows}
    assert points == {"A": 2, "B": 1, "C": 2, "D": HALF, "E": Fraction(5, 2), "F": 1}


def test_buchholz_adds_the_opponents_points() -> None:
    # A met B 1, C 2, E 2.5: 5.5.  C met D 0.5, A 2, F 1: 3.5.
    made = table("ABCDEF", SWISS, "points", "buchholz")
    assert (value(made, "A", "buchholz"), value(made, "C", "buchholz")) == (
        Fraction(11, 2),
        Fraction(7, 2),
    )
    # B met A 2, E 2.5, D 0.5: 5.  F met E 2.5, D 0.5, C 2: 5.  Still level.
    assert places(made)[3:5] == [(4, "B"), (4, "F")]


def test_buchholz_cut_one_leaves_out_the_lowest() -> None:
    made = table("ABCDEF", SWISS, "points", "buchholz_cut1")
    assert value(made, "A", "buchholz_cut1") == Fraction(9, 2)
    assert value(made, "C", "buchholz_cut1") == 3
    assert value(made, "F", "buchholz_cut1") == Fraction(9, 2)


def test_sonneborn_berger_adds_the_beaten_and_half_the_drawn() -> None:
    # A beat B 1 and C 2: 3.  C beat D 0.5 and F 1: 1.5.
    # B beat D: 0.5.  F drew with E 2.5 and D 0.5: 1.5.
    made = table("ABCDEF", SWISS, "points", "sonneborn_berger")
    got = [value(made, who, "sonneborn_berger") for who in "ACBF"]
    assert got == [3, Fraction(3, 2), HALF, Fraction(3, 2)]
    assert places(made)[3:5] == [(4, "F"), (5, "B")]


def test_unplayed_rounds_count_as_an_opponent_with_ones_own_points() -> None:
    # FIDE C.07 (2024), 16.4.  A: bye (own 2) + B 1 = 3.  C: forfeit win (own 2) + D 0 = 2.
    results: list[Result] = [
        Bye("A"),
        *won("A>B", "B>D", "C>D"),
        Forfeit("C", "E", frozenset("E")),
    ]
    made = table("ABCDE", results, "points", "buchholz")
    assert [value(made, who, "buchholz") for who in "AC"] == [3, 2]
    berger = table("ABCDE", results, "points", "sonneborn_berger")
    # A: half of the imagined 2, and B 1.  C: the imagined 2, and D 0.
    assert value(berger, "A", "sonneborn_berger") == 2
    assert value(berger, "C", "sonneborn_berger") == 2


def test_a_round_missed_by_ones_own_doing_is_cut_first() -> None:
    # A: rest (own 1) and B 0 beaten; the rest is cut although B has fewer points.
    results: list[Result] = [Bye("A", asked_for=True), *won("A>B", "C>B"), Bye("B", asked_for=True)]
    made = table("ABC", results, "points", "buchholz_cut1")
    assert value(made, "A", "buchholz_cut1") == 0


def test_head_to_head_counts_only_matches_among_the_tied_and_is_asked_again() -> None:
    # A, B, C and D all have 3.  Among them A and B have 2, C and D 1; then A beat B, C beat D.
    results = won("A>B", "A>C", "D>A", "B>C", "B>D", "C>D")
    results += won("A>X", "B>X", "C>X", "D>X", "C>Y", "D>Y", "X>Y")
    made = table("ABCDXY", results, "points", "head_to_head")
    assert [who for _, who in places(made)][:4] == ["A", "B", "C", "D"]
    assert str(made.rows[0].why) == (
        "A stands above B: equal on points (3), equal on head-to-head (2), "
        "ahead on head-to-head among those still level (1 to 0)."
    )
    assert str(made.rows[1].why) == (
        "B stands above C: equal on points (3), ahead on head-to-head (2 to 1)."
    )


def test_head_to_head_is_silent_unless_all_the_tied_have_met() -> None:
    results = won("A>B", "C>D", "B>E", "E>D")
    made = table("ABCDE", results, "points", "head_to_head")
    assert [place for place in places(made) if place[0] == 1] == [(1, who) for who in "ABCE"]


def test_head_to_head_is_silent_unless_all_the_tied_have_met_equally_often() -> None:
    # Half-way through a double round robin: A and B met twice, A-C and B-C once.
    results = won("A>B", "B=A", "C>A", "B=C")
    ledger = ledger_of(entries("ABC"), results, PointsScheme(), [])
    assert HeadToHead().values(ledger, "ABC") is None
    assert HeadToHead().values(ledger, "AB") == {"A": Fraction(3, 2), "B": HALF}
    # With two meetings of each pair it speaks.
    whole = ledger_of(entries("ABC"), [*results, *won("A=C", "C>B")], PointsScheme(), [])
    values = HeadToHead().values(whole, "ABC")
    assert values is not None
    assert [values[who] for who in "ABC"] == [2, 1, 3]


def test_wins_point_difference_and_points_for() -> None:
    results: list[Result] = [
        Played("A", "B", "A", 3010, 2500),
        Played("C", "D", "C", 3400, 2900),
        Played("E", "F", "E", 3400, 2880),
    ]
    made = table("ABCDEF", results, "points", "point_difference", "points_for")
    assert [who for _, who in places(made)] == ["E", "A", "C", "D", "B", "F"]
    assert [made.row("A").points_for, made.row("A").points_against] == [3010, 2500]
    drawn = table("ABC", won("A>B", "B>A", "A=C", "B=C", "A=C", "B=C"), "points", "wins")
    assert [who for _, who in places(drawn)] == ["A", "B", "C"]
    assert (
        str(drawn.rows[1].why) == "B stands above C: equal on points (2), ahead on wins (1 to 0)."
    )


# --- words ---


def test_every_tie_is_explained_in_words() -> None:
    made = table("ABCDEF", SWISS, "points", "buchholz")
    assert [str(row.why) for row in made.rows] == [
        "E stands above A: ahead on points (2.5 to 2).",
        "A stands above C: equal on points (2), ahead on Buchholz (5.5 to 3.5).",
        "C stands above B: ahead on points (2 to 1).",
        "B and F share the place: equal on points (1), equal on Buchholz (5).",
        "F stands above D: ahead on points (1 to 0.5).",
        "None",
    ]


def test_any_two_can_be_compared_with_names_and_in_another_language() -> None:
    made = table("ABCDEF", SWISS, "points", "buchholz_cut1")
    why = made.explain("C", "A")
    names: dict[int | str, str] = {"A": "Ana", "C": "Cai"}
    assert why.text(names) == (
        "Ana stands above Cai: equal on points (2), ahead on Buchholz cut 1 (4.5 to 3)."
    )
    spanish = {
        "standings.ahead_after_tie": (
            "%(above)s está por encima de %(below)s: %(tied)s, mejor en %(by)s "
            "(%(mine)s a %(theirs)s)."
        ),
        "standings.equal_part": "igual en %(metric)s (%(value)s)",
        "standings.metric.points": "puntos",
        "standings.metric.buchholz_cut": "Buchholz sin %(cut)s",
    }
    assert why.text(names, spanish.get) == (
        "Ana está por encima de Cai: igual en puntos (2), mejor en Buchholz sin 1 (4.5 a 3)."
    )
    assert why.code == "standings.ahead_after_tie"
    assert (why.param("mine"), why.param("theirs")) == (Fraction(9, 2), 3)


def test_numbers_are_written_exactly() -> None:
    thirds = PointsScheme(win=Fraction(10, 3), draw=Decimal("-0.25"))
    made = standings(entries("AB"), won("A>B", "A=B"), scheme=thirds, metrics=[Points()])
    assert str(made.rows[0].why) == "A stands above B: ahead on points (37/12 to -0.25)."


def test_a_place_shared_before_anybody_met_is_not_called_equal_on_nothing() -> None:
    made = table("AB", [], "head_to_head")
    assert str(made.rows[0].why) == (
        "A and B share the place, for nothing compares them yet: head-to-head cannot tell (those "
        "level have not all met, or not equally often)."
    )
    assert made.rows[0].why is not None
    assert made.rows[0].why.code == "standings.level_undecided"
    assert [step.value for step in made.rows[0].trail] == [None]


def test_a_silent_head_to_head_is_mentioned_before_what_decided() -> None:
    made = table("ABCD", won("A>C", "B>D", "A>D", "B=C", "B=D"), "points", "head_to_head", "wins")
    assert str(made.explain("A", "B")) == (
        "A stands above B: equal on points (2), head-to-head cannot tell (those level have not "
        "all met, or not equally often), ahead on wins (2 to 1)."
    )


@pytest.mark.parametrize("metric", [*METRICS.values(), Buchholz(cut=3)])
def test_every_metric_has_its_name_in_the_table_for_translators(metric: Metric) -> None:
    assert TEMPLATES[metric.name.code] == metric.name.template
    assert "%" not in metric.name.text()


def test_templates_have_one_syntax() -> None:
    assert not [code for code, template in TEMPLATES.items() if "{" in template]


# --- properties ---


@st.composite
def leagues(draw: st.DrawFn) -> tuple[list[Entry], list[Result], list[Adjustment]]:
    count = draw(st.integers(2, 7))
    who = st.integers(0, count - 1)
    people = [
        Entry(i, draw(st.sampled_from([Status.ACTIVE] * 4 + [*Status]))) for i in range(count)
    ]
    results: list[Result] = []
    for a, b in draw(st.lists(st.tuples(who, who), max_size=20)):
        kind = draw(st.sampled_from(["played"] * 4 + ["draw", "forfeit", "double", "pending"]))
        if a == b:
            results.append(Bye(a, draw(st.booleans())))
        elif kind == "forfeit":
            results.append(Forfeit(a, b, frozenset((a,))))
        elif kind == "double":
            results.append(Forfeit(a, b, frozenset((a, b))))
        elif kind == "pending":
            results.append(Pending(a, b))
        else:
            winner = a if kind == "played" else None
            results.append(Played(a, b, winner, draw(st.integers(0, 4000)), 1500))
    extra = [
        Adjustment(i, draw(st.integers(-2, 2)), "why") for i in draw(st.lists(who, max_size=3))
    ]
    return people, results, extra


ALL = tuple(METRICS.values())


def _parts(why: Message, name: str) -> tuple[Message, ...]:
    parts = why.param(name)
    assert isinstance(parts, tuple)
    return parts


@settings(deadline=None)
@given(leagues(), st.permutations(ALL), st.randoms())
def test_the_order_of_results_does_not_matter(
    league: tuple[list[Entry], list[Result], list[Adjustment]],
    metrics: list[Metric],
    rng: random.Random,
) -> None:
    people, results, extra = league
    made = standings(people, results, metrics=metrics, adjustments=extra)
    rng.shuffle(results)
    rng.shuffle(extra)
    again = standings(people, results, metrics=metrics, adjustments=extra)
    assert made == again


@settings(deadline=None)
@given(leagues(), st.permutations(ALL))
def test_ranks_follow_the_trails_and_every_neighbour_is_explained(
    league: tuple[list[Entry], list[Result], list[Adjustment]], metrics: list[Metric]
) -> None:
    people, results, extra = league
    made = standings(people, results, metrics=metrics, adjustments=extra)
    assert sorted(int(row.competitor) for row in made.rows) == list(range(len(people)))
    for row, following in zip(made.rows, made.rows[1:], strict=False):
        assert row.why is not None
        assert "%" not in row.why.text()
        if row.rank is None or following.rank is None:
            assert following.rank is None
            continue
        mine = [step.value for step in row.trail]
        theirs = [step.value for step in following.trail]
        assert (row.rank == following.rank) == (mine == theirs)
        if mine == theirs:
            said = any(value is not None for value in mine)
            assert row.why.code == ("standings.level" if said else "standings.level_undecided")
            continue
        apart = next(i for i, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b)
        (by,) = _parts(row.why, "by")
        assert by == row.trail[apart].name
        better, worse = mine[apart], theirs[apart]
        assert better is not None
        assert worse is not None
        assert better > worse
        assert (row.why.param("mine"), row.why.param("theirs")) == (better, worse)
        if apart:
            tied = _parts(row.why, "tied")
            assert [part.code == "standings.equal_part" for part in tied] == [
                value is not None for value in mine[:apart]
            ]
    ranked = [row.rank for row in made.rows if row.rank is not None]
    assert all(rank == ranked.index(rank) + 1 for rank in ranked)


@settings(deadline=None)
@given(leagues())
def test_points_handed_out_are_points_received(
    league: tuple[list[Entry], list[Result], list[Adjustment]],
) -> None:
    people = [Entry(entry.competitor) for entry in league[0]]
    made = standings(people, league[1], adjustments=league[2])
    worth = sum((Fraction(a.points) for a in league[2]), Fraction())
    for result in league[1]:
        match result:
            case Played():
                worth += 1
            case Forfeit(_, _, absent):
                worth += len(absent) == 1
            case Bye(_, asked_for):
                worth += not asked_for
            case Pending():
                pass
    assert sum(row.points for row in made.rows) == worth


# --- refusals ---


@pytest.mark.parametrize(
    ("code", "call"),
    [
        ("points_not_exact", lambda: PointsScheme(win=0.5)),  # type: ignore[arg-type]
        ("points_not_finite", lambda: PointsScheme(draw=Decimal("NaN"))),
        ("points_not_exact", lambda: Adjustment("A", 0.1, "x")),  # type: ignore[arg-type]
        ("points_not_exact", lambda: Played("A", "B", None, 1.5, 2)),  # type: ignore[arg-type]
        ("same_competitor", lambda: Played("A", "A", None)),
        ("same_competitor", lambda: Forfeit("A", "A", frozenset("A"))),
        ("same_competitor", lambda: Pending("A", "A")),
        ("winner_not_in_match", lambda: Played("A", "B", "C")),
        ("points_one_sided", lambda: Played("A", "B", "A", 3)),
        ("absentee_not_in_match", lambda: Forfeit("A", "B", frozenset())),
        ("absentee_not_in_match", lambda: Forfeit("A", "B", frozenset("C"))),
        ("unknown_competitor", lambda: standings(entries("A"), won("A>B"))),
        ("unknown_competitor", lambda: standings(entries("A"), [Bye("B")])),
        (
            "unknown_competitor",
            lambda: standings(entries("A"), [], adjustments=[Adjustment("B", 1, "x")]),
        ),
        ("unknown_competitor", lambda: table("AB", []).row("C")),
        ("unknown_competitor", lambda: table("AB", []).explain("A", "C")),
        ("same_competitor", lambda: table("AB", []).explain("A", "A")),
        ("duplicate_competitor", lambda: standings(entries("AA"), [])),
        ("no_metrics", lambda: standings(entries("A"), [], metrics=[])),
        ("unknown_metric", lambda: metrics_by_code(["points", "luck"])),
        ("cut_negative", lambda: Buchholz(cut=-1)),
    ],
)
def test_refuses(code: str, call: object) -> None:
    assert callable(call)
    with pytest.raises(StandingsError) as refusal:
        call()
    assert refusal.value.code == code


def test_an_empty_league_has_an_empty_table() -> None:
    assert standings([], []).rows == ()


def test_metrics_are_found_by_code() -> None:
    assert metrics_by_code(["points", "buchholz_cut1", "wins"]) == (
        Points(),
        Buchholz(cut=1),
        Wins(),
    )
    assert {HeadToHead().code, SonnebornBerger().code} <= METRICS.keys()
