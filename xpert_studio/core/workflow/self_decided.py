"""How much of a project its people decided on themselves, and how much was judged unblinded."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ColumnElement, func, select

from xpert_studio.core.records.certificates import SelfDecided
from xpert_studio.core.store import Transaction, settings
from xpert_studio.core.store.schema import judgment, response, task


def self_decided(tx: Transaction, task_ids: Collection[str] | None = None) -> SelfDecided:
    """Counts the marks in a project.

    Args:
        tx: The project.
        task_ids: On these tasks only.
    """
    own_task = [] if task_ids is None else [task.c.id.in_(list(task_ids))]
    answers = select(response.c.pk).join(task, task.c.pk == response.c.task_pk).where(*own_task)
    submitted = judgment.c.draft.is_(False)
    on_own = [judgment.c.response_pk.in_(answers)] if own_task else []

    def counted(*where: ColumnElement[bool]) -> int:
        return tx.connection.scalar(select(func.count()).where(*where)) or 0

    return SelfDecided(
        is_solo=settings.project_info(tx).policies.is_solo,
        accepted=counted(task.c.self_accepted, *own_task),
        adjudicated=counted(submitted, judgment.c.self_adjudicated, *on_own),
        unblinded=counted(submitted, judgment.c.unblinded, *on_own),
    )
