"""Projects of every kind for which reports and boards have to be right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.imported import imported_sample
from tests.report.duplicated import duplicated_project
from tests.report.graded_project import graded_project
from tests.report.scored import DOMAINS, JUDGE, NOW, SYSTEMS, scored_project
from tests.workflow.studio import Studio
from xpert_studio.cli.acting import now
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.scoring import prepare, score
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.records import (
    CHECKS,
    AbstentionRule,
    Checkpoint,
    Comparison,
    Judgment,
    Mode,
    Person,
    ProjectInfo,
    RatingState,
    Response,
    Role,
    Task,
    Taxonomy,
    compared_hash,
)
from xpert_studio.core.store import ProjectFile, entities, responses, tasks
from xpert_studio.core.store.bulk_import import Intake

Make = Callable[[Path], ProjectFile]


def _empty(path: Path) -> ProjectFile:
    return Studio(path).project


def _sample(path: Path) -> ProjectFile:
    """With a panel, families, exclusions, comparisons, attacks and every instrument."""

    return ProjectFile.open(imported_sample(path))


def _without(*statements: str) -> Make:
    """The scored project with less in it."""

    def make(path: Path) -> ProjectFile:
        project = scored_project(path)
        with project.writing() as tx:
            for statement in statements:
                tx.connection.exec_driver_sql(statement)
        return project

    return make


def _responses_where(condition: str) -> tuple[str, ...]:
    """Takes out responses, with what was decided on them."""
    those = f"SELECT pk FROM response WHERE {condition}"
    return (
        *(f"DELETE FROM {rows} WHERE response_pk IN ({those})" for rows in ("verdict", "judgment")),
        f"DELETE FROM response WHERE {condition}",
    )


def _solo(path: Path) -> ProjectFile:
    project = scored_project(path)
    with project.writing() as tx:
        info = entities.find(tx, ProjectInfo)
        assert info is not None
        policies = info.policies.model_copy(update={"mode": Mode.SOLO})
        entities.put(tx, info.model_copy(update={"policies": policies}))
    return project


def _families(path: Path) -> ProjectFile:
    """Two families of three tasks each."""
    project = scored_project(path)
    with project.writing() as tx:
        for task in entities.find_all(tx, Task):
            named = {"family": "lease" if int(task.id[1]) < 3 else "loan"}
            entities.put(tx, task.model_copy(update=named))
    return project


def _abstentions(path: Path) -> ProjectFile:
    """Judge and expert each abstain from a checkpoint of every response."""
    project = scored_project(path)
    abstains = {"value": None, "state": RatingState.CANNOT_ASSESS}
    with project.writing() as tx:
        info = entities.find(tx, ProjectInfo)
        assert info is not None
        policies = info.policies.model_copy(update={"abstentions": AbstentionRule.LEFT_OUT})
        entities.put(tx, info.model_copy(update={"policies": policies}))
        for one in entities.find_all(tx, Judgment):
            if one.checkpoint_id == "c3":
                entities.put(tx, one.model_copy(update=abstains))
        tx.connection.exec_driver_sql(
            "UPDATE verdict SET value = NULL, state = 'cannot_assess' "
            "WHERE checkpoint_pk IN (SELECT pk FROM checkpoint WHERE id = 'c4')"
        )
    return project


def _small(path: Path, *, instrument: str = "binary", settings: dict | None = None) -> ProjectFile:
    """Three tasks with a checkpoint and two responses each, which nobody has decided on."""
    info = ProjectInfo(
        name="Small",
        created_at=NOW,
        canary="xpert-canary-small",
        taxonomy=Taxonomy(domains=DOMAINS, dimensions=("Accuracy",)),
    )
    project = ProjectFile.create(path, info)
    with project.writing() as tx:
        intake = Intake(tx)
        intake.person(Person(id="lena", name="Lena", roles=(Role.LEAD,), domains=DOMAINS))
        for task in ("t0", "t1", "t2"):
            intake.task(Task(id=task, title=f"Task {task}", prompt="Which?", domain=DOMAINS[0]))
            intake.checkpoint(
                Checkpoint(
                    task_id=task,
                    id="c0",
                    text="Names it.",
                    weight=1,
                    instrument=instrument,
                    settings=settings or {},
                )
            )
            for system in SYSTEMS[:2]:
                intake.response(
                    Response(id=f"{task}:{system}", task_id=task, model=system, text="B")
                )
        intake.flush()
    return project


def _choice(path: Path) -> ProjectFile:
    """Decided by the program alone."""
    project = _small(path, instrument="choice", settings={"options": ["Rome", "Bern"], "key": "B"})
    request = ScoreRequest(provider=CHECKS, model="", selection=Selection())
    score(project, prepare(project, request), clock=now, on_progress=lambda _: None)
    return project


def _comparisons(path: Path) -> ProjectFile:
    project = _small(path)
    with project.writing() as tx:
        for task, value in (("t0", 1), ("t1", -1), ("t2", 1)):
            first, second = (
                responses.get_response(tx, f"{task}:{system}") for system in SYSTEMS[:2]
            )
            entities.put(
                tx,
                Comparison(
                    task_id=task,
                    first_id=first.id,
                    second_id=second.id,
                    rater_id="lena",
                    shown_first=first.id,
                    compared_hash=compared_hash(tasks.get_task(tx, task), first, second),
                    value=value,
                    rationale="Clearer.",
                    compared_at=NOW,
                ),
            )
    return project


KINDS: dict[str, Make] = {
    "empty": _empty,
    "sample": _sample,
    "scored": scored_project,
    "without experts": _without("DELETE FROM judgment"),
    "duplicates": duplicated_project,
    "graded only": lambda path: graded_project(path, mixed=False, scales=1),
    "graded, several scales": lambda path: graded_project(path, mixed=False, scales=2),
    "graded and decided": lambda path: graded_project(path, mixed=True, scales=1),
    "solo": _solo,
    "one system": _without(*_responses_where("model <> 'aurora'")),
    "one task": _without(
        *_responses_where("task_pk <> (SELECT pk FROM task WHERE id = 't0')"),
        "DELETE FROM checkpoint WHERE task_pk <> (SELECT pk FROM task WHERE id = 't0')",
        "DELETE FROM task WHERE id <> 't0'",
    ),
    "one judge": _without(
        f"DELETE FROM verdict WHERE judge_pk = (SELECT pk FROM judge WHERE id = '{JUDGE}')",
        f"DELETE FROM judge WHERE id = '{JUDGE}'",
    ),
    "families": _families,
    "abstentions": _abstentions,
    "choice only": _choice,
    "comparisons only": _comparisons,
}
