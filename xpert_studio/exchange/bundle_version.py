"""Which version of the bundle format a project needs: the oldest that can hold all of it."""

from __future__ import annotations

from xpert_studio.store import Transaction, tasks
from xpert_studio.workflow.self_decided import self_decided


def version_needed(tx: Transaction) -> int:
    """2 for decisions on own work, reasons of a checklist, and checkpoints that are not plain."""
    has_reasons = any(
        task.checklist is not None and task.checklist.reason for task in tasks.all_tasks(tx)
    )
    return 2 if has_reasons or self_decided(tx) or not tasks.all_plain(tx) else 1
