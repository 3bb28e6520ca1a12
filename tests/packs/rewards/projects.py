"""A project to train on: all instruments, weights that do not add up exactly, a judge's verdicts."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path

from xpert_studio.core.records import (
    Checkpoint,
    Comparison,
    Judge,
    Judgment,
    JudgmentStatus,
    Person,
    ProjectInfo,
    RaterKind,
    Response,
    Role,
    Task,
    Verdict,
)
from xpert_studio.core.store import ProjectFile, entities
from xpert_studio.core.store.bulk_import import Intake

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
LEAD = ("--as", "lena")
JUDGE = "kind-judge"
CANARY = "xpert-canary-training"
SCALE = {"low": 0, "high": 7, "step": 0.5}
TASKS, SYSTEMS = 9, ("alpha-system", "beta-system", "gamma-system")


def rubric(task: int) -> list[Checkpoint]:
    """Checkpoints that a judge decides; two of them graded, one a gate."""
    own = random.Random(task)
    return [
        Checkpoint(
            task_id=f"t{task}", id=f"c{n}", position=n, weight=own.choice([0.1, 0.3, 0.7, 1.1, 3]),
            text=text, instrument="graded" if n > 2 else "binary",
            settings=SCALE if n > 2 else {"gate": n == 1},
        )
        for n, text in enumerate(
            ("Mentions the lease.", "States that rent is 40.", "Lists risks.", "Is kind.", "Reads well.")
        )
    ]  # fmt: skip


def value_of(task: int, system: int, point: Checkpoint, rater: str) -> float:
    """What a rater says, the same each time."""
    own = random.Random(f"{task}/{system}/{point.id}/{rater}")
    return own.randrange(15) / 2 if point.instrument == "graded" else own.randrange(2)


def text_of(task: int, system: int) -> str:
    """A response; those of task 7 are all alike, and so are two of task 8."""
    number = 0 if task == 7 else min(system, 1) if task == 8 else system
    return f"  Answer {number} to case {task}: “quite” so.\n"


def training_project(path: Path) -> ProjectFile:
    """Nine tasks in five families, three responses each; the judge judged all, experts the first two."""
    info = ProjectInfo(name="Leases, 2nd (draft)", created_at=NOW, canary=CANARY)
    project = ProjectFile.create(path, info)
    with project.writing() as tx:
        intake = Intake(tx)
        intake.judge(Judge(id=JUDGE, provider="compatible", model="local"))
        for task in range(TASKS):
            system_prompt = "Be brief." if task == 1 else None
            intake.task(
                Task(id=f"t{task}", prompt=f"Case {task}?", family=f"f{task // 2}",
                     system_prompt=system_prompt, reference_answer="Secret reference.")
            )  # fmt: skip
            for point in rubric(task):
                intake.checkpoint(point)
            for system, name in enumerate(SYSTEMS):
                _respond(intake, task, system, name)
        intake.flush()
        entities.put(tx, Person(id="lena", name="Lena Lead", roles=(Role.LEAD,)))
    return project


def _respond(intake: Intake, task: int, system: int, name: str) -> None:
    place = f"t{task}:s{system}"
    intake.response(Response(id=place, task_id=f"t{task}", model=name, text=text_of(task, system)))
    for point in rubric(task):
        value = value_of(task, system, point, JUDGE)
        intake.verdict(
            Verdict(response_id=place, checkpoint_id=point.id, judge_id=JUDGE, value=value)
        )
        if system < 2 and task < 6:
            intake.judgment(
                Judgment(
                    response_id=place, checkpoint_id=point.id, expert_id="amara", rationale="So.",
                    value=value_of(task, system, point, "amara"), status=JudgmentStatus.CONFIRMED,
                )
            )  # fmt: skip


def compared(project: ProjectFile, *rows: tuple[str, str, int, str, str]) -> None:
    """Adds comparisons of experts: first, second, value, who, which was shown first."""
    with project.writing() as tx:
        intake = Intake(tx)
        for first, second, value, who, shown in rows:
            intake.comparison(
                Comparison(
                    task_id=first.partition(":")[0], first_id=first, second_id=second,
                    rater=RaterKind.EXPERT, rater_id=who, shown_first=shown, value=value,
                )
            )  # fmt: skip
        intake.flush()
