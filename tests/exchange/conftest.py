"""A small sound bundle, the means to spoil it, and the means to see what an import did."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from xpert_studio.core.errors import InputRefusedError, Problem
from xpert_studio.core.exchange import import_any
from xpert_studio.core.store import (
    ProjectFile,
    files,
    judges,
    judgments,
    log,
    people,
    responses,
    tasks,
    verdicts,
)
from xpert_studio.core.workflow import new_project

NOW = datetime(2026, 3, 1, tzinfo=UTC)
TASK = {"id": "t1", "prompt": "Do it."}
POINT = {"task_id": "t1", "id": "c1", "text": "It is done.", "weight": 5}
ANSWER = {"id": "r1", "task_id": "t1", "model": "m", "text": "Done."}
JUDGMENT = {"response_id": "r1", "checkpoint_id": "c1", "expert_id": "e", "met": True}
JUDGE = {"id": "j"}
VERDICT = {"response_id": "r1", "checkpoint_id": "c1", "judge_id": "j", "met": True, "state": "ok"}
SOUND: dict[str, list[dict[str, Any]]] = {
    "tasks": [TASK], "checkpoints": [POINT], "responses": [ANSWER], "judgments": [JUDGMENT],
    "judges": [JUDGE], "verdicts": [VERDICT],
}  # fmt: skip


def lines(rows) -> bytes:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()


def sound_bundle(folder: Path, **spoilt: Any) -> Path:
    """A sound bundle, some of its files replaced by other rows or bytes, or left out (None)."""
    folder.mkdir()
    for name, rows in (SOUND | spoilt).items():
        if rows is not None:
            data = rows if isinstance(rows, bytes) else lines(rows)
            (folder / f"{name}.jsonl").write_bytes(data)
    return folder


def rows_told(path: Path) -> str:
    """The rows of a Parquet file as text; nothing of another file."""
    if path.suffix != ".parquet":
        return ""
    import pyarrow.parquet as pq

    return json.dumps(pq.read_table(path).to_pylist(), default=str, ensure_ascii=False)


def records_of(project: ProjectFile) -> dict[str, list[Any]]:
    with project.reading() as tx:
        return {
            "people": list(people.all_people(tx)),
            "tasks": list(tasks.all_tasks(tx)),
            "checkpoints": list(tasks.all_checkpoints(tx)),
            "responses": list(responses.all_responses(tx)),
            "judgments": list(judgments.all_judgments(tx)),
            "judges": list(judges.all_judges(tx)),
            "verdicts": list(verdicts.all_verdicts(tx)),
        }


def everything_in(project: ProjectFile) -> Any:
    """All a person could miss or find too much: records, files, history and settings."""
    with project.reading() as tx:
        beside = (
            list(log.all_entries(tx)), files.blob_sizes(tx), list(files.extra_files(tx)),
        )  # fmt: skip
    return records_of(project), beside, project.info()


def refusal(project: ProjectFile, source: Path) -> tuple[Problem, ...]:
    """The problems for which an import was refused; the project is as it was before."""
    before = everything_in(project)
    with pytest.raises(InputRefusedError) as refused:
        import_any(project, source, now=NOW)
    assert everything_in(project) == before
    assert refused.value.problems
    assert all(problem.message for problem in refused.value.problems)
    return refused.value.problems


def places(problems) -> list[tuple[str, str, str]]:
    return [(problem.file, problem.place, problem.field) for problem in problems]


@pytest.fixture
def project(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        yield made
