"""Which responses are no evidence of how well a judge follows the experts: it was shown them."""

from __future__ import annotations

import numpy as np

from xpert_studio.records import Judge, Response
from xpert_studio.records.columns import BoolArray, Catalog
from xpert_studio.store import Transaction, responses
from xpert_studio.workflow.near_copies import near_copies


def shown_anchors(tx: Transaction, judge: Judge, catalog: Catalog) -> tuple[BoolArray, int]:
    """Anchors a judge was shown, and copies of them.

    Args:
        tx: The transaction.
        judge: The judge.
        catalog: What there is to judge.

    Returns:
        Per response of the catalogue whether it is one of these; and how many of them are copies.
    """
    mask = np.zeros(len(catalog.responses), np.bool_)
    if not judge.anchors:
        return mask, 0
    places = {response_id: place for place, response_id in enumerate(catalog.responses)}
    anchored = [places[name] for name in judge.anchors if name in places]
    task_ids = {catalog.tasks[catalog.response_task[place]] for place in anchored}
    texts = list(responses.all_responses(tx, task_ids=task_ids))
    by_task: dict[str, list[Response]] = {}
    for response in texts:
        if response.id in judge.anchors:
            by_task.setdefault(response.task_id, []).append(response)
    copies = near_copies(by_task, texts)
    mask[anchored] = True
    mask[[places[name] for name in copies]] = True
    return mask, len(copies)
