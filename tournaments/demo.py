"""The demo accounts of a first run. No Django here: the launcher prints the list."""

from dataclasses import dataclass


@dataclass(frozen=True)
class DemoAccount:
    """Somebody to try the service as."""

    email: str
    display_name: str
    role: str
    language: str = ""
    is_staff: bool = False


DEMO_ACCOUNTS = (
    DemoAccount("ana@demo.durako.example", "Ana Organiza", "organizer", language="es"),
    DemoAccount("boris@demo.durako.example", "Boris Botmaker", "bot author", language="en"),
    DemoAccount("carla@demo.durako.example", "Carla Karten", "player", language="de"),
    DemoAccount("staff@demo.durako.example", "Demo Staff", "staff", is_staff=True),
)
HOUSE_ACCOUNT = DemoAccount("house@demo.durako.example", "Durako", "author of the reference bots")
"""It has no password: nobody needs to log in as the house."""
