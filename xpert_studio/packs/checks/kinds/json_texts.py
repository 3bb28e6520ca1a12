"""Checks of JSON: that it is valid, and that it follows a schema."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from math import isinf
from typing import Any, Final

from pydantic import Field, field_validator

from xpert_studio.api.checks import (
    CannotCheckError,
    CheckKind,
    Message,
    Negatable,
    Outcome,
    Subject,
)
from xpert_studio.packs.checks.kinds import reading
from xpert_studio.packs.checks.kinds.schema_cost import SchemaCost

_FENCED: Final = ("json", "jsonc", "json5")
_OPENING: Final = re.compile(r"[{\[]")
_TRIES: Final = 2_000
"""Each that breaks off counts the lines before it."""
_LONGEST_INTEGER: Final = 4_000
"""Digits; Python turns longer ones into numbers in a time that grows with their square."""


class Json(Negatable):
    """Where JSON may be."""

    fence_allowed: bool = Field(
        default=True, title="Markdown fence allowed", description="```json … ``` around it."
    )
    anywhere: bool = Field(
        default=False,
        title="Anywhere in the text",
        description="The first object or array; otherwise the whole response must be JSON.",
    )


class JsonSchema(Json):
    """Where JSON may be, and its schema."""

    json_schema: str = Field(
        min_length=2, max_length=200_000, title="JSON Schema", description="As JSON."
    )

    @field_validator("json_schema")
    @classmethod
    def _is_schema(cls, text: str) -> str:
        try:
            found = read_json(text)
            if not isinstance(found, dict | bool):
                raise ValueError(Message("a schema is a JSON object"))  # noqa: TRY004 - for pydantic
            _validator(text)
        except CannotCheckError:  # said when the check is done
            return text
        except JsonFaultError as error:
            raise ValueError(error.args[0]) from error
        return text


class JsonFaultError(ValueError):
    """A text is not JSON; the argument is the reason."""


def _no_constant(name: str) -> Any:  # noqa: ANN401 - it never returns
    raise JsonFaultError(Message("{name} is no number in JSON", name=name))


def _integer(text: str) -> int:
    if len(text) > _LONGEST_INTEGER:
        raise _too_large(text)
    return int(text)


def _fraction(text: str) -> float:
    value = float(text)
    if isinf(value):
        raise _too_large(text)
    return value


def _too_large(number: str) -> CannotCheckError:
    return CannotCheckError(
        Message("The number {number} is too large to be read.", number=reading.shown(number)),
        Message("Check only that it is valid JSON: numbers may then have any length."),
    )


VALUES: Final = json.JSONDecoder(
    parse_constant=_no_constant, parse_int=_integer, parse_float=_fraction
)
SYNTAX: Final = json.JSONDecoder(parse_constant=_no_constant, parse_int=str, parse_float=str)
"""Tells whether a text is JSON; its numbers stay texts."""


def read_json(text: str, decoder: json.JSONDecoder = VALUES) -> Any:  # noqa: ANN401 - any JSON value
    """A text as JSON.

    Raises:
        JsonFaultError: It is not JSON.
        CannotCheckError: It is nested too deeply, or has a number that is too long.
    """
    try:
        return decoder.decode(text)
    except json.JSONDecodeError as error:
        raise JsonFaultError(
            Message("{what} in line {line:,}", what=error.msg, line=error.lineno)
        ) from error
    except RecursionError as error:
        raise too_deep() from error


def too_deep() -> CannotCheckError:
    """That JSON cannot be read for its depth."""
    return CannotCheckError(
        Message("The JSON is nested too deeply to be read."),
        Message("Leave the check out for this task: JSON of a thousand levels is not read."),
    )


def _anywhere(text: str, decoder: json.JSONDecoder) -> Any:  # noqa: ANN401 - any JSON value
    """The first object or array in a text.

    Where one breaks off, the search continues from there: the time grows with the text only.
    """
    opening = _OPENING.search(text)
    for _ in range(_TRIES):
        if opening is None:
            raise JsonFaultError(Message("there is no object or array"))
        try:
            return decoder.raw_decode(text, opening.start())[0]
        except json.JSONDecodeError as error:
            opening = _OPENING.search(text, max(opening.start() + 1, error.pos))
        except JsonFaultError:
            opening = _OPENING.search(text, opening.start() + 1)
        except RecursionError as error:
            raise too_deep() from error
    raise CannotCheckError(
        Message("More than {n:,} places of the response could be JSON and are not.", n=_TRIES),
        Message("Switch off that JSON may be anywhere in the text."),
    )


def _found_in(text: str, given: Json, decoder: json.JSONDecoder) -> Any:  # noqa: ANN401 - any JSON value
    if given.anywhere:
        return _anywhere(text, decoder)
    bare = reading.unfenced(text, _FENCED) if given.fence_allowed else text.strip()
    return read_json(bare, decoder)


def _json_valid(subject: Subject, given: Json) -> Outcome:
    try:
        _found_in(subject.text, given, SYNTAX)
    except JsonFaultError as error:
        no = Message("Not valid JSON: {why}.", why=error.args[0])
        return given.outcome(False, no, no)
    yes = Message("Valid JSON.")
    return given.outcome(True, yes, yes)


@lru_cache(maxsize=256)
def _validator(schema: str) -> tuple[Any, SchemaCost]:
    """The validator of a schema, and what it costs.

    It loads nothing from elsewhere, and its patterns run linearly.

    Raises:
        CannotCheckError: The library is missing, or the schema would take too long.
        ValueError: It is no schema.
    """
    try:
        import jsonschema_rs
    except ImportError as error:
        raise CannotCheckError(
            Message("The library for JSON Schema is missing."),
            Message("Install the program anew with all that it needs."),
        ) from error
    read = read_json(schema)
    cost = SchemaCost(read)
    try:
        made = jsonschema_rs.validator_for(
            read, offline=True, pattern_options=jsonschema_rs.RegexOptions()
        )
    except (ValueError, jsonschema_rs.ReferencingError) as error:
        why = reading.shown(str(error))
        raise ValueError(Message("it is no JSON Schema: {why}", why=why)) from error
    return made, cost


def _json_schema(subject: Subject, given: JsonSchema) -> Outcome:
    try:
        found = _found_in(subject.text, given, VALUES)
    except JsonFaultError as error:
        no = Message("Not valid JSON: {why}.", why=error.args[0])
        return given.outcome(False, no, no)
    validator, cost = _validator(given.json_schema)
    cost.refuse_if_too_large(found)
    problem = _problem(validator, found)
    if problem is None:
        yes = Message("Follows the schema.")
        return given.outcome(True, yes, yes)
    no = Message("Does not follow the schema: {why}.", why=problem)
    return given.outcome(False, no, no)


def _problem(validator: Any, found: Any) -> str | None:  # noqa: ANN401 - of a library, JSON
    """The first place where a value does not follow a schema.

    Raises:
        CannotCheckError: The library cannot compare it, such as a number beyond its range.
    """
    from jsonschema_rs import ValidationError

    try:
        validator.validate(found)  # ``iter_errors`` would collect all, in a doubling time
    except ValidationError as error:
        place = "/".join(map(str, error.instance_path))
        said = reading.shown(error.message)
        at = reading.shown(place)
        return Message("{said}, at {place!r}", said=said, place=at) if place else said
    except (ValueError, OverflowError, RecursionError) as fault:
        raise CannotCheckError(
            Message("The schema cannot be compared with it: {why}.", why=reading.shown(str(fault))),
            Message("Write a simpler schema, or check parts of it by other checks."),
        ) from fault
    return None


KINDS: Final = (
    CheckKind("json_valid", "Valid JSON", Json, _json_valid, 2),
    CheckKind("json_schema", "JSON by schema", JsonSchema, _json_schema, 2),
)
