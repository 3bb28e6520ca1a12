"""Checks of JSON: that it is valid, and that it follows a schema."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any, Final

from pydantic import Field, field_validator

from xpert_studio.instruments.checks import reading
from xpert_studio.instruments.checks.kind import (
    CannotCheckError,
    CheckKind,
    Negatable,
    Outcome,
    Subject,
)
from xpert_studio.messages import Message

_FENCED: Final = ("json", "jsonc", "json5")
_OPENING: Final = re.compile(r"[{\[]")
_TRIES: Final = 2_000
"""Each that breaks off counts the lines before it."""


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
        except JsonFaultError as error:
            raise ValueError(error.args[0]) from error
        if not isinstance(found, dict | bool):
            raise ValueError(Message("a schema is a JSON object"))  # noqa: TRY004 - for pydantic
        try:
            _validator(text)
        except CannotCheckError:  # the library is missing: said when the check is done
            return text
        return text


class JsonFaultError(ValueError):
    """A text is not JSON; the argument is the reason."""


def _no_constant(name: str) -> Any:  # noqa: ANN401 - it never returns
    raise JsonFaultError(Message("{name} is no number in JSON", name=name))


_DECODER: Final = json.JSONDecoder(parse_constant=_no_constant)


def read_json(text: str) -> Any:  # noqa: ANN401 - any JSON value
    """A text as JSON.

    Raises:
        JsonFaultError: It is not JSON.
    """
    try:
        return _DECODER.decode(text)
    except JsonFaultError:
        raise
    except json.JSONDecodeError as error:
        raise JsonFaultError(
            Message("{what} in line {line:,}", what=error.msg, line=error.lineno)
        ) from error
    except RecursionError as error:
        raise JsonFaultError(Message("it is nested too deeply")) from error
    except ValueError as error:  # digits of a number beyond Python's limit
        raise JsonFaultError(Message("it has a number that is too long")) from error


def _anywhere(text: str) -> Any:  # noqa: ANN401 - any JSON value
    """The first object or array in a text.

    Where one breaks off, the search continues from there: the time grows with the text only.
    """
    opening = _OPENING.search(text)
    for _ in range(_TRIES):
        if opening is None:
            break
        try:
            return _DECODER.raw_decode(text, opening.start())[0]
        except json.JSONDecodeError as error:
            opening = _OPENING.search(text, max(opening.start() + 1, error.pos))
        except RecursionError as error:
            raise JsonFaultError(Message("it is nested too deeply")) from error
        except ValueError:
            opening = _OPENING.search(text, opening.start() + 1)
    raise JsonFaultError(Message("there is no object or array"))


def _found_in(text: str, given: Json) -> Any:  # noqa: ANN401 - any JSON value
    if given.anywhere:
        return _anywhere(text)
    return read_json(reading.unfenced(text, _FENCED) if given.fence_allowed else text.strip())


def _json_valid(subject: Subject, given: Json) -> Outcome:
    try:
        _found_in(subject.text, given)
    except JsonFaultError as error:
        no = Message("Not valid JSON: {why}.", why=error.args[0])
        return given.outcome(False, no, no)
    yes = Message("Valid JSON.")
    return given.outcome(True, yes, yes)


@lru_cache(maxsize=256)
def _validator(schema: str) -> Any:  # noqa: ANN401 - of a library without types
    """The validator of a schema; it loads nothing from elsewhere, and its patterns run linearly.

    Raises:
        CannotCheckError: The library is missing.
        ValueError: It is no schema.
    """
    try:
        import jsonschema_rs
    except ImportError as error:
        raise CannotCheckError(
            Message("The library for JSON Schema is missing."),
            Message("Install the program anew with all that it needs."),
        ) from error
    try:
        return jsonschema_rs.validator_for(
            read_json(schema), offline=True, pattern_options=jsonschema_rs.RegexOptions()
        )
    except (ValueError, jsonschema_rs.ReferencingError) as error:
        why = reading.shown(str(error))
        raise ValueError(Message("it is no JSON Schema: {why}", why=why)) from error


def _json_schema(subject: Subject, given: JsonSchema) -> Outcome:
    try:
        found = _found_in(subject.text, given)
    except JsonFaultError as error:
        no = Message("Not valid JSON: {why}.", why=error.args[0])
        return given.outcome(False, no, no)
    problem = _problem(_validator(given.json_schema), found)
    if problem is None:
        yes = Message("Follows the schema.")
        return given.outcome(True, yes, yes)
    no = Message("Does not follow the schema: {why}.", why=problem)
    return given.outcome(False, no, no)


def _problem(validator: Any, found: Any) -> str | None:  # noqa: ANN401 - of a library, JSON
    try:
        error = next(iter(validator.iter_errors(found)), None)
    except (ValueError, OverflowError) as fault:
        return reading.shown(str(fault))
    if error is None:
        return None
    place = "/".join(map(str, error.instance_path))
    said = reading.shown(error.message)
    return Message("{said}, at {place!r}", said=said, place=reading.shown(place)) if place else said


KINDS: Final = (
    CheckKind("json_valid", "Valid JSON", Json, _json_valid),
    CheckKind("json_schema", "JSON by schema", JsonSchema, _json_schema),
)
