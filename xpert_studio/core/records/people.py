"""People: who they are, what they may do, and how they qualified."""

from __future__ import annotations

from typing import Final

from pydantic import Field

from xpert_studio.core.names import Listed, Names
from xpert_studio.core.records.base import Extra, Id, Record, Text, Timestamp
from xpert_studio.core.wording import mark

ADJUDICATOR: Final = "adjudicator"


class Role(Listed):
    """What a person may do in a project; one person may hold several roles."""

    AUTHOR = "author"
    REVIEWER = "reviewer"
    EXPERT = "expert"
    SENIOR = "senior"
    LEAD = "lead"


ROLES: Final = Names(
    "Role",
    {
        Role.AUTHOR: mark("Author"),
        Role.REVIEWER: mark("Reviewer"),
        Role.EXPERT: mark("Expert"),
        Role.SENIOR: mark("Senior expert"),
        Role.LEAD: mark("Lead"),
    },
    also={Role.SENIOR: (ADJUDICATOR, "裁定人")},  # as bundles call them since version 2
)
QUALIFICATIONS: Final = Names(
    "Qualification",
    {"passed": mark("passed"), "failed": mark("not passed")},
    also={
        "passed": ("pass", "qualified", "admitted", "yes", "合格", "已通过"),
        "failed": ("fail", "rejected", "no", "不合格", "未通过"),
    },
)


class Qualification(Record):
    """How an expert was admitted: examination, trial task, outcome, and who decided."""

    examination: Text | None = None
    trial: Text | None = None
    outcome: Text | None = None
    decided_by: Id | None = None
    decided_at: Timestamp | None = None
    extra: Extra = Field(default_factory=dict)

    @property
    def passed(self) -> bool | None:
        """Whether the outcome admits the person; None while nothing is decided."""
        outcome = QUALIFICATIONS.find(self.outcome or "")
        return None if outcome is None else outcome == "passed"


class Person(Record):
    """Someone who works on the project."""

    id: Id
    name: Text | None = None
    roles: tuple[Role, ...] = ()
    domains: tuple[Text, ...] = ()
    credentials: Text | None = None
    qualification: Qualification | None = None
    extra: Extra = Field(default_factory=dict)

    @property
    def called(self) -> str:
        """The name, or the id where there is none."""
        return self.name or self.id
