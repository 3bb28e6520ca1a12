"""Has a judge decide responses of the project once more, in a copy of the project beside it.

The verdicts of the project stay as they are: what the judge says now is kept as records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from xpert_studio.api.carriers import Prepared, Run, ScoreRequest, score
from xpert_studio.api.records import (
    Checkpoint,
    ProjectFile,
    Response,
    Transaction,
    Verdict,
    Written,
)
from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.judge.beside import Beside, add_responses, beside
from xpert_studio.core.judge.engine import RunEngine, RunProgress
from xpert_studio.core.judge.scoring import prepare
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.records import Call, ResponseRole, RunState, content_hash, grouped
from xpert_studio.core.store import calls, settings, tasks, verdicts
from xpert_studio.packs.datasheet.records import Answer, Asking

_ENDED: Final = frozenset({RunState.DONE, RunState.PARTLY})
Gold = Mapping[str, Mapping[str, float]]
"""What the experts' judgments are worth, by response id and checkpoint id."""


@dataclass(frozen=True, slots=True)
class WantedRepeats:
    """One response that is asked about.

    Attributes:
        response: As it is in the project.
        ask: See ``Asking.ask``.
        edit: See ``Asking.edit``.
        text: What the judge is shown.
    """

    response: Response
    ask: int
    edit: str
    text: str


@dataclass(frozen=True, slots=True)
class PreparedAsking:
    """What could be asked.

    Attributes:
        copy: The copy of the project.
        prepared: The run on it.
        series: See ``Asking.series``.
        wanted: By the ids of responses in the copy.
    """

    copy: Beside
    prepared: Prepared
    series: str
    wanted: Mapping[str, WantedRepeats]


@contextmanager
def prepared_asking(
    project: ProjectFile,
    request: ScoreRequest,
    series: str,
    wanted: Sequence[WantedRepeats],
    *,
    now: datetime,
    is_dry: bool,
) -> Iterator[PreparedAsking]:
    """Plans a run.

    Args:
        project: The project.
        request: The judge; its selection is not used.
        series: See ``Asking.series``.
        wanted: At least one.
        now: The time.
        is_dry: It is only looked at.

    Raises:
        JudgeError: The judge cannot be set up.
        NotFoundError: There is nothing to ask.
    """
    named = {
        f"asked-{content_hash([series, one.ask, one.edit, one.response.id])[:24]}": one
        for one in wanted
    }
    with beside(project, "recheck", is_dry=is_dry) as copy:
        made = (
            one.response.model_copy(
                update={"id": name, "text": one.text, "role": ResponseRole.CANDIDATE}
            )
            for name, one in named.items()
        )
        with copy.project.writing() as tx:
            add_responses(tx, (one.model_copy(update={"created_at": now}) for one in made))
        asked = replace(request, selection=Selection(response_ids=tuple(named)))
        # What programs decide is not asked of a judge.
        prepared = replace(prepare(copy.project, asked), checks=None)
        yield PreparedAsking(copy, prepared, series, named)


def carry_out(
    asking: PreparedAsking,
    gold: Gold,
    *,
    clock: Callable[[], datetime],
    on_progress: Callable[[RunProgress], None] = lambda _: None,
    on_start: Callable[[RunEngine], None] = lambda _: None,
) -> tuple[Run, list[Written]]:
    """Asks the judge.

    Args:
        asking: The planned run.
        gold: Is kept beside what the judge says.
        clock: The time.
        on_progress: See ``scoring.score``.
        on_start: The same.

    Returns:
        The run, and the records to be written. Of a run that did not come to its end there are
        none; the copy stays, and the next run asks only for what is missing.

    Raises:
        ProjectBusyError: Another process does the same.
        JudgeError: The provider cannot be set up.
    """
    copy = asking.copy
    copy.need_provider(asking.prepared)
    run = score(
        copy.project, asking.prepared, clock=clock, on_progress=on_progress, on_start=on_start
    )
    if run.state not in _ENDED:
        return run, []
    with copy.project.reading() as tx:
        found = _records(tx, asking, run, gold, clock())
    copy.delete()
    return run, found


def _records(
    tx: Transaction, asking: PreparedAsking, run: Run, gold: Gold, now: datetime
) -> list[Written]:
    judge = asking.prepared.plan.judge
    policy = settings.project_info(tx).grading_policy.content_hash
    said = grouped(
        (item.response_id, item)
        for item in verdicts.all_verdicts(tx, judge_id=judge.id)
        if item.response_id in asking.wanted
    )
    made = grouped((item.response_id, item) for item in calls.calls_of(tx, run.id))
    briefs, rubrics = {task.id: task for task in tasks.all_tasks(tx)}, tasks.rubrics(tx)
    found = []
    for name, items in said.items():
        one = asking.wanted[name]
        own = made.get(name, [])
        points = {point.id: point for point in rubrics[one.response.task_id]}
        value = Asking(
            series=asking.series,
            ask=one.ask,
            edit=one.edit,
            at=now,
            judge_id=judge.id,
            family=judge.family,
            judge=judge.content_hash,
            policy=policy,
            task=briefs[one.response.task_id].prompt_hash,
            response=one.response.content_hash,
            answers=_answers(items, points, gold.get(one.response.id, {})),
            calls=len(own),
            cost=_cost(own),
            seconds=round(sum(call.seconds for call in own), 3),
        )
        found.append(Written(value, response_id=one.response.id))
    return found


def _cost(made: Sequence[Call]) -> float | None:
    costs = [call.cost for call in made]
    known = [cost for cost in costs if cost is not None]
    return sum(known) if len(known) == len(costs) else None


def _answers(
    items: Sequence[Verdict], points: Mapping[str, Checkpoint], gold: Mapping[str, float]
) -> dict[str, Answer]:
    found = {}
    for name, own in grouped((item.checkpoint_id, item) for item in items).items():
        point = points[name]
        instrument = instrument_of(point)
        value = instrument.pooled([item.value for item in own if item.value is not None])
        first = min(own, key=lambda item: item.trial)
        found[name] = Answer(
            rated=content_hash(point.rated_text),
            key=first.key or "",
            value=value,
            score=None if value is None else instrument.score(value, point),
            gold=gold.get(name),
        )
    return found
