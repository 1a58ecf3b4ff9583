"""What the control server's services share: the host's token, and refusals as statuses."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import grpc
from google.protobuf.descriptor import ServiceDescriptor
from google.protobuf.message_factory import GetMessageClass
from grpc import StatusCode
from grpc_health.v1 import health

from arena.gameserver.limits import HELLO_SECONDS
from arena.gameserver.refusal import CallRefusedError
from arena.gameserver.statistics import Statistics
from arena.gameserver.tokens import Lockout, bearer_tokens, same_token, side_of

_ARE_YOU_WELL = f"/{health.SERVICE_NAME}/Check"
logger = logging.getLogger(__name__)
Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"


class HostOnly(grpc.aio.ServerInterceptor):
    """Every call needs the host's token, but the one that asks whether we are well.

    Watching our health is for hosts, too: a stream stays, and whoever reads nothing from it would
    hold up what all watchers are told.

    Wrong ones lock their side out, but never the right one: all programs of a machine look the same
    from here, and one with an old token must not keep the others from their matches.
    """

    def __init__(self, token: str, statistics: Statistics) -> None:
        self._token = token
        self._statistics = statistics
        self._lockout = Lockout()

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], "Awaitable[Handler | None]"],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> "Handler | None":
        """The handler of the call, or one that refuses it."""
        if handler_call_details.method == _ARE_YOU_WELL:
            return _prompt(await continuation(handler_call_details))
        given = bearer_tokens(handler_call_details.invocation_metadata)
        if len(given) == 1 and same_token(given[0], self._token):
            return await continuation(handler_call_details)
        return grpc.stream_stream_rpc_method_handler(self._refuse)  # waits for no request

    async def _refuse(
        self, _requests: object, context: "grpc.aio.ServicerContext[Any, Any]"
    ) -> None:
        side = side_of(context.peer())
        async with answering(context, self._statistics):
            if self._lockout.is_locked(side):
                raise locked()
            self._lockout.note_wrong(side)
            if self._lockout.is_locked(side):
                logger.warning("Wrong host's tokens come from %s", side)
            raise CallRefusedError(
                StatusCode.UNAUTHENTICATED, 'Send the host\'s token as "authorization: Bearer …".'
            )


def _prompt(handler: "Handler | None") -> "Handler | None":
    """The same for strangers, whose calls end if their request does not come: nobody may keep the
    address busy by saying nothing."""
    if handler is None:
        return None
    answer: Any = handler.unary_unary

    async def answered(_requests: object, context: "grpc.aio.ServicerContext[Any, Any]") -> object:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                request = await context.read()
        except TimeoutError:
            await context.abort(
                StatusCode.DEADLINE_EXCEEDED, f"Send your request within {HELLO_SECONDS:g} seconds."
            )
        if request is grpc.aio.EOF:
            await context.abort(StatusCode.INVALID_ARGUMENT, "There is no request in your call.")
        return await answer(request, context)

    return grpc.stream_unary_rpc_method_handler(
        answered, handler.request_deserializer, handler.response_serializer
    )


def locked() -> CallRefusedError:
    """What whoever has sent too many wrong tokens is told, here and at the players' doors."""
    return CallRefusedError(
        StatusCode.RESOURCE_EXHAUSTED, "Too many wrong tokens came from there. Wait half a minute."
    )


@asynccontextmanager
async def answering(
    context: "grpc.aio.ServicerContext[Any, Any]", statistics: Statistics
) -> AsyncIterator[None]:
    """A refusal inside becomes the call's status."""
    try:
        yield
    except CallRefusedError as refused:
        statistics.refusals[refused.code.name] += 1
        await context.abort(refused.code, refused.text)


def service_handler(
    service: ServiceDescriptor,
    methods: Mapping[str, Callable[[Any, Any], Awaitable[Any]]],
    already_encoded: Collection[str] = (),
) -> grpc.GenericRpcHandler:
    """All methods of a service, each by its name, for a gRPC server; some write bytes."""
    handlers = {}
    for method in service.methods:
        make = (
            grpc.unary_stream_rpc_method_handler
            if method.server_streaming
            else grpc.unary_unary_rpc_method_handler
        )
        handlers[method.name] = make(
            methods[method.name],
            request_deserializer=GetMessageClass(method.input_type).FromString,
            response_serializer=(
                None
                if method.name in already_encoded
                else GetMessageClass(method.output_type).SerializeToString
            ),
        )
    return grpc.method_handlers_generic_handler(service.full_name, handlers)
