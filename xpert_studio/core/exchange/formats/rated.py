"""What experts and judges said of the responses that go out, read while it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from xpert_studio.core.exchange.publishing import Publisher
from xpert_studio.core.metrics.consensus import pooled
from xpert_studio.core.metrics.scores import response_scores
from xpert_studio.core.records import (
    EXPERTS_BOARD,
    AnyRecord,
    Comparison,
    Judge,
    Judgment,
    Record,
    Verdict,
)
from xpert_studio.core.records.columns import NONE, Catalog, Ratings
from xpert_studio.core.store import ProjectFile, comparisons, judges, judgments, verdicts
from xpert_studio.core.store.rating_table import RatingTable, read_frames

Rating = TypeVar("Rating", Judgment, Verdict)


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a response by one rater.

    Attributes:
        kind: ``expert``, ``experts`` (what all of them come to) or ``judge``.
        trial: Of a judge, from 1; None where all its trials are taken together.
        score: 0 to 1; None where the response has none.
        decided, expected: Checkpoints that are answered, and that are to be.
        essentials: Whether every Essential checkpoint is fulfilled; None where that is not known.
        passes: Whether nothing is failed that fails the task; None where that is not known.
    """

    task_id: str
    response_id: str
    system: str
    rater: str
    kind: str
    trial: int | None
    score: float | None
    decided: int
    expected: int
    essentials: bool | None
    passes: bool | None


class Rated:
    """Judgments, verdicts and comparisons that still hold, as they may be published, and scores.

    Args:
        project: Where they are.
        publisher: Gives pseudonyms.
        points: Task and id of the checkpoints that go out.
        task_of: The task of each response that goes out.
        look: Looks at each record for API keys.
    """

    def __init__(
        self,
        project: ProjectFile,
        publisher: Publisher,
        points: frozenset[tuple[str, str]],
        task_of: Mapping[str, str],
        look: Callable[[Record], None],
    ) -> None:
        self._project = project
        self._publisher = publisher
        self._points = points
        self._task_of = task_of
        self._look = look
        self._judges: set[str] = set()

    @property
    def project(self) -> ProjectFile:
        """Where figures are computed; no record of it goes out but through ``published``."""
        return self._project

    def records(self) -> Iterator[Record]:
        """All of them but the scores."""
        yield from self.judgments()
        yield from self.verdicts()
        yield from self.comparisons()
        yield from self.judges()

    def judgments(self) -> Iterator[Judgment]:
        """What experts submitted, confirmed or not, in the order it came in."""
        with self._project.reading() as tx:
            yield from self._ratings(judgments.all_judgments(tx, current_only=True))

    def verdicts(self) -> Iterator[Verdict]:
        """What judges said, in all trials, also where nothing usable came."""
        with self._project.reading() as tx:
            for verdict in self._ratings(verdicts.all_verdicts(tx, fresh_only=True)):
                self._judges.add(verdict.judge_id)
                yield verdict

    def comparisons(self) -> Iterator[Comparison]:
        """Which of two responses experts and judges called better."""
        with self._project.reading() as tx:
            found = (item.comparison for item in comparisons.read_all(tx) if item.is_current)
            going = (item for item in found if self._task_of.keys() >= set(item.pair))
            for comparison in self.published(going):
                self._judges.add(comparison.rater_id)
                yield comparison

    def judges(self) -> Iterator[Judge]:
        """The judges of the verdicts and comparisons that were given before."""
        with self._project.reading() as tx:
            known = (judge for judge in judges.all_judges(tx) if judge.id in self._judges)
            yield from self.published(known)

    def scores(self) -> Iterator[Score]:
        """By every expert, by all of them, and by every trial of every judge."""
        with self._project.reading() as tx:
            table = read_frames(tx)
        for kind, trial, marks in _raters(table):
            rater = self._publisher.pseudonym(marks.rater) if kind == "expert" else marks.rater
            yield from self._scores(table, kind, trial, rater, marks)

    def _scores(
        self, table: RatingTable, kind: str, trial: int | None, rater: str, marks: Ratings
    ) -> Iterator[Score]:
        catalog = table.catalog
        found = response_scores(catalog, table.scored(marks))
        for place, response_id in enumerate(catalog.responses):
            task_id = self._task_of.get(response_id)
            if task_id is None or not found.decided[place]:
                continue
            score = float(found.score[place])
            yield Score(
                task_id,
                response_id,
                catalog.systems[catalog.response_system[place]],
                rater,
                kind,
                trial,
                score if score == score else None,
                int(found.decided[place]),
                int(found.expected[place]),
                _known(int(found.essentials[place])),
                _known(int(found.passes[place])),
            )

    def _ratings(self, records: Iterable[Rating]) -> Iterator[Rating]:
        task_of = self._task_of
        return self.published(
            item
            for item in records
            if (task_of.get(item.response_id, ""), item.checkpoint_id) in self._points
        )

    def published(self, records: Iterable[AnyRecord]) -> Iterator[AnyRecord]:
        """Records as they may be published, those that may be; each is looked at for API keys."""
        for record in records:
            published = self._publisher.published(record)
            if published is not None:
                self._look(published)
                yield published


def _raters(table: RatingTable) -> Iterator[tuple[str, int | None, Ratings]]:
    catalog: Catalog = table.catalog
    for marks in table.experts:
        yield "expert", None, marks
    if table.experts:
        yield "experts", None, pooled(catalog, table.experts, name=EXPERTS_BOARD).marks
    for name, trials in table.judges.items():
        for number, marks in enumerate(trials, start=1):
            yield "judge", number, marks
        if len(trials) > 1:
            yield "judge", None, pooled(catalog, trials, name=name).marks


def _known(code: int) -> bool | None:
    return None if code == NONE else bool(code)
