"""The command that works out all ratings again: it finds what was damaged, and mends it."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.ladder_kit import bots, ladder_made, result_between
from tournaments.models import Encounter, Ladder, LadderEntry, Rating, RatingEvent
from tournaments.services import encounter_rebuild, rating_rebuild
from tournaments.services.ratings import rating_result_record, rating_result_void

pytestmark = pytest.mark.django_db
RESULTS = 12


@pytest.fixture
def ladder() -> Ladder:
    """Three bots, a dozen results, two of them void, one declared so long after."""
    ladder, who = ladder_made(), bots(3)
    for number in range(1, RESULTS + 1):
        one, other = who[number % 3], who[(number + 1) % 3]
        versions = (1 + number // 7, 1)
        share = Fraction(number % 5, 4)
        rating_result_record(
            result=result_between(ladder, number, one, other, share, versions=versions)
        )
        if number == 6:
            rating_result_void(source="match:5")
    rating_result_void(source="match:2")
    return ladder


def run(*arguments: str) -> tuple[str, str]:
    """What it said, and why it failed, if it did."""
    out = StringIO()
    try:
        call_command("rebuild_ratings", *arguments, stdout=out, stderr=StringIO())
    except CommandError as error:
        return out.getvalue(), str(error)
    return out.getvalue(), ""


def everything(ladder: Ladder) -> list[dict[str, object]]:
    """All that is kept beside the log, but for the rows' keys."""
    rows: list[Any] = [
        *Rating.objects.filter(ladder=ladder).order_by("competitor").values(),
        *Encounter.objects.filter(ladder=ladder).order_by("competitor", "opponent").values(),
        *Ladder.objects.filter(pk=ladder.pk).values(),
    ]
    return [{name: value for name, value in row.items() if name != "id"} for row in rows]


def test_what_is_right_is_left_alone(ladder: Ladder) -> None:
    before, keys = everything(ladder), set(Rating.objects.values_list("pk", flat=True))
    for arguments in ((), ("--check",), (ladder.slug,), (ladder.slug, "--check")):
        said, failed = run(*arguments)
        assert (said, failed) == (f"{ladder.slug}: {RESULTS + 2} entries, identical.\n", "")
    assert everything(ladder) == before
    assert set(Rating.objects.values_list("pk", flat=True)) == keys


def damage_rating(_ladder: Ladder) -> None:
    Rating.objects.filter(pk=Rating.objects.earliest("pk").pk).update(value=7, trend=[1, 2])


def damage_sums(_ladder: Ladder) -> None:
    """What corrections do not start from: those would log how far the rating was off."""
    Rating.objects.filter(pk=Rating.objects.earliest("pk").pk).update(games=77, trend=[1, 2])


def lose_rating(_ladder: Ladder) -> None:
    Rating.objects.earliest("pk").delete()


def invent_rating(ladder: Ladder) -> None:
    Rating.objects.create(ladder=ladder, competitor_id=bots(1)[0])


def damage_encounter(_ladder: Ladder) -> None:
    Encounter.objects.filter(pk=Encounter.objects.earliest("pk").pk).update(shares=3)


def lose_encounter(_ladder: Ladder) -> None:
    Encounter.objects.earliest("pk").delete()


def invent_encounter(ladder: Ladder) -> None:
    Encounter.objects.create(ladder=ladder, competitor_id=bots(1)[0], opponent_id=bots(1)[0])


def damage_counts(_ladder: Ladder) -> None:
    Ladder.objects.update(ratings_count=9, results_count=1)


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (damage_rating, "1 ratings"),
        (damage_sums, "1 ratings"),
        (lose_rating, "1 ratings"),
        (invent_rating, "1 ratings"),
        (damage_encounter, "1 encounters"),
        (lose_encounter, "1 encounters"),
        (invent_encounter, "1 encounters"),
        (damage_counts, "2 counts"),
    ],
)
def test_what_was_damaged_is_told_and_mended(
    ladder: Ladder, damage: Callable[[Ladder], None], told: str
) -> None:
    right = everything(ladder)
    damage(ladder)
    damaged = everything(ladder)
    said, failed = run("--check")
    assert f"{RESULTS + 2} entries; different: {told}. Nothing was changed." in said
    assert len(said.splitlines()) == 1 + int(told[0]), "a sentence for each"
    assert ladder.slug in failed
    assert everything(ladder) == damaged
    said, failed = run()
    assert failed == ""
    assert f"different: {told}. Mended." in said
    assert everything(ladder) == right
    assert "identical" in run("--check")[0]


def test_the_log_is_compared_but_stays_as_it_is(ladder: Ladder) -> None:
    who = Rating.objects.earliest("pk").competitor_id
    RatingEvent.objects.create(ladder=ladder, competitor_id=who, number=3, cause="correction")
    before = everything(ladder)
    for arguments in ((), ("--check",)):
        said, failed = run(*arguments)
        assert "different: 1 steps of the log. The log is never changed." in said
        assert f"Entry 3: what it did to competitor {who} (correction)" in said
        assert ladder.slug in failed
    assert everything(ladder) == before
    damage_counts(ladder)
    said, failed = run()
    assert "All but the log was mended." in said
    assert failed
    assert everything(ladder) == before


@pytest.mark.parametrize(
    ("name", "value"), [("delta", 5), ("expected", 0.25), ("score", 0.75), ("score", None)]
)
@pytest.mark.parametrize("number", [1, 12])
def test_how_a_step_came_about_is_compared_too(
    monkeypatch: pytest.MonkeyPatch, name: str, value: float | None, number: int
) -> None:
    """The log cannot be changed, so it is written wrongly at once."""
    ladder, (one, other) = ladder_made(), bots(2)
    write = RatingEvent.objects.bulk_create

    def write_wrongly(events: Iterable[RatingEvent], **options: Any) -> list[RatingEvent]:  # noqa: ANN401
        rows = list(events)
        if rows[0].number == number:
            setattr(rows[0], name, value)
        return write(rows, **options)

    monkeypatch.setattr(RatingEvent.objects, "bulk_create", write_wrongly)
    for result in range(1, RESULTS + 1):
        rating_result_record(result=result_between(ladder, result, one, other, Fraction(1)))
    said, failed = run("--check")
    assert f"Entry {number}: what it did to competitor {one} (result)" in said
    assert f"Entry {number}: what it did to competitor {other} " not in said
    assert "different: 2 steps of the log" in said, "one is missing, and another one is there"
    assert ladder.slug in failed


@pytest.mark.parametrize("delta", [0, 5])
def test_how_far_a_correction_went_is_compared_too(
    monkeypatch: pytest.MonkeyPatch, ladder: Ladder, delta: int
) -> None:
    write = RatingEvent.objects.bulk_create

    def write_wrongly(events: Iterable[RatingEvent], **options: Any) -> list[RatingEvent]:  # noqa: ANN401
        rows = list(events)
        rows[0].delta = delta
        return write(rows, **options)

    monkeypatch.setattr(RatingEvent.objects, "bulk_create", write_wrongly)
    rating_result_void(source="match:9")
    assert f"Entry {RESULTS + 3}: what it did to competitor " in run("--check")[0]


def test_only_the_ladders_that_are_named(ladder: Ladder) -> None:
    other = ladder_made("durak/german", 2)
    Ladder.objects.update(ratings_count=5)
    assert run(other.slug)[1] == ""
    other.refresh_from_db()
    ladder.refresh_from_db()
    assert (other.ratings_count, ladder.ratings_count) == (0, 5)
    said, _ = run()
    assert [line.split(":")[0] for line in said.splitlines() if line[0] != " "] == [
        other.slug,
        ladder.slug,
    ]


def test_an_unknown_ladder_is_refused_before_anything_is_done(ladder: Ladder) -> None:
    damage_counts(ladder)
    said, failed = run(ladder.slug, "whist")
    assert said == ""
    assert failed == f"There is no ladder whist. There are: {ladder.slug}."
    assert "different" in run("--check")[0]


def test_without_ladders_there_is_nothing_to_do() -> None:
    assert run() == ("", "")
    assert run("whist")[1] == "There is no ladder whist. There are: none."


def test_a_ladder_without_results_is_in_order() -> None:
    assert run("--check")[1] == ""
    assert run(ladder_made().slug)[0] == "durak-volga-2: 0 entries, identical.\n"


def test_it_reads_in_small_parts_and_says_how_far_it_is(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same numbers when nothing is held for longer than an entry or two."""
    monkeypatch.setattr(rating_rebuild, "_BATCH", 2)
    monkeypatch.setattr(encounter_rebuild, "_PAIRS_MAX", 1)
    errors = StringIO()
    call_command("rebuild_ratings", "--check", stdout=StringIO(), stderr=errors)
    lines = [f"{ladder.slug}: {done} of 14 entries" for done in range(2, 15, 2)]
    assert errors.getvalue().splitlines() == lines


def test_what_arrives_while_it_reads_is_part_of_it(
    ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ladder waits only at the end, so there may be new results, and voids of old ones."""
    who = sorted(Rating.objects.values_list("competitor_id", flat=True))
    walk_on = rating_rebuild._Walk.go_on
    arrived: list[LadderEntry | None] = []

    def go_on(walk: rating_rebuild._Walk, until: int | None) -> None:
        walk_on(walk, until)
        if until is not None:
            result = result_between(ladder, 99, who[0], who[2], Fraction(1, 3))
            arrived.append(rating_result_record(result=result))
            arrived.append(rating_result_void(source="match:4"))
            arrived.append(rating_result_void(source="match:99"))

    monkeypatch.setattr(rating_rebuild._Walk, "go_on", go_on)
    damage_sums(ladder)
    found = rating_rebuild.ratings_rebuild(ladder_id=ladder.pk)
    assert (found.entries, found.ratings_differing) == (RESULTS + 5, 1)
    monkeypatch.undo()
    assert len(arrived) == 3
    assert all(arrived)
    assert LadderEntry.objects.count() == RESULTS + 5
    assert rating_rebuild.ratings_rebuild(ladder_id=ladder.pk).is_identical
