"""The forms about matches: asking for one, and finding one."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arena.challenge_terms import boards_offered
from arena.match_states import MatchState
from arena.models import Bot
from arena.profile_choices import profile_groups, profiles_shown
from tournaments.forms.refusable import RefusableForm


class ChallengeForm(RefusableForm):
    """Whom of one's own one sends, by which rules, against whom else, and for how long.

    What is offered depends on what was chosen before: the rules on the bot, and who else sits there
    on the rules. `after` is how many challenges the author had asked for when the page was drawn: a
    form that is sent twice is recognised by it.
    """

    bot = forms.ChoiceField(
        label=_("Your bot"),
        error_messages={"invalid_choice": _("Choose one of your bots that can play now.")},
    )
    profile = forms.ChoiceField(
        label=_("Rules"),
        help_text=_("Those that both of them play."),
        error_messages={"invalid_choice": _("Choose rules that both of them play.")},
    )
    boards = forms.TypedChoiceField(
        label=_("Boards"),
        help_text=_("Every board is played once from every seat, so that nobody has better cards."),
        coerce=int,
        widget=forms.RadioSelect,
    )
    after = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0)

    def __init__(
        self,
        *args: Any,  # noqa: ANN401
        challengers: Sequence[Bot],
        profiles: Sequence[str],
        profile: str,
        others: Sequence[Bot],
        others_needed: int,
        **kwargs: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        self._others = {bot.public_id: bot for bot in others}
        self._challengers = {bot.public_id: bot for bot in challengers}
        self._offer("bot", [(bot.public_id, bot.public_name) for bot in challengers])
        self._offer("profile", [(shown.name, shown.title) for shown in profiles_shown(profiles)])
        boards = [str(number) for number in boards_offered(profile)]
        self._offer("boards", [(number, number) for number in boards])
        if self.initial.get("boards") not in boards:
            self.initial["boards"] = boards[1]
        self._opponent_names = [f"opponent_{number}" for number in range(others_needed)]
        for number, name in enumerate(self._opponent_names):
            self.fields[name] = forms.ChoiceField(
                label=gettext("Opponent %(number)d") % {"number": number + 2},
                choices=[(bot.public_id, _named(bot)) for bot in others],
                initial=others[number].public_id if number < len(others) else None,
                error_messages={
                    "required": gettext("Choose who else sits down."),
                    "invalid_choice": gettext("Choose a bot from the list that can play now."),
                },
            )
        self.order_fields(["bot", "profile", *self._opponent_names, "boards", "after"])

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def opponent_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self._opponent_names]

    @property
    def chosen_bot(self) -> Bot:
        return self._challengers[self.cleaned_data["bot"]]

    @property
    def chosen_others(self) -> list[Bot]:
        return [self._others[self.cleaned_data[name]] for name in self._opponent_names]

    def field_of(self, name: str) -> str:
        """Objections to the opponents stand at the last of them, or above all if the only one is
        the bot that the page is about."""
        return next(reversed(self._opponent_names), "") if name == "opponents" else name


def _named(bot: Bot) -> str:
    """With its author, because names of bots say little."""
    owner = bot.owner
    if owner is None:
        return bot.public_name
    return gettext("%(bot)s by %(owner)s") % {"bot": bot.public_name, "owner": owner.public_name}


class MatchSearchForm(forms.Form):
    """Which matches are listed. Whatever cannot be understood is not asked for."""

    rules = forms.ChoiceField(label=_("Rules"), required=False)
    state = forms.ChoiceField(label=_("State"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(*args, **kwargs)
        rules, state = self.fields["rules"], self.fields["state"]
        assert isinstance(rules, forms.ChoiceField)
        assert isinstance(state, forms.ChoiceField)
        rules.choices = [
            ("", gettext("All rules")),
            *(
                (title, [(profile.name, profile.title) for profile in members])
                for title, members in profile_groups()
            ),
        ]
        state.choices = [("", gettext("All")), *((each.value, each.label) for each in MatchState)]

    def asked(self) -> dict[str, str]:
        """What to look for; nothing where the address holds nonsense."""
        self.is_valid()
        return {name: self.cleaned_data.get(name) or "" for name in ("rules", "state")}
