"""Lists of leagues: those that somebody may find, narrowed down."""

from collections.abc import Collection

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournaments.models import League, LeagueEntry, LeagueRound, User
from tournaments.selectors.leagues import leagues_of_account, leagues_public


def leagues_narrowed(
    *, leagues: QuerySet[League], search: str = "", state: str = ""
) -> QuerySet[League]:
    """Those with these words in their name, and in this state."""
    if search:
        leagues = leagues.filter(name__icontains=search)
    return leagues.filter(state=state) if state else leagues


def leagues_findable(*, account: User | None, only_own: bool) -> QuerySet[League]:
    """Those that are listed for everybody, and the account's own, the newest first."""
    if account is None:
        return leagues_public()
    own = leagues_of_account(account=account)
    if only_own:
        return own
    listed = Q(pk__in=leagues_public().values("pk")) | Q(pk__in=own.values("pk"))
    return League.objects.filter(listed).order_by("-created_at", "-pk")


def leagues_with_sizes(*, leagues: QuerySet[League]) -> QuerySet[League]:
    """With `entries_count` and how many rounds are published, `rounds_count`."""
    entries = LeagueEntry.objects.filter(league=OuterRef("pk"))
    rounds = LeagueRound.objects.filter(league=OuterRef("pk"), state=LeagueRound.State.PUBLISHED)
    return leagues.select_related("rule_version__rule_set").annotate(
        entries_count=_number(entries), rounds_count=_number(rounds)
    )


def leagues_own_among(*, account: User | None, leagues: Collection[int]) -> frozenset[int]:
    """Which of these an account organizes, scores or plays in."""
    if account is None:
        return frozenset()
    own = leagues_of_account(account=account).filter(pk__in=leagues)
    return frozenset(own.values_list("pk", flat=True))


def _number(rows: "QuerySet[LeagueEntry] | QuerySet[LeagueRound]") -> Coalesce:
    counted = rows.order_by().values("league").annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted), 0)
