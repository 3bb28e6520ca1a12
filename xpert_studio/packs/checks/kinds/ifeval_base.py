"""What IFEval's checks share: parameters, counts, and the loose reading of a response."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field

from xpert_studio.api.checks import CheckKind, Message, Outcome, Parameters, Subject

PREFIX: Final = "ifeval:"
"""Before the published id of an instruction."""

_LONGEST: Final = 300
_MOST_OPTIONAL: Final = 3
_REPEATS: Final = re.compile(r"[*+{(]")
_ESCAPED: Final = re.compile(r"\\.", re.DOTALL)


def _plain_pattern(text: str) -> str:
    """A keyword, which the published check reads as a regular expression.

    Repeats and groups are refused: on a hostile response such an expression may never end.
    """
    bare = _ESCAPED.sub("", text)
    if _REPEATS.search(bare) or bare.count("?") > _MOST_OPTIONAL:
        raise ValueError("a regular expression with repeats or groups; write \\ before * + { (")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(text)
    except re.error as error:
        raise ValueError("no regular expression that can be read") from error
    return text


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("is blank")
    return text


Keyword = Annotated[str, Field(min_length=1, max_length=_LONGEST), AfterValidator(_plain_pattern)]
NotBlank = Annotated[str, AfterValidator(_not_blank)]
Relation = Literal["less than", "at least"]
Count = Annotated[int, Field(ge=0)]


class Following(Parameters):
    """What every instruction knows; a kind without other parameters uses this class itself."""

    loose: bool = Field(
        default=False,
        title="Loose",
        description="Also met without its first line, its last line, both, or its asterisks.",
    )


def compared(found: int, relation: Relation, number: int, what: str) -> Outcome:
    """Whether a count is as asked.

    Args:
        found: How many there are.
        relation: How it is compared.
        number: With what.
        what: What was counted, in the plural.
    """
    if found < number if relation == "less than" else found >= number:
        return Outcome(True, Message("{found:,} {what}.", found=found, what=what))
    is_less = relation == "less than"
    asked = Message("fewer than {n}", n=number) if is_less else Message("at least {n}", n=number)
    return Outcome(
        False,
        Message(
            "{found:,} {what}; {wanted} expected.",
            found=found,
            what=what,
            wanted=asked,
        ),
    )


def said(passed: bool, yes: Message, no: Message, **values: object) -> Outcome:
    """An outcome with one of two reasons, given without their values."""
    return Outcome(passed, Message(yes if passed else no, **values))


Rule = Callable[[str, Any], Outcome]


def _decide(rule: Rule, subject: Subject, wanted: Following) -> Outcome:
    """The verdict of IFEval's published check: strict, or loose where that is asked for."""
    first = None
    for text in _variants(subject.text) if wanted.loose else (subject.text,):
        if not text.strip():
            continue
        outcome = rule(text, wanted)
        if outcome.passed:
            return outcome
        first = first or outcome
    return first or Outcome(False, Message("The response is empty."))


def _variants(text: str) -> Iterator[str]:
    """The eight texts of the loose check, the response first."""
    lines = text.split("\n")
    cut = [text, *("\n".join(part).strip() for part in (lines[1:], lines[:-1], lines[1:-1]))]
    yield from dict.fromkeys([*cut, *(part.replace("*", "") for part in cut)])


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction.

    Attributes:
        id: As the published data names it.
        title: For people.
        parameters: The class of its parameters.
        rule: Decides a text.
        requirement: What a response must do, with the parameters' names in braces.
        is_heuristic: Whether it can be wrong.
        version: Of the kind of check.
    """

    id: str
    title: str
    parameters: type[Following]
    rule: Rule
    requirement: str
    is_heuristic: bool = False
    version: int = 1

    def kind(self) -> CheckKind:
        """The instruction as a kind of check."""
        decider = partial(_decide, self.rule)
        return CheckKind(
            PREFIX + self.id,
            self.title,
            self.parameters,
            decider,
            self.version,
            is_heuristic=self.is_heuristic,
        )

    def requirement_with(self, parameters: Parameters) -> str:
        """The requirement in words."""
        values = {
            name: ", ".join(value) if isinstance(value, tuple) else value
            for name, value in parameters
        }
        return self.requirement.format(**values)
