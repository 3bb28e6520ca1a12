"""Judges in the project file."""

from __future__ import annotations

from sqlalchemy import insert, select, update

from xpert_studio.errors import NotFoundError
from xpert_studio.records import Judge
from xpert_studio.store.rows import from_columns, to_column, to_columns
from xpert_studio.store.schema import judge
from xpert_studio.store.transaction import Transaction

_NESTED = frozenset({"parameters", "anchors", "settings", "extra"})


def all_judges(tx: Transaction) -> list[Judge]:
    """All judges, in the order they came in."""
    rows = tx.connection.execute(select(judge).order_by(judge.c.pk)).mappings()
    return [from_columns(Judge, row, _NESTED) for row in rows]


def get_judge(tx: Transaction, judge_id: str) -> Judge:
    """One judge.

    Raises:
        NotFoundError: There is none of that id.
    """
    row = tx.connection.execute(select(judge).where(judge.c.id == judge_id)).mappings().first()
    if row is None:
        raise NotFoundError(
            f"There is no judge {judge_id}.",
            remedy="'xpert-studio info PROJECT' lists the judges it has.",
        )
    return from_columns(Judge, row, _NESTED)


def ensure_judge(tx: Transaction, record: Judge) -> None:
    """Writes a judge unless it is there; the anchors it is shown are added to those it was shown.

    The id of a judge is made from its hash, so one that is there is the same judge.
    """
    tx.require_writes()
    row = tx.connection.execute(select(judge).where(judge.c.id == record.id)).mappings().first()
    if row is None:
        tx.connection.execute(insert(judge).values(to_columns(record, judge)))
        return
    known = from_columns(Judge, row, _NESTED)
    anchors = tuple(dict.fromkeys((*known.anchors, *record.anchors)))
    if anchors != known.anchors:
        query = update(judge).where(judge.c.id == record.id)
        tx.connection.execute(query.values(anchors=to_column(anchors)))
