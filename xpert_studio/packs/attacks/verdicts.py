"""What judges decided of attack baselines, as far as it still holds."""

from __future__ import annotations

from collections.abc import Mapping

from xpert_studio.api.instruments import Checkpoint
from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.records import AttackResult, Response, rated_hash_of
from xpert_studio.core.store import Transaction, entities, tasks
from xpert_studio.core.workflow.linting import MetBy
from xpert_studio.packs.attacks.baselines import ATTACKS

NO_FINDINGS = "baseline"
"""The provider of the built-in judge, whose verdicts are shown and make no finding."""


AttackDecisions = Mapping[tuple[str, str, str], dict[str, float]]
"""Values by checkpoint; by task, attack and judge."""


def current_results(tx: Transaction, task_id: str = "") -> AttackDecisions:
    """What judges decided of attacks and still holds: by task, attack and judge.

    Of a prompt, checkpoint or attack that was changed since nothing is said.

    Args:
        tx: The transaction.
        task_id: Only of this task; of all where empty.
    """
    results = entities.find_all(tx, AttackResult, **({"task_id": task_id} if task_id else {}))
    if not results:
        return {}
    rubrics = tasks.rubrics(tx)
    briefs = {task.id: task for task in tasks.all_tasks(tx)}
    by_id = {attack.id: attack for attack in ATTACKS}
    found: dict[tuple[str, str, str], dict[str, float]] = {}
    for result in results:
        task, rubric = briefs.get(result.task_id), rubrics.get(result.task_id, ())
        attack = by_id.get(result.attack)
        text = attack.text(task, rubric) if attack and task else None
        if task is None or text is None:
            continue
        said = Response(id="-", task_id=task.id, model="-", text=text)
        now = {
            point.id: rated_hash_of(task.prompt_hash, point.rated_text, said.content_hash)
            for point in rubric
        }
        held = {
            name: value
            for name, value in result.values.items()
            if result.rated.get(name) == now.get(name)
        }
        if held:
            found[result.task_id, result.attack, result.judge_id] = held
    return found


def met_by_judges(results: AttackDecisions, rubric: tuple[Checkpoint, ...]) -> dict[str, set[str]]:
    """The attacks that meet each checkpoint of a task by a judge's verdict, by checkpoint id.

    Args:
        results: Of this task.
        rubric: Its checkpoints.
    """
    points = {point.id: point for point in rubric}
    found: dict[str, set[str]] = {}
    for (_, attack, judge_id), values in results.items():
        if judge_id.startswith(f"{NO_FINDINGS}:"):
            continue
        for name, value in values.items():
            if name in points and instrument_of(points[name]).fulfils(value, points[name]):
                found.setdefault(name, set()).add(attack)
    return found


def gather(tx: Transaction, task_id: str) -> MetBy:
    """What the linter asks, see ``core.workflow.linting.GatherMetBy``."""
    by_task: dict[str, dict[tuple[str, str, str], dict[str, float]]] = {}
    for key, values in current_results(tx, task_id).items():
        by_task.setdefault(key[0], {})[key] = values
    return lambda task, rubric: met_by_judges(by_task.get(task, {}), rubric)
