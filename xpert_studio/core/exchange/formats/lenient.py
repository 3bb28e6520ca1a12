"""Types for fields of others' files: what has another shape is as if it were not said.

For what a record can do without. Whatever it needs has a strict type, and is named where it is
wrong.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    Field,
    StrictFloat,
    StrictInt,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)

Kind = TypeVar("Kind")


def _or_none(value: object, read: ValidatorFunctionWrapHandler) -> Any:  # noqa: ANN401 - any kind
    try:
        return read(value)
    except ValidationError:
        return None


def _sound(value: object, read: ValidatorFunctionWrapHandler) -> list[Any]:
    items = value if isinstance(value, list) else ()
    return [one for item in items for one in _or_none([item], read) or ()]


Maybe: TypeAlias = Annotated[Kind | None, WrapValidator(_or_none)]
"""A value of a kind; None in place of any other."""
Sound: TypeAlias = Annotated[list[Kind], WrapValidator(_sound)]
"""Of a list the entries that are of a kind; none in place of any other value."""
Within: TypeAlias = Annotated[
    Kind, BeforeValidator(lambda value: value if isinstance(value, dict | BaseModel) else {})
]
"""An object, or a model of one; an empty one in place of any other value."""
Count: TypeAlias = Maybe[Annotated[StrictInt, Field(ge=0, lt=2**53)]]
"""A whole number that is not below 0; no truth value, and no text that reads like one."""
Amount: TypeAlias = Maybe[Annotated[StrictInt | StrictFloat, Field(ge=0, lt=2**53)]]
"""A number that is not below 0, likewise."""
