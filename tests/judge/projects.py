"""Projects to score: a few tasks, rubrics, responses and gold sheets, all made up."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from tests.built import built_project
from xpert_studio.core.records import (
    Attachment,
    Checkpoint,
    GradingPolicy,
    Judgment,
    JudgmentStatus,
    ProjectInfo,
    Response,
    ResponseRole,
    Task,
)
from xpert_studio.core.store import ProjectFile, files
from xpert_studio.core.store.bulk_import import Intake

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d4944415478"
    "9c637068f8ff1f00058202bfe3ae7e510000000049454e44ae426082"
)


def now() -> datetime:
    return datetime.now(UTC)


@built_project
def make_project(
    path: Path,
    *,
    tasks: int = 2,
    checkpoints: int = 3,
    systems: int = 3,
    image: bool = False,
    more: str = "",
    names: tuple[str, ...] = (),
) -> ProjectFile:
    """``systems`` responses a task, the first of them the baseline with a gold sheet.

    Every response ends with ``more``; the systems are called ``names``, or s0, s1 and so on.
    """
    info = ProjectInfo(
        name="Test",
        created_at=NOW,
        canary="xpert-canary-test",
        grading_policy=GradingPolicy(text="Be fair."),
    )
    project = ProjectFile.create(path, info)
    with project.writing() as tx:
        intake = Intake(tx)
        sha256 = files.put_blob(tx, PIXEL) if image else ""
        for t in range(tasks):
            picture = Attachment(path="p.png", media_type="image/png", sha256=sha256 or "0" * 64)
            intake.task(
                Task(
                    id=f"t{t}",
                    prompt=f"Advise client {t}.",
                    language="zh-CN" if t % 2 else "en",
                    attachments=(picture,) if image else (),
                )
            )
            for c in range(checkpoints):
                text = f"Says fact {c} of case {t}."
                intake.checkpoint(
                    Checkpoint(
                        task_id=f"t{t}", id=f"c{c}", text=text, weight=c % 10 + 1, position=c
                    )
                )
            for s in range(systems):
                role = ResponseRole.CANDIDATE if s else ResponseRole.BASELINE
                text = f"System {s} answers case {t} at some length, naming fact {s}.{more}"
                intake.response(
                    Response(
                        id=f"t{t}:s{s}",
                        task_id=f"t{t}",
                        model=names[s] if names else f"s{s}",
                        text=text,
                        role=role,
                    )
                )
            for c in range(checkpoints):
                intake.judgment(
                    Judgment(
                        response_id=f"t{t}:s0",
                        checkpoint_id=f"c{c}",
                        expert_id="amara",
                        value=c % 2 == 0,
                        rationale=f"Gold reason {c}.",
                        status=JudgmentStatus.CONFIRMED,
                    )
                )
        intake.flush()
    return project
