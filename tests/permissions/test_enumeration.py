"""The enumeration finds what it should, on inputs made up for it."""

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from celery import Celery
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, include, path
from google.protobuf import descriptor_pb2, descriptor_pool
from google.protobuf.descriptor import FileDescriptor

from tests.permissions.enumeration import (
    api_actions,
    descriptors,
    differences,
    grpc_methods,
    page_names,
    routes,
    task_names,
)


def view(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def viewset(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


def do_nothing() -> None:
    pass


# What REST framework's `ViewSet.as_view({...})` puts on its result.
viewset.actions = {"get": "list", "post": "create"}  # type: ignore[attr-defined]
viewset.cls = SimpleNamespace  # type: ignore[attr-defined]

PATTERNS: list[URLPattern | URLResolver] = [
    path("plain/", view, name="plain"),
    path("nameless/<int:number>/", view),
    path(
        "outer/",
        include(
            ([path("inner/", include(([path("x/", view, name="x")], "inner")))], "outer"),
        ),
    ),
    path("things/", viewset, name="thing-list"),
]


def test_urls_are_found_with_their_namespaces() -> None:
    assert page_names(routes(PATTERNS)) == [
        "plain",
        "(no name) /nameless/<int:number>/",
        "outer:inner:x",
    ]


def test_the_actions_of_a_viewset_are_found_one_by_one() -> None:
    assert api_actions(routes(PATTERNS)) == ["thing-list GET list", "thing-list POST create"]


def test_what_has_no_row_is_named() -> None:
    found = differences(page_names(routes(PATTERNS)), ["plain", "outer:inner:x"])
    assert found == [
        "(no name) /nameless/<int:number>/: add a row to tests/permissions/register.py"
    ]


def test_a_row_without_a_target_and_a_second_row_are_named() -> None:
    assert differences(["a"], ["a", "gone"]) == ["gone: its row names nothing that exists"]
    assert differences(["a"], ["a", "a"]) == ["a: has 2 rows"]
    assert differences(["a"], ["a"]) == []


@pytest.fixture
def table_service() -> FileDescriptor:
    file = descriptor_pb2.FileDescriptorProto(name="made_up.proto", package="made.up")
    file.message_type.add(name="Ask")
    service = file.service.add(name="Table")
    for name in ("Open", "Abort"):
        service.method.add(name=name, input_type=".made.up.Ask", output_type=".made.up.Ask")
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return pool.FindFileByName("made_up.proto")


def test_the_methods_of_a_grpc_service_are_found(table_service: FileDescriptor) -> None:
    assert grpc_methods([table_service]) == ["/made.up.Table/Open", "/made.up.Table/Abort"]


def test_generated_modules_are_found_in_subpackages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "made_up_protocol" / "v1"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    (folder / "__init__.py").touch()
    (folder / "table_pb2.py").write_text("DESCRIPTOR = 'found'")
    (folder / "table_pb2_grpc.py").write_text("raise AssertionError")
    monkeypatch.syspath_prepend(tmp_path)
    package = __import__("made_up_protocol")
    assert isinstance(package, ModuleType)
    try:
        assert [str(found) for found in descriptors(package)] == ["found"]
    finally:
        for name in [name for name in sys.modules if name.startswith("made_up_protocol")]:
            del sys.modules[name]


def test_tasks_are_found_without_celerys_own() -> None:
    made_up = Celery("made-up", set_as_current=False)
    made_up.task(name="made.up", shared=False)(do_nothing)
    assert "made.up" in task_names(made_up)
    assert not [name for name in task_names(made_up) if name.startswith("celery.")]
