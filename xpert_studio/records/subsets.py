"""Choices of a lead: which tasks make up a subset, which gold sheet is a task's anchor."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from xpert_studio.records.base import Id, Record, Timestamp

Size = Annotated[int, Field(ge=0)]


class Stratum(Record):
    """One domain's part of a subset: how many tasks it has, how many were drawn."""

    domain: str
    available: Size
    drawn: Size


class Subset(Record):
    """A named set of tasks, drawn by a seed so that anyone can draw it again."""

    name: Id
    seed: int
    task_ids: tuple[Id, ...]
    strata: tuple[Stratum, ...]
    drawn_by: Id
    drawn_at: Timestamp


class AnchorChoice(Record):
    """The gold sheet that a lead has chosen as a task's anchor."""

    task_id: Id
    response_id: Id
    expert_id: Id
    chosen_by: Id
    chosen_at: Timestamp
