"""How much of a project its people decided on themselves, and how much was judged unblinded."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, func, select

from xpert_studio.store import Transaction, settings
from xpert_studio.store.schema import judgment, task


@dataclass(frozen=True, slots=True)
class SelfDecided:
    """What was decided on one's own work.

    Attributes:
        is_solo: Whether the project is a solo one now.
        accepted: Tasks whose brief or rubric was accepted by somebody who wrote on it.
        adjudicated: Judgments that were confirmed or overridden by the expert who made them.
        unblinded: Judgments that were made while results were open to the expert.
    """

    is_solo: bool
    accepted: int
    adjudicated: int
    unblinded: int

    def __bool__(self) -> bool:
        return self.is_solo or bool(self.accepted or self.adjudicated)

    def __str__(self) -> str:
        """In a sentence; empty in a team whose people decided on nothing of their own."""
        if not self:
            return ""
        start = "This is a solo project: people decide on their own work. " if self.is_solo else ""
        return (
            f"{start}Self-accepted tasks: {self.accepted:,}. Self-adjudicated judgments: "
            f"{self.adjudicated:,}. Judgments made while results were open: {self.unblinded:,}."
        )


def self_decided(tx: Transaction) -> SelfDecided:
    """Counts the marks in a project."""
    submitted = judgment.c.draft.is_(False)

    def counted(*where: ColumnElement[bool]) -> int:
        return tx.connection.scalar(select(func.count()).where(*where)) or 0

    return SelfDecided(
        is_solo=settings.project_info(tx).policies.is_solo,
        accepted=counted(task.c.self_accepted),
        adjudicated=counted(submitted, judgment.c.self_adjudicated),
        unblinded=counted(submitted, judgment.c.unblinded),
    )
