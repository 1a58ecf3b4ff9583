"""Everything that can be asked of the service, found in the code itself."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType
from typing import Any

from celery import Celery
from django.urls import URLPattern, URLResolver
from google.protobuf.descriptor import FileDescriptor


@dataclass(frozen=True)
class Route:
    """One URL: its name with namespaces, its path with placeholders, and what answers."""

    name: str
    path: str
    callback: Callable[..., Any]

    @property
    def key(self) -> str:
        return self.name or f"(no name) /{self.path}"

    @property
    def actions(self) -> dict[str, str]:
        """A REST framework viewset's methods and actions; empty for other views."""
        return dict(getattr(self.callback, "actions", None) or {})


def routes(
    patterns: Iterable[URLPattern | URLResolver], namespace: str = "", prefix: str = ""
) -> Iterator[Route]:
    """Every URL below these patterns."""
    for pattern in patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from routes(pattern.url_patterns, inner, path)
        else:
            name = f"{namespace}{pattern.name}" if pattern.name else ""
            yield Route(name=name, path=path, callback=pattern.callback)


def page_names(found: Iterable[Route]) -> list[str]:
    """The URLs that are pages; those of viewsets are listed by action instead."""
    return [route.key for route in found if not route.actions]


def api_actions(found: Iterable[Route]) -> list[str]:
    """What a viewset does: URL name, method, action."""
    return [
        f"{route.key} {method.upper()} {action}"
        for route in found
        for method, action in route.actions.items()
        if method != "head"  # the library's own shadow of a GET, there after the first request
    ]


def grpc_methods(files: Iterable[FileDescriptor]) -> list[str]:
    """The methods of the services in these files, as they are called on the wire."""
    return [
        f"/{service.full_name}/{method.name}"
        for file in files
        for service in file.services_by_name.values()
        for method in service.methods
    ]


def descriptors(package: ModuleType) -> list[FileDescriptor]:
    """The descriptors of every generated module of a package."""
    found = walk_packages(package.__path__, prefix=f"{package.__name__}.")
    names = [module.name for module in found if module.name.endswith("_pb2")]
    return [import_module(name).DESCRIPTOR for name in names]


def task_names(app: Celery) -> list[str]:
    """The tasks of a Celery app, without Celery's own."""
    app.loader.import_default_modules()
    return [name for name in app.tasks if not name.startswith("celery.")]


def differences(real: Iterable[str], registered: Iterable[str]) -> list[str]:
    """What a person has to do so that the register tells the truth again."""
    real_names, rows = set(real), Counter(registered)
    return [
        *(f"{name}: add a row to tests/permissions/register.py" for name in real_names - set(rows)),
        *(f"{name}: its row names nothing that exists" for name in set(rows) - real_names),
        *(f"{name}: has {count} rows" for name, count in rows.items() if count > 1),
    ]
