"""The one place for Hypothesis strategies about Burako."""

from hypothesis import strategies as st

from scoring.burako import BurakoRuleSet, OpeningPer, TileValues, UnplayedRackFree
from tests.scoring.burako.play import PlayedHand, fresh_deck, play_hand

seats = st.sampled_from((2, 4))

tile_ids = st.sampled_from(fresh_deck())

tile_values = st.builds(
    TileValues,
    joker=st.integers(1, 60),
    two=st.integers(1, 30),
    ace=st.integers(1, 30),
    low=st.integers(1, 12),
    high=st.integers(1, 20),
)

_ends = st.tuples(
    st.none() | st.integers(1, 100_000),
    st.none() | st.integers(1, 1_000),
    st.none() | st.integers(1, 1_440),
).filter(any)

rule_sets = st.builds(
    lambda ends, **values: BurakoRuleSet(
        target_points=ends[0], hand_limit=ends[1], time_limit_minutes=ends[2], **values
    ),
    _ends,
    tile_values=tile_values,
    pure_canasta=st.integers(0, 500),
    impure_canasta=st.integers(0, 500),
    close=st.integers(0, 500),
    muerto_not_played=st.integers(0, 500),
    muerto_played=st.integers(0, 500),
    opening_points=st.integers(0, 106),  # all tiles together when each is worth 1
    unplayed_rack_free=st.sampled_from(UnplayedRackFree),
    pierna_of_twos=st.booleans(),
    opening_per=st.sampled_from(OpeningPer),
    may_end_hand=st.booleans(),
)


@st.composite
def played_hands(draw: st.DrawFn) -> PlayedHand:
    """The end of a hand that was really played, by our own small table."""
    return play_hand(draw(st.integers(0, 10**9)), draw(seats))


heaps_of_tiles = st.lists(tile_ids, min_size=0, max_size=5, unique=True).map(tuple)
# Tiles that are likely to belong together: one colour, its neighbours, twos and jokers.
related_heaps = (
    st.lists(
        st.sampled_from(
            [t for t in fresh_deck() if t[0] in "gJ" or t[1:].startswith(("2#", "1#", "13#"))]
        ),
        min_size=3,
        max_size=5,
        unique=True,
    ).map(tuple)
    | heaps_of_tiles
)

json_leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-10, 1100).map(lambda n: n * 5)
    | st.floats(allow_nan=True)
    | st.text(max_size=20)
    | tile_ids
    | st.sampled_from(["untouched", "taken_unplayed", "played", "durak", "draw", "stalled"])
)
json_values = st.recursive(
    json_leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner),
    max_leaves=12,
)

_numbers = st.integers(0, 220).map(lambda n: n * 5) | st.integers(-3, 1200) | json_leaves


def sheet_sides(racks: int) -> st.SearchStrategy[object]:
    """A side of a sheet, sometimes sensible, sometimes with anything at all in a field."""
    side: dict[str, st.SearchStrategy[object]] = {
        "closed": st.booleans() | json_values,
        "pure_canastas": st.integers(0, 3) | _numbers,
        "impure_canastas": st.integers(0, 3) | _numbers,
        "muerto": st.sampled_from(["untouched", "taken_unplayed", "played"]) | json_values,
        "laid_points": _numbers,
        "rack_points": st.lists(_numbers, min_size=racks, max_size=racks) | json_values,
    }
    return st.fixed_dictionaries(side, optional={"muerto_rack": st.integers(-1, 2) | json_values})


def sheets(seats: int) -> st.SearchStrategy[object]:
    side = sheet_sides(seats // 2)
    return st.fixed_dictionaries({"sides": st.lists(side, min_size=2, max_size=2)}) | json_values


def well_formed_sheets(seats: int) -> st.SearchStrategy[object]:
    """Sheets of the right shape with arbitrary whole numbers."""
    points = st.integers(0, 120).map(lambda n: n * 5) | st.integers(0, 1060)
    side = st.fixed_dictionaries(
        {
            "closed": st.booleans(),
            "pure_canastas": st.integers(0, 4),
            "impure_canastas": st.integers(0, 4),
            "muerto": st.sampled_from(["untouched", "taken_unplayed", "played"]),
            "laid_points": points,
            "rack_points": st.lists(
                st.integers(0, 40).map(lambda n: n * 5), min_size=seats // 2, max_size=seats // 2
            ),
            "muerto_rack": st.none() | st.integers(0, seats // 2 - 1),
        }
    )
    return st.fixed_dictionaries({"sides": st.lists(side, min_size=2, max_size=2)})


tile_sides = st.fixed_dictionaries(
    {
        "closed": st.booleans(),
        "muerto": st.sampled_from(["untouched", "taken_unplayed", "played"]) | json_values,
        "melds": st.lists(
            st.fixed_dictionaries({"tiles": st.lists(tile_ids | json_leaves, max_size=5)})
            | st.fixed_dictionaries(
                {
                    "t": st.sampled_from(["run", "set"]) | json_leaves,
                    "tiles": st.lists(tile_ids, max_size=5) | json_values,
                },
                optional={
                    "c": st.sampled_from("bgry") | json_leaves,
                    "start": st.integers(-1, 16) | json_leaves,
                    "n": st.integers(-1, 15) | json_leaves,
                },
            )
            | json_values,
            max_size=3,
        ),
        "racks": st.lists(st.lists(tile_ids, max_size=12), min_size=1, max_size=2) | json_values,
    },
    optional={"muerto_rack": st.integers(-1, 2) | json_values},
)
tile_hands = (
    st.fixed_dictionaries({"sides": st.lists(tile_sides, min_size=2, max_size=2)}) | json_values
)

# What somebody tries to do to a book: what, which hand, which side; see `books.attempt`.
Step = tuple[str, int, int]
steps = st.lists(
    st.tuples(
        st.sampled_from(
            ["hand", "hand", "hand", "tiles", "correct", "undo", "time_up", "confirm", "confirm",
             "dispute", "settle", "withdraw", "reopen", "agree", "decline"]
        ),
        st.integers(0, 7),
        st.integers(0, 1),
    ),
    max_size=25,
)  # fmt: skip
