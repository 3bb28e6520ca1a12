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
    {"passed": mark("passed"), "returned": mark("returned"), "failed": mark("not passed")},
    also={
        "passed": ("pass", "qualified", "admitted", "yes", "合格", "已通过"),
        "returned": ("return", "again", "退回"),
        "failed": ("fail", "rejected", "reject", "no", "不合格", "未通过"),
    },
)
PASSED: Final = "passed"
RETURNED: Final = "returned"
FAILED: Final = "failed"


class Qualification(Record):
    """How an expert was admitted: examination, trial task, outcome, and who decided.

    Attributes:
        examination: Which one, with what result, as it was when it was decided on.
        trial: The same of the trial tasks.
        outcome: Over all domains: passed where the person passed in any of them.
        by_domain: What was decided in each domain. Empty for people who were qualified as a whole,
            before decisions were kept by domain: the outcome then holds in all domains. The other
            fields are those of the last decision.
        comments: What the person was told.
        exemption: Why examination and trial were not asked for; None where they were.
        attempt: Which attempt was decided on, from 1; None where there was none to count.
    """

    examination: Text | None = None
    trial: Text | None = None
    outcome: Text | None = None
    decided_by: Id | None = None
    decided_at: Timestamp | None = None
    by_domain: dict[Text, Qualification] = Field(
        default_factory=dict, exclude_if=lambda held: not held
    )
    comments: Text | None = Field(default=None, exclude_if=lambda held: held is None)
    exemption: Text | None = Field(default=None, exclude_if=lambda held: held is None)
    attempt: int | None = Field(default=None, ge=1, exclude_if=lambda held: held is None)
    extra: Extra = Field(default_factory=dict)

    @property
    def passed(self) -> bool | None:
        """Whether the outcome admits the person; None while nothing is decided for good."""
        known = QUALIFICATIONS.find(self.outcome or "")
        return None if known in {None, RETURNED} else known == PASSED

    def passed_in(self, domain: str | None) -> bool | None:
        """Whether the person is admitted in a domain; without one, in any."""
        if domain is None or not self.by_domain:
            return self.passed
        return self.by_domain[domain].passed if domain in self.by_domain else None

    def outcome_in(self, domain: str) -> str | None:
        """The outcome in a domain, as ``QUALIFICATIONS`` names it; None while there is none."""
        held = self.decided_in(domain)
        return QUALIFICATIONS.find(held.outcome or "") if held else None

    def decided_in(self, domain: str) -> Qualification | None:
        """What was decided in a domain; None while nothing is."""
        return self.by_domain.get(domain) if self.by_domain else self


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

    def passed_in(self, domain: str | None) -> bool | None:
        """Whether they are admitted in a domain; None while nothing is decided."""
        return self.qualification.passed_in(domain) if self.qualification else None
