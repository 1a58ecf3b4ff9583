"""The deal and one bout in words: what you may do, and when."""

from collections.abc import Iterator

from arena.games.durak.card_words import ranks_shown
from arena.games.durak.cards import SUITS
from arena.games.durak.dealing import REDEAL_SUIT
from arena.games.durak.explain_facts import Facts, say
from scoring.messages import Message


def setup(f: Facts) -> Iterator[Message]:
    """Rules 1 to 6: O1 to O4, O7, O8, O11, O38."""
    o = f.options
    yield say("setup.teams" if f.in_teams else "setup.alone", players=f.players)
    ranks = ", ".join(ranks_shown(o))
    if o.packs > 1:
        yield say("setup.packs", packs=o.packs, cards=o.deck, ranks=ranks)
        yield say("setup.identical")
    else:
        yield say("setup.pack", cards=o.deck, ranks=ranks)
    yield say(f"setup.naming.{o.naming}", suits=f.suits(SUITS))
    if o.secret:
        yield say("setup.secret", secret=o.secret)
    yield say("setup.deal_one") if o.hand_size == 1 else say("setup.deal", hand=o.hand_size)
    yield say(f"setup.trump.{_trump(f)}")
    yield from _redeal(f)


def _trump(f: Facts) -> str:
    o = f.options
    if not f.has_trump:
        return "none"
    if f.trump_shown_from_hand:
        return "dealt"
    if o.quicky != "off":
        return "stays"
    return "changing" if o.change_trump else o.trump_card


def _redeal(f: Facts) -> Iterator[Message]:
    o = f.options
    if o.redeal == "forced_s0":
        rare = o.hand_size < REDEAL_SUIT
        yield say("setup.redeal.colours" if rare else "setup.redeal.forced_s0")
        if o.naming == "spanish":  # A0-4
            yield say("setup.spanish_colours", red=f.suits("DH"), black=f.suits("SC"))
    elif o.redeal == "demand_s2" and o.hand_size >= REDEAL_SUIT:
        yield say("setup.redeal.demand_s2")
    else:
        yield say("setup.redeal.off")


def start(f: Facts) -> Iterator[Message]:
    """Rules 7, 8 and 17: O9."""
    o = f.options
    if o.first_attacker == "lowest_trump":
        yield say("start.lowest_trump")
        if o.packs > 1:
            yield say("start.tie")
        if not f.trump_shown_from_hand:
            yield say("start.nobody")
    else:
        yield say("start.dealer_defends" if f.two_players else "start.dealer_left")
    if f.two_players:
        if o.first_attacker == "lowest_trump":
            yield say("start.defender_two")
        yield say("start.then_two")
    else:
        yield say("start.defender_teams" if f.in_teams else "start.defender")
        yield say("start.then")
        yield say("start.out")


def attack(f: Facts) -> Iterator[Message]:
    """Rules 9 to 11: O5, O6, O13."""
    o = f.options
    yield say("attack.multi" if o.opening_multi else "attack.one")
    yield say("attack.rank")
    if o.attack_limit and o.limit_by_defender_hand:
        yield say("attack.limit_and_hand", limit=o.attack_limit)
    elif o.attack_limit:
        yield say("attack.limit", limit=o.attack_limit)
    else:
        yield say("attack.hand" if o.limit_by_defender_hand else "attack.no_limit")
    if not o.limit_by_defender_hand:
        yield say("attack.empty_handed")


def defence(f: Facts) -> Iterator[Message]:
    """Rules 12 to 14; the special rules name their own exceptions."""
    rule = "defence.beat" if f.has_trump else "defence.beat_same_suit"
    if f.special_beating:
        yield say(f"{rule}_mostly")
        yield say("defence.exceptions")
    else:
        yield say(rule)
    yield say("defence.give_up")
    yield say("defence.success")


def transfer(f: Facts) -> Iterator[Message]:
    """1C: O16 to O23."""
    o = f.options
    if not f.passes_on:
        yield say("transfer.off")
        return
    single = o.transfer_count == "any" and not o.transfer_multi
    yield say("transfer.one" if single else f"transfer.{o.transfer_count}")
    if f.two_players:
        yield say("transfer.two")
    else:
        yield say(f"transfer.{o.transfer_dir}{'_teams' if f.in_teams else ''}")
        if o.transfer_dir == "choose":
            yield say(f"transfer.dir_lasts.{o.dir_lasts}")
    if o.transfer == "play_or_show":
        yield from _show(f)
    if o.transfer_trump == "forbidden" and f.has_trump:
        yield say("transfer.no_trump")
    if o.attack_limit:
        yield say("transfer.capacity_and_limit", limit=o.attack_limit)
    else:
        yield say("transfer.capacity")
    yield say("transfer.again")
    if not f.two_players:
        yield say(f"transfer.two_left.{o.transfer_two_left}")
    elif o.transfer_two_left == "equal_hands":
        yield say("transfer.two_players.equal_hands")


def _show(f: Facts) -> Iterator[Message]:
    o = f.options
    yield say("transfer.show")
    yield say("transfer.show_or_play")
    if o.transfer_count != "any":  # T9
        yield say("transfer.show_counts_one")
    yield say(f"transfer.show_limit.{o.show_limit}")


def throw(f: Facts) -> Iterator[Message]:
    """Rule 14: O12, O14, O15."""
    o = f.options
    if f.two_players:
        yield say("throw.two")
    else:
        everybody = o.throw_in == "all" and f.in_teams
        yield say("throw.all_teams" if everybody else f"throw.{o.throw_in}")
        if o.throw_in != "all":
            yield say("throw.main" if f.passes_on else "throw.main_opener")
    yield say("throw.when_pre" if o.pre_defence_window else "throw.when")
    yield say("throw.multi" if o.throw_multi else "throw.single")


def take(f: Facts) -> Iterator[Message]:
    """Rule 15: O24."""
    o = f.options
    yield say("take.all")
    unlimited = not o.attack_limit and not o.limit_by_defender_hand
    if unlimited and o.after_take != "none":
        yield say("take.after.capped_no_limit")
    else:
        yield say(f"take.after.{o.after_take}")
