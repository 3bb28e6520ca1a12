"""People: who they are, what they may do, and how they qualified."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from pydantic import Field

from xpert_studio.records.base import Extra, Id, Record, Text, Timestamp

ADJUDICATOR: Final = "adjudicator"


class Role(StrEnum):
    """What a person may do in a project; one person may hold several roles."""

    AUTHOR = "author"
    REVIEWER = "reviewer"
    EXPERT = "expert"
    SENIOR = "senior"
    LEAD = "lead"

    @classmethod
    def _missing_(cls, value: object) -> Role | None:
        """Bundles call senior experts adjudicators since version 2."""
        return cls.SENIOR if value == ADJUDICATOR else None


_PASSED = frozenset({"passed", "pass", "qualified", "admitted", "yes", "通过", "合格", "已通过"})
_FAILED = frozenset({"failed", "fail", "rejected", "no", "未通过", "不合格"})


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
        outcome = (self.outcome or "").strip().casefold()
        if outcome in _PASSED:
            return True
        return False if outcome in _FAILED else None


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
