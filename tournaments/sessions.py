"""Django's database sessions, with the account written beside each (see AccountSession)."""

from typing import TYPE_CHECKING, Any, cast

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessionStore

if TYPE_CHECKING:
    from tournaments.models import AccountSession


class SessionStore(DatabaseSessionStore):
    """The engine that `SESSION_ENGINE` names."""

    @classmethod
    def get_model_class(cls) -> type["AccountSession"]:
        from tournaments.models import AccountSession

        return AccountSession

    def create_model_instance(self, data: dict[str, Any]) -> "AccountSession":
        session = cast("AccountSession", super().create_model_instance(data))
        session.account_id = _account_id(data)
        return session

    async def acreate_model_instance(self, data: dict[str, Any]) -> "AccountSession":
        session = cast("AccountSession", await super().acreate_model_instance(data))
        session.account_id = _account_id(data)
        return session


def _account_id(data: dict[str, Any]) -> int | None:
    account_id = data.get(SESSION_KEY)
    return None if account_id is None else int(account_id)
