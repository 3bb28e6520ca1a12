"""Multiple choice in Inspect AI: decided there by our reader, as we decide it."""

from __future__ import annotations

import json

import pytest

from tests.exchange.conftest import NOW
from tests.exchange.formats.tools import GRADER, need_tools, run_inspect
from tests.loopback import LoopbackServer
from tests.loopback.answers import asked_ids
from xpert_studio.core.exchange.formats import export_foreign, find_format, read_content
from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.instruments.deciding import Subject
from xpert_studio.core.records import Checkpoint, Judgment, JudgmentStatus, Response, Task
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import new_project
from xpert_studio.packs.inspect.exporting import expert_scores

OPTIONS = ["Paris", "London", "None of the above {{7*7}}"]


def choice(task_id: str, point_id: str, key: str, **more) -> Checkpoint:
    return Checkpoint(
        task_id=task_id, id=point_id, text=f"Names {point_id}.", weight=2, instrument="choice",
        settings={"options": OPTIONS, "key": key, **more},
    )  # fmt: skip


RUBRICS = {
    "alone": [choice("alone", "c", "B")],
    "mixed": [
        choice("mixed", "c", "B", gate=True),
        Checkpoint(task_id="mixed", id="b", text="Is kind.", weight=3),
    ],
    "several": [
        choice("several", "a", "A", several="chosen"),
        choice("several", "b", "B", several="chosen"),
        choice("several", "c", "C", several="not chosen"),
    ],
}
TEXTS = ["The answer is B.", "A, B and C", "答案是 A、B", "Option B is wrong.", "B) London", ""]


@pytest.fixture
def project(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        with made.writing() as tx:
            intake = Intake(tx)
            for task_id, rubric in RUBRICS.items():
                intake.task(Task(id=task_id, prompt="Which?", domain="Law"))
                for point in rubric:
                    intake.checkpoint(point)
                for n, text in enumerate(TEXTS):
                    intake.response(
                        Response(id=f"{task_id}-{n}", task_id=task_id, model="m", text=text)
                    )
            intake.judgment(
                Judgment(
                    response_id="mixed-0", checkpoint_id="b", expert_id="e", value=0,
                    status=JudgmentStatus.CONFIRMED, rationale="So.",
                )
            )  # fmt: skip
            intake.flush()
        yield made


def answer(request) -> str:
    entries = [
        {"id": key, "evidence": [], "rationale": "R.", "met": True} for key in asked_ids(request)
    ]
    return json.dumps({"verdicts": entries})


def expected(task_id: str, text: str) -> float:
    worth = [
        (point.weight, instrument_of(point).decide(Subject(text), point).passed)
        if point.instrument == "choice"
        else (point.weight, True)
        for point in RUBRICS[task_id]
    ]
    return sum(weight * passed for weight, passed in worth) / sum(weight for weight, _ in worth)


def test_inspect_ai_gives_our_verdicts(project, tmp_path):
    need_tools()
    folder, logs = tmp_path / "out", tmp_path / "logs"
    export_foreign(project, find_format("inspect-ai"), folder)
    with LoopbackServer(answer=answer) as server:
        log = run_inspect(
            folder, logs, "-T", "system=all", "-T", "scores=both", *GRADER, "--model", "none",
            server=server,
        )  # fmt: skip
        asked = [asked_ids(request) for request in server.requests]
    assert asked == [["b"]] * len(TEXTS), "only the checkpoint that no program decides"
    found = {item["id"]: item["scores"]["rubric"] for item in log["samples"]}
    scores = {name: score["value"] for name, score in found.items()}
    assert scores == pytest.approx(
        {f"{task}-{n}": expected(task, text) for task in RUBRICS for n, text in enumerate(TEXTS)}
    )
    assert len({*scores.values()}) > 3
    assert found["mixed-1"]["metadata"]["failed"] == ["c"]
    assert found["mixed-0"]["metadata"]["failed"] == []
    (experts,) = [i["scores"]["experts"] for i in log["samples"] if "experts" in i["scores"]]
    assert experts["value"] == pytest.approx(2 / 5)


def test_experts_scores_hold_what_the_program_decides(project):
    (found,) = expert_scores(read_content(project))
    assert found.values == {"c": 1, "b": 0}


def test_the_reader_is_exported_only_where_it_is_needed(project, tmp_path):
    export_foreign(project, find_format("inspect-ai"), tmp_path / "with")
    assert (tmp_path / "with" / "letter_reading" / "words.json").exists()
    with new_project(tmp_path / "q.xpert", now=NOW) as other:
        with other.writing() as tx:
            intake = Intake(tx)
            intake.task(Task(id="t", prompt="Do it.", domain="Law"))
            intake.checkpoint(Checkpoint(task_id="t", id="b", text="Is kind.", weight=3))
            intake.flush()
        export_foreign(other, find_format("inspect-ai"), tmp_path / "without")
    assert not (tmp_path / "without" / "letter_reading").exists()
