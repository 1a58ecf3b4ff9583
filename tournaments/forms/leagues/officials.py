"""Giving somebody an office."""

from django.utils.translation import gettext_lazy as _

from tournaments.forms.leagues.fields import TextField, choice_field
from tournaments.forms.refusable import RefusableForm
from tournaments.models import LeagueOfficial
from tournaments.services.leagues.officials import ADDRESS_MAX_LENGTH


class OfficialForm(RefusableForm):
    """Who, and what they may do."""

    email_or_name = TextField(
        label=_("E-mail address or name of the account"),
        most=ADDRESS_MAX_LENGTH,
        error_messages={"required": _("Say who.")},
    )
    role = choice_field(
        [
            (
                LeagueOfficial.Role.CO_ORGANIZER,
                _("Co-organizer: everything but officials and calling the league off"),
            ),
            (LeagueOfficial.Role.SCORER, _("Scorer: enters results of all matches")),
        ],
        label=_("As what?"),
        initial=LeagueOfficial.Role.CO_ORGANIZER,
    )
