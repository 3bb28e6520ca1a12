"""Which responses are no evidence of how well a judge follows the experts: it was shown them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from xpert_studio.records import Judge, JudgeMode, Response
from xpert_studio.records.columns import BoolArray, Catalog
from xpert_studio.store import Transaction, responses
from xpert_studio.workflow.near_duplicates import NearDuplicate, near_duplicates


@dataclass(frozen=True, slots=True)
class ShownAnchors:
    """What a judge was shown of the responses it scores.

    Attributes:
        mask: Per response of the catalogue whether it is excluded: an anchor or a near-duplicate.
        excluded: The near-duplicates among them.
        borderline: Responses that may be near-duplicates; they are not excluded.
        are_known: Whether all anchors it was shown are in the project; an imported judge may have
            been shown some that the import does not name or does not have.
    """

    mask: BoolArray
    excluded: tuple[NearDuplicate, ...] = ()
    borderline: tuple[NearDuplicate, ...] = ()
    are_known: bool = True


def shown_anchors(
    tx: Transaction, judges: Iterable[Judge], catalog: Catalog
) -> dict[str, ShownAnchors]:
    """Anchors that judges were shown, and near-duplicates of them.

    Args:
        tx: The transaction.
        judges: The judges.
        catalog: The responses that are scored.

    Returns:
        By judge id.
    """
    judges = list(judges)
    places = {response_id: place for place, response_id in enumerate(catalog.responses)}
    task_ids = {
        catalog.tasks[catalog.response_task[places[name]]]
        for judge in judges
        for name in judge.anchors
        if name in places
    }
    texts = list(responses.all_responses(tx, task_ids=task_ids)) if task_ids else []
    sets = {judge.anchors for judge in judges}
    found = {anchors: _shown(frozenset(anchors), texts, places) for anchors in sets}
    there = {item.id for item in responses.all_responses(tx, ids=set().union(*sets))}
    return {
        judge.id: replace(found[judge.anchors], are_known=_are_known(judge, there))
        for judge in judges
    }


def _are_known(judge: Judge, there: set[str]) -> bool:
    if judge.mode is not JudgeMode.ANCHORED:
        return True
    return bool(judge.anchors) and there.issuperset(judge.anchors)


def _shown(anchors: frozenset[str], texts: list[Response], places: dict[str, int]) -> ShownAnchors:
    alike = near_duplicates([item for item in texts if item.id in anchors], texts)
    excluded = tuple(item for item in alike if not item.is_borderline)
    mask = np.zeros(len(places), np.bool_)
    mask[[places[name] for name in anchors if name in places]] = True
    mask[[places[item.response_id] for item in excluded]] = True
    return ShownAnchors(mask, excluded, tuple(item for item in alike if item.is_borderline))
