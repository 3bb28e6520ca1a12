"""What a task is a variant of, and what attacks scored on each version of a set of tasks."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from xpert_studio.core.names import Listed, Names
from xpert_studio.core.records import Role
from xpert_studio.core.records.base import Id, NonBlank, Text, Timestamp
from xpert_studio.core.records.record_kinds import Hangs, RecordKind
from xpert_studio.core.wording import mark, tn

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


class Variant(BaseModel):
    """What a task is; there is one record a task.

    Attributes:
        variant: How it asks.
        bundle: The concept that it asks for with others; empty for none.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    variant: VariantKind = VariantKind.BASE
    bundle: Text = ""


class Hardening(BaseModel):
    """A version of the set of tasks, and what responses without knowledge score on it.

    Attributes:
        version: Its name; each is kept once.
        at: When it was recorded.
        tasks: How many there were.
        attacks: Scores from 0 to 1 by attack, over what programs decide.
        chance: What a letter drawn by chance would score, by attack.
        note: What was changed.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    version: Id
    at: Timestamp
    tasks: Annotated[int, Field(ge=0)]
    attacks: dict[NonBlank, Annotated[float, Field(ge=0, le=1)]]
    chance: dict[NonBlank, Annotated[float, Field(ge=0, le=1)]] = Field(default_factory=dict)
    note: Text = ""


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
