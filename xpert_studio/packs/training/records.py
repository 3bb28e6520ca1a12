"""What a project keeps of training: pages that it adds, and results of self-tests."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

from xpert_studio.api.records import (
    Id,
    NonBlank,
    RecordKind,
    RecordValue,
    Role,
    Timestamp,
    mark,
    those_who_are,
    tn,
)

PACK_ID: Final = "training"


class TrainingPage(RecordValue):
    """A page of a project's own, as Markdown."""

    title: NonBlank
    text: NonBlank


class SelfTest(RecordValue):
    """The result of a self-test; final.

    Attributes:
        right, of: How many answers were right.
    """

    person: Id
    right: Annotated[int, Field(ge=0)]
    of: Annotated[int, Field(ge=1)]
    at: Timestamp


PAGE: Final = RecordKind(
    counted=lambda n: tn("{n} page of the training", "{n} pages of the training", n),
    id="page",
    title=mark("Page of the training"),
    model=TrainingPage,
)
TEST: Final = RecordKind(
    counted=lambda n: tn("{n} result of the self-test", "{n} results of the self-test", n),
    id="test",
    title=mark("Self-test"),
    model=SelfTest,
    roles=tuple(Role),
    by="person",
    seen_by=those_who_are(Role.LEAD, Role.SENIOR),
    is_final=True,
    is_for_all=True,
)
