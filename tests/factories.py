"""The one home of the factories."""

import hashlib
from collections.abc import Sequence as SequenceOf
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.db.models import Max
from django.utils import timezone
from factory.declarations import Sequence, SubFactory
from factory.django import DjangoModelFactory

from arena.games import commitment, rules
from arena.games.deal_set import usual_rotations
from arena.match_states import OVER, UNDER_WAY, MatchState
from arena.models import AbTest, Bot, BotVersion, Match, MatchParticipant, WorkerPresence
from arena.models.bots import name_key
from arena.runner.queues import MATCHES
from arena.services.validations import version_activate
from scoring.burako import SEED_RULES
from scoring.durak import DurakPointsRule
from tournaments.models import (
    Competitor,
    League,
    LeagueEntry,
    Pair,
    Player,
    RuleSet,
    RuleSetVersion,
    Sheet,
    SheetResult,
    SheetResultSide,
    SheetSeat,
    SheetSide,
    User,
)
from tournaments.selectors.rule_sets import house_rule_version
from tournaments.services.people import (
    competitor_of_pair,
    competitor_of_player,
    pair_get_or_create,
)

PASSWORD = "a long enough password"


class UserFactory(DjangoModelFactory[User]):
    """An account with a verified e-mail address and `PASSWORD`."""

    class Meta:
        model = User
        skip_postgeneration_save = True

    email = Sequence(lambda n: f"player{n}@example.org")  # type: ignore[no-untyped-call]
    display_name = Sequence(lambda n: f"Player Nr {n}")  # type: ignore[no-untyped-call]

    @classmethod
    def _create(cls, model_class: type[User], *_args: object, **kwargs: Any) -> User:  # noqa: ANN401
        verified = kwargs.pop("verified", True)
        user = model_class.objects.create_user(password=PASSWORD, **kwargs)
        EmailAddress.objects.create(user=user, email=user.email, verified=verified, primary=True)
        return user


def give_second_factor(user: User) -> Authenticator:
    """Set up an authenticator app (and recovery codes) for an account."""
    totp: Authenticator = TOTP.activate(user, generate_totp_secret()).instance
    RecoveryCodes.activate(user)
    return totp


class PlayerFactory(DjangoModelFactory[Player]):
    """A player without an account; give `account=` for one with."""

    class Meta:
        model = Player

    name = Sequence(lambda n: f"Guest {n}")  # type: ignore[no-untyped-call]

    @classmethod
    def _create(cls, model_class: type[Player], *_args: object, **kwargs: Any) -> Player:  # noqa: ANN401
        if kwargs.get("account") is not None:
            kwargs["name"] = ""
        player = model_class.objects.create(**kwargs)
        if player.created_by is not None:
            player.known_by.add(player.created_by)
        return player


class PairFactory(DjangoModelFactory[Pair]):
    """A pair of two players, given in any order."""

    class Meta:
        model = Pair

    first = SubFactory(PlayerFactory)  # type: ignore[no-untyped-call]
    second = SubFactory(PlayerFactory)  # type: ignore[no-untyped-call]

    @classmethod
    def _create(cls, model_class: type[Pair], *_args: object, **kwargs: Any) -> Pair:  # noqa: ANN401
        players = sorted((kwargs.pop("first"), kwargs.pop("second")), key=lambda one: one.pk)
        return model_class.objects.create(first=players[0], second=players[1], **kwargs)


def competitor_of(who: Player | Pair) -> Competitor:
    """The competitor that a player or a pair is."""
    if isinstance(who, Player):
        return Competitor.objects.create(kind=Competitor.Kind.PERSON, player=who)
    return Competitor.objects.create(kind=Competitor.Kind.PAIR, pair=who)


class RuleSetFactory(DjangoModelFactory[RuleSet]):
    """A club's rule set without versions yet."""

    class Meta:
        model = RuleSet

    name = Sequence(lambda n: f"Club rules {n}")  # type: ignore[no-untyped-call]
    owner = SubFactory(UserFactory)  # type: ignore[no-untyped-call]


class RuleSetVersionFactory(DjangoModelFactory[RuleSetVersion]):
    """The first version of a club's rule set, with the seed's values unless `values` says."""

    class Meta:
        model = RuleSetVersion

    rule_set = SubFactory(RuleSetFactory)  # type: ignore[no-untyped-call]
    number = 1
    values = SEED_RULES.as_dict()


def confirmed_result(
    *sides: SequenceOf[Player | str],
    points: tuple[int, int] = (3000, 2000),
    hands: int = 10,
    pure: tuple[int, int] = (0, 0),
    impure: tuple[int, int] = (0, 0),
    closes: tuple[int, int] = (0, 0),
) -> SheetResult:
    """A match that counts, as if its sheet had been written and confirmed: two sides, each of one
    or two players (or just names). Equal points are a draw."""
    sheet = Sheet.objects.create(
        rule_version=house_rule_version(),
        seats_count=sum(len(side) for side in sides),
        status=Sheet.Status.CONFIRMED,
        hands_count=hands,
    )
    result = SheetResult.objects.create(
        sheet=sheet, confirmed_seq=1, reason="target", hands_count=hands
    )
    for number, side in enumerate(sides):
        SheetSide.objects.create(sheet=sheet, number=number, total=points[number])
        for place, who in enumerate(side):
            seat = {"player": who} if isinstance(who, Player) else {"name": who}
            SheetSeat.objects.create(sheet=sheet, number=2 * place + number, **seat)
        SheetResultSide.objects.create(
            result=result,
            number=number,
            competitor=_competing(side),
            points=points[number],
            won=points[number] > points[1 - number],
            pure_canastas=pure[number],
            impure_canastas=impure[number],
            closes=closes[number],
        )
    return result


def _competing(side: SequenceOf[Player | str]) -> Competitor | None:
    match [who for who in side if isinstance(who, Player)]:
        case [one] if len(side) == 1:
            return competitor_of_player(player=one)
        case [one, two]:
            return competitor_of_pair(pair=pair_get_or_create(players=(one, two)))
        case _:
            return None


BOT_SOURCE = b"print('a bot')\n"
PROFILE = "durak/duel24"


class BotFactory(DjangoModelFactory[Bot]):
    """A bot without versions yet."""

    class Meta:
        model = Bot

    name = Sequence(lambda n: f"Bot Nr {n}")  # type: ignore[no-untyped-call]
    owner = SubFactory(UserFactory)  # type: ignore[no-untyped-call]

    @classmethod
    def _create(cls, model_class: type[Bot], *_args: object, **kwargs: Any) -> Bot:  # noqa: ANN401
        kwargs.setdefault("competitor", Competitor.objects.create(kind=Competitor.Kind.BOT))
        kwargs.setdefault("name_key", name_key(kwargs["name"]))
        return model_class.objects.create(**kwargs)


class BotVersionFactory(DjangoModelFactory[BotVersion]):
    """A version that has passed its check, without a file in the storage; it is not active unless
    `active` says so."""

    class Meta:
        model = BotVersion

    bot = SubFactory(BotFactory)  # type: ignore[no-untyped-call]
    file_name = "bot.py"
    state = BotVersion.State.VALID

    @classmethod
    def _create(cls, model_class: type[BotVersion], *_args: object, **kwargs: Any) -> BotVersion:  # noqa: ANN401
        active = kwargs.pop("active", False)
        bot = kwargs["bot"]
        kwargs.setdefault("number", bot.versions.count() + 1)
        kwargs.setdefault("digest", hashlib.sha256(BOT_SOURCE).hexdigest())
        kwargs.setdefault("size", len(BOT_SOURCE))
        kwargs.setdefault("command", ["python", "bot.py"])
        kwargs.setdefault("profiles", [PROFILE])
        version = model_class.objects.create(**kwargs)
        if active:
            version_activate(bot=bot, version=version, by=None)
        return version


class LeagueFactory(DjangoModelFactory[League]):
    """A league being prepared: by default people who play Burako by the house's rules, everybody
    against everybody. Bots and Durak get a profile instead of rules."""

    class Meta:
        model = League

    name = Sequence(lambda n: f"League {n}")  # type: ignore[no-untyped-call]
    owner = SubFactory(UserFactory)  # type: ignore[no-untyped-call]
    game = League.Game.BURAKO
    competitors = Competitor.Kind.PERSON
    format = League.Format.ROUND_ROBIN

    @classmethod
    def _create(cls, model_class: type[League], *_args: object, **kwargs: Any) -> League:  # noqa: ANN401
        bots = kwargs["competitors"] == Competitor.Kind.BOT
        if not bots and kwargs["game"] == League.Game.BURAKO:
            kwargs.setdefault("rule_version", house_rule_version())
        else:
            kwargs.setdefault("profile", PROFILE)
            kwargs.setdefault("match_length", 2 if bots else 5)
        if not bots and kwargs["game"] == League.Game.DURAK:
            kwargs.setdefault("durak_points", DurakPointsRule().as_dict())
        if kwargs["format"] == League.Format.SWISS:
            kwargs.setdefault("rounds_planned", 3)
        if kwargs["format"] == League.Format.GROUPS:
            kwargs = {"groups": 2, "qualifiers": 2} | kwargs
        kwargs.setdefault("tie_breaks", ["head_to_head", "point_difference"])
        return model_class.objects.create(**kwargs)


class LeagueEntryFactory(DjangoModelFactory[LeagueEntry]):
    """Somebody in a league, of the kind that competes there. `accounts` makes those who play have
    one; `players` says who they are, `competitor` says it all."""

    class Meta:
        model = LeagueEntry

    league = SubFactory(LeagueFactory)  # type: ignore[no-untyped-call]

    @classmethod
    def _create(
        cls,
        model_class: type[LeagueEntry],
        *_args: object,
        **kwargs: Any,  # noqa: ANN401
    ) -> LeagueEntry:
        league = kwargs["league"]
        accounts, players = kwargs.pop("accounts", False), kwargs.pop("players", None)
        if "competitor" not in kwargs:
            kwargs["competitor"] = _competitor_for(league, accounts, players)
        kwargs.setdefault("seed", league.entries.count() + 1)
        return model_class.objects.create(**kwargs)


def _competitor_for(
    league: League, accounts: bool, players: SequenceOf[Player] | None
) -> Competitor:
    if league.is_of_bots:
        return BotVersionFactory.create(profiles=[league.profile], active=True).bot.competitor
    seats = 2 if league.competitors == Competitor.Kind.PAIR else 1
    people = players or [
        PlayerFactory.create(account=UserFactory.create() if accounts else None)
        for _ in range(seats)
    ]
    side = _competing(people)
    assert side is not None
    return side


def running_league(
    size: int,
    *,
    accounts: bool = False,
    **fields: Any,  # noqa: ANN401
) -> League:
    """A league under way with that many entries, seeded in order; no round is drawn yet. `fields`
    are those of `LeagueFactory`, for example `competitors="pair"`."""
    now = timezone.now()
    running = {"state": League.State.RUNNING, "started_at": now}
    league = LeagueFactory.create(**(running | fields))
    groups = league.groups if league.format == League.Format.GROUPS else 0
    for number in range(size):
        group = number % groups if groups else None
        LeagueEntryFactory.create(league=league, accounts=accounts, group=group)
    return league


class MatchFactory(DjangoModelFactory[Match]):
    """A match in any `state`, with what such a match has; without a replay in the storage.

    `versions`: one for each side, as many players; by default bots of their own.
    """

    class Meta:
        model = Match

    kind = Match.Kind.CHALLENGE
    profile = PROFILE
    boards = 2
    cost = 3.0

    @classmethod
    def _create(cls, model_class: type[Match], *_args: object, **kwargs: Any) -> Match:  # noqa: ANN401
        profile = kwargs["profile"]
        teams = rules(profile).teams
        versions = kwargs.pop("versions", None)
        if versions is None:
            versions = [
                BotVersionFactory.create(profiles=[profile]) for _ in range(len(set(teams)))
            ]
        partners = len(set(teams)) < len(teams)
        played = rules(profile) if partners else rules(profile, players=len(versions))
        seed = hashlib.sha256(str(model_class.objects.count()).encode()).digest()
        kwargs.setdefault("rules", played.to_json())
        kwargs.setdefault("rotations", len(usual_rotations(played)))
        kwargs.setdefault("seed", seed.hex())
        kwargs.setdefault("commitment", commitment(seed))
        match = model_class.objects.create(**_as_in(**kwargs))
        MatchParticipant.objects.bulk_create(
            MatchParticipant(match=match, place=place, side=side, version=versions[side])
            for place, side in enumerate(played.teams)
        )
        return match


def _as_in(**values: Any) -> dict[str, Any]:  # noqa: ANN401
    """What a match in its state has beside."""
    now = timezone.now()
    state = values.setdefault("state", MatchState.QUEUED)
    usual: dict[str, Any] = {}
    if state in UNDER_WAY | OVER:
        usual |= {"attempt": 1, "worker": "runner@here", "sent_at": now, "token_hash": "0" * 64}
    if state in {MatchState.PLAYING, MatchState.SETTLED}:
        usual |= {"begun_at": now, "heard_at": now}
    if state in OVER:
        usual |= {"ended_at": now}
    if state == MatchState.VOID:
        usual |= {"reason": "It was lost three times."}
    if state == MatchState.SETTLED:
        last = Match.objects.aggregate(last=Max("settled_number"))["last"] or 0
        usual |= {"settled_number": last + 1, "replay_digest": "0" * 64, "sandbox": "bwrap"}
    return usual | values


class AbTestFactory(DjangoModelFactory[AbTest]):
    """A test of an author's second version against the first, without matches yet."""

    class Meta:
        model = AbTest

    owner = SubFactory(UserFactory)  # type: ignore[no-untyped-call]
    profile = PROFILE
    players = 2
    boards = 5
    elo0 = 0.0
    elo1 = 20.0
    alpha = beta = 0.05
    sets_most = 100

    @classmethod
    def _create(cls, model_class: type[AbTest], *_args: object, **kwargs: Any) -> AbTest:  # noqa: ANN401
        if "new" not in kwargs:
            first = BotVersionFactory.create(
                bot__owner=kwargs["owner"], profiles=[kwargs["profile"]], active=True
            )
            kwargs["old"] = first
            kwargs["new"] = BotVersionFactory.create(bot=first.bot, profiles=[kwargs["profile"]])
        return model_class.objects.create(**kwargs)


class MatchRunnerFactory(DjangoModelFactory[WorkerPresence]):
    """A runner that is here, plays matches and is believed; it is ready for one at a time."""

    class Meta:
        model = WorkerPresence

    name = Sequence(lambda n: f"runner{n}@here")  # type: ignore[no-untyped-call]
    sandbox = "bwrap"
    slots = 1

    @classmethod
    def _create(
        cls,
        model_class: type[WorkerPresence],
        *_args: object,
        **kwargs: Any,  # noqa: ANN401
    ) -> WorkerPresence:
        now = timezone.now()
        usual = {"queues": [MATCHES], "started_at": now, "seen_at": now}
        return model_class.objects.create(**(usual | kwargs))
