"""People in the project file."""

from __future__ import annotations

from sqlalchemy import insert

from xpert_studio.core.records import Person
from xpert_studio.core.store.schema import PERSON, person
from xpert_studio.core.store.transaction import Transaction


def all_people(tx: Transaction) -> list[Person]:
    """Everybody, in the order they came in."""
    return list(PERSON.records(tx.connection, PERSON.query().order_by(person.c.pk)))


def add_person(tx: Transaction, record: Person) -> None:
    """Writes a new person."""
    tx.connection.execute(insert(person).values(PERSON.columns(record)))
