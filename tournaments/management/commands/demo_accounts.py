"""Creates the demo accounts, or gives those that exist the passwords of the file."""

import json
import sys
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.demo import DEMO_ACCOUNTS, DemoAccount
from tournaments.models import User
from tournaments.services.accounts import account_create_verified, account_password_set

MIN_PASSWORD_LENGTH = 10


class Command(BaseCommand):
    help = "Creates the demo accounts. Does nothing harmful when it is run again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--password-file",
            required=True,
            help="A JSON object: each demo account's address and its password. - reads it from "
            "standard input.",
        )

    def handle(self, *_args: object, password_file: str, **_options: object) -> None:
        if not settings.DEMO_ALLOWED:
            raise CommandError(
                "These settings do not allow demo accounts: everybody knows their addresses, "
                "and one of them is staff."
            )
        passwords = _passwords(password_file)
        for demo in DEMO_ACCOUNTS:
            _ensure(demo, passwords[demo.email])


def _passwords(file: str) -> dict[str, str]:
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
        passwords = json.loads(text)
    except (OSError, ValueError) as error:
        raise CommandError(f"{file} cannot be read as JSON: {error}") from error
    for demo in DEMO_ACCOUNTS:
        password = passwords.get(demo.email) if isinstance(passwords, dict) else None
        if not isinstance(password, str) or len(password) < MIN_PASSWORD_LENGTH:
            raise CommandError(
                f"{file} gives no password of at least {MIN_PASSWORD_LENGTH} characters "
                f"for {demo.email}."
            )
    return dict(passwords)


def _ensure(demo: DemoAccount, password: str) -> None:
    account = User.objects.filter(email=demo.email).first()
    if account is None:
        account_create_verified(
            email=demo.email,
            password=password,
            display_name=demo.display_name,
            language=demo.language,
            is_staff=demo.is_staff,
        )
    elif not account.check_password(password):
        account_password_set(account=account, password=password)
