"""What experts are asked to label, and how long a judgment takes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from statistics import median

from sqlalchemy import select

from xpert_studio.api.records import Transaction
from xpert_studio.core.records import OpenForm
from xpert_studio.core.store import entities, pack_records
from xpert_studio.core.store.schema import judgment, response
from xpert_studio.core.store.values import in_portions
from xpert_studio.packs.correction.chosen import inclusions
from xpert_studio.packs.correction.records import INCLUSION, PACK_ID


def asked_for(tx: Transaction) -> frozenset[str]:
    """The responses of the pack's samples that no expert has judged yet, by id."""
    wanted = {name for name, one in inclusions(tx).items() if one.sampled}
    return frozenset(wanted - _judged(tx, wanted))


def _judged(tx: Transaction, ids: Collection[str]) -> set[str]:
    """Those of some responses on which there is a judgment."""
    found: set[str] = set()
    for some in in_portions(ids):
        query = (
            select(response.c.id)
            .join(judgment, judgment.c.response_pk == response.c.pk)
            .where(response.c.id.in_(some))
            .distinct()
        )
        found.update(tx.connection.scalars(query))
    return found


def records_of(tx: Transaction) -> dict[str, str]:
    """The ids of the pack's records, by response."""
    return {
        one.response_id: one.id
        for one in pack_records.records_in(tx, (PACK_ID, INCLUSION.id))
        if one.response_id is not None
    }


def seconds_a_judgment(tx: Transaction) -> tuple[float | None, int]:
    """The median over submitted forms of the seconds a judgment took, and the number of forms.

    Forms on which no time was measured, such as imported ones, do not count.
    """
    counts = judged_by_expert(tx)
    paces = [
        form.seconds / counts[form.response_id, form.expert_id]
        for form in entities.find_all(tx, OpenForm)
        if form.submitted_at is not None
        and form.seconds > 0
        and counts[form.response_id, form.expert_id]
    ]
    return (median(paces) if paces else None), len(paces)


def judged_by_expert(tx: Transaction) -> Counter[tuple[str, str]]:
    """How many judgments there are of each expert on each response."""
    query = select(response.c.id, judgment.c.expert_id).join(
        judgment, judgment.c.response_pk == response.c.pk
    )
    return Counter((row[0], row[1]) for row in tx.connection.execute(query))
