"""A judge's verdicts as a list of hundreds of thousands to filter, sort and look into."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from xpert_studio.core.instruments import Choice, Instrument
from xpert_studio.core.records.columns import (
    NONE,
    BoolArray,
    Catalog,
    FloatArray,
    IntArray,
    MetArray,
    Ratings,
    named,
)
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.store.verdict_list import ANSWERS, VerdictColumns, VerdictRow, verdict_rows

KINDS: Final = (*ANSWERS, "flagged", "differs", "stale")
"""What verdicts are told apart by; one may be of several kinds."""
_RANKS: Final = 1_000_000
"""Scores are put in order as whole numbers."""


@dataclass(frozen=True, slots=True)
class VerdictQuery:
    """Which verdicts, in which order; empty fields leave nothing out.

    Attributes:
        kinds: Of any of these ``KINDS``.
        words: Each must stand in the checkpoint's text or the task's title.
        response: Only on this response; ``checkpoint`` names one of its task's lines.
        sort: ``order``, ``task``, ``system``, ``checkpoint``, ``weight``, ``answer``, ``expert``.
    """

    kinds: frozenset[str] = frozenset()
    words: str = ""
    system: str = ""
    task: str = ""
    checkpoint: str = ""
    response: str = ""
    domain: str = ""
    tier: str = ""
    dimension: str = ""
    sort: str = "order"
    descending: bool = False


@dataclass(frozen=True, slots=True)
class VerdictPlace:
    """Which verdict stands in a row of the list."""

    key: int
    task_id: str
    response_id: str
    checkpoint_id: str
    trial: int


class VerdictList:
    """Verdicts of one judge.

    Args:
        catalog: What there is to judge.
        columns: The judge's verdicts.
        experts: The experts' answers, to tell where the judge differs; None without any.
        withheld: Ids of responses whose verdicts the person must not see yet.
    """

    def __init__(
        self,
        catalog: Catalog,
        columns: VerdictColumns,
        experts: Ratings | None = None,
        withheld: Collection[str] = (),
    ) -> None:
        self.catalog = catalog
        response, point = _places(catalog, columns)
        hidden = np.array([name in withheld for name in columns.response_ids], np.bool_)
        seen = ~hidden[columns.response] if hidden.size else np.ones(0, np.bool_)
        self.withheld = int((~seen).sum())
        keep = seen & (response != NONE) & (point != NONE)
        self.key = columns.key[keep]
        self.response: IntArray = response[keep]
        self.checkpoint: IntArray = point[keep]
        self.trial: IntArray = columns.trial[keep]
        self.answer: MetArray = columns.answer[keep]
        self._value = columns.value[keep]
        self._asked, self._asked_at = columns.asked, columns.checkpoint[keep]
        self.flagged: BoolArray = columns.flagged[keep]
        self.stale: BoolArray = columns.stale[keep]
        self._expert, self._expert_score = _answers_of(
            catalog, experts, self.response, self.checkpoint
        )

    def __len__(self) -> int:
        return int(self.key.size)

    @cached_property
    def _texts(self) -> list[str]:
        return [text.casefold() for text in self.catalog.checkpoint_texts]

    @cached_property
    def _titles(self) -> list[str]:
        return [title.casefold() for title in self.catalog.task_titles]

    def said(self, row: int) -> tuple[Instrument, Choice] | None:
        """A verdict's value, and the instrument that has it; None where it has no value."""
        return self._shown(row, float(self._value[row]))

    def experts_said(self, row: int) -> tuple[Instrument, Choice] | None:
        """The experts' value of what a verdict is on, as ``said``; None where they have none."""
        return self._shown(row, float(self._expert[row]))

    def _shown(self, row: int, value: float) -> tuple[Instrument, Choice] | None:
        if np.isnan(value):
            return None
        instrument, point = self._asked.kinds[self._asked.kind[self._asked_at[row]]]
        return instrument, instrument.shown(value, point)

    def kind(self, name: str) -> BoolArray:
        """Which verdicts are of one of the ``KINDS``."""
        if name == "flagged":
            return self.flagged
        if name == "stale":
            return self.stale
        if name == "differs":
            usable = (self.answer < ANSWERS.index("invalid")) & ~self.stale
            both = ~np.isnan(self._expert) & ~np.isnan(self._value)
            return np.asarray(usable & both & (self._expert != self._value))
        found = np.asarray(self.answer == ANSWERS.index(name))
        return found & ~self._neither if name == "not_met" else found

    @cached_property
    def _neither(self) -> BoolArray:
        """Which verdicts have a value that neither passes nor fails its checkpoint."""
        _, met = self._asked.rated(self._asked_at, self._value)
        return np.asarray((met == NONE) & ~np.isnan(self._value))

    def counts(self, tasks: BoolArray | None = None) -> dict[str, int]:
        """How many verdicts of each kind there are, on some tasks only where they are given."""
        inside = self._inside(tasks)
        return {name: int((self.kind(name) & inside).sum()) for name in KINDS}

    def find(self, query: VerdictQuery, tasks: BoolArray | None = None) -> IntArray:
        """The rows that a query leaves, in its order.

        Args:
            query: What is looked for.
            tasks: On these tasks of the catalogue only.
        """
        rows = np.flatnonzero(self._keep(query) & self._inside(tasks))
        if query.sort != "order":
            keys = self._keys(query.sort)[rows].astype(np.int64)
            rows = rows[np.argsort(-keys if query.descending else keys, kind="stable")]
        elif query.descending:
            rows = rows[::-1]
        return rows.astype(np.int32)

    def place(self, row: int) -> VerdictPlace:
        """Which verdict it is."""
        point, response = int(self.checkpoint[row]), int(self.response[row])
        return VerdictPlace(
            key=int(self.key[row]),
            task_id=self.catalog.tasks[self.catalog.checkpoint_task[point]],
            response_id=self.catalog.responses[response],
            checkpoint_id=self.catalog.checkpoints[point],
            trial=int(self.trial[row]),
        )

    def _inside(self, tasks: BoolArray | None) -> BoolArray:
        return (
            np.ones(len(self), np.bool_)
            if tasks is None
            else np.asarray(tasks[self.catalog.response_task[self.response]])
        )

    def _keep(self, query: VerdictQuery) -> BoolArray:
        keep = np.ones(len(self), np.bool_)
        if query.kinds:
            keep &= np.any([self.kind(name) for name in sorted(query.kinds)], axis=0)
        catalog = self.catalog
        task = catalog.response_task[self.response]
        for codes, names, name in (
            (catalog.response_system[self.response], catalog.systems, query.system),
            (task, catalog.tasks, query.task),
            (self.response, catalog.responses, query.response),
            (catalog.task_domain[task], catalog.domains, query.domain),
            (catalog.checkpoint_tier[self.checkpoint], catalog.tiers, query.tier),
            (catalog.checkpoint_dimension[self.checkpoint], catalog.dimensions, query.dimension),
        ):
            if name:
                keep &= named(codes, names, name)
        if query.checkpoint:
            asked = np.array([name == query.checkpoint for name in catalog.checkpoints], np.bool_)
            keep &= asked[self.checkpoint]
        return keep & self._holding(query.words)[self.checkpoint]

    def _holding(self, words: str) -> BoolArray:
        """Which checkpoints have each word in their text or their task's title."""
        keep = np.ones(len(self.catalog.checkpoints), np.bool_)
        for word in words.casefold().split():
            in_text = np.array([word in text for text in self._texts], np.bool_)
            in_title = np.array([word in title for title in self._titles], np.bool_)
            keep &= in_text | in_title[self.catalog.checkpoint_task]
        return keep

    def _keys(self, sort: str) -> npt.NDArray[Any]:
        catalog = self.catalog
        task = catalog.response_task[self.response]
        system = catalog.response_system[self.response]
        if sort == "task":  # within a task by system, then in the rubric's order
            within = system.astype(np.int64) * len(catalog.checkpoints) + self.checkpoint
            size = max(1, len(catalog.systems)) * max(1, len(catalog.checkpoints))
            return _ranked(self._titles)[task].astype(np.int64) * size + within
        keys: dict[str, npt.NDArray[Any]] = {
            "system": system,
            "answer": self.answer,
            "expert": np.round(np.nan_to_num(self._expert_score, nan=NONE) * _RANKS),
            "weight": catalog.checkpoint_weight[self.checkpoint],
        }
        return keys[sort] if sort in keys else _ranked(self._texts)[self.checkpoint]


def _ranked(texts: list[str]) -> IntArray:
    """The place of each text in alphabetical order; equal ones share a place."""
    _, place = np.unique(np.array(texts, dtype=object), return_inverse=True)
    return place.astype(np.int32)


def _places(catalog: Catalog, columns: VerdictColumns) -> tuple[IntArray, IntArray]:
    """Places in the catalogue: ids decide, since what was read later may hold more."""
    known = {name: place for place, name in enumerate(catalog.responses)}
    of_response = [known.get(name, NONE) for name in columns.response_ids]
    tasks = [catalog.tasks[place] for place in catalog.checkpoint_task]
    points = {key: n for n, key in enumerate(zip(tasks, catalog.checkpoints, strict=True))}
    of_point = [points.get(key, NONE) for key in columns.checkpoint_ids]
    return (
        np.array(of_response, np.int32)[columns.response],
        np.array(of_point, np.int32)[columns.checkpoint],
    )


def _answers_of(
    catalog: Catalog, marks: Ratings | None, response: IntArray, point: IntArray
) -> tuple[FloatArray, FloatArray]:
    """Another rater's values on some responses' checkpoints, and their scores; NaN for none."""
    value, score = np.full((2, response.size), np.nan)
    if marks is None or not len(marks):
        return value, score
    width = len(catalog.checkpoints)
    keys = marks.response.astype(np.int64) * width + marks.checkpoint
    order = np.argsort(keys, kind="stable")
    wanted = response.astype(np.int64) * width + point
    place = np.minimum(np.searchsorted(keys[order], wanted), keys.size - 1)
    hit = keys[order][place] == wanted
    place = order[place[hit]]
    value[hit], score[hit] = marks.value[place], marks.score[place]
    return value, score


def read_texts(project: ProjectFile, keys: Sequence[int]) -> dict[int, VerdictRow]:
    """Rationales, marks and problems of some verdicts, by their keys.

    Args:
        project: Where they are.
        keys: Keys of the list.
    """
    with project.reading() as tx:
        return verdict_rows(tx, keys)
