"""Judgments and verdicts read as columns, for figures.

Reads straight from the driver into numpy: at hundreds of thousands of rows a record each would
take longer than everything that is computed from them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from sqlalchemy import func, select
from sqlalchemy.sql import Select

from xpert_studio.core.instruments.columns import asked_of, marks_of
from xpert_studio.core.records import ATTACHMENTS_NOT_SEEN, CHECKS, Tier
from xpert_studio.core.records.columns import NONE, BoolArray, Catalog, IntArray, Ratings
from xpert_studio.core.store import log, settings
from xpert_studio.core.store.checksums import verify
from xpert_studio.core.store.driver import plain_rows
from xpert_studio.core.store.rating_columns import (
    RatingColumns,
    kinds_of,
    read_judgments,
    read_verdicts,
)
from xpert_studio.core.store.schema import (
    RUBRIC_ORDER,
    checkpoint,
    judge,
    judgment,
    response,
    task,
    verdict,
)
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.values import not_set


@dataclass(frozen=True, slots=True)
class RatingTable:
    """The catalogue, and who said what.

    ``experts`` holds one ``Ratings`` an expert (gold judgments, or all where there was a reason to
    ask for them); ``judges`` one list a judge, with one ``Ratings`` a trial. ``unseen`` counts, per
    response, a judge's verdicts that are flagged ``attachments_not_seen``; judges without any are
    not among its keys. ``checked`` are the verdicts of programs; they count in the scores of every
    rater (``scored``) and stand in no other's ``Ratings``.
    """

    catalog: Catalog
    experts: tuple[Ratings, ...]
    judges: dict[str, tuple[Ratings, ...]]
    unseen: Mapping[str, IntArray] = field(default_factory=dict)
    checked: Ratings | None = None

    def scored(self, marks: Ratings) -> Ratings:
        """A rater's answers with what programs decide; see ``with_checks``."""
        return with_checks(self.catalog, marks, self.checked)

    def unseen_by(self, judge_id: str) -> IntArray:
        """Verdicts per response that a judge gave without seeing what experts see."""
        return self.unseen.get(judge_id, np.zeros(len(self.catalog.responses), np.int32))


def with_checks(catalog: Catalog, marks: Ratings, checked: Ratings | None) -> Ratings:
    """What a rater's scores are made of: their answers, and what programs decide beside them.

    That is on the responses they rated: what programs decide of others changes no score.

    Args:
        catalog: What there is to judge.
        marks: The rater's answers.
        checked: Verdicts of programs; None for none.
    """
    if checked is None or marks.rater == checked.rater:
        return marks
    rated = np.zeros(len(catalog.responses), np.bool_)
    rated[marks.response] = True
    return marks.joined(checked.where(rated[checked.response]))


Stamp = tuple[int, int]


def stamp(tx: Transaction) -> Stamp:
    """Tells whether what figures are computed from has changed: the newest event and verdict.

    Whatever people do leaves an event; verdicts of a run that continues come without one.
    """
    newest = tx.connection.scalar(select(func.max(verdict.c.pk)))
    return log.newest(tx), int(newest or 0)


def read_frames(
    tx: Transaction, *, judge_ids: Iterable[str] | None = None, gold_only: bool = True
) -> RatingTable:
    """Everything figures are computed from.

    Judgments and verdicts that rest on a text which was edited since are left out, and so are
    removed checkpoints, and all by excluded experts.

    Args:
        tx: The transaction.
        judge_ids: Only these judges; all where None.
        gold_only: Leave out judgments that no senior expert has confirmed.

    Raises:
        DamagedProjectError: A row of what they rest on is not as it was written.
    """
    verify(tx, (task, checkpoint, response, judgment, judge))
    known = dict(_rows(tx, select(judge.c.pk, judge.c.id).order_by(judge.c.pk)))
    wanted = known.keys() if judge_ids is None else _named(known, set(judge_ids))
    if wanted or CHECKS in known.values():
        verify(tx, (verdict,))  # most rows of a project are there: not where none is read
    catalog, response_index, checkpoint_index = _catalog(tx)
    reader = _Reader(tx, known, catalog, response_index, checkpoint_index)
    experts, judges = reader.experts(gold_only=gold_only), reader.judges(wanted)
    unseen = _unseen(tx, catalog, response_index, judges) if judges else {}
    return RatingTable(catalog, experts, judges, unseen, reader.checked())


def _named(known: Mapping[int, str], names: Collection[str]) -> list[int]:
    return [pk for pk, name in known.items() if name in names]


def _coded(values: Sequence[str | None], first: Sequence[str] = ()) -> tuple[list[str], IntArray]:
    """Names and, a value each, the index of its name; known names first, in their given order."""
    present = {value for value in values if value is not None}
    names = [name for name in first if name in present]
    names += sorted(present.difference(names))
    codes = {name: code for code, name in enumerate(names)}
    return names, np.fromiter(
        (NONE if value is None else codes[value] for value in values), np.int32, len(values)
    )


def _index(keys: Sequence[int]) -> IntArray:
    """From a row's ``pk`` to its place in the catalogue."""
    table = np.full(max(keys, default=0) + 1, NONE, np.int32)
    table[np.asarray(keys, np.int64)] = np.arange(len(keys), dtype=np.int32)
    return table


def _rows(tx: Transaction, query: Select[Any]) -> list[Any]:
    return list(next(plain_rows(tx, query)))


def _columns(rows: list[Any], width: int) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(width)]


def _catalog(tx: Transaction) -> tuple[Catalog, IntArray, IntArray]:
    t = task.c
    columns = (t.pk, t.id, t.title, t.domain, t.category, t.family)
    tasks = _columns(_rows(tx, select(*columns).order_by(t.pk)), len(columns))
    c = checkpoint.c
    points = _columns(
        _rows(
            tx,
            select(
                c.pk,
                c.task_pk,
                c.id,
                c.text,
                c.weight,
                c.tier,
                c.dimension,
                c.instrument,
                c.settings,
            )
            .where(not_set(c.retired))
            .order_by(c.task_pk, *RUBRIC_ORDER),
        ),
        9,
    )
    r = response.c
    answers = _columns(
        _rows(tx, select(r.pk, r.id, r.task_pk, r.model, r.role == "baseline").order_by(r.pk)), 5
    )
    task_index = _index(tasks[0])
    domains, task_domain = _coded(tasks[3])
    categories, task_category = _coded(tasks[4])
    tiers, checkpoint_tier = _coded(points[5], [tier.value for tier in Tier])
    dimensions, checkpoint_dimension = _coded(points[6])
    systems, response_system = _coded(answers[3])
    kinds, checkpoint_kind = kinds_of(list(zip(points[7], points[8], strict=True)))
    catalog = Catalog(
        tasks=tuple(tasks[1]),
        task_titles=tuple(title or id_ for id_, title in zip(tasks[1], tasks[2], strict=True)),
        domains=tuple(domains),
        categories=tuple(categories),
        task_domain=task_domain,
        task_category=task_category,
        task_cluster=_clusters(tasks[1], tasks[5]),
        checkpoints=tuple(points[2]),
        checkpoint_texts=tuple(points[3]),
        tiers=tuple(tiers),
        dimensions=tuple(dimensions),
        checkpoint_task=task_index[np.asarray(points[1], np.int64)],
        checkpoint_weight=np.asarray(points[4], np.float64),
        checkpoint_tier=checkpoint_tier,
        checkpoint_dimension=checkpoint_dimension,
        kinds=kinds,
        checkpoint_kind=checkpoint_kind,
        responses=tuple(answers[1]),
        systems=tuple(systems),
        response_task=task_index[np.asarray(answers[2], np.int64)],
        response_system=response_system,
        response_is_baseline=np.asarray(answers[4], np.bool_),
        abstentions=settings.project_info(tx).policies.abstentions,
    )
    return catalog, _index(answers[0]), _index(points[0])


def _clusters(tasks: Sequence[str], families: Sequence[str | None]) -> IntArray:
    """Per task, the number of its family, or its own where it has none."""
    places: dict[tuple[str, str], int] = {}
    keys = (
        (family or "", "" if family else id_) for id_, family in zip(tasks, families, strict=True)
    )
    return np.array([places.setdefault(key, len(places)) for key in keys], np.int32)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Ratings as ``Ratings`` over the catalogue."""

    tx: Transaction
    known: Mapping[int, str]
    catalog: Catalog
    response_index: IntArray
    checkpoint_index: IntArray

    def experts(self, *, gold_only: bool) -> tuple[Ratings, ...]:
        found = read_judgments(self.tx, gold_only=gold_only)
        names, codes = _coded(found.rater.tolist())
        excluded = settings.excluded_experts(self.tx)
        return tuple(
            self._marks(name, found, codes == code)
            for code, name in enumerate(names)
            if name not in excluded
        )

    def judges(self, keys: Iterable[int]) -> dict[str, tuple[Ratings, ...]]:
        return {self.known[pk]: self._trials(pk, self.known[pk]) for pk in keys}

    def checked(self) -> Ratings | None:
        """What programs decided."""
        trials = self.judges(_named(self.known, {CHECKS})).get(CHECKS, ())
        return trials[0] if trials else None

    def _trials(self, judge_pk: int, judge_id: str) -> tuple[Ratings, ...]:
        found = read_verdicts(self.tx, judge_pk)
        return tuple(
            self._marks(judge_id, found, found.trial == trial) for trial in np.unique(found.trial)
        )

    def _marks(self, rater: str, rating_columns: RatingColumns, own: BoolArray) -> Ratings:
        response = self.response_index[rating_columns.response_pk[own]]
        point = self.checkpoint_index[rating_columns.checkpoint_pk[own]]
        value = rating_columns.value[own]
        asked = asked_of(self.catalog)
        asked.require_values(point, value)
        theirs = asked.by_program[point] == (rater == CHECKS)
        return marks_of(
            self.catalog,
            rater,
            response[theirs],
            point[theirs],
            value[theirs],
            rating_columns.abstained[own][theirs],
        )


def _unseen(
    tx: Transaction, catalog: Catalog, response_index: IntArray, judge_ids: Collection[str]
) -> dict[str, IntArray]:
    v = verdict.c
    # Few responses have attachments: naming them first keeps the flags of all others unread.
    attached = (
        select(response.c.pk)
        .join(task, task.c.pk == response.c.task_pk)
        .where(response.c.attachments.is_not(None) | task.c.attachments.is_not(None))
    )
    query = (
        select(judge.c.id, v.response_pk, func.count())
        .join(judge, judge.c.pk == v.judge_pk)
        .join(checkpoint, checkpoint.c.pk == v.checkpoint_pk)
        .where(
            v.response_pk.in_(attached),
            not_set(v.superseded),
            not_set(v.stale),
            not_set(checkpoint.c.retired),
            v.flags.contains(ATTACHMENTS_NOT_SEEN),
        )
        .group_by(judge.c.id, v.response_pk)
    )
    found: dict[str, IntArray] = {}
    for judge_id, response_pk, count in _rows(tx, query):
        if judge_id in judge_ids:
            counts = found.setdefault(judge_id, np.zeros(len(catalog.responses), np.int32))
            counts[response_index[response_pk]] = count
    return found
