"""What went wrong at a table, in words for the author of the bot whose fault it was."""

import re
from typing import Final

from google.protobuf.json_format import MessageToJson
from google.protobuf.message import Message

from arena.protocol.v1 import host_pb2, match_pb2
from arena.runner.orders import exchange_text

_NUMBERS: Final = re.compile(r"\[[\d,\s]+\]")
_FAULTS: Final = {
    match_pb2.FAULT_TIMEOUT: "It did not answer in time.",
    match_pb2.FAULT_ILLEGAL: "Its answer was against the rules.",
    match_pb2.FAULT_MALFORMED: "Its answer could not be read as an action.",
}
_RAISED: Final = "That is what the SDK sends when your bot raises an error: its log says where."
_FORFEITS: Final = {
    match_pb2.FORFEIT_REASON_STRIKES: "It made too many mistakes.",
    match_pb2.FORFEIT_REASON_NO_START: (
        "It did not say hello in time: connect to DURAKO_ADDRESS, send DURAKO_TOKEN, and say hello "
        "before anything that takes long."
    ),
    match_pb2.FORFEIT_REASON_DISCONNECTED: "Its stream closed and did not come back in time.",
    match_pb2.FORFEIT_REASON_PROTOCOL: "It broke the protocol, and its stream was closed.",
}


def fault_as_printed(fault: host_pb2.SeatFault) -> str:
    """How the line begins with which our SDK tells of it; of a timeout nothing is better said."""
    if fault.fault == match_pb2.FAULT_TIMEOUT:
        return ""
    return f"Game {fault.game}, decision {fault.decision},"


def fault_in_words(fault: host_pb2.SeatFault) -> str:
    """A sentence with the game, the decision and the cause."""
    cause = _FAULTS.get(fault.fault, "It made a mistake.")
    told = f"Game {fault.game}, decision {fault.decision}: {cause} {fault.detail}".rstrip()
    if fault.fault == match_pb2.FAULT_MALFORMED and not fault.HasField("answered"):
        return f"{told} {_RAISED}"
    return told


def exchange_in_words(fault: host_pb2.SeatFault) -> str:
    """The exact message that the bot was sent, and what it answered."""
    if fault.HasField("answered"):
        answered = _readable(fault.answered)
    elif fault.fault == match_pb2.FAULT_TIMEOUT:
        answered = "(nothing, until its time was up)"
    else:
        answered = "(nothing that could be read as an action)"
    return exchange_text(asked=_readable(fault.asked), answered=answered)


def _readable(message: Message) -> str:
    """The message as JSON, each list of numbers on one line."""
    text = MessageToJson(message, always_print_fields_with_no_presence=True)
    return _NUMBERS.sub(lambda found: " ".join(found[0].split()), text)


def forfeit_in_words(forfeit: match_pb2.Forfeit) -> str:
    """Why its games were lost."""
    return _FORFEITS.get(forfeit.reason, "It did not play to the end.")
