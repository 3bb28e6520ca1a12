"""What a check is: a pure function that decides a checkpoint from a response, without a model."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
)

from xpert_studio.core.instruments.deciding import (
    CannotCheckError,
    Completed,
    Outcome,
    Program,
    Runner,
    Subject,
)
from xpert_studio.core.messages import Message


class Parameters(BaseModel):
    """What a kind of check needs to know; a kind without any uses this class itself.

    Fields are of simple types (bool, int, float, Exact, str, literals, tuples of str), so that a
    form can be made of them; each has a ``title`` and, where the title does not say it, a
    ``description``.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    @field_validator("*", mode="before")
    @classmethod
    def _no_truth_value_for_a_number(cls, value: object, info: ValidationInfo) -> object:
        field = cls.model_fields[info.field_name or ""]
        if isinstance(value, bool) and plain_type(field.annotation) in NUMBERS:
            raise ValueError(Message("true and false are no numbers"))
        return value


def plain_type(shape: Any) -> Any:  # noqa: ANN401 - any annotation
    """The type of a parameter, without None."""
    if get_origin(shape) in {Union, UnionType}:
        (shape,) = (part for part in get_args(shape) if part is not NoneType)
    return shape


def _can_be_compared(number: Decimal) -> Decimal:
    if len(number.as_tuple().digits) > _MOST_DIGITS or abs(number.adjusted()) > _MOST_DIGITS:
        raise ValueError(Message("it has too many digits"))
    return number


_MOST_DIGITS: Final = 1_000
Exact = Annotated[Decimal, AfterValidator(_can_be_compared), WithJsonSchema({"type": "number"})]
"""A number that is compared exactly; in JSON one, or its digits as a text where it is too long."""

NUMBERS: Final = frozenset({int, float, Decimal})
"""Types of parameters that are numbers."""


LINES: Final[dict[str, JsonValue]] = {"lines": True}
"""``json_schema_extra`` of a parameter that is a text of several lines."""


class Negatable(Parameters):
    """Parameters of a check that can be turned round."""

    negated: bool = Field(
        default=False, title="Must not", description="The check passes where it would fail."
    )

    def outcome(self, is_found: bool, yes: str, no: str) -> Outcome:
        """What follows from what was found.

        Args:
            is_found: Whether the response is as the parameters say.
            yes: The reason where it is.
            no: The reason where it is not.
        """
        if is_found and self.negated:
            return Outcome(False, Message("{found} This must not be.", found=yes))
        return Outcome(is_found is not self.negated, yes if is_found else no)


def refuse_longer(text: str, most: int) -> None:
    """Refuses a text that would take too long.

    Raises:
        CannotCheckError: It has more characters than ``most``.
    """
    if len(text) > most:
        raise CannotCheckError(
            Message(
                "The response has {n:,} characters; this check reads at most {most:,}.",
                n=len(text),
                most=most,
            ),
            Message("Have the response judged, or leave the check out for this task."),
        )


@dataclass(frozen=True, slots=True)
class CheckKind:
    """One kind of check.

    Attributes:
        id: As checkpoints name it, such as ``word_count``.
        title: For people, at most four words.
        parameters: The class of its parameters.
        decide: The function: a response and parameters of that class. Raises ``CannotCheckError``.
        version: Raised where the function decides other than before; verdicts by earlier ones are
            then outdated.
        is_heuristic: Whether it goes by lists of phrases or the like, and can be wrong; its reasons
            say so.
        program: What is to be run, where code is run to decide; an ``Outcome`` where that needs no
            run. ``decide`` of such a kind raises ``CannotCheckError``.
        reading: What a program that was run says of the response.
        within: The kinds that it asks in turn.
    """

    id: str
    title: str
    parameters: type[Parameters]
    decide: Callable[[Subject, Any], Outcome]
    version: int = 1
    is_heuristic: bool = False
    program: Callable[[Subject, Any], Program | Outcome] | None = None
    reading: Callable[[Program, Completed, Any], Outcome] | None = None
    within: Callable[[Any], tuple[CheckKind, ...]] = lambda _: ()

    def version_with(self, parameters: Parameters) -> int:
        """Its version, which those of the kinds that it asks raise."""
        return self.version + sum(kind.version - 1 for kind in self.within(parameters))

    def decide_with(self, run: Runner, subject: Subject, parameters: Parameters) -> Outcome:
        """What it decides where code may be run.

        Args:
            run: Runs code in a sandbox.
            subject: The response.
            parameters: Of the class of its parameters.

        Raises:
            CannotCheckError: What it needs is missing.
        """
        if self.program is None or self.reading is None:
            return self.decide(subject, parameters)
        made = self.program(subject, parameters)
        return made if isinstance(made, Outcome) else self.reading(made, run(made), parameters)
