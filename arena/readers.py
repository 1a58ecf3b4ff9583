"""Who wants to read something of the arena: pages build it from a request, the programming
interface from a token."""

from dataclasses import dataclass, field

from tournaments.league_access import LeagueVisitor
from tournaments.models import User


@dataclass(frozen=True)
class Reader:
    """Whoever asks; suspended accounts are strangers."""

    account: User | None = None
    factor_shown: bool = False
    """Whether this very session has shown the second factor; a token never does."""
    league_visitor: LeagueVisitor = field(default_factory=LeagueVisitor)
    """The same, as leagues know them: with the links that they were given."""

    @property
    def active_account(self) -> User | None:
        account = self.account
        return account if account is not None and account.is_active else None

    @property
    def is_staff(self) -> bool:
        """Staff are staff only where they have shown their second factor."""
        account = self.active_account
        return account is not None and account.is_staff and self.factor_shown
