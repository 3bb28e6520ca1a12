"""The order in which the responses to a task have their blind labels, once it must not change.

It is here from when a person has begun to judge a response to the task. Ids of responses that
were taken out since stay in it: their labels are not given again.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Final

from sqlalchemy import select

from xpert_studio.core.store import comparisons, settings
from xpert_studio.core.store.schema import judgment, open_form, response, setting, task
from xpert_studio.core.store.transaction import Transaction

_PREFIX: Final = "blind_labels/"


def kept_order(tx: Transaction, task_id: str) -> tuple[str, ...]:
    """The response ids of a task in the order of their labels; empty where none is kept."""
    value = settings.kept(tx, _PREFIX + task_id)
    return tuple(json.loads(value)) if value else ()


def kept_orders(tx: Transaction) -> dict[str, tuple[str, ...]]:
    """All orders that are kept, by task id."""
    query = select(setting.c.key, setting.c.value).where(setting.c.key.startswith(_PREFIX))
    return {
        key.removeprefix(_PREFIX): tuple(json.loads(value))
        for key, value in tx.connection.execute(query)
    }


def keep_order(tx: Transaction, task_id: str, response_ids: Collection[str]) -> None:
    """Keeps an order, in place of the one before."""
    settings.keep(tx, _PREFIX + task_id, json.dumps(list(response_ids), ensure_ascii=False))


def begun_tasks(tx: Transaction, task_ids: Collection[str] | None = None) -> set[str]:
    """The tasks to which a response has a form or was compared by a person; among these only."""
    opened = (
        select(task.c.id)
        .join(response, response.c.task_pk == task.c.pk)
        .join(open_form, open_form.c.response_id == response.c.id)
    )
    judged = (
        select(task.c.id)
        .join(response, response.c.task_pk == task.c.pk)
        .join(judgment, judgment.c.response_pk == response.c.pk)
    )
    found = comparisons.begun_tasks(tx)
    if task_ids is not None:
        found &= set(task_ids)
    for query in (opened, judged):
        wanted = query if task_ids is None else query.where(task.c.id.in_(list(task_ids)))
        found.update(tx.connection.scalars(wanted.distinct()))
    return found
