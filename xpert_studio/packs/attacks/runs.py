"""Has a judge decide attack baselines, in a copy of the project beside it.

The pseudo-systems never enter the project: no queue, board, export or figure sees them. What the
judge decided is kept in the project as ``AttackResult``; the copy is deleted once that is done. An
attack that broke off leaves its copy, so that the next one pays for nothing again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime

from xpert_studio.api.carriers import Prepared, Run, ScoreRequest, score
from xpert_studio.core.instruments import judged
from xpert_studio.core.judge.beside import Beside, add_responses, beside
from xpert_studio.core.judge.engine import RunEngine, RunProgress
from xpert_studio.core.judge.scoring import prepare
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.records import AttackResult, LogEntry, Response, RunState, content_hash
from xpert_studio.core.store import ProjectFile, Transaction, entities, log, tasks, verdicts
from xpert_studio.packs.attacks.baselines import ATTACKS
from xpert_studio.packs.attacks.verdicts import current_results


@dataclass(frozen=True, slots=True)
class PreparedAttack:
    """A judge's attack that could start.

    Attributes:
        copy: The copy of the project with the responses of the attacks.
        prepared: The run on it.
        asked: Task and attack by the id of the response.
    """

    copy: Beside
    prepared: Prepared
    asked: dict[str, tuple[str, str]]


@contextmanager
def prepared_attack(
    project: ProjectFile, request: ScoreRequest, *, now: datetime, is_dry: bool = False
) -> Iterator[PreparedAttack]:
    """Plans a judge's decisions on every attack, as it would decide responses of systems.

    What the judge decided before and still holds is not asked again.

    Args:
        project: The project.
        request: The judge; its selection names tasks, or none for all.
        now: The time.
        is_dry: Only to be looked at: the copy is made elsewhere, and deleted.

    Raises:
        JudgeError: The judge cannot be set up.
        NotFoundError: Nothing is selected.
    """
    with beside(project, "attack", is_dry=is_dry) as copy:
        yield _prepared(copy, request, now)


def _prepared(found: Beside, request: ScoreRequest, now: datetime) -> PreparedAttack:
    copy = found.project
    with copy.writing() as tx:
        asked = _add_responses(tx, request.selection.task_ids, now)
        known = current_results(tx)
        rubrics = tasks.rubrics(tx)
    prepared = prepare(copy, _asking(request, asked))
    judge_id = prepared.plan.judge.id
    planned = {ask.response.id for ask in prepared.plan.asks}
    left = {
        name: (task_id, attack)
        for name, (task_id, attack) in asked.items()
        if name in planned
        and {point.id for point in judged(rubrics[task_id])}
        - known.get((task_id, attack, judge_id), {}).keys()
    }
    if not left:
        prepared = replace(prepared, plan=replace(prepared.plan, asks=()))
    elif len(left) < len(planned):
        prepared = prepare(copy, _asking(request, left))
    return PreparedAttack(found, prepared, left)


def _asking(request: ScoreRequest, asked: Collection[str]) -> ScoreRequest:
    return replace(request, selection=Selection(response_ids=tuple(asked)))


def _add_responses(
    tx: Transaction, task_ids: tuple[str, ...], now: datetime
) -> dict[str, tuple[str, str]]:
    rubrics = tasks.rubrics(tx)
    asked: dict[str, tuple[str, str]] = {}
    made: list[Response] = []
    for task in tasks.all_tasks(tx):
        rubric = rubrics.get(task.id)
        if rubric is None or (task_ids and task.id not in task_ids):
            continue
        for attack in ATTACKS:
            text = attack.text(task, rubric)
            if text is None:
                continue
            name = f"attack-{content_hash([task.id, attack.id])[:24]}"
            asked[name] = task.id, attack.id
            made.append(
                Response(id=name, task_id=task.id, model=attack.system, text=text, created_at=now)
            )
    add_responses(tx, made)
    return asked


def carry_out_attack(
    project: ProjectFile,
    attack: PreparedAttack,
    *,
    clock: Callable[[], datetime],
    on_progress: Callable[[RunProgress], None] = lambda _: None,
    on_start: Callable[[RunEngine], None] = lambda _: None,
) -> Run:
    """Has the judge decide, and keeps the results in the project.

    Raises:
        ProjectBusyError: The same attack goes on in another process.
        JudgeError: The provider cannot be set up.
    """
    copy = attack.copy.project
    attack.copy.need_provider(attack.prepared)
    run = score(copy, attack.prepared, clock=clock, on_progress=on_progress, on_start=on_start)
    with copy.reading() as tx:
        results = _results(tx, run.judge_id, attack.asked, clock())
    with project.writing() as tx:
        for result in results:
            entities.put(tx, result)
        log.add_entry(
            tx,
            LogEntry(
                at=clock(),
                command="attack.finish",
                details={"judge": run.judge_id, "calls": run.calls, "results": len(results)},
            ),
        )
    if run.state is RunState.DONE:
        attack.copy.delete()
    return run


def _results(
    tx: Transaction, judge_id: str, asked: dict[str, tuple[str, str]], now: datetime
) -> list[AttackResult]:
    values: dict[str, dict[str, float]] = {}
    rated: dict[str, dict[str, str]] = {}
    for item in verdicts.all_verdicts(tx, judge_id=judge_id):
        if item.response_id in asked and item.value is not None and item.rated_hash:
            values.setdefault(item.response_id, {})[item.checkpoint_id] = item.value
            rated.setdefault(item.response_id, {})[item.checkpoint_id] = item.rated_hash
    return [
        AttackResult(
            task_id=asked[name][0],
            attack=asked[name][1],
            judge_id=judge_id,
            values=values[name],
            rated=rated[name],
            judged_at=now,
        )
        for name in values
    ]
