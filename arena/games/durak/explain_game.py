"""The game around the bouts in words: drawing, the end, special rules, the next game."""

from collections.abc import Iterator

from arena.games.durak.card_words import rank_shown, suit_shown
from arena.games.durak.cards import SUITS
from arena.games.durak.conflicts import is_rated
from arena.games.durak.explain_facts import Facts, say
from scoring.messages import Message


def draw(f: Facts) -> Iterator[Message]:
    """Rule 16: O4, O25, O37."""
    o = f.options
    if not f.draws:
        yield say("draw.never")
        return
    yield say("draw.up_to_one") if o.hand_size == 1 else say("draw.up_to", hand=o.hand_size)
    if o.draw_order == "loser_first":
        yield say("draw.order.loser_first")
    elif f.passes_on:
        yield say(f"draw.order.{o.draw_order}")
    else:  # without passing on, the opener is the main attacker
        yield say("draw.order.two" if f.two_players else "draw.order.opener_first")
    yield say("draw.empty")


def end(f: Facts) -> Iterator[Message]:
    """Rules 18 to 20 and 1E: O26, O29; who loses in teams stands in their own section."""
    o = f.options
    if o.last_card_win == "immediate":
        yield say("end.immediate" if f.draws else "end.immediate_undrawn")
        if f.draws:
            yield say("end.immediate_later")
        yield say("end.durak_two")
    else:
        yield say("end.out" if f.draws else "end.out_undrawn")
        if not f.in_teams:
            yield say("end.durak")
            yield say("end.draw")
        if not f.two_players:
            yield say("end.order")
    if o.epaulettes == "tag":
        yield say("end.epaulettes_teams" if f.in_teams else "end.epaulettes", lowest=f.lowest)


def teams(f: Facts) -> Iterator[Message]:
    """1D: O27, O28."""
    o = f.options
    if not f.in_teams:
        return
    yield say(f"teams.{o.teams}")
    yield say("teams.peace")
    yield say(f"teams.{o.team_end}")
    if o.team_end == "last_team_holding":
        yield say("teams.draw")
    elif o.teams == "2v2v2":  # TM6
        yield say("teams.others_lose")


def special(f: Facts) -> Iterator[Message]:
    """1F and 1G: O30 to O36, O38 to O40."""
    o = f.options
    if o.trump_swap:
        yield say("special.swap", lowest=f.lowest)
    if o.number_trump != "off":
        yield say("special.number")
        yield say(f"special.{o.number_trump}", suits=f.suits(o.suit_order))
    if o.change_trump:
        yield say("special.change" if o.number_trump == "off" else "special.change_number")
    yield from _beating(f)
    if o.secret:
        immediate = o.last_card_win == "immediate"
        yield say("special.secret_immediate" if immediate else "special.secret")
    if o.weli != "off":
        six, bells = rank_shown(o, "6"), suit_shown(o, "D")
        yield say(f"special.weli.{o.weli}", six=six, suit=(bells,))
        yield say("special.weli_lapses")
    if o.cheating != "off":
        for part in ("", "_call", "_penalty", "_injured", "_false"):
            yield say(f"special.cheat{part}")


def _beating(f: Facts) -> Iterator[Message]:
    """Exceptions from rule 12 d and e; the club rule stands above all others (12 a)."""
    o = f.options
    if o.club_rule:
        clubs = f.suits("C")
        if f.has_trump:
            yield say("special.clubs", suit=clubs)
            yield say("special.clubs_trump", suit=clubs)
        else:
            yield say("special.clubs_no_trump", suit=clubs)
    if o.low_beats_high:
        code = "special.low_beats_high" if f.has_trump else "special.low_beats_high_no_trump"
        yield say(code, lowest=f.lowest, highest=f.highest)
        if o.club_rule:
            yield say("special.low_beats_high_clubs", suit=f.suits("C"))
    for suit, row in zip(SUITS, o.suit_matrix, strict=True):
        beaten = [
            other
            for other, beats in zip(SUITS, row, strict=True)
            if beats and not (o.club_rule and other == "C")
        ]
        if beaten:
            yield say("special.matrix", suit=f.suits(suit), others=f.suits(beaten))


def next_game(f: Facts) -> Iterator[Message]:
    """O10 and the series of O37."""
    o = f.options
    if f.has_trump or o.next_game.startswith("durak"):
        yield say(f"next.{o.next_game}")
    elif o.next_game == "first_out_deals_lowest_trump":
        yield say("next.first_out_deals_no_trump")
    else:
        yield say("next.no_trump_again")
    if f.in_teams and o.next_game.startswith("durak"):
        yield say("next.durak_of_a_team")
    yield say("next.drawn")
    if o.quicky == "no_redraw_series":
        yield say("next.series_dealt" if f.all_dealt else "next.series")
        yield say("next.series_refill")


def server(f: Facts) -> Iterator[Message]:
    """What only a server needs to say: 1H, 1I, 1J and O41."""
    o = f.options
    yield say("server.deals")
    alone = f.two_players or o.throw_in == "attacker_only"
    yield say("server.turns_alone" if alone else "server.turns")
    yield say("server.discards")
    yield say("server.default" if f.has_trump else "server.default_no_trump")
    if o.redeal != "off":
        yield say("server.redeals")
    if o.stall_limit is None:
        yield say("server.stall_default")
    else:
        yield say("server.stall", bouts=o.stall_limit)
    yield say("server.stall_loser_teams" if f.in_teams else "server.stall_loser")
    if not is_rated(o):
        yield say("server.unrated")
