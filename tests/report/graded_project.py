"""A scored project with graded and binary checkpoints, on 14 tasks."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests.built import built_project
from tests.report.scored import DOMAINS, NOW
from xpert_studio.core.records import (
    Checkpoint,
    Judge,
    Judgment,
    JudgmentStatus,
    Person,
    ProjectInfo,
    RatingState,
    Response,
    ResponseRole,
    Role,
    Task,
    Taxonomy,
    Tier,
    Verdict,
)
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.store.bulk_import import Intake

SYSTEMS = ("aurora", "borealis", "cirrus", "drift")
JUDGES = {"judge-a": (6.0, 1.0), "judge-b": (30.0, 12.0)}
"""Standard deviation of the error on the scale 0–100, and its mean."""
EXPERTS = ("amara", "ben")
BANDS = [
    {"low": 90, "high": 100, "text": "Complete and exact."},
    {"low": 70, "high": 89, "text": "Mostly right."},
    {"low": 60, "high": 69, "text": "In part."},
    {"low": 0, "high": 59, "text": "Hardly."},
]
PERCENT = {"low": 0, "high": 100, "bands": BANDS}
LEAST_60 = PERCENT | {"minimum": 60}
FIVE = {"low": 1, "high": 5}
GRADED = (
    ("Depth of the analysis.", 40, "graded", LEAST_60),
    ("Quality of the argument.", 25, "graded", PERCENT),
    ("Clarity for the client.", 20, "graded", FIVE),
)
BINARY = (
    ("Names clause 9.", 8, "binary", {"gate": True}),
    ("States the last day for the notice.", 7, "binary", {}),
)


@built_project
def graded_project(
    path: Path, *, mixed: bool = True, tasks: int = 14, scales: int = 2, minimum: bool = True
) -> ProjectFile:
    """The project; graded checkpoints alone unless mixed."""
    graded = GRADED[: 1 + scales] if minimum else GRADED[1 : 1 + scales]
    lines = graded + (BINARY if mixed else ())
    info = ProjectInfo(
        name="Graded", created_at=NOW, canary="xpert-canary-graded",
        taxonomy=Taxonomy(domains=DOMAINS, dimensions=("Depth", "Clarity")),
    )  # fmt: skip
    project = ProjectFile.create(path, info)
    chance = np.random.default_rng(7)
    with project.writing() as tx:
        intake = Intake(tx)
        intake.person(Person(id="lena", name="Lena", roles=(Role.LEAD,), domains=DOMAINS))
        for person in EXPERTS:
            intake.person(
                Person(id=person, name=person.title(), roles=(Role.EXPERT,), domains=DOMAINS)
            )
        for name in JUDGES:
            intake.judge(Judge(id=name, provider="loopback", model=name))
        for number in range(tasks):
            _task(intake, number, lines, chance)
        intake.flush()
    return project


def _task(intake: Intake, number: int, lines, chance: np.random.Generator) -> None:
    task_id = f"t{number:02}"
    intake.task(
        Task(id=task_id, title=f"Task {number}", prompt="Advise.", domain=DOMAINS[number % 2])
    )
    for place, (text, weight, instrument, settings) in enumerate(lines):
        intake.checkpoint(
            Checkpoint(
                task_id=task_id, id=f"c{place}", text=text, weight=weight, position=place + 1,
                tier=(Tier.ESSENTIAL, Tier.IMPORTANT)[place % 2], instrument=instrument,
                dimension=("Depth", "Clarity")[place % 2], settings=settings,
            )
        )  # fmt: skip
    for system, name in enumerate(SYSTEMS):
        response_id = f"{task_id}:{system}"
        role = ResponseRole.CANDIDATE if system else ResponseRole.BASELINE
        intake.response(
            Response(id=response_id, task_id=task_id, model=name, text=f"{name}: yes.", role=role)
        )
        for place, (_, _, instrument, settings) in enumerate(lines):
            truth = 50 + 10 * system + chance.normal(0, 18)
            said = {name: truth + chance.normal(m, sd) for name, (sd, m) in JUDGES.items()}
            for judge, value in said.items():
                intake.verdict(
                    Verdict(
                        response_id=response_id, checkpoint_id=f"c{place}", judge_id=judge,
                        value=_on(instrument, settings, value), state=RatingState.OK,
                        rationale="Because.",
                    )
                )  # fmt: skip
            if system < 3:
                for expert in EXPERTS[: 1 + number % 2]:
                    value = _on(instrument, settings, truth + chance.normal(0, 5))
                    intake.judgment(
                        Judgment(
                            response_id=response_id, checkpoint_id=f"c{place}", expert_id=expert,
                            value=value, rationale="So it is.", judged_at=NOW,
                            status=JudgmentStatus.CONFIRMED,
                        )
                    )  # fmt: skip


def _on(instrument: str, settings, percent: float) -> float:
    """A value of 0 to 100 on another scale."""
    percent = min(max(percent, 0), 100)
    if instrument == "binary":
        return float(percent >= 62)
    low, high = settings["low"], settings["high"]
    return float(low + round(percent / 100 * (high - low)))
