"""People: who they are, what they may do, and how they qualified."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from xpert_studio.records.base import Extra, Id, Record, Text, Timestamp


class Role(StrEnum):
    """What a person may do in a project; one person may hold several roles."""

    AUTHOR = "author"
    REVIEWER = "reviewer"
    EXPERT = "expert"
    SENIOR = "senior"
    LEAD = "lead"


class Qualification(Record):
    """How an expert was admitted: examination, trial task, outcome, and who decided."""

    examination: Text | None = None
    trial: Text | None = None
    outcome: Text | None = None
    decided_by: Id | None = None
    decided_at: Timestamp | None = None
    extra: Extra = Field(default_factory=dict)


class Person(Record):
    """Someone who works on the project."""

    id: Id
    name: Text | None = None
    roles: tuple[Role, ...] = ()
    domains: tuple[Text, ...] = ()
    credentials: Text | None = None
    qualification: Qualification | None = None
    extra: Extra = Field(default_factory=dict)
