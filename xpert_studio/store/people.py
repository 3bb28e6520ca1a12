"""People in the project file."""

from __future__ import annotations

from sqlalchemy import insert, select

from xpert_studio.records import Person
from xpert_studio.store.rows import from_columns, to_columns
from xpert_studio.store.schema import person
from xpert_studio.store.transaction import Transaction

_NESTED = frozenset({"roles", "domains", "qualification", "extra"})


def all_people(tx: Transaction) -> list[Person]:
    """Everybody, in the order they came in."""
    rows = tx.connection.execute(select(person).order_by(person.c.pk)).mappings()
    return [from_columns(Person, row, _NESTED) for row in rows]


def add_person(tx: Transaction, record: Person) -> None:
    """Writes a new person."""
    tx.require_writes()
    tx.connection.execute(insert(person).values(to_columns(record, person)))
