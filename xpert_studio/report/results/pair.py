"""Two systems' responses to one task, with what a rater decided on each checkpoint of both."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.instruments.columns import asked_of
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Checkpoint, Judgment, Response, Task
from xpert_studio.core.records.columns import Catalog, Ratings
from xpert_studio.core.store import ProjectFile, entities, responses, settings, tasks
from xpert_studio.core.workflow import CommandContext, blinding_for
from xpert_studio.report.results.verdicts import VerdictList, read_texts


@dataclass(frozen=True, slots=True)
class PairLine:
    """A checkpoint, by its number in the catalogue; values are None where there is none.

    ``asked`` is a checkpoint that is answered in the same way.
    """

    point: int
    checkpoint_id: str
    text: str
    weight: int
    asked: Checkpoint
    first: float | None
    second: float | None

    @property
    def differs(self) -> bool:
        """Whether the two are decided differently."""
        return self.first != self.second


@dataclass(frozen=True, slots=True)
class Pair:
    """Two responses to a task.

    Attributes:
        first, second: None where that system has not answered the task.
        lines: Every checkpoint of the task, in the rubric's order; none where hidden.
        is_hidden: Whether the person still has a say on one of the responses: no verdict is shown.
    """

    task: Task
    grading_policy: str
    first: Response | None
    second: Response | None
    lines: tuple[PairLine, ...]
    is_hidden: bool


def read_pair(
    ctx: CommandContext, catalog: Catalog, marks: Ratings, task_id: str, first: str, second: str
) -> Pair:
    """Both responses, and the rater's decisions on them.

    Args:
        ctx: Who looks.
        catalog: What there is to judge.
        marks: The rater's answers.
        task_id: The task.
        first: A system.
        second: Another one.

    Raises:
        NotFoundError: There is no such task among those that can be judged.
    """
    if task_id not in catalog.tasks:
        raise NotFoundError(Message("There is no task {task_id} in the results.", task_id=task_id))
    with ctx.project.reading() as tx:
        task = tasks.get_task(tx, task_id)
        given = list(responses.all_responses(tx, task_ids=[task_id]))
        pending = blinding_for(tx, ctx.person_id).pending
        policy = settings.project_info(tx).grading_policy.text
    found = [next((item for item in given if item.model == name), None) for name in (first, second)]
    is_hidden = any(item is not None and item.id in pending for item in found)
    lines = () if is_hidden else _lines(catalog, marks, task_id, *found)
    return Pair(task, policy, found[0], found[1], lines, is_hidden)


def rationales(
    project: ProjectFile, pair: Pair, verdicts: VerdictList | None
) -> dict[tuple[str, str], str]:
    """Why both responses were decided so: by the ids of response and checkpoint.

    Args:
        project: Where they are.
        pair: The two responses.
        verdicts: The judge's; None for the experts' judgments.
    """
    given = [item.id for item in (pair.first, pair.second) if item is not None]
    found: dict[tuple[str, str], str] = {}
    if pair.is_hidden:
        return found
    if verdicts is None:
        with project.reading() as tx:
            for name in given:
                for said in entities.find_all(tx, Judgment, response_id=name):
                    if said.is_gold and said.reason:
                        before = found.get((name, said.checkpoint_id))
                        found[name, said.checkpoint_id] = "\n".join(
                            filter(None, (before, said.reason))
                        )
        return found
    catalog = verdicts.catalog
    places = [catalog.responses.index(name) for name in given if name in catalog.responses]
    rows = np.flatnonzero(np.isin(verdicts.response, places)).tolist()
    texts = read_texts(project, [int(verdicts.key[row]) for row in rows])
    for row in rows:
        text = texts.get(int(verdicts.key[row]))
        if text is not None:
            response = catalog.responses[verdicts.response[row]]
            found[response, catalog.checkpoints[verdicts.checkpoint[row]]] = text.rationale
    return found


def _lines(
    catalog: Catalog, marks: Ratings, task_id: str, first: Response | None, second: Response | None
) -> tuple[PairLine, ...]:
    points = np.flatnonzero(catalog.checkpoint_task == catalog.tasks.index(task_id))
    said = [_values(catalog, marks, item) for item in (first, second)]
    asked = asked_of(catalog)
    return tuple(
        PairLine(
            point=point,
            checkpoint_id=catalog.checkpoints[point],
            text=catalog.checkpoint_texts[point],
            weight=int(catalog.checkpoint_weight[point]),
            asked=asked.kinds[asked.kind[point]][1],
            first=said[0].get(point),
            second=said[1].get(point),
        )
        for point in points.tolist()
    )


def _values(catalog: Catalog, marks: Ratings, response: Response | None) -> dict[int, float]:
    if response is None or response.id not in catalog.responses:
        return {}
    own = marks.where((marks.response == catalog.responses.index(response.id)) & marks.has_score)
    return dict(zip(own.checkpoint.tolist(), own.value.tolist(), strict=True))
