"""Whether bots may run without a sandbox here: only where nobody else can send one in."""

from collections.abc import Mapping
from typing import Final

from arena.runner.configuration import ConfigurationError, sandbox_asked_for
from arena.runner.sandbox.names import INSECURE
from deploy.launcher.problems import Problem
from deploy.launcher.stack import Address

DEVELOPMENT: Final = "deploy.settings.development"


def sandbox_choice(environment: Mapping[str, str], address: Address) -> dict[str, str]:
    """The variables that tell the runner to do without a sandbox; none if it is to use one.

    `Problem` if that may not be: without DEBUG, with other settings than those for
    development, or where other machines reach the web.
    """
    try:
        sandbox = sandbox_asked_for(environment)
    except ConfigurationError as refused:
        raise Problem(str(refused)) from refused
    if sandbox != INSECURE:
        return {}
    if not address.is_loopback:
        raise Problem(
            "DURAKO_SANDBOX=insecure runs bots with all rights of this user, and whoever reaches "
            f"{address.host or 'this machine'} could send one in. Leave HOST out, so that only "
            "this machine reaches it, or leave DURAKO_SANDBOX out, so that bots run in a sandbox."
        )
    if environment.get("DJANGO_SETTINGS_MODULE", DEVELOPMENT) != DEVELOPMENT:
        raise Problem(
            "DURAKO_SANDBOX=insecure is for a development server: others believe no runner without "
            "a sandbox. Leave DJANGO_SETTINGS_MODULE out, or leave DURAKO_SANDBOX out."
        )
    return {"DURAKO_SANDBOX": INSECURE, "DEBUG": environment["DEBUG"]}
