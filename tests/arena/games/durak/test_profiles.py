"""The named rule sets are those of RULES 1K."""

from typing import Any

import pytest

from arena.games.durak.conflicts import MOST_PLAYERS, options_for
from arena.games.durak.options import OPTION_NAMES, DurakOptions, OptionsRefusedError
from arena.games.durak.profiles import PROFILES, SEED_TITLES

GERMAN_VARIANTS = [
    "push",
    "ticket",
    "equal-push",
    "turn",
    "many",
    "team",
    "swap",
    "change-trump",
    "number-trump-high",
    "number-trump-suit",
    "big52",
    "two-left-equal",
    "clubs",
    "no-trump",
    "quicky",
    "quicky-series",
    "unbeatable-none",
    "secret",
    "weli",
    "pile-on",
    "cheat",
]

TABLE_1K: dict[str, dict[str, Any]] = {
    "durak/volga": {
        "next_game": "durak_deals_left_attacks",
        "redeal": "forced_s0",
        "throw_in": "all",
        "throw_multi": True,
        "transfer": "play",
        "transfer_multi": False,
        "transfer_two_left": "always",
        "after_take": "capped",
        "draw_order": "opener_first",
        "epaulettes": "tag",
    },
    "durak/duel24": {
        "deck": 24,
        "hand_size": 5,
        "attack_limit": 5,
        "limit_by_defender_hand": True,
        "trump_card": "out_of_play",
        "first_attacker": "dealer_left",
        "next_game": "durak_deals_and_defends",
        "redeal": "off",
        "throw_in": "attacker_only",
        "opening_multi": False,
        "pre_defence_window": False,
        "throw_multi": False,
        "transfer": "off",
        "after_take": "none",
        "draw_order": "loser_first",
        "last_card_win": "immediate",
        "epaulettes": "off",
    },
    "durak/german": {
        "first_attacker": "lowest_trump",
        "next_game": "durak_attacked_first",
        "redeal": "demand_s2",
        "throw_in": "neighbours",
        "opening_multi": True,
        "pre_defence_window": True,
        "transfer": "play_or_show",
        "transfer_multi": True,
        "transfer_count": "any",
        "show_limit": "none",
        "transfer_two_left": "always",
        "after_take": "capped",
        "draw_order": "main_first",
        "epaulettes": "off",
    },
    "durak/concise": {
        "next_game": "first_out_deals_lowest_trump",
        "throw_in": "all",
        "transfer": "off",
        "after_take": "capped",
        "draw_order": "opener_first",
        "epaulettes": "off",
    },
}

DIFFERENCES: dict[str, dict[str, Any]] = {
    "push": {"transfer": "play"},
    "ticket": {"show_limit": "per_bout"},
    "equal-push": {"transfer_count": "equal"},
    "turn": {"transfer": "play", "transfer_dir": "choose", "transfer_trump": "forbidden"},
    "many": {"packs": 2, "show_limit": "per_bout"},
    "team": {"teams": "2v2"},
    "swap": {"trump_swap": True},
    "change-trump": {"change_trump": True},
    "number-trump-high": {"number_trump": "number_high"},
    "number-trump-suit": {"number_trump": "suit_high"},
    "big52": {"deck": 52, "hand_size": 9, "attack_limit": 9},
    "two-left-equal": {"transfer_two_left": "equal_hands"},
    "clubs": {"club_rule": True},
    "no-trump": {"trump_mode": "none", "transfer": "play", "first_attacker": "dealer_left"},
    "quicky": {"quicky": "no_redraw"},
    "quicky-series": {"quicky": "no_redraw_series"},
    "unbeatable-none": {"low_beats_high": True},
    "secret": {"secret": 2},
    "weli": {"weli": "all_sixes"},
    "pile-on": {"after_take": "uncapped"},
    "cheat": {"cheating": "callable"},
}


def differing(options: DurakOptions, base: DurakOptions) -> dict[str, object]:
    """The options in which these two rule sets differ."""
    return {
        name: getattr(options, name)
        for name in OPTION_NAMES
        if getattr(options, name) != getattr(base, name)
    }


def test_there_are_exactly_the_26_profiles_of_the_issue() -> None:
    seeds = ("volga", "volga-plain", "duel24", "german", "concise")
    variants = (f"german-{slug}" for slug in GERMAN_VARIANTS)
    assert set(PROFILES) == {f"durak/{slug}" for slug in (*seeds, *variants)}
    assert len(PROFILES) == 26


@pytest.mark.parametrize("name", TABLE_1K)
def test_1k_a_seed_profile_has_the_values_of_its_column(name: str) -> None:
    options = options_for(name)
    assert {option: getattr(options, option) for option in TABLE_1K[name]} == TABLE_1K[name]
    # and whatever the table does not name stays as in a bare game
    assert set(differing(options, DurakOptions())) <= set(TABLE_1K[name])


@pytest.mark.parametrize("slug", DIFFERENCES)
def test_1k_a_german_variant_differs_in_its_own_options_only(slug: str) -> None:
    variant = options_for(f"durak/german-{slug}")
    assert differing(variant, options_for("durak/german")) == DIFFERENCES[slug]


def test_1k_volga_plain_is_volga_without_transfer() -> None:
    plain = options_for("durak/volga-plain")
    assert differing(plain, options_for("durak/volga")) == {"transfer": "off"}


def test_1k_volga_may_be_played_with_spanish_cards_and_in_teams() -> None:
    assert options_for("durak/volga", 4, {"naming": "spanish"}).naming == "spanish"
    for teams, players in (("2v2", 4), ("2v2v2", 6), ("3v3", 6)):
        assert options_for("durak/volga", players, {"teams": teams}).teams == teams


def test_1k_concise_with_six_seats_takes_36_or_52_cards() -> None:
    assert options_for("durak/concise", 6).deck == 36
    assert options_for("durak/concise", 6, {"deck": 52}).deck == 52


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_offers_exactly_the_player_counts_that_can_be_played(name: str) -> None:
    profile = PROFILES[name]
    playable = []
    for players in range(1, MOST_PLAYERS + 2):
        try:
            options_for(name, players)
        except OptionsRefusedError:
            continue
        playable.append(players)
    if name == "durak/german-many":  # offered up to eight, though twelve would find cards
        playable = [players for players in playable if players <= 8]
    assert list(profile.players) == playable
    assert profile.default_players in profile.players


def test_every_profile_says_what_it_is_and_no_two_say_the_same() -> None:
    titles = [profile.title for profile in PROFILES.values()]
    summaries = [profile.summary for profile in PROFILES.values()]
    assert len(set(titles)) == len(set(summaries)) == len(PROFILES)
    assert {profile.seed for profile in PROFILES.values()} == set(SEED_TITLES)


def test_profiles_cannot_be_changed_by_a_caller() -> None:
    with pytest.raises(TypeError):
        PROFILES["durak/mine"] = PROFILES["durak/volga"]  # type: ignore[index]
    with pytest.raises(TypeError):
        PROFILES["durak/volga"].changes["deck"] = 52  # type: ignore[index]
