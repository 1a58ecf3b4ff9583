"""How ratings, changes and shares are written, and what ladders are called."""

from fractions import Fraction

import pytest
from django.template import Context, Template
from django.utils.translation import override

from scoring.elo import ErrorBar, micro_elo
from scoring.ladder import Standing
from tournaments.ladder_names import ladder_name
from tournaments.models import Ladder, Rating, RatingEvent
from tournaments.services.ladders import ladder_open
from tournaments.templatetags.ratings import elo, elo_change, elo_margin, is_provisional, share


@pytest.mark.parametrize(
    ("micro", "written"),
    [
        (micro_elo(1512), "1512"),
        (1_512_500_001, "1513"),
        (-20_000_000, "\N{MINUS SIGN}20"),
        (0, "0"),
    ],
)
def test_a_rating_is_a_whole_number(micro: int, written: str) -> None:
    assert elo(micro) == written


@pytest.mark.parametrize(
    ("micro", "written"),
    [
        (12_300_000, "+12"),
        (-6_900_000, "\N{MINUS SIGN}7"),
        (0, "±0"),
        (-400_000, "±0"),
        (1_500_000_000, "+1500"),
    ],
)
def test_a_change_has_its_sign(micro: int, written: str) -> None:
    assert elo_change(micro) == written


@pytest.mark.parametrize("known", [Rating(variance=484), RatingEvent(variance=484)])
def test_the_margin_is_that_of_95_in_100(known: Rating | RatingEvent) -> None:
    assert elo_margin(known) == 43  # 1.96 * 22
    assert elo_margin(known.standing) == 43


def test_who_has_few_results_is_provisional() -> None:
    assert is_provisional(Rating(results=29, results_of_version=29, version=1))
    assert not is_provisional(Standing(bar=ErrorBar(results=30), results_of_version=30))


def test_a_share_is_written_in_percent() -> None:
    assert share(0.625) == "62.5\N{NO-BREAK SPACE}%"
    assert share(Fraction(1, 3)) == "33.3\N{NO-BREAK SPACE}%"
    assert share(None) == ""
    with override("de"):
        assert share(0.625) == "62,5\N{NO-BREAK SPACE}%"


def named(profile: str, players: int, hosting: str = Ladder.Hosting.BOTS, **options: object) -> str:
    return ladder_name(Ladder(profile=profile, players=players, hosting=hosting, options=options))


def test_ladders_have_names() -> None:
    assert named("durak/volga", 4) == "Volga Durak, 4 players"
    assert named("burako/pairs", 4) == "Burako in pairs"
    assert named("burako/pairs", 4, Ladder.Hosting.PEOPLE) == "Burako in pairs (people)"
    assert named("durak/forgotten", 3) == "durak/forgotten, 3 players"


@pytest.mark.django_db
def test_ladders_by_differently_changed_rules_have_names_of_their_own() -> None:
    made = [
        ladder_open(hosting=Ladder.Hosting.BOTS, profile="durak/volga", players=2, options=options)
        for options in ({"deck": 24}, {"deck": 52})
    ]
    assert [ladder_name(ladder) for ladder in made] == [
        "Volga Durak, 2 players, changed rules (1)",
        "Volga Durak, 2 players, changed rules (2)",
    ]


def test_templates_have_them_all() -> None:
    words = (
        "{% load ratings %}{{ r.value|elo }} ± {{ r|elo_margin }} {{ d|elo_change }} "
        "{{ s|share }} {{ l|ladder_name }}"
    )
    told = {"r": Rating(), "d": -1_000_000, "s": 0.5}
    told["l"] = Ladder(profile="burako/duel", players=2, hosting=Ladder.Hosting.BOTS)
    assert Template(words).render(Context(told)) == (
        "1500 ± 686 \N{MINUS SIGN}1 50.0\N{NO-BREAK SPACE}% Burako for two"
    )
