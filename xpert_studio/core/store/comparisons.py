"""Comparisons as they are read: which of them still rest on the texts as they are.

Nothing is marked when a text is edited: what was compared is hashed, and looked at when read. A
response that was removed, or edited, makes the comparison outdated.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from sqlalchemy import select

from xpert_studio.core.records import (
    Checkpoint,
    Comparison,
    RaterKind,
    RatingState,
    compared_hash_of,
)
from xpert_studio.core.store import responses, settings, tasks
from xpert_studio.core.store.schema import COMPARISON
from xpert_studio.core.store.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison, and whether it counts: what was compared is there as it was then."""

    comparison: Comparison
    is_current: bool


def read_all(
    tx: Transaction, *, task_id: str | None = None, rater: RaterKind | None = None
) -> list[Compared]:
    """All comparisons in the order they came in; of a task or kind of raters where named."""
    table = COMPARISON.table
    query = COMPARISON.query().order_by(table.c.pk)
    if task_id is not None:
        query = query.where(table.c.task_id == task_id)
    if rater is not None:
        query = query.where(table.c.rater == rater.value)
    found = list(COMPARISON.records(tx.connection, query))
    hashes = CurrentHashes(tx, {item.task_id for item in found})
    return [Compared(item, hashes.are_of(item)) for item in found]


def without_lost(tx: Transaction) -> list[Comparison]:
    """All comparisons but those of a response that is gone."""
    found = [item.comparison for item in read_all(tx)]
    task_of = {item.id: item.task_id for item in responses.outlines(tx)}
    return [item for item in found if all(task_of.get(id_) == item.task_id for id_ in item.pair)]


def current(
    tx: Transaction,
    *,
    task_id: str | None = None,
    rater: RaterKind | None = None,
    also_excluded: bool = False,
) -> list[Comparison]:
    """Those that count: current, with a value, of whole responses, by who is not excluded.

    Args:
        tx: The project.
        task_id: Of this task only.
        rater: By this kind of raters only.
        also_excluded: Also those of excluded experts.
    """
    found = read_all(tx, task_id=task_id, rater=rater)
    return [
        item.comparison
        for item in (found if also_excluded else of_included(tx, found))
        if item.is_current
        and item.comparison.state is RatingState.OK
        and not item.comparison.checkpoint_id
    ]


def of_included(tx: Transaction, found: Iterable[Compared]) -> list[Compared]:
    """Those of some comparisons that no excluded expert made."""
    excluded = settings.excluded_experts(tx)
    return [
        item
        for item in found
        if item.comparison.rater is not RaterKind.EXPERT or item.comparison.rater_id not in excluded
    ]


def known_keys(tx: Transaction, judge_id: str) -> set[str]:
    """The keys of a judge's comparisons that have a value: they are not asked again."""
    columns = COMPARISON.table.c
    query = select(columns.key).where(
        columns.rater_id == judge_id,
        columns.rater == RaterKind.JUDGE.value,
        columns.state == RatingState.OK.value,
        columns.key.is_not(None),
    )
    return set(tx.connection.scalars(query))


def begun_tasks(tx: Transaction) -> set[str]:
    """The tasks of which a person has compared responses."""
    columns = COMPARISON.table.c
    query = select(columns.task_id).where(columns.rater == RaterKind.EXPERT.value).distinct()
    return set(tx.connection.scalars(query))


class CurrentHashes:
    """What comparisons of some tasks rest on now."""

    def __init__(self, tx: Transaction, task_ids: Collection[str]) -> None:
        wanted = sorted(task_ids)
        self._responses = (
            {
                item.id: (item.task_id, item.content_hash)
                for item in responses.all_responses(tx, task_ids=wanted)
            }
            if wanted
            else {}
        )
        there = {task_id for task_id, _ in self._responses.values()}
        self._prompts = {id_: tasks.get_task(tx, id_).prompt_hash for id_ in there}
        self._tx = tx
        self._points: dict[str, dict[str, Checkpoint]] = {}

    def of(self, item: Comparison) -> str | None:
        """The hash of what a comparison is of, as it stands; None where some of it is gone."""
        found = [self._responses.get(id_) for id_ in item.pair]
        if any(known is None or known[0] != item.task_id for known in found):
            return None
        text = self._text(item)
        if text is None:
            return None
        first, second = (known[1] for known in found if known is not None)
        return compared_hash_of(self._prompts[item.task_id], (first, second), text)

    def are_of(self, item: Comparison) -> bool:
        """Whether a comparison is of what is there now."""
        now = self.of(item)
        return now is not None and now == item.compared_hash

    def _text(self, item: Comparison) -> str | None:
        if not item.checkpoint_id:
            return ""
        if item.task_id not in self._points:
            rubric = tasks.rubric_of(self._tx, item.task_id)
            self._points[item.task_id] = {point.id: point for point in rubric}
        point = self._points[item.task_id].get(item.checkpoint_id)
        return None if point is None else point.rated_text
