"""A small project with something of everything in it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from xpert_studio.core.records import (
    Attachment,
    Checkpoint,
    Judge,
    Judgment,
    JudgmentStatus,
    Person,
    ProjectInfo,
    Quote,
    RatingState,
    Response,
    ResponseRole,
    Role,
    Stage,
    Task,
    Tier,
    Usage,
    Verdict,
)
from xpert_studio.core.store import ProjectFile, files
from xpert_studio.core.store.bulk_import import Intake

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
PICTURE = b"\x89PNG\r\n\x1a\n not really"


def fill(project: ProjectFile) -> None:
    with project.writing() as tx:
        sha256 = files.put_blob(tx, PICTURE)
        intake = Intake(tx)
        intake.person(Person(id="amara", name="Amara", roles=(Role.EXPERT,), extra={"x": [1]}))
        intake.task(
            Task(
                id="t1",
                context="Kontext",
                deliverables="报告",
                stage=Stage.READY,
                tags=("a", "b"),
                attachments=(Attachment(path="p.png", media_type="image/png", sha256=sha256),),
                extra={"unknown": {"deep": [None, True]}},
            )
        )
        intake.task(Task(id="t2", prompt="Do it."))
        for number in (2, 1):
            intake.checkpoint(
                Checkpoint(
                    task_id="t1", id=f"c{number}", text=f"Point {number}.", weight=number,
                    tier=Tier.ESSENTIAL, position=number,
                )
            )  # fmt: skip
        intake.response(
            Response(id="r1", task_id="t1", model="m", text="答", role=ResponseRole.BASELINE,
                     created_at=NOW, latency_ms=12.5)
        )  # fmt: skip
        intake.judge(Judge(id="j1", provider="p", model="m", parameters={"temperature": 0.5}))
        intake.judgment(
            Judgment(response_id="r1", checkpoint_id="c1", expert_id="amara", value=1,
                     status=JudgmentStatus.CONFIRMED, evidence=(Quote(quote="答", start=0, end=1),))
        )  # fmt: skip
        intake.verdict(
            Verdict(response_id="r1", checkpoint_id="c1", judge_id="j1", value=0,
                    usage=Usage(input_tokens=3), flags=("f",), judged_at=NOW)
        )  # fmt: skip
        intake.verdict(
            Verdict(response_id="r1", checkpoint_id="c2", judge_id="j1",
                    state=RatingState.INVALID, problem="empty reply")
        )  # fmt: skip
        intake.flush()


@pytest.fixture
def info() -> ProjectInfo:
    return ProjectInfo(name="Clinic 诊所", created_at=NOW)


@pytest.fixture
def project(tmp_path, info):
    with ProjectFile.create(tmp_path / "clinic.xpert", info) as made:
        fill(made)
        yield made
