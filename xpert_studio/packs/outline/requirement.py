"""What the outline drafter makes of a piece of text, before tier and dimension are chosen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class RequirementKind(StrEnum):
    """Where a requirement comes from.

    ``FORM``, ``LIMIT``, ``PROHIBITION`` and ``ITEM`` are asked for by the deliverables; the others
    are in the reference answer: ``ADVICE`` to do something, a ``RESULT`` with a number, a ``CELL``
    of a table, any other ``FACT``.
    """

    FORM = "form"
    LIMIT = "limit"
    PROHIBITION = "prohibition"
    ITEM = "item"
    ADVICE = "advice"
    RESULT = "result"
    CELL = "cell"
    FACT = "fact"


@dataclass(frozen=True, slots=True)
class Requirement:
    """A requirement as a sentence.

    Attributes:
        more: Others that stand in the same sentence.
        is_firm: Whether it can be checked without the reference answer, though only the
            deliverables ask for it: it has a number, or must be so.
    """

    text: str
    kind: RequirementKind
    more: tuple[Requirement, ...] = ()
    is_firm: bool = False
