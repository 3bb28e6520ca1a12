"""Commands with parameters that could be: what a property over all of them tries."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from xpert_studio.core.records import (
    Cause,
    Comment,
    DisagreementKey,
    Judgment,
    RunRequest,
    Task,
)
from xpert_studio.core.store import ProjectFile, entities, judges, people, responses, tasks
from xpert_studio.core.workflow import CommandContext, Publication
from xpert_studio.core.workflow.certifying import nothing_new
from xpert_studio.core.workflow.checkpoint_library import LibraryEntry
from xpert_studio.core.workflow.commands import Command, every_command
from xpert_studio.core.workflow.responding import NewResponse

WITH_OTHER_TESTS = frozenset(
    {
        "draft.add", "media.render", "pack.put", "pack.remove", "rubric.import",
        "rubric.import_several", "submission.import", "checkpoint.add_many", "checkpoint.split",
        "project.choose_recipe", "disputes.add", "disputes.support", "disputes.withdraw",
        "disputes.resolve", "disputes.repair", "site.wish",
        "qualification.ask", "qualification.change",
        "qualification.retire", "qualification.answer", "qualification.rate",
        "qualification.set_rules", "qualification.add_trial", "qualification.remove_trial",
        "pretest.keep", "pretest.bring", "pretest.rate", "training.add", "training.remove", "training.test", "variants.propose", "variants.accept", "variants.reject", "norming.start", "norming.reveal", "norming.again", "norming.close", "norming.comment",
    }
)  # fmt: skip
"""What takes more than can be chosen from a project: each has tests of its refusals of its own."""


def now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True)
class Ground:
    """What is in a project: for each stage a task, and what hangs on it."""

    values: Mapping[str, Mapping[str, Any]]
    people: tuple[str, ...]
    ids: frozenset[str]
    """Ids that a person should not read: of what has a name, or none that people know."""


def ground_of(project: ProjectFile) -> Ground:
    with project.reading() as tx:
        everybody, all_tasks = people.all_people(tx), tasks.all_tasks(tx)
        outlines, comments = list(responses.outlines(tx)), entities.find_all(tx, Comment)
        said = entities.find_all(tx, Judgment)
        rubrics = {task.id: tasks.rubric_of(tx, task.id) for task in all_tasks}
        judge_ids = [judge.id for judge in judges.all_judges(tx)]
    stages: dict[str, Task] = {}
    for task in all_tasks:
        stages.setdefault(task.standing.value, task)

    def values(task: Task) -> dict[str, Any]:
        mine = [one.id for one in outlines if one.task_id == task.id] or [outlines[0].id]
        points = [point.id for point in rubrics[task.id]] or ["c1"]
        judged = next((one for one in said if one.response_id in mine), said[0])
        about = next((one for one in comments if one.task_id == task.id), comments[0])
        key = DisagreementKey(judge_ids[0], judged.response_id, judged.checkpoint_id)
        return {
            "task_id": task.id, "checkpoint_id": points[0], "checkpoint_ids": tuple(points[:2]),
            "response_id": mine[0], "response_ids": tuple(mine[:1]),
            "expert_id": judged.expert_id, "comment_id": about.id, "person_id": everybody[0].id,
            "author_id": everybody[1].id, "run_id": "run-x", "request": RunRequest.PAUSE,
            "key": key, "keys": (key,), "cause": Cause.JUDGE_ERROR, "texts": {}, "made_on": nothing_new, "data": b"a", "name": "lease.txt",
            "caption": "A picture", "into": "Contracts", "after": "Renamed",
            "domain": task.domain or "Law", "publication": Publication("table", "t.csv", "0"),
            "entry": LibraryEntry(key="t/c", task="A lease", text="Names the rent."),
            "new": (NewResponse(task.id, "nimbus-1", "A lease ends."),),
        }  # fmt: skip

    ids = {*rubrics, *every_command(), *(one.id for one in (*outlines, *comments))}
    ids |= {one.id for one in everybody if one.id != one.called}
    ids |= {point.id for rubric in rubrics.values() for point in rubric}
    return Ground(
        {stage: values(task) for stage, task in stages.items()},
        tuple(one.id for one in everybody),
        frozenset(ids),
    )


def tried(command: Command[Any], values: Mapping[str, Any]) -> dict[str, Any] | None:
    """What a command is tried with; None where that cannot be chosen from a project."""
    named = {one.name for one in command.parameters}
    own = command.signature.parameters.values()
    needed = [
        one.name
        for one in own
        if one.default is one.empty
        and one.kind not in {inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL}
    ]
    if command.name in WITH_OTHER_TESTS or any(n not in named and n not in values for n in needed):
        return None
    return {name: values[name] for name in needed if name in values}


def all_tried(ground: Ground) -> Iterator[tuple[Command[Any], str, str, dict[str, Any]]]:
    """Every command, person and stage, with what it is tried with."""
    for command in every_command().values():
        for stage, values in ground.values.items():
            known = tried(command, values)
            for person_id in ground.people if known is not None else ():
                yield command, stage, person_id, known or {}


def context(project: ProjectFile, person_id: str) -> CommandContext:
    return CommandContext(project, person_id, now)
