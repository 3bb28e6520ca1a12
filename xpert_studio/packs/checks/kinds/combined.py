"""A check that combines others: all of several constraints, one of them, or none."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from pydantic import Field, ValidationError, field_validator

from xpert_studio.api.checks import CheckKind, Message, Outcome, Parameters, Subject, joined
from xpert_studio.packs.checks.kinds import KINDS

ID: Final = "constraints"
_MOST: Final = 50


class Constraints(Parameters):
    """What has to hold."""

    constraints: tuple[str, ...] = Field(
        min_length=1,
        max_length=_MOST,
        title="Constraints",
        description="Each is a check by its id and, in JSON, its parameters, such as "
        'word_count {"at_most": 300}.',
    )
    require: Literal["all", "any", "none"] = Field(default="all", title="How many must hold")

    @field_validator("constraints")
    @classmethod
    def _can_be_read(cls, written: tuple[str, ...]) -> tuple[str, ...]:
        for text in written:
            constraint(text)
        return written


@lru_cache(maxsize=16_384)
def constraint(text: str) -> tuple[CheckKind, Parameters]:
    """The check that a constraint names, with its parameters.

    Raises:
        ValueError: There is none, or its parameters do not fit it.
    """
    name, _, given = text.strip().partition(" ")
    kind = KINDS.get(name)
    if kind is None or kind.program is not None or kind.id == ID:
        raise ValueError(
            Message("there is no check {name!r} that can be a constraint", name=name[:60])
        )
    try:
        return kind, kind.parameters.model_validate_json(given or "{}")
    except ValidationError as error:
        detail = error.errors()[0]
        place = ".".join(map(str, detail["loc"]))
        why = detail.get("ctx", {}).get("error") or detail["msg"]
        raise ValueError(
            Message(
                "the constraint {name} cannot read {place}: {why}",
                name=name,
                place=place or given,
                why=why,
            )
        ) from error


def _decide(subject: Subject, given: Constraints) -> Outcome:
    found = [
        (kind, kind.decide(subject, parameters))
        for kind, parameters in map(constraint, given.constraints)
    ]
    held = sum(outcome.passed for _, outcome in found)
    passed = {"all": held == len(found), "any": held > 0, "none": held == 0}[given.require]
    # Those that decided, so that nobody reads the others for nothing.
    telling = [
        Message("{title}: {reason}", title=Message(kind.title), reason=outcome.reason)
        for kind, outcome in found
        if passed or outcome.passed is (given.require == "none")
    ]
    return Outcome(
        passed,
        Message(
            "{held} of {all} constraints hold. {telling}",
            held=held,
            all=len(found),
            telling=joined(telling, most=10),
        ),
    )


KIND: Final = CheckKind(
    ID,
    "Several constraints",
    Constraints,
    _decide,
    within=lambda given: tuple(kind for kind, _ in map(constraint, given.constraints)),
)
