"""The list of tasks as a table shows it: filtered, sorted, and read page by page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Row, case, func, select
from sqlalchemy.sql import Select

from xpert_studio.core.records import Difficulty, Stage
from xpert_studio.core.store.schema import checkpoint, response, task
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.values import in_portions, like_words, not_set


@dataclass(frozen=True, slots=True)
class TaskFilter:
    """Which tasks are listed, and in which order; empty fields leave nothing out.

    Attributes:
        words: Each must stand in title, id, category or tags.
        ids: Only these, as when a search in the texts has found them; None is all.
        authors: Only tasks of these people.
        sort: ``title``, ``domain``, ``category``, ``stage``, ``difficulty``, ``author``,
            ``language``, or ``order``, the order in which they came in.
    """

    words: str = ""
    stages: tuple[Stage, ...] = ()
    domains: tuple[str, ...] = ()
    difficulties: tuple[Difficulty, ...] = ()
    languages: tuple[str, ...] = ()
    authors: tuple[str, ...] = ()
    ids: tuple[str, ...] | None = None
    sort: str = "order"
    descending: bool = False


@dataclass(frozen=True, slots=True)
class TaskRow:
    """One task in the list: no text of the brief, only what a table shows."""

    id: str
    title: str
    domain: str
    category: str
    stage: Stage
    difficulty: Difficulty | None
    language: str
    author_id: str | None
    checkpoints: int
    responses: int


@dataclass(frozen=True, slots=True)
class TaskCounts:
    """How many tasks stand where: by stage, and by domain and stage."""

    total: int
    by_stage: dict[Stage, int] = field(default_factory=dict)
    by_domain: dict[str, dict[Stage, int]] = field(default_factory=dict)


def _standing() -> ColumnElement[Any]:
    return func.coalesce(task.c.stage, Stage.READY.value)


def _order(wanted: TaskFilter) -> list[Any]:
    stage_order = case(
        {stage.value: place for place, stage in enumerate(Stage)}, value=_standing(), else_=99
    )
    hardness = case(
        {level.value: place for place, level in enumerate(Difficulty)},
        value=task.c.difficulty,
        else_=99,
    )
    columns: dict[str, ColumnElement[Any]] = {
        "title": func.lower(func.coalesce(task.c.title, task.c.id)),
        "domain": func.coalesce(task.c.domain, ""),
        "category": func.coalesce(task.c.category, ""),
        "stage": stage_order,
        "difficulty": hardness,
        "author": func.coalesce(task.c.author_id, ""),
        "language": func.coalesce(task.c.language, ""),
        "order": task.c.pk,
    }
    first = columns[wanted.sort]
    return [first.desc() if wanted.descending else first, task.c.pk]


def _conditions(wanted: TaskFilter) -> list[ColumnElement[bool]]:
    found = like_words(wanted.words, (task.c.title, task.c.id, task.c.category, task.c.tags))
    chosen: tuple[tuple[ColumnElement[Any], Sequence[str]], ...] = (
        (_standing(), wanted.stages),
        (func.coalesce(task.c.domain, ""), wanted.domains),
        (task.c.difficulty, wanted.difficulties),
        (task.c.language, wanted.languages),
        (task.c.author_id, wanted.authors),
    )
    return found + [column.in_([*map(str, values)]) for column, values in chosen if values]


def task_keys(tx: Transaction, wanted: TaskFilter) -> list[int]:
    """The row numbers of the tasks a filter leaves, in its order: cheap to hold for 10,000."""
    query: Select[Any] = select(task.c.pk, task.c.id).where(*_conditions(wanted))
    rows = tx.connection.execute(query.order_by(*_order(wanted)))
    if wanted.ids is None:
        return [row.pk for row in rows]
    chosen = set(wanted.ids)
    return [row.pk for row in rows if row.id in chosen]


def task_rows(tx: Transaction, keys: Sequence[int]) -> dict[int, TaskRow]:
    """The rows of some of these keys; keys of tasks that are gone are left out."""
    lines = dict[int, int]()
    given = dict[int, int]()
    found: dict[int, TaskRow] = {}
    for some in in_portions(keys):
        lines |= _counts(tx, checkpoint.c.task_pk, some, not_set(checkpoint.c.retired))
        given |= _counts(tx, response.c.task_pk, some)
        query = select(
            task.c.pk,
            task.c.id,
            task.c.title,
            task.c.domain,
            task.c.category,
            task.c.stage,
            task.c.difficulty,
            task.c.language,
            task.c.author_id,
        ).where(task.c.pk.in_(some))
        for row in tx.connection.execute(query):
            found[row.pk] = TaskRow(
                id=row.id,
                title=row.title or row.id,
                domain=row.domain or "",
                category=row.category or "",
                stage=Stage(row.stage) if row.stage else Stage.READY,
                difficulty=Difficulty(row.difficulty) if row.difficulty else None,
                language=row.language or "",
                author_id=row.author_id,
                checkpoints=lines.get(row.pk, 0),
                responses=given.get(row.pk, 0),
            )
    return found


def _counts(
    tx: Transaction, column: ColumnElement[Any], keys: Sequence[int], *more: ColumnElement[bool]
) -> dict[int, int]:
    query = select(column, func.count()).where(column.in_(keys), *more).group_by(column)
    return {int(key): int(count) for key, count in tx.connection.execute(query)}


def count_tasks(tx: Transaction) -> TaskCounts:
    """How many tasks stand at which stage, in all and by domain."""
    domain = func.coalesce(task.c.domain, "")
    query = select(domain, _standing(), func.count()).group_by(domain, _standing())
    by_stage: dict[Stage, int] = {}
    by_domain: dict[str, dict[Stage, int]] = {}
    for name, stage, count in tx.connection.execute(query):
        by_stage[Stage(stage)] = by_stage.get(Stage(stage), 0) + int(count)
        by_domain.setdefault(name, {})[Stage(stage)] = int(count)
    return TaskCounts(sum(by_stage.values()), by_stage, dict(sorted(by_domain.items())))


def known_values(tx: Transaction, name: str) -> list[str]:
    """The different values of ``category``, ``language`` or ``author_id``, for pickers."""
    column = task.c[name]
    query = select(column).where(column.is_not(None), column != "").distinct().order_by(column)
    return [str(value) for value in tx.connection.scalars(query)]


def titles_of(tx: Transaction, task_ids: Sequence[str]) -> dict[str, str]:
    """The titles of some tasks by id; the id itself where there is none."""
    query = select(task.c.id, task.c.title).where(task.c.id.in_(list(dict.fromkeys(task_ids))))
    return {row.id: row.title or row.id for row in tx.connection.execute(query)}


def facets(tx: Transaction) -> Sequence[Row[Any, Any, Any, Any]]:
    """Id, language, difficulty and family of every task."""
    columns = (task.c.id, task.c.language, task.c.difficulty, task.c.family)
    return tx.connection.execute(select(*columns).order_by(task.c.pk)).all()
