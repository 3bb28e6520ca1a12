"""A check that combines others: all of several constraints, one of them, or none."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal

from pydantic import Field, ValidationError, field_validator

from xpert_studio.core.instruments.checks.kind import CheckKind, Outcome, Parameters, Subject
from xpert_studio.core.messages import Message, joined

_MOST: Final = 50
_known: dict[str, CheckKind] = {}
"""The kinds that can be combined, by id: those that run no code."""


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
            _constraint(text)
        return written


@lru_cache(maxsize=16_384)
def _constraint(text: str) -> tuple[CheckKind, Parameters]:
    """The check that a constraint names, with its parameters.

    Raises:
        ValueError: There is none, or its parameters do not fit it.
    """
    name, _, given = text.strip().partition(" ")
    kind = _known.get(name)
    if kind is None:
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
        for kind, parameters in map(_constraint, given.constraints)
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


def combining(kinds: Mapping[str, CheckKind]) -> CheckKind:
    """The kind that combines others.

    Args:
        kinds: The others; those that run code cannot be combined.
    """
    _known.update({id_: kind for id_, kind in kinds.items() if kind.program is None})
    return CheckKind(
        "constraints",
        "Several constraints",
        Constraints,
        _decide,
        within=lambda given: tuple(kind for kind, _ in map(_constraint, given.constraints)),
    )
