"""Blind letters: what a response is called for those who judge it, in an order that says nothing.

The order is drawn by the responses' ids. As soon as a person has begun to judge a response to the
task, it stays: whatever comes later gets the next letters, and what goes leaves its letter unused.
"""

from __future__ import annotations

import string
from collections.abc import Collection, Iterable, Mapping, Sequence

from xpert_studio.core.records import grouped
from xpert_studio.core.store import Transaction, response_labels, responses
from xpert_studio.core.workflow.sampling import lot


def blind_labels(tx: Transaction, task_id: str) -> Mapping[str, str]:
    """Letters for the responses to a task, in an order that says nothing, by response id."""
    given = [item.id for item in responses.outlines(tx, task_id=task_id)]
    return labels_of(given, response_labels.kept_order(tx, task_id))


def find_response(tx: Transaction, reference: str) -> str:
    """A response's id by its blind name (``TASK:LETTER``), or by the id itself.

    Raises:
        NotFoundError: There is none.
    """
    task_id, colon, label = reference.rpartition(":")
    if colon:
        for found, letter in blind_labels(tx, task_id).items():
            if letter.casefold() == label.casefold():
                return found
    return responses.get_response(tx, reference).id


def blind_name(tx: Transaction, task_id: str, response_id: str) -> str:
    """``TASK:LETTER`` of a response to a task; empty where it is none of the task's."""
    label = blind_labels(tx, task_id).get(response_id)
    return "" if label is None else f"{task_id}:{label}"


def all_labels(tx: Transaction, task_ids: Collection[str]) -> dict[str, str]:
    """Letters for the responses to several tasks, by response id."""
    kept = response_labels.kept_orders(tx)
    given = grouped(
        (item.task_id, item.id) for item in responses.outlines(tx) if item.task_id in task_ids
    )
    return {
        response_id: letter
        for task_id, ids in given.items()
        for response_id, letter in labels_of(ids, kept.get(task_id, ())).items()
    }


def labels_of(response_ids: Iterable[str], kept: Sequence[str] = ()) -> Mapping[str, str]:
    """Letters for the responses to one task, all of them.

    Args:
        response_ids: Their ids.
        kept: Those that have their letters for good, in that order; see ``store.letters``.
    """
    there = set(response_ids)
    order = ordered(there, kept)
    return {id_: _letters(place) for place, id_ in enumerate(order) if id_ in there}


def ordered(response_ids: Collection[str], kept: Sequence[str]) -> list[str]:
    """Ids in the order of their letters: those that have theirs, then the others as drawn."""
    new = set(response_ids) - set(kept)
    return [*kept, *sorted(new, key=lambda response_id: lot(0, response_id))]


def fix_blind_labels(tx: Transaction, task_ids: Collection[str] | None = None) -> None:
    """Makes letters stay where a person has begun; before responses come or go, and from then on.

    Args:
        tx: A writing transaction.
        task_ids: Of these tasks; of all where None.
    """
    kept = response_labels.kept_orders(tx) if task_ids is None else {}
    for task_id in sorted(response_labels.begun_tasks(tx, task_ids)):
        before = (
            kept.get(task_id, ()) if task_ids is None else response_labels.kept_order(tx, task_id)
        )
        order = ordered([item.id for item in responses.outlines(tx, task_id=task_id)], before)
        if tuple(order) != before:
            response_labels.keep_order(tx, task_id, order)


def _letters(place: int) -> str:
    alphabet = string.ascii_uppercase
    name = alphabet[place % 26]
    while place >= 26:
        place = place // 26 - 1
        name = alphabet[place % 26] + name
    return name
