"""Rule sets to and from the wire: complete, option by option.

Options and the fields of the messages have the same names, and the values of an enumeration are the
option's words in capitals behind its name.  So nothing here lists them.
"""

from collections.abc import Mapping
from typing import Any, Final

from arena.games import RulesRefused, profiles, rules_from_json
from arena.games.burako.ruleset import BurakoRules
from arena.games.durak.cards import SUITS
from arena.games.durak.options import SCHEMA as DURAK_SCHEMA
from arena.games.durak.ruleset import DurakRules
from arena.games.interface import AnyRules, Rules
from arena.protocol.v1.rules_pb2 import BurakoOptions, BurakoTileValues, DurakOptions, RuleSet
from scoring.burako.rule_set import SCHEMA as BURAKO_SCHEMA
from scoring.refusal import FieldError

Options = DurakOptions | BurakoOptions | BurakoTileValues

MOST_LISTED: Final = 64
"""No list among the options is longer, so nobody needs to look further."""
WRONG_OPTIONS: Final = FieldError(
    "options", "wrong_options", "Send the options of the game that the profile belongs to.", {}
)


def rules_to_wire(rules: Rules[Any]) -> RuleSet:
    """All that is needed to play by the same rules."""
    message = RuleSet(profile=rules.name, players=rules.players)
    if isinstance(rules, BurakoRules):
        values = rules.options.as_dict()
        tile_values = values.pop("tile_values")
        assert isinstance(tile_values, dict)
        _write(message.burako, values)
        _write(message.burako.tile_values, tile_values)
    else:
        assert isinstance(rules, DurakRules)
        options = rules.options
        suit_order = [SUITS.index(suit) for suit in options.suit_order]
        suit_matrix = [beats for row in options.suit_matrix for beats in row]
        _write(
            message.durak,
            {**options.as_dict(), "suit_order": suit_order, "suit_matrix": suit_matrix},
        )
    return message


def rules_from_wire(message: RuleSet) -> AnyRules:
    """The rules, or `RulesRefused` with every reason why nobody can play by them."""
    profile, game = message.profile, message.WhichOneof("options")
    if profile in profiles() and game != profile.split("/")[0]:
        raise RulesRefused((WRONG_OPTIONS,))
    if game == "burako":
        schema, options = BurakoRules.schema, _read_burako(message.burako)
    else:
        schema, options = DurakRules.schema, _read_durak(message.durak)
    return rules_from_json(
        {"schema": schema, "name": profile, "players": message.players, "options": options}
    )


def _read_durak(message: DurakOptions) -> dict[str, object]:
    values = _read(message)
    order = message.suit_order[:MOST_LISTED]
    matrix = message.suit_matrix[:MOST_LISTED]
    values["suit_order"] = [SUITS[suit] if suit < len(SUITS) else None for suit in order]
    values["suit_matrix"] = [
        list(matrix[start : start + len(SUITS)]) for start in range(0, len(matrix), len(SUITS))
    ]
    return {"schema": DURAK_SCHEMA, **values}


def _read_burako(message: BurakoOptions) -> dict[str, object]:
    values = _read(message)
    values["tile_values"] = _read(message.tile_values)
    return {"schema": BURAKO_SCHEMA, **values}


def _write(message: Options, values: Mapping[str, object]) -> None:
    """Every value but the version of the text form, which is none of the wire's business."""
    fields = message.DESCRIPTOR.fields_by_name
    for name, value in values.items():
        if name == "schema" or value is None:
            continue
        if isinstance(value, list):
            getattr(message, name).extend(value)
        elif isinstance(value, str):
            words = fields[name].enum_type
            assert words is not None
            setattr(message, name, words.values_by_name[f"{name}_{value}".upper()].number)
        else:
            setattr(message, name, value)


def _read(message: Options) -> dict[str, object]:
    """As the text form has it; None for what is absent or no word of an enumeration."""
    values: dict[str, object] = {}
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.name)
        if field.has_presence and not message.HasField(field.name):
            value = None
        elif field.enum_type is not None:
            word = field.enum_type.values_by_number.get(value)
            # No option has the word of number 0, so that is refused as well.
            value = word and word.name.removeprefix(f"{field.name.upper()}_").lower()
        values[field.name] = value
    return values
