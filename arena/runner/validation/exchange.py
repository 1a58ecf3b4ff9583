"""What went wrong at a table, in words for the author of the bot whose fault it was."""

import re
from typing import Final

from google.protobuf.json_format import MessageToJson
from google.protobuf.message import Message

from arena.protocol.v1 import host_pb2, match_pb2
from arena.runner.orders import exchange_text
from arena.runner.sentences import ANSWER_TEMPLATES, Sentence, sentence

_NUMBERS: Final = re.compile(r"\[[\d,\s]+\]")
_FAULTS: Final = {
    match_pb2.FAULT_TIMEOUT: "fault_timeout",
    match_pb2.FAULT_ILLEGAL: "fault_illegal",
    match_pb2.FAULT_MALFORMED: "fault_malformed",
}
_FORFEITS: Final = {
    match_pb2.FORFEIT_REASON_STRIKES: "forfeit_strikes",
    match_pb2.FORFEIT_REASON_NO_START: "forfeit_no_start",
    match_pb2.FORFEIT_REASON_DISCONNECTED: "forfeit_disconnected",
    match_pb2.FORFEIT_REASON_PROTOCOL: "forfeit_protocol",
}


def fault_as_printed(fault: host_pb2.SeatFault) -> str:
    """How the line begins with which our SDK tells of it; of a timeout nothing is better said."""
    if fault.fault == match_pb2.FAULT_TIMEOUT:
        return ""
    return f"Game {fault.game}, decision {fault.decision},"


def fault_said(fault: host_pb2.SeatFault) -> tuple[Sentence, ...]:
    """The game, the decision and the cause; of a timeout, the server has no more to say."""
    code = _FAULTS.get(fault.fault, "fault_other")
    said = [sentence(code, game=fault.game, decision=fault.decision)]
    if fault.detail and fault.fault != match_pb2.FAULT_TIMEOUT:
        said.append(sentence("server_says", detail=fault.detail))
    if fault.fault == match_pb2.FAULT_MALFORMED and not fault.HasField("answered"):
        said.append(sentence("raised"))
    return tuple(said)


def exchange_in_words(fault: host_pb2.SeatFault) -> str:
    """The exact message that the bot was sent, and what it answered."""
    if fault.HasField("answered"):
        answered = _readable(fault.answered)
    elif fault.fault == match_pb2.FAULT_TIMEOUT:
        answered = ANSWER_TEMPLATES["nothing_in_time"]
    else:
        answered = ANSWER_TEMPLATES["nothing_readable"]
    return exchange_text(asked=_readable(fault.asked), answered=answered)


def _readable(message: Message) -> str:
    """The message as JSON, each list of numbers on one line."""
    text = MessageToJson(message, always_print_fields_with_no_presence=True)
    return _NUMBERS.sub(lambda found: " ".join(found[0].split()), text)


def forfeit_said(forfeit: match_pb2.Forfeit) -> Sentence:
    """Why its games were lost."""
    return sentence(_FORFEITS.get(forfeit.reason, "forfeit_other"))
