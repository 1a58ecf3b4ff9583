"""The engines' words and the numbers of the protocol's enumerations."""

from typing import Any

from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper


def numbers_of(enumeration: EnumTypeWrapper, prefix: str) -> dict[str, Any]:
    """By the engine's word, the number of each value but the first, which stands for none."""
    return {
        name.removeprefix(prefix).lower(): number for name, number in enumeration.items() if number
    }


def words_of(enumeration: EnumTypeWrapper, prefix: str) -> dict[int, str]:
    """The other way round."""
    return {number: word for word, number in numbers_of(enumeration, prefix).items()}


def names_of(enumeration: EnumTypeWrapper) -> str:
    """All values but the first, for people."""
    return ", ".join(name for name, number in enumeration.items() if number)
