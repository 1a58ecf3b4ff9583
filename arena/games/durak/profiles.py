"""The named rule sets: four seeds and their variants (RULES 1K).

A profile holds only what differs from a bare game, so that the table in RULES can be read
beside it.  Player counts are those its cards and rules allow; `german-many` could seat more.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal

from scoring.messages import Message, message

Seed = Literal["S0", "S1", "S2", "S3"]

SEED_TITLES: Final[Mapping[Seed, str]] = MappingProxyType(
    {
        "S0": "Durak of the Volga Germans",
        "S1": "Durak for two",
        "S2": "German Durak and its variants",
        "S3": "Concise Durak",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One named rule set; title and summary are English texts for the site to translate."""

    name: str
    title: str
    summary: str
    seed: Seed
    changes: Mapping[str, object] = field(hash=False)
    players: tuple[int, ...]
    default_players: int
    rated: bool = True

    @property
    def slug(self) -> str:
        """The name without the game, for an address."""
        return self.name.removeprefix("durak/")


def _upto(most: int) -> tuple[int, ...]:
    return tuple(range(2, most + 1))


_VOLGA: Final[dict[str, object]] = {
    "next_game": "durak_deals_left_attacks",
    "redeal": "forced_s0",
    "transfer": "play",
    "transfer_multi": False,
}
_DUEL24: Final[dict[str, object]] = {
    "deck": 24,
    "hand_size": 5,
    "attack_limit": 5,
    "trump_card": "out_of_play",
    "first_attacker": "dealer_left",
    "next_game": "durak_deals_and_defends",
    "throw_in": "attacker_only",
    "throw_multi": False,
    "after_take": "none",
    "draw_order": "loser_first",
    "last_card_win": "immediate",
    "epaulettes": "off",
}
_GERMAN: Final[dict[str, object]] = {
    "next_game": "durak_attacked_first",
    "redeal": "demand_s2",
    "throw_in": "neighbours",
    "opening_multi": True,
    "pre_defence_window": True,
    "transfer": "play_or_show",
    "show_limit": "none",
    "draw_order": "main_first",
    "epaulettes": "off",
}
_CONCISE: Final[dict[str, object]] = {
    "next_game": "first_out_deals_lowest_trump",
    "epaulettes": "off",
}


def _german(
    slug: str,
    title: str,
    summary: str,
    players: tuple[int, ...] = _upto(6),
    default_players: int = 4,
    *,
    rated: bool = True,
    **changes: object,
) -> Profile:
    """A variant of S2: german plus what differs."""
    return Profile(
        name=f"durak/german-{slug}",
        title=title,
        summary=summary,
        seed="S2",
        changes=MappingProxyType({**_GERMAN, **changes}),
        players=players,
        default_players=default_players,
        rated=rated,
    )


_ALL: Final = (
    Profile(
        name="durak/volga",
        title="Volga Durak",
        summary="Everybody throws in, attacks are passed on, and the lowest cards make epaulettes.",
        seed="S0",
        changes=MappingProxyType(_VOLGA),
        players=_upto(6),
        default_players=4,
    ),
    Profile(
        name="durak/volga-plain",
        title="Volga Durak without passing on",
        summary="The Volga game in its plain form: you beat or you take.",
        seed="S0",
        changes=MappingProxyType({**_VOLGA, "transfer": "off"}),
        players=_upto(6),
        default_players=4,
    ),
    Profile(
        name="durak/duel24",
        title="Duel with 24 cards",
        summary="Two players, five cards each, and the last card played wins at once.",
        seed="S1",
        changes=MappingProxyType(_DUEL24),
        players=(2,),
        default_players=2,
    ),
    Profile(
        name="durak/concise",
        title="Concise Durak",
        summary="The classic game in its shortest form: everybody throws in, nothing is passed on.",
        seed="S3",
        changes=MappingProxyType(_CONCISE),
        players=_upto(6),
        default_players=4,
    ),
    Profile(
        name="durak/german",
        title="German Durak",
        summary="Two neighbours attack the player between them; a trump of the same rank is a "
        "ticket that passes the attack on.",
        seed="S2",
        changes=MappingProxyType(_GERMAN),
        players=_upto(6),
        default_players=4,
    ),
    _german(
        "push",
        "German Durak: passing on",
        "Attacks are passed on by playing cards of the same rank, never by showing one.",
        transfer="play",
    ),
    _german(
        "ticket",
        "German Durak: one ticket per attack",
        "A trump is shown to pass the attack on, but only once by each player in a bout.",
        show_limit="per_bout",
    ),
    _german(
        "equal-push",
        "German Durak: passing on as many",
        "Whoever passes an attack on must add exactly as many cards as lie there.",
        transfer_count="equal",
    ),
    _german(
        "turn",
        "German Durak: change of direction",
        "Whoever passes an attack on chooses the side; trumps cannot be passed on.",
        transfer="play",
        transfer_dir="choose",
        transfer_trump="forbidden",
    ),
    _german(
        "many",
        "German Durak for many",
        "Two packs shuffled together, for more than six players or a longer game.",
        players=_upto(8),
        default_players=7,
        packs=2,
        show_limit="per_bout",
    ),
    _german(
        "team",
        "German Durak in teams",
        "Two against two: partners sit opposite and never attack each other.",
        players=(4,),
        teams="2v2",
    ),
    _german(
        "swap",
        "German Durak: swapping the trump card",
        "Whoever holds the lowest trump may swap it for the trump card turned up.",
        players=_upto(5),
        trump_swap=True,
    ),
    _german(
        "change-trump",
        "German Durak: changing trump",
        "A second card hides under the trump card; once drawn, it makes a new trump.",
        players=_upto(5),
        change_trump=True,
    ),
    _german(
        "number-trump-high",
        "German Durak: number trumps on top",
        "The rank turned up is trump in every suit and stands above the trump suit.",
        number_trump="number_high",
    ),
    _german(
        "number-trump-suit",
        "German Durak: number trumps below",
        "The rank turned up is trump in every suit and stands below the trump suit.",
        number_trump="suit_high",
    ),
    _german(
        "big52",
        "German Durak with 52 cards",
        "The full pack, nine cards each and up to nine attack cards: twice as long.",
        players=_upto(5),
        deck=52,
        hand_size=9,
        attack_limit=9,
    ),
    _german(
        "two-left-equal",
        "German Durak: passing on between two",
        "When two are left, an attack is passed on only between equally large hands.",
        default_players=3,
        transfer_two_left="equal_hands",
    ),
    _german(
        "clubs",
        "German Durak: the club rule",
        "A club is beaten only by a higher club, never by a trump.",
        club_rule=True,
    ),
    _german(
        "no-trump",
        "German Durak without trumps",
        "No suit is trump: only a higher card of the same suit beats.",
        transfer="play",
        trump_mode="none",
        first_attacker="dealer_left",
    ),
    _german(
        "quicky",
        "Quicky",
        "The fast game: no cards are drawn after the deal.",
        quicky="no_redraw",
    ),
    _german(
        "quicky-series",
        "Quicky series",
        "No cards are drawn, and the cards played stay out of the next game.",
        quicky="no_redraw_series",
    ),
    _german(
        "unbeatable-none",
        "Nothing is unbeatable",
        "The lowest card of a suit beats the highest of the same suit.",
        low_beats_high=True,
    ),
    _german(
        "secret",
        "Secret",
        "Everybody has two face-down cards that come into play when the hand is empty.",
        players=_upto(4),
        secret=2,
    ),
    _german(
        "weli",
        "Weli",
        "A six stays a six, but whoever plays it names its suit.",
        weli="all_sixes",
    ),
    _german(
        "pile-on",
        "Piling on",
        "When the defender gives up, the limit falls: every fitting card may be thrown in.",
        after_take="uncapped",
    ),
    _german(
        "cheat",
        "Cheating",
        "You may play cards that do not fit, until somebody calls it out.  Never rated.",
        cheating="callable",
        rated=False,
    ),
)

PROFILES: Final[Mapping[str, Profile]] = MappingProxyType(
    {profile.name: profile for profile in _ALL}
)

PROFILE_TEMPLATES: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{f"seed.{seed}": title for seed, title in SEED_TITLES.items()},
        **{f"{name}.title": profile.title for name, profile in PROFILES.items()},
        **{f"{name}.summary": profile.summary for name, profile in PROFILES.items()},
    }
)
"""The texts above once more, as the table that the site translates."""


def seed_title(seed: Seed) -> Message:
    """What the profiles of one source are called together."""
    return message(PROFILE_TEMPLATES, f"seed.{seed}")


def profile_title(profile: Profile) -> Message:
    """The profile's name for people."""
    return message(PROFILE_TEMPLATES, f"{profile.name}.title")


def profile_summary(profile: Profile) -> Message:
    """What makes the profile special, in a sentence."""
    return message(PROFILE_TEMPLATES, f"{profile.name}.summary")
