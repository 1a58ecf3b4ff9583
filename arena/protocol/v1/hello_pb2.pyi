from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ProtocolVersion(_message.Message):
    __slots__ = ("major", "minor")
    MAJOR_FIELD_NUMBER: _ClassVar[int]
    MINOR_FIELD_NUMBER: _ClassVar[int]
    major: int
    minor: int
    def __init__(self, major: _Optional[int] = ..., minor: _Optional[int] = ...) -> None: ...

class ClientHello(_message.Message):
    __slots__ = ("version", "profiles", "client")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    PROFILES_FIELD_NUMBER: _ClassVar[int]
    CLIENT_FIELD_NUMBER: _ClassVar[int]
    version: ProtocolVersion
    profiles: _containers.RepeatedScalarFieldContainer[str]
    client: str
    def __init__(self, version: _Optional[_Union[ProtocolVersion, _Mapping]] = ..., profiles: _Optional[_Iterable[str]] = ..., client: _Optional[str] = ...) -> None: ...
