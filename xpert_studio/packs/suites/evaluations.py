"""Evaluations: the results of one run of a suite on a system, taken together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any, Protocol, TypeVar

import numpy as np

from xpert_studio.api.changes import seen_records
from xpert_studio.core.metrics.task_estimates import (
    SHARE,
    Estimate,
    estimate,
    estimate_of_trials,
    in_clusters,
)
from xpert_studio.core.records import grouped
from xpert_studio.core.records.columns import FloatArray, IntArray
from xpert_studio.core.store import Transaction
from xpert_studio.packs.suites.records import PACK_ID, RESULT, Result


@dataclass(frozen=True, slots=True)
class TaskResult:
    """A task in an evaluation, over its trials.

    Attributes:
        passes: By trial; None where a checkpoint was not decided.
        scores: By trial, 0 to 1.
        responses: By trial, the id of the response; empty where it is not known.
    """

    task: str
    title: str
    cluster: str
    capabilities: tuple[str, ...]
    task_hash: str
    rubric_hash: str
    passes: tuple[bool | None, ...]
    scores: tuple[float | None, ...]
    responses: tuple[str, ...] = ()

    @property
    def telling(self) -> str:
        """The response to look at first: one that failed, else the first; empty for none."""
        known = zip(self.responses, self.passes, strict=False)
        return next((name for name, passed in known if not passed), "".join(self.responses[:1]))

    @property
    def is_known(self) -> bool:
        """Whether every trial passed or failed."""
        return None not in self.passes

    @property
    def passed(self) -> int:
        """Trials that passed."""
        return self.passes.count(True)

    @property
    def share(self) -> float | None:
        """The share of trials that passed; None where one is not known."""
        return self.passed / len(self.passes) if self.is_known else None

    @property
    def score(self) -> float | None:
        """The mean score over the trials; None where one is not known."""
        known = [score for score in self.scores if score is not None]
        return sum(known) / len(known) if len(known) == len(self.scores) else None


@dataclass(frozen=True)
class Evaluation:
    """A dated run of a suite on a system.

    Attributes:
        results: All results of responses.
        responses: Their ids, in the same order; empty where they are not known.
    """

    results: tuple[Result, ...]
    responses: tuple[str, ...] = ()

    @property
    def first(self) -> Result:
        """One of the results: what they share is read from it."""
        return self.results[0]

    @property
    def id(self) -> str:
        """Its id."""
        return self.first.evaluation

    @property
    def at(self) -> datetime:
        """When it was made."""
        return self.first.at

    @property
    def suite(self) -> str:
        """The name of the suite."""
        return self.first.suite

    @property
    def line(self) -> tuple[str, str, str]:
        """Suite, system and branch: evaluations of one line follow each other."""
        return self.first.suite, self.first.system, self.first.branch

    @cached_property
    def trials(self) -> int:
        """How many responses to a task were evaluated."""
        return max(len(task.passes) for task in self.tasks.values())

    @cached_property
    def tasks(self) -> Mapping[str, TaskResult]:
        """By task, in the order in which they were kept."""
        pairs = zip(self.results, self.responses or ("",) * len(self.results), strict=True)
        by_task = grouped((one.task, (one, name)) for one, name in pairs)
        return {name: _over_trials(own) for name, own in by_task.items()}

    @cached_property
    def capabilities(self) -> tuple[str, ...]:
        """The capabilities that its tasks show."""
        named = (name for task in self.tasks.values() for name in task.capabilities)
        return tuple(dict.fromkeys(named))

    def showing(self, capability: str = "") -> list[TaskResult]:
        """The tasks that show a capability; all where it is empty."""
        return [
            task
            for task in self.tasks.values()
            if not capability or capability in task.capabilities
        ]

    def pass_rate(self, capability: str = "") -> Estimate:
        """The share of responses that pass, over clusters of tasks; ``n`` counts responses.

        Wilson's interval where every cluster has one response.
        """
        known = [one for one in self.showing(capability) if one.is_known]
        rows = [(float(one.passed), float(len(one.passes))) for one in known]
        found = estimate_of_trials(by_cluster(rows, known))
        return replace(found, n=sum(int(n) for _, n in rows))

    def score(self, capability: str = "") -> Estimate:
        """The mean score of tasks, over clusters; ``n`` counts tasks."""
        known = [one for one in self.showing(capability) if one.score is not None]
        rows = [(one.score or 0.0, 1.0) for one in known]
        return replace(estimate(SHARE, by_cluster(rows, known)), n=len(known))

    def mean(self, name: str) -> float | None:
        """The mean of ``seconds``, ``tokens`` or ``cost``; None where one is not known."""
        values: list[float | None] = [getattr(result, name) for result in self.results]
        known = [value for value in values if value is not None]
        return sum(known) / len(known) if len(known) == len(values) else None


def by_cluster(rows: Sequence[tuple[float, ...]], tasks: Sequence[TaskResult]) -> FloatArray:
    """Statistics of tasks as statistics of their clusters.

    Args:
        rows: Additive statistics, one row a task.
        tasks: The tasks.
    """
    statistics = np.array(rows, np.float64).reshape(-1, len(rows[0]) if rows else 2)
    return in_clusters(statistics, clusters_of(tasks))


def clusters_of(tasks: Sequence[TaskResult]) -> IntArray:
    """By task the number of its cluster."""
    numbers = {name: n for n, name in enumerate(dict.fromkeys(task.cluster for task in tasks))}
    return np.array([numbers[task.cluster] for task in tasks], np.int32)


def _over_trials(results: Iterable[tuple[Result, str]]) -> TaskResult:
    named = sorted(results, key=lambda pair: pair[0].trial)
    own = [one for one, _ in named]
    first = own[0]
    return TaskResult(
        first.task,
        first.title or first.task,
        first.cluster,
        first.capabilities,
        first.task_hash,
        first.rubric_hash,
        tuple(one.passed for one in own),
        tuple(one.score for one in own),
        tuple(name for _, name in named),
    )


def evaluations_in(tx: Transaction, person_id: str | None = None) -> list[Evaluation]:
    """The evaluations of a project, oldest first.

    Args:
        tx: The project.
        person_id: Who reads; None where nothing is kept from the reader. Results that a person
            must not see are left out: ask ``need_results`` first.
    """
    by_id = grouped(
        (one.value.evaluation, (one.value, one.response or ""))
        for one in seen_records(tx, person_id, PACK_ID, RESULT.id)
        if isinstance(one.value, Result)
    )
    made = (
        Evaluation(tuple(value for value, _ in own), tuple(name for _, name in own))
        for own in by_id.values()
    )
    return sorted(made, key=lambda one: (one.at, one.id))


class OfSuite(Protocol):
    """What is of one suite."""

    @property
    def suite(self) -> str:
        """The suite's name."""


Made = TypeVar("Made", bound=OfSuite)


def asked_for(found: Iterable[Made], asked: Mapping[str, Any]) -> tuple[Made, ...] | None:
    """What is of the suite that is asked for, of all where none is; None where there is nothing."""
    wanted = asked.get("suite") or ""
    return tuple(one for one in found if wanted in {"", one.suite}) or None


def last_before(
    known: Sequence[Evaluation], current: Evaluation, base: str | None = None
) -> Evaluation | None:
    """The last evaluation of the same suite and system before another; None where there is none.

    Args:
        known: Oldest first.
        current: One of them.
        base: The branch; that of the other one where None.
    """
    suite, system, branch = current.line
    wanted = (suite, system, branch if base is None else base)
    place = next(n for n, one in enumerate(known) if one.id == current.id)
    return next((one for one in reversed(known[:place]) if one.line == wanted), None)


def newest_of_each(known: Sequence[Evaluation]) -> list[Evaluation]:
    """The newest evaluation of each suite, system and branch, oldest first."""
    return list({one.line: one for one in known}.values())
