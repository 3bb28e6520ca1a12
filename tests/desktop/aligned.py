"""A project whose judge follows the experts on so many tasks, certified as it is."""

from __future__ import annotations

from pathlib import Path

from tests.built import built_project
from tests.judge.projects import now
from xpert_studio.core.records import (
    Checkpoint,
    Judge,
    Judgment,
    JudgmentStatus,
    Person,
    ProjectInfo,
    Response,
    Role,
    Task,
    Taxonomy,
    Tier,
    Verdict,
)
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.report.certificates import certify

JUDGE = "judge-a"
SYSTEMS = ("aurora", "borealis", "cirrus")
LINES = 4


@built_project
def aligned_project(path: Path, tasks: int) -> ProjectFile:
    """Three systems on each task; the judge is wrong on one checkpoint of every fifth task."""
    info = ProjectInfo(
        name="Aligned",
        created_at=now(),
        canary="xpert-canary-aligned",
        taxonomy=Taxonomy(domains=("Law",), dimensions=("Accuracy", "Clarity")),
    )
    project = ProjectFile.create(path, info)
    with project.writing() as tx:
        intake = Intake(tx)
        for person, roles in (("lena", (Role.LEAD,)), ("amara", (Role.EXPERT,))):
            intake.person(Person(id=person, name=person.title(), roles=roles, domains=("Law",)))
        intake.judge(Judge(id=JUDGE, provider="loopback", model=JUDGE))
        for number in range(tasks):
            _add_task(intake, number)
        intake.flush()
    certify(project, JUDGE, now=now())
    return project


def _add_task(intake: Intake, number: int) -> None:
    task_id = f"t{number}"
    intake.task(Task(id=task_id, title=f"Task {number}", prompt="Advise.", domain="Law"))
    for line in range(LINES):
        intake.checkpoint(
            Checkpoint(
                task_id=task_id, id=f"c{line}", text=f"Names point {line}.", weight=5,
                tier=Tier.IMPORTANT, dimension=("Accuracy", "Clarity")[line % 2], position=line + 1,
            )
        )  # fmt: skip
    for system, name in enumerate(SYSTEMS):
        response_id = f"{task_id}:{system}"
        intake.response(Response(id=response_id, task_id=task_id, model=name, text=f"By {name}."))
        for line in range(LINES):
            is_reversed = number % 8 == 7  # or systems alone would decide every checkpoint
            met = (number + line) % 3 >= (2 - system if is_reversed else system)
            is_wrong = number % 5 == 0 and system == 1 and line == 0
            intake.judgment(
                Judgment(
                    response_id=response_id, checkpoint_id=f"c{line}", expert_id="amara", value=met,
                    rationale="It says so.", status=JudgmentStatus.CONFIRMED,
                )
            )  # fmt: skip
            intake.verdict(
                Verdict(
                    response_id=response_id, checkpoint_id=f"c{line}", judge_id=JUDGE,
                    value=met != is_wrong, rationale="It does.",
                )
            )  # fmt: skip
