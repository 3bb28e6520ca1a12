"""Judges in the project file."""

from __future__ import annotations

from sqlalchemy import insert, update

from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Judge
from xpert_studio.core.store.schema import JUDGE, judge
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.values import json_text


def all_judges(tx: Transaction) -> list[Judge]:
    """All judges, in the order they came in."""
    return list(JUDGE.records(tx.connection, JUDGE.query().order_by(judge.c.pk)))


def get_judge(tx: Transaction, judge_id: str) -> Judge:
    """One judge.

    Raises:
        NotFoundError: There is none of that id.
    """
    found = find_judge(tx, judge_id)
    if found is None:
        raise NotFoundError(
            Message("There is no judge {judge_id}.", judge_id=judge_id),
            remedy="'xpert-studio info PROJECT' lists the judges it has.",
        )
    return found


def find_judge(tx: Transaction, judge_id: str) -> Judge | None:
    """One judge, or None."""
    return next(JUDGE.records(tx.connection, JUDGE.query().where(judge.c.id == judge_id)), None)


def ensure_judge(tx: Transaction, record: Judge) -> None:
    """Writes a judge unless it is there; the anchors it is shown are added to those it was shown.

    The id of a judge is made from its hash, so one that is there is the same judge.
    """
    known = find_judge(tx, record.id)
    if known is None:
        tx.connection.execute(insert(judge).values(JUDGE.columns(record)))
        return
    anchors = tuple(dict.fromkeys((*known.anchors, *record.anchors)))
    if anchors != known.anchors:
        tx.connection.execute(
            update(judge).where(judge.c.id == record.id).values(anchors=json_text(anchors))
        )
