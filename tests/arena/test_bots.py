"""Bots, their versions, and who may do what with them."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from arena.bot_access import BotAccess, bot_access
from arena.models import Bot, BotActivation, BotVersion, Validation
from arena.runner.orders import Verdict
from arena.selectors.bots import (
    bot_get,
    bot_versions,
    bots_of_owner,
    bots_public,
    version_get,
)
from arena.selectors.playing import bots_able
from arena.services import bots as services
from arena.services.bots import (
    bot_create,
    bot_create_submitted,
    bot_edit,
    bot_retire,
    bot_return,
    bot_version_activate,
)
from arena.services.validations import validation_repeat
from tests.arena.bots import PROFILES, Runner, owner_of, submit
from tests.factories import BOT_SOURCE, BotFactory, BotVersionFactory, UserFactory
from tournaments.models import Competitor, User
from tournaments.services.moderation import account_reinstate, account_suspend

pytestmark = pytest.mark.django_db


def refused(call: Callable[[], object]) -> tuple[str, str]:
    """Where the fault was named, and its code."""
    with pytest.raises(ValidationError) as caught:
        call()
    assert all(caught.value.messages)
    if not hasattr(caught.value, "error_dict"):
        return "", str(caught.value.code)
    ((field, errors),) = caught.value.error_dict.items()
    return field, str(errors[0].code)


def test_from_submission_to_roll_back(queue: Runner) -> None:
    owner = UserFactory.create()
    bot = bot_create(owner=owner, name="  \uff2dy   Bot ", description=" Plays.\r\nWell. ")
    assert (bot.name, bot.description) == ("My Bot", "Plays.\nWell.")
    assert bot.competitor.kind == Competitor.Kind.BOT
    assert not bots_public().exists()  # nothing of it can play yet
    first = submit(bot, note="The first.")
    assert (first.number, first.state) == (1, BotVersion.State.CHECKING)
    assert (first.command, first.profiles) == (["python", "bot.py"], list(PROFILES))
    assert queue.answer(first, Verdict.VALID)
    bot.refresh_from_db()
    assert bot.active_version == first
    assert list(bots_public()) == [bot]
    second = submit(bot)
    assert queue.answer(second, Verdict.VALID)
    bot_version_activate(bot=bot, number=1, by=owner)
    bot.refresh_from_db()
    assert bot.active_version == first
    history = [(one.version.number, one.by) for one in bot.activations.all()]
    assert history == [(1, owner), (2, None), (1, None)]
    assert [one.number for one in bot_versions(bot=bot)] == [2, 1]


def test_activating_the_active_version_again_is_no_event(queue: Runner) -> None:
    version = BotVersionFactory.create(active=True)
    bot_version_activate(bot=version.bot, number=1, by=owner_of(version.bot))
    assert BotActivation.objects.count() == 1


@pytest.mark.parametrize(
    "state", [BotVersion.State.CHECKING, BotVersion.State.INVALID, BotVersion.State.UNCHECKED]
)
def test_only_valid_versions_are_activated(state: str) -> None:
    version = BotVersionFactory.create(state=state)
    bot = version.bot
    call = lambda: bot_version_activate(bot=bot, number=1, by=owner_of(bot))  # noqa: E731
    assert refused(call) == ("", "not_valid")
    with pytest.raises(IntegrityError, match="only a valid version"), transaction.atomic():
        Bot.objects.filter(pk=bot.pk).update(active_version=version)


def test_a_bot_plays_its_own_versions_only() -> None:
    bot, other = BotFactory.create(), BotVersionFactory.create()
    call = lambda: bot_version_activate(bot=bot, number=1, by=owner_of(bot))  # noqa: E731
    assert refused(call) == ("", "no_version")
    with pytest.raises(IntegrityError, match="only a valid version"), transaction.atomic():
        Bot.objects.filter(pk=bot.pk).update(active_version=other)


@pytest.mark.parametrize(
    "change",
    [
        {"number": 2}, {"digest": "0" * 64}, {"size": 1}, {"file_name": "other.py"},
        {"command": ["sh"]}, {"profiles": []}, {"packages": ["x"]}, {"note": "other"},
        {"submitted_at": timezone.now()}, {"state": "checking"}, {"state": "invalid"},
    ],
    ids=lambda change: next(iter(change)),
)  # fmt: skip
def test_the_database_refuses_to_change_a_version(change: dict[str, Any]) -> None:
    version = BotVersionFactory.create()
    with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
        BotVersion.objects.filter(pk=version.pk).update(**change)
    with (
        pytest.raises(IntegrityError, match="never changed"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("DELETE FROM arena_botversion WHERE id = %s", [version.pk])


def test_a_version_may_be_checked_again_until_it_is_valid_and_forget_its_note() -> None:
    version = BotVersionFactory.create(state=BotVersion.State.INVALID, note="Mine.")
    rows = BotVersion.objects.filter(pk=version.pk)
    for state in ("checking", "unchecked", "checking", "valid"):
        rows.update(state=state)
    assert rows.update(note="") == 1


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "None"),
        ("x", "too_short"),
        ("...", "no_letter_or_digit"),
        ("bot\u202e", "invisible_characters"),
        ("bo\u200bt", "invisible_characters"),
        ("a\0b", "invisible_characters"),
        ("b" * 41, "max_length"),
    ],
)
def test_bad_names_are_refused_at_the_field(name: str, code: str) -> None:
    owner = UserFactory.create()
    assert refused(lambda: bot_create(owner=owner, name=name)) == ("name", code)
    assert not Competitor.objects.exists()
    bot = BotFactory.create(owner=owner)
    edit = lambda: bot_edit(bot=bot, by=owner, name=name, description="")  # noqa: E731
    assert refused(edit) == ("name", code)


@pytest.mark.parametrize(
    "alike", ["Straße 7", "STRASSE 7", "straße  7", " Stra\u00dfe \uff17", "\uff33traße 7"]
)
def test_names_that_look_alike_are_one(alike: str) -> None:
    bot_create(owner=UserFactory.create(), name="Straße 7")
    other = UserFactory.create()
    assert refused(lambda: bot_create(owner=other, name=alike)) == ("name", "taken")
    assert Competitor.objects.count() == 1


def test_an_accent_may_be_typed_in_two_ways() -> None:
    bot_create(owner=UserFactory.create(), name="Caf\u00e9")
    assert refused(lambda: bot_create(owner=UserFactory.create(), name="cafe\u0301"))[1] == "taken"


def test_a_bot_keeps_its_own_name_when_it_is_edited() -> None:
    bot = BotFactory.create(name="Rosa")
    edited = bot_edit(bot=bot, by=owner_of(bot), name="ROSA", description="New.")
    assert (edited.name, edited.description) == ("ROSA", "New.")
    BotFactory.create(name="Juan")
    edit = lambda: bot_edit(bot=bot, by=owner_of(bot), name="juan", description="")  # noqa: E731
    assert refused(edit) == ("name", "taken")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x" * 2001, "too_long"),
        ("a\0b", "invisible_characters"),
        ("a\u202eb", "invisible_characters"),
    ],
)
def test_bad_descriptions_are_refused_at_the_field(text: str, code: str) -> None:
    owner = UserFactory.create()
    create = lambda: bot_create(owner=owner, name="Rosa", description=text)  # noqa: E731
    assert refused(create) == ("description", code)


@pytest.mark.parametrize(
    ("changes", "field", "code"),
    [
        ({"profiles": ()}, "profiles", "no_profile"),
        ({"profiles": ("durak/none",)}, "profiles", "unknown_profile"),
        ({"profiles": ("durak/duel24", "\0")}, "profiles", "unknown_profile"),
        ({"note": "x" * 501}, "note", "too_long"),
        ({"note": "\0"}, "note", "invisible_characters"),
        ({"file_name": "bot.exe"}, "file", "file_ending"),
        ({"file_name": ""}, "file", "file_ending"),
        ({"data": b""}, "file", "file_empty"),
        ({"data": b"def"}, "file", "python_syntax"),
        ({"data": b"x = 1\n" * 200_000}, "file", "file_too_big"),
        ({"file_name": "bot.zip", "data": b"no archive"}, "file", "not_a_zip"),
        ({"file_name": "bot.zip", "data": b"PK" * (6 << 20)}, "file", "file_too_big"),
    ],
)
def test_bad_submissions_are_refused_at_their_field_and_leave_nothing(
    queue: Runner, changes: dict[str, Any], field: str, code: str
) -> None:
    bot = BotFactory.create()
    assert refused(lambda: submit(bot, **changes)) == (field, code)
    assert not BotVersion.objects.exists()
    assert not queue.sent


def test_the_first_version_comes_with_its_bot_or_not_at_all(queue: Runner) -> None:
    owner = UserFactory.create()
    given: dict[str, Any] = {
        "owner": owner,
        "name": "Rosa",
        "description": "",
        "profiles": PROFILES,
    }
    bad = lambda: bot_create_submitted(file_name="x.py", data=b"def", **given)  # noqa: E731
    assert refused(bad) == ("file", "python_syntax")
    assert not Bot.objects.exists()
    assert not Competitor.objects.exists()
    version = bot_create_submitted(file_name="x.py", data=BOT_SOURCE, **given)
    assert version.bot.name == "Rosa"
    assert len(queue.orders) == 1


def test_file_names_are_plain(queue: Runner) -> None:
    bot = BotFactory.create()
    for given, kept in {
        "C:\\bots\\mine.py": "mine.py",
        "../../etc/mine.py": "mine.py",
        "mi\0ne\u202e.py": "mine.py",
        "x" * 300 + ".py": "x" * 197 + ".py",
    }.items():
        assert submit(bot, file_name=given).file_name == kept


def test_profiles_are_each_once_and_in_order(queue: Runner) -> None:
    version = submit(BotFactory.create(), profiles=["durak/volga", "durak/duel24", "durak/volga"])
    assert sorted(version.profiles) == ["durak/duel24", "durak/volga"]
    assert queue.order_of(version).profiles == tuple(version.profiles)


def test_quotas(queue: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = UserFactory.create()
    bots = [bot_create(owner=owner, name=f"Bot {n}") for n in range(services.BOTS_MAX)]
    assert refused(lambda: bot_create(owner=owner, name="More")) == ("", "too_many_bots")
    bot_create(owner=UserFactory.create(), name="Of somebody else")
    monkeypatch.setattr(services, "VERSIONS_MAX", 2)
    submit(bots[0])
    submit(bots[0])
    assert refused(lambda: submit(bots[0])) == ("", "too_many_versions")
    submit(bots[1])


def test_the_bytes_of_an_account_are_limited(
    queue: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of all its bots; what is here already costs nothing more, and others have their own."""
    bot = BotFactory.create()
    other = BotFactory.create(owner=owner_of(bot))
    first, second = BOT_SOURCE + b"# 1", BOT_SOURCE + b"# 2"
    monkeypatch.setattr(services, "BYTES_MAX", len(first) + len(second))
    for data in (first, first, second):
        submit(bot, data=data)
    with pytest.raises(ValidationError) as caught:
        submit(other, data=BOT_SOURCE + b"# 3")
    (text,) = caught.value.message_dict["file"]
    assert "0 B are left" in text
    assert "Leave out" in text
    assert refused(lambda: submit(other, data=b"x = 1")) == ("file", "too_many_bytes")
    new = partial(bot_create_submitted, owner=owner_of(bot), name="New", description="")
    given: dict[str, Any] = {"file_name": "x.py", "profiles": PROFILES}
    assert refused(lambda: new(data=b"x = 1", **given)) == ("file", "too_many_bytes")
    assert not Bot.objects.filter(name="New").exists()
    assert submit(other, data=second).number == 1
    submit(BotFactory.create(), data=BOT_SOURCE + b"# 3")


def test_a_retired_bot_rests_and_comes_back_as_it_was(queue: Runner) -> None:
    version = BotVersionFactory.create(active=True)
    bot, owner = version.bot, owner_of(version.bot)
    BotVersionFactory.create(bot=bot, state=BotVersion.State.UNCHECKED)
    retired = bot_retire(bot=bot, by=owner)
    assert bot_retire(bot=bot, by=owner).retired_at == retired.retired_at
    assert not bots_public().exists()
    assert refused(lambda: submit(bot)) == ("", "retired")
    assert refused(lambda: bot_version_activate(bot=bot, number=1, by=owner)) == ("", "retired")
    unchecked = bot.versions.get(number=2)
    assert refused(lambda: validation_repeat(version=unchecked, by=owner))[1] == "retired"
    back = bot_return(bot=bot, by=owner)
    assert back.active_version == version
    assert list(bots_public()) == [bot]


def _staff() -> User:
    return UserFactory.create(is_staff=True, is_superuser=True)


def _suspended(owner: User) -> User:
    account_suspend(account=owner, actor=_staff(), reason="For the test.")
    return owner


MANAGING: dict[str, Callable[[Bot, User], object]] = {
    "edit": lambda bot, by: bot_edit(bot=bot, by=by, name="Other", description=""),
    "retire": lambda bot, by: bot_retire(bot=bot, by=by),
    "return": lambda bot, by: bot_return(bot=bot, by=by),
    "submit": lambda bot, by: submit(bot, by=by),
    "activate": lambda bot, by: bot_version_activate(bot=bot, number=1, by=by),
}


@pytest.mark.parametrize("doing", MANAGING)
def test_nobody_but_the_author_manages_a_bot(queue: Runner, doing: str) -> None:
    bot = BotVersionFactory.create().bot
    for who in (UserFactory.create(), _staff(), _suspended(owner_of(bot))):
        with pytest.raises(PermissionDenied):
            MANAGING[doing](bot, who)
    assert not queue.sent
    assert Bot.objects.get().retired_at is None
    account_reinstate(account=owner_of(bot), actor=_staff(), reason="Sorry.")
    MANAGING[doing](bot, owner_of(bot))


def test_a_suspended_author_makes_no_bot_and_their_bots_do_not_play() -> None:
    bot = BotVersionFactory.create(active=True).bot
    assert list(bots_public()) == [bot]
    assert list(bots_able()) == [bot]
    _suspended(owner_of(bot))
    with pytest.raises(PermissionDenied):
        bot_create(owner=owner_of(bot), name="Another")
    assert not bots_public().exists()
    assert not bots_able().exists()


def test_who_sees_what() -> None:
    bot = BotFactory.create()
    staff = _staff()
    assert bot_access(bot=bot, account=owner_of(bot)) == BotAccess(is_owner=True)
    assert bot_access(bot=bot, account=UserFactory.create()) == BotAccess()
    assert bot_access(bot=bot, account=staff) == BotAccess()
    shown = bot_access(bot=bot, account=staff, factor_shown=True)
    assert (shown.may_read_private, shown.may_recheck, shown.may_manage) == (True, True, False)
    owner = bot_access(bot=bot, account=owner_of(bot))
    assert (owner.may_read_private, owner.may_recheck, owner.may_manage) == (True, True, True)
    _suspended(owner_of(bot))
    assert bot_access(bot=bot, account=User.objects.get(pk=owner_of(bot).pk)) == BotAccess()
    nobodys = BotFactory.create(owner=None, name="", name_key="", retired_at=timezone.now())
    assert bot_access(bot=nobodys, account=UserFactory.create()) == BotAccess()


def test_the_search_looks_into_names_descriptions_and_authors() -> None:
    rosa = UserFactory.create(display_name="Rosa")
    hidden = UserFactory.create(display_name="Rosalind", name_hidden=True)
    bots = {
        "Große Wand": BotFactory.create(name="Große Wand", owner=rosa, description="Wartet."),
        "Tiny": BotFactory.create(name="Tiny", owner=rosa),
        "Other": BotFactory.create(name="Other", owner=hidden),
    }
    for bot in bots.values():
        BotVersionFactory.create(bot=bot, active=True)

    def found(search: str) -> list[str]:
        return [bot.name for bot in bots_public(search=search)]

    assert found("") == ["Große Wand", "Other", "Tiny"]
    assert found("GROSSE") == ["Große Wand"]
    assert found("wartet rosa") == ["Große Wand"]
    assert found("rosa") == ["Große Wand", "Tiny"]
    assert found("100%") == []
    assert found("\0tiny") == ["Tiny"]


def test_ones_own_bots_and_their_versions() -> None:
    owner = UserFactory.create()
    retired = BotFactory.create(name="A", owner=owner, retired_at=timezone.now())
    bots = [BotFactory.create(name=name, owner=owner) for name in ("b", "C")]
    BotFactory.create()
    assert list(bots_of_owner(owner=owner)) == [*bots, retired]
    version = BotVersionFactory.create(bot=bots[0])
    assert version_get(bot=bots[0], number=1) == version
    assert version_get(bot=bots[0], number=2) is None
    assert version_get(bot=bots[1], number=1) is None
    assert bot_get(public_id="nothing") is None


def test_a_bot_without_name_has_one_to_show() -> None:
    bot = BotFactory.create(owner=None, name="", name_key="", retired_at=timezone.now())
    assert str(bot) == f"Deleted bot {bot.pk}"
    assert not Validation.objects.exists()
