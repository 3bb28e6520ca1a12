"""A project with a judge that has one weak dimension: tasks, gold, and a loopback model.

A response names the codes of the lines it meets. The judge reads them, but of lines on clarity it
says met whatever the response says, unless the line is worded so that it cannot be misread.
"""

from __future__ import annotations

import json
import re

from tests.judge.projects import now
from tests.loopback.answers import asked_ids
from tests.workflow.deciding import approve
from tests.workflow.studio import BRIEF, YES, Studio
from xpert_studio.core.judge.scoring import ScoreRequest, prepare, score
from xpert_studio.core.records import Judgment, JudgmentStatus, Run
from xpert_studio.core.store import tasks
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import (
    NewResponse,
    accept,
    add_checkpoint,
    add_responses,
    create_brief,
    draw_spot_checks,
    set_policies,
    submit_brief,
    submit_rubric,
)
from xpert_studio.report.certificates import certify_after

MODELS = ("aurora", "borealis", "cirrus")
TASKS = ("t1", "t2", "t3", "t4", "t5", "t6")
PLAIN = "word for word"
_CODE = re.compile(r"\b([ac]\d)\b")


def meets(code: str, task: int, system: int) -> bool:
    """What is true: the better a system, the more it meets, but not in every task alike."""
    number = int(code[1])
    return (number + task + (code[0] == "c")) % 3 >= system


def lease_project(studio: Studio) -> list[str]:
    """Six tasks with two lines on accuracy and two on clarity, three responses each, all gold.

    Returns:
        Ids of the responses, task by task.
    """
    set_policies(studio.lena, max_tasks_per_expert=20)
    for task_id in TASKS:
        _ready(studio, task_id)
    draw_spot_checks(studio.lena, seed=1, share=0.0)
    found = []
    for place, task_id in enumerate(TASKS):
        texts = [
            NewResponse(task_id, model, _response(model, place, system))
            for system, model in enumerate(MODELS)
        ]
        found += [item.id for item in add_responses(studio.lena, texts).after("response")]
    _judge_all(studio, found)
    return found


def _ready(studio: Studio, task_id: str) -> None:
    create_brief(studio.wei, task_id=task_id, **BRIEF | {"title": f"Lease {task_id}"})
    submit_brief(studio.wei, task_id)
    accept(studio.lena, task_id, YES)
    for dimension, letter in (("Accuracy", "a"), ("Clarity", "c")):
        for number in (1, 2):
            text = f"Names point {letter}{number} of the lease."
            add_checkpoint(studio.wei, task_id, text=text, dimension=dimension)
    submit_rubric(studio.wei, task_id)
    approve(studio.maria, task_id)


def _response(model: str, task: int, system: int) -> str:
    codes = [code for code in ("a1", "a2", "c1", "c2") if meets(code, task, system)]
    return f"The memo of {model} names {' and '.join(codes) or 'nothing'}."


def _judge_all(studio: Studio, response_ids: list[str]) -> None:
    with studio.project.writing() as tx:
        intake = Intake(tx)
        for place, response_id in enumerate(response_ids):
            task, system = divmod(place, len(MODELS))
            for point in tasks.rubric_of(tx, TASKS[task]):
                code = _CODE.search(point.text).group(1)
                intake.judgment(
                    Judgment(
                        response_id=response_id,
                        checkpoint_id=point.id,
                        expert_id="maria",
                        value=meets(code, task, system),
                        rationale=f"I looked for {code}.",
                        status=JudgmentStatus.CONFIRMED,
                        confirmed_by="omar",
                    )
                )
        intake.flush()


def reads(request) -> str:
    """What the loopback model answers."""
    lines = request.shared.decode() + request.suffix
    memo = re.search(r"The memo of \w+ names ([^.]*)\.", request.suffix).group(1)
    said = []
    for name in asked_ids(request):
        text = re.search(rf"\[{re.escape(name)}\] ([^\n\\]*)", lines).group(1)
        code = _CODE.search(text).group(1)
        is_blind = code[0] == "c" and PLAIN not in text
        met = is_blind or code in memo
        said.append(
            {"id": name, "evidence": [memo] if met else [], "rationale": f"On {code}.", "met": met}
        )
    return json.dumps({"verdicts": said})


def scored(studio: Studio, server, **options) -> Run:
    """Scores everything with the loopback model, as the program does at a run's end too."""
    request = ScoreRequest(provider="compatible", model="m", base_url=server.openai_url, **options)
    prepared = prepare(studio.project, request)
    run = score(studio.project, prepared, clock=now, on_progress=lambda _: None)
    certify_after(studio.project, run, now=now())
    return run
