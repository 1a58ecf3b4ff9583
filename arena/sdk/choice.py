"""What a bot has decided, as it is sent to a server."""

from arena.games.interface import AnyAction
from arena.protocol.v1.play_pb2 import Answer
from arena.sdk.answer import NonsenseError
from arena.wire.codec import Codec

Choice = int | Answer | None
"""A place in the list of legal actions, an action as it is sent, or None: no answer."""


def written(action: AnyAction, codec: Codec) -> Answer:
    """An action that is not listed and that the server shall judge; whose answer it is lacks."""
    answer = Answer()
    try:
        codec.fill_move(answer, action)
    except (AttributeError, LookupError, TypeError, ValueError) as error:  # made of anything
        raise NonsenseError(
            f"choose() returned an action of type {type(action).__name__} that cannot be sent "
            f"({error}); return one of `legal`, its place there, or what rules.action() has made."
        ) from error
    return answer
