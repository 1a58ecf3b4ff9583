"""How A/B tests are put into words: who is compared, what was asked, and what the answer is."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arena.ab_texts import percent_text, version_named
from arena.models import AbTest, BotVersion
from scoring.sequential import Interval

_MINUS = "\N{MINUS SIGN}"
State = AbTest.State
Reason = AbTest.Reason


def names_of(test: AbTest) -> tuple[str, str]:
    """The new and the old version, as short as is clear."""
    if test.new.bot_id == test.old.bot_id:
        return _number_named(test.new), _number_named(test.old)
    return version_named(test.new), version_named(test.old)


def _number_named(version: BotVersion) -> str:
    return _("version %(number)d") % {"number": version.number}


def title_text(test: AbTest) -> str:
    """What it compares, for lists and tabs."""
    new, old = names_of(test)
    if test.new.bot_id == test.old.bot_id:
        return _("%(name)s: %(new)s against %(old)s") % {
            "name": test.new.bot.public_name,
            "new": new,
            "old": old,
        }
    return _("%(new)s against %(old)s") % {"new": new, "old": old}


def question_text(test: AbTest) -> str:
    """What is asked, as its author would."""
    new, old = names_of(test)
    text = _("Is %(new)s stronger than %(old)s?")
    if asks_to_keep(test):
        text = _("Is %(new)s no weaker than %(old)s?")
    return text % {"new": new, "old": old}


def bounds_texts(test: AbTest) -> tuple[str, str]:
    """What is decided at the upper and at the lower bound."""
    if asks_to_keep(test):
        kept = _("no weaker: it loses less than %(elo)d Elo") % {"elo": round(-test.elo0)}
        return kept, _("weaker")
    return _("stronger"), _("not stronger by %(elo)d Elo") % {"elo": round(test.elo1)}


def asks_to_keep(test: AbTest) -> bool:
    """Whether it is enough that nothing is lost."""
    return test.elo0 < 0


def elo_asked(test: AbTest) -> int:
    """How large a difference matters."""
    return round(max(abs(test.elo0), abs(test.elo1)))


def verdict_text(test: AbTest, interval: Interval) -> str:
    """What came of it, or how far it is, in a sentence or two."""
    new, old = names_of(test)
    said = _answer(test) % {
        "new": new,
        "old": old,
        "gain": round(test.elo1),
        "loss": round(-test.elo0),
        "so_far": so_far_text(test, interval),
        "no_by_mistake": percent_text(test.beta),
        "yes_by_mistake": percent_text(test.alpha),
    }
    return capfirst(said)


def _answer(test: AbTest) -> str:
    answers = {
        (State.PASSED, True): _(
            "%(new)s is no weaker than %(old)s: %(so_far)s. The chance of saying so although it "
            "loses %(loss)d Elo is at most %(yes_by_mistake)s."
        ),
        (State.PASSED, False): _(
            "%(new)s is stronger than %(old)s: %(so_far)s. The chance of saying so by mistake is "
            "at most %(yes_by_mistake)s."
        ),
        (State.FAILED, True): _(
            "%(new)s is weaker than %(old)s: %(so_far)s. The chance of saying so by mistake is at "
            "most %(no_by_mistake)s."
        ),
        (State.FAILED, False): _(
            "%(new)s is not %(gain)d Elo stronger than %(old)s: %(so_far)s. The chance of missing "
            "such a gain is at most %(no_by_mistake)s."
        ),
    }
    if test.is_running:
        begun = _("It has begun: the first deal sets wait for their turn.")
        return _("No answer yet: %(so_far)s.") if test.sets else begun
    return answers.get((State(test.state), asks_to_keep(test))) or _reason(test)


def _reason(test: AbTest) -> str:
    """Why there is no answer, and what to do."""
    return {
        Reason.BY_AUTHOR: _("It was stopped before there was an answer: %(so_far)s."),
        Reason.RETIRED: _(
            "It was stopped because one of its bots is retired: %(so_far)s. Let the bot come back "
            "and begin a new test."
        ),
        Reason.BENCHED: _(
            "It was stopped because one of its bots is benched: %(so_far)s. Send in a version that "
            "passes the checks and begin a new test."
        ),
        Reason.NOT_PLAYING: _(
            "It was stopped because one of its versions may not play any more: %(so_far)s. Choose "
            "another one and begin a new test."
        ),
        Reason.UNPLAYABLE: _(
            "It is stuck, because several of its matches in a row could not be played: %(so_far)s. "
            "The list below says why; with fewer boards in a deal set it may work."
        ),
        Reason.REFUSED: _(
            "It was stopped because such matches are no longer offered: %(so_far)s. Begin a new "
            "test with what is offered now."
        ),
        Reason.ENOUGH: _(
            "No answer with as many deal sets as you allowed: %(so_far)s. The two are close; ask "
            "for a larger difference, or allow more deal sets."
        ),
        Reason.CORRECTED: _(
            "There is no answer any more, because the staff declared deal sets void that it rested "
            "on: %(so_far)s. Begin a new test."
        ),
    }[Reason(test.reason)]


def so_far_text(test: AbTest, interval: Interval) -> str:
    """What is known about the difference, and from how much."""
    after = ngettext("after %(sets)d deal set", "after %(sets)d deal sets", test.sets)
    counted = after % {"sets": test.sets}
    known = elo_text(interval)
    return _("%(elo)s Elo %(after)s") % {"elo": known, "after": counted} if known else counted


def elo_text(interval: Interval) -> str:
    """Such as "+34 (+15 to +54)", for the ends seldom lie equally far; where one version won or
    lost everything, only the near end is known."""
    low, high = interval.elo_low, interval.elo_high
    if interval.elo is not None and low is not None and high is not None:
        return _("%(elo)s (%(low)s to %(high)s)") % {
            "elo": signed(interval.elo),
            "low": signed(low),
            "high": signed(high),
        }
    if low is not None:
        return _("more than %(elo)s") % {"elo": signed(low)}
    if high is not None:
        return _("less than %(elo)s") % {"elo": signed(high)}
    return ""


def range_text(interval: Interval) -> str:
    """From where to where the difference may lie."""
    ends = (interval.elo_low, interval.elo_high)
    low, high = (None if end is None else signed(end) for end in ends)
    if low is not None and high is not None:
        return _("between %(low)s and %(high)s Elo") % {"low": low, "high": high}
    return elo_text(interval)


def signed(elo: float) -> str:
    """A difference with its sign; "±0" for none."""
    whole = round(elo)
    return f"{whole:+d}".replace("-", _MINUS) if whole else "±0"
