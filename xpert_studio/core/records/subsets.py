"""Choices of a lead: which tasks make up a subset, which gold form is a task's anchor."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from xpert_studio.core.records.base import Id, Record, Timestamp

Size = Annotated[int, Field(ge=0)]


class Stratum(Record):
    """One domain's part of a subset: how many tasks it has, how many were sampled (``drawn``)."""

    domain: str
    available: Size
    drawn: Size


class Subset(Record):
    """A named set of tasks, sampled with a seed so that it can be sampled again."""

    name: Id
    seed: int
    task_ids: tuple[Id, ...]
    strata: tuple[Stratum, ...]
    sampled_by: Id
    sampled_at: Timestamp


class AnchorChoice(Record):
    """The gold form that a lead has chosen as a task's anchor."""

    task_id: Id
    response_id: Id
    expert_id: Id
    chosen_by: Id
    chosen_at: Timestamp
