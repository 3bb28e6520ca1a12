"""What a task is a variant of, and what attacks scored on each version of a set of tasks."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

from xpert_studio.api.records import (
    Hangs,
    Id,
    Listed,
    Names,
    NonBlank,
    RecordKind,
    RecordValue,
    Role,
    Text,
    Timestamp,
    mark,
    those_who_are,
    tn,
)
from xpert_studio.core.records import DIFFICULTIES, Difficulty, SuggestionState
from xpert_studio.core.wording import listed, t

PACK_ID: Final = "variants"


class VariantKind(Listed):
    """How a task asks for a concept."""

    BASE = "base"
    TRAP = "trap"
    TRANSFER = "transfer"
    NUMERIC = "numeric"
    ANALYST = "analyst"
    OWN = "own"


VARIANT_KINDS: Final = Names(
    "VariantKind",
    {
        VariantKind.BASE: mark("Base"),
        VariantKind.TRAP: mark("Trap"),
        VariantKind.TRANSFER: mark("Transfer"),
        VariantKind.NUMERIC: mark("Numeric"),
        VariantKind.ANALYST: mark("Analyst"),
        VariantKind.OWN: mark("Own"),
    },
)


class HardPattern(Listed):
    """What makes a case hard for models."""

    LONG_CHAIN = "long_chain"
    FAILED_SELF_CORRECTION = "failed_self_correction"
    INTERACTING_CONSTRAINTS = "interacting_constraints"
    INCONSISTENCY = "inconsistency"


HARD_PATTERNS: Final = Names(
    "HardPattern",
    {
        HardPattern.LONG_CHAIN: mark("Long chain"),
        HardPattern.FAILED_SELF_CORRECTION: mark("Failed self-correction"),
        HardPattern.INTERACTING_CONSTRAINTS: mark("Interacting constraints"),
        HardPattern.INCONSISTENCY: mark("Inconsistency"),
    },
)


class Variant(RecordValue):
    """What a task is; there is one record a task.

    Attributes:
        variant: How it asks.
        bundle: The concept that it asks for with others; empty for none.
    """

    variant: VariantKind = VariantKind.BASE
    bundle: Text = ""


class Hardening(RecordValue):
    """A version of the set of tasks, and what responses without knowledge score on it.

    Attributes:
        version: Its name; each is kept once.
        at: When it was recorded.
        tasks: How many there were.
        attacks: Scores from 0 to 1 by attack, over what programs decide.
        chance: What a letter drawn by chance would score, by attack.
        note: What was changed.
    """

    version: Id
    at: Timestamp
    tasks: Annotated[int, Field(ge=0)]
    attacks: dict[NonBlank, Annotated[float, Field(ge=0, le=1)]]
    chance: dict[NonBlank, Annotated[float, Field(ge=0, le=1)]] = Field(default_factory=dict)
    note: Text = ""


CASE_TEXTS: Final = ("context", "materials", "deliverables", "reference_answer")
"""The parts of a brief that a proposed case has."""


class ProposedCase(RecordValue):
    """A brief that a model has proposed from another one.

    Attributes:
        batch: Same for all cases of one draft.
        drafter: ``PROVIDER:MODEL``.
        variant: How it asks; base for the same scenario at another level.
        difficulty: The level it is proposed for; None leaves it to the author.
        change: What is different from the brief, in a sentence.
        cautions: What a person should know before accepting it.
        state: What became of it.
        made_task: The task that it became.
    """

    batch: Id
    drafter: NonBlank
    variant: VariantKind
    difficulty: Difficulty | None = None
    patterns: tuple[HardPattern, ...] = ()
    title: NonBlank
    change: Text = ""
    context: Text = ""
    materials: Text = ""
    deliverables: NonBlank
    reference_answer: Text = ""
    cautions: tuple[Text, ...] = ()
    state: SuggestionState = SuggestionState.OPEN
    made_task: Id | None = None
    at: Timestamp


def kind_words(case: ProposedCase) -> str:
    """What a case is: its variant or level, and its patterns."""
    said = [] if case.variant is VariantKind.BASE else [VARIANT_KINDS.title(case.variant)]
    said += [t(DIFFICULTIES[case.difficulty])] if case.difficulty else []
    return listed([*said, *map(HARD_PATTERNS.title, case.patterns)])


CASE: Final = RecordKind(
    counted=lambda n: tn("{n} proposed case", "{n} proposed cases", n),
    id="case",
    title=mark("Proposed case"),
    model=ProposedCase,
    hangs_on=Hangs.TASK,
    roles=(Role.LEAD, Role.AUTHOR),
    seen_by=those_who_are(Role.LEAD, Role.AUTHOR),
)
VARIANT: Final = RecordKind(
    counted=lambda n: tn("{n} variant of a task", "{n} variants of tasks", n),
    id="variant",
    title=mark("Variant"),
    model=Variant,
    hangs_on=Hangs.TASK,
    roles=(Role.LEAD, Role.AUTHOR),
    public=("variant", "bundle"),
)
HARDENING: Final = RecordKind(
    counted=lambda n: tn("{n} hardening of tasks", "{n} hardenings of tasks", n),
    id="hardening",
    title=mark("Hardening"),
    model=Hardening,
)
