"""How much of a project its people decided on themselves, and how much was judged unblinded."""

from __future__ import annotations

from sqlalchemy import ColumnElement, func, select

from xpert_studio.core.records.certificates import SelfDecided
from xpert_studio.core.store import Transaction, settings
from xpert_studio.core.store.schema import judgment, task


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
