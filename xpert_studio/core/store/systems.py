"""Systems in the project file: those that have answered, and those of which more is known."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select

from xpert_studio.core.records import System
from xpert_studio.core.store import responses
from xpert_studio.core.store.schema import SYSTEM, response, task
from xpert_studio.core.store.transaction import Transaction


def described(tx: Transaction) -> dict[str, System]:
    """The systems of which more is known than the name, by name, in the order of names."""
    query = SYSTEM.query().order_by(SYSTEM.table.c.name)
    return {record.name: record for record in SYSTEM.records(tx.connection, query)}


def all_systems(tx: Transaction) -> dict[str, System]:
    """Every system, by name, in the order of names; of most, a name may be all that is known."""
    known = described(tx)
    names = sorted(known.keys() | responses.count_by_model(tx).keys())
    return {name: known.get(name) or System(name=name) for name in names}


def system_named(tx: Transaction, name: str) -> System:
    """What is known of a system, which need not have answered."""
    query = SYSTEM.query().where(SYSTEM.table.c.name == name)
    return next(SYSTEM.records(tx.connection, query), None) or System(name=name)


def names_on(tx: Transaction, task_ids: Collection[str]) -> frozenset[str]:
    """The systems that have answered some tasks."""
    query = select(response.c.model, task.c.id).join(task, task.c.pk == response.c.task_pk)
    return frozenset(name for name, id_ in tx.connection.execute(query) if id_ in task_ids)
