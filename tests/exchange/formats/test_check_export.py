"""Checks in Inspect AI: decided there by Xpert Studio, as here; undecided where it is missing."""

from __future__ import annotations

import json
import math
import os
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.exchange.conftest import NOW
from tests.exchange.formats.tools import GRADER, ROOT, need_tools, run_inspect, run_inspect_often
from tests.judge.sandboxes import need_sandbox
from tests.loopback import LoopbackServer
from tests.loopback.answers import asked_ids
from tests.packs.checks.deciding import needed
from xpert_studio.core.exchange.formats import export_foreign, find_format, read_content
from xpert_studio.core.instruments.deciding import CannotCheckError
from xpert_studio.core.judge.checks_backend import decided, subject_of
from xpert_studio.core.records import Checkpoint, Judgment, JudgmentStatus, Response, Task
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import new_project
from xpert_studio.packs.checks import exported as exported_checks
from xpert_studio.packs.checks.kinds import KINDS
from xpert_studio.packs.code import sandbox
from xpert_studio.packs.inspect.exporting import expert_scores

MODULES = ("defusedxml", "jsonschema_rs", "py3langid", "rapidfuzz", "re2")
"""What checks need, and the environment of Inspect AI has not."""

DOZEN = {
    "word_count": {"at_most": 12}, "sentence_count": {"at_least": 2},
    "contains_any": {"texts": ["zebra", "year"]}, "banned_words": {"words": ["Paris"]},
    "regex": {"pattern": r"\d{4}"}, "json_valid": {"anywhere": True},
    "json_schema": {"json_schema": '{"required": ["a"]}', "anywhere": True},
    "similarity": {"text": "In the year 2026.", "at_least": 0.8}, "xml_valid": {"anywhere": True},
    "language": {"language": "en"}, "number": {"value": 42.5, "unit": "kg"},
    "word_count_reduction": {"at_least": 50}, "ifeval:punctuation:no_comma": {},
}  # fmt: skip
CODE = {
    "code_runs": {"output": "3", "seconds": 60},
    "code_passes": {"tests": "assert add(1, 2) == 3", "seconds": 60},
}
TEXTS = [
    "In the year 2026.", "巴黎是法国的首都，今年没有斑马。", "<a>Paris</a>", "",
    'It weighs 42.5 kg, {{7*7}} ${x}:\n```json\n{"a": 1}\n```\nOne more sentence follows here.',
    "```python\ndef add(a, b):\n    return a + b\nprint(add(1, 2))\n```",
]  # fmt: skip


def check(task_id: str, kind: str, parameters: dict, **more) -> Checkpoint:
    settings = {"check": kind, "parameters": parameters, **more}
    return Checkpoint(
        task_id=task_id, id=kind.replace(" ", "-"), text=f"Is {kind}.", weight=2 + len(kind) % 3,
        instrument="check", settings=settings,
    )  # fmt: skip


RUBRICS = {
    "dozen": [check("dozen", kind, given) for kind, given in DOZEN.items()],
    "every": [check("every", kind, needed(kind)) for kind in KINDS if kind not in CODE],
    "code": [check("code", kind, given) for kind, given in CODE.items()],
    "mixed": [
        check("mixed", "word_count", {"at_most": 3}, gate=True),
        Checkpoint(task_id="mixed", id="b", text="Is kind.", weight=3),
    ],
}
TASKS = {
    name: Task(id=name, prompt="Say it in full, with all the details there are.", domain="Law",
               materials="Materials {{7*7}} of the task.")
    for name in RUBRICS
}  # fmt: skip
RESPONSES = [
    Response(
        id=f"{name}-{n}", task_id=name, model="m", text=text, finish_reason="length" if n else None,
        completion_tokens=10 * n, latency_ms=400 * n,
    )
    for name in RUBRICS
    for n, text in enumerate(TEXTS)
]  # fmt: skip


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    with new_project(tmp_path_factory.mktemp("checks") / "p.xpert", now=NOW) as made:
        with made.writing() as tx:
            intake = Intake(tx)
            for name, rubric in RUBRICS.items():
                intake.task(TASKS[name])
                for point in rubric:
                    intake.checkpoint(point)
            for response in RESPONSES:
                intake.response(response)
            intake.judgment(
                Judgment(
                    response_id="mixed-0", checkpoint_id="b", expert_id="e", value=1,
                    status=JudgmentStatus.CONFIRMED, rationale="So.",
                )
            )  # fmt: skip
            intake.flush()
        yield made


@pytest.fixture(scope="module")
def exported(project, tmp_path_factory):
    folder = tmp_path_factory.mktemp("exported") / "out"
    report = export_foreign(project, find_format("inspect-ai"), folder)
    return folder, report


def ours(response: Response, point: Checkpoint, run=None) -> int | None:
    try:
        return int(decided(subject_of(TASKS[response.task_id], response), point, run).passed)
    except CannotCheckError:
        return None


def link_modules(folder: Path) -> None:
    """Puts what checks need beside Inspect AI into a folder on which Python will find it."""
    for name in MODULES:
        spec = find_spec(name)
        assert spec is not None
        assert spec.submodule_search_locations
        (folder / name).symlink_to(spec.submodule_search_locations[0], target_is_directory=True)


@dataclass
class Ran:
    """What came of running Inspect AI on the export in one environment after another.

    Attributes:
        bare: Scores by response where Xpert Studio is not installed.
        without: Where it is, without what checks need besides.
        whole: With all of that; code is not allowed.
        nearly: Code is nearly allowed: scores by what was said instead of true.
        live: The one sample that a model answered.
        asked: The checkpoints that the grader was asked for, by request.
    """

    bare: dict[str, Any]
    without: dict[str, Any]
    whole: dict[str, Any]
    nearly: dict[str, dict[str, Any]]
    live: dict[str, Any]
    asked: list[list[str]]


@pytest.fixture(scope="module")
def ran(exported, tmp_path_factory) -> Ran:
    need_tools()
    home = tmp_path_factory.mktemp("ran")
    (home / "modules").mkdir()
    link_modules(home / "modules")
    grader = {"grader": "openai-api/loopback/grader"}

    def stored(**arguments: Any) -> dict[str, Any]:
        return {"model": "none", "model_roles": grader, "task_args": {"system": "all"} | arguments}

    live = {"model": "openai-api/loopback/candidate", "sample_id": "every"}
    with LoopbackServer(answer=_answer) as server:
        *logs, answered = run_inspect_often(
            exported[0], home / "logs", ([], stored()), ([str(ROOT)], stored()),
            ([str(home / "modules")], stored()),
            ([], stored(allow_code=1) | {"sample_id": "code-5"}),
            ([], stored(allow_code="True") | {"sample_id": "code-5"}), ([], live), server=server,
        )  # fmt: skip
        asked = [asked_ids(request) for request in server.requests if request.model == "grader"]
    (sample,) = answered["samples"]
    bare, without, whole, one, text = (scores_in(log) for log in logs)
    return Ran(bare, without, whole, {"1": one, "'True'": text}, sample, asked)


def scores_in(log: dict[str, Any]) -> dict[str, Any]:
    return {item["id"]: item["scores"]["rubric"] for item in log["samples"]}


def _answer(request) -> str:
    return TEXTS[4] if request.model == "candidate" else _grader(request)


def _grader(request) -> str:
    entries = [
        {"id": key, "evidence": [], "rationale": "R.", "met": True} for key in asked_ids(request)
    ]
    return json.dumps({"verdicts": entries})


def values_of(found) -> dict[str, dict[str, int | None]]:
    return {
        name: {row["id"]: row["value"] for row in score["metadata"]["verdicts"]}
        for name, score in found.items()
    }


@cache
def expected(run=None) -> dict[str, dict[str, int | None]]:
    return {
        response.id: {
            point.id: ours(response, point, run) if point.instrument == "check" else 1
            for point in RUBRICS[response.task_id]
        }
        for response in RESPONSES
    }


def test_no_grader_is_asked_about_checks(ran):
    assert ran.asked == [["b"]] * (3 * len(TEXTS))


def test_inspect_ai_gives_our_verdicts_and_scores(ran):
    found = ran.whole
    shown, wanted = values_of(found), expected()
    for name, verdicts in wanted.items():
        if not name.startswith("code-"):
            assert shown[name] == verdicts
    for name, verdicts in wanted.items():
        if name.startswith("dozen-"):
            worth = [(p.weight, verdicts[p.id]) for p in RUBRICS["dozen"]]
            score = sum(w * x for w, x in worth) / sum(w for w, _ in worth)
            assert found[name]["value"] == pytest.approx(score)
    assert len({found[f"dozen-{n}"]["value"] for n in range(len(TEXTS))}) > 3
    assert found["mixed-4"]["metadata"]["failed"] == ["word_count"]
    every = found["every-0"]
    decided_ = [value for value in wanted["every-0"].values() if value is not None]
    assert len(KINDS) - len(CODE) > len(decided_) > 60
    assert math.isnan(every["value"])
    assert every["reason"] == "check_undecided"
    assert every["metadata"]["coverage"] == pytest.approx(len(decided_) / len(RUBRICS["every"]))
    code = found["code-5"]
    assert values_of(found)["code-5"] == dict.fromkeys(CODE)
    assert "-T allow_code=true" in code["explanation"]
    assert shown["code-2"] == {"code_runs": 0, "code_passes": 0}, "it has no code"
    assert shown["code-5"] == {"code_runs": None, "code_passes": None}, "it would be run"


def test_code_is_run_in_the_sandbox_where_that_is_allowed(exported, tmp_path):
    need_sandbox()
    link_modules(tmp_path)
    path = os.pathsep.join([str(ROOT), str(tmp_path)])
    options = ("-T", "system=all", "-T", "allow_code=true", *GRADER, "--model", "none")
    with LoopbackServer(answer=_answer) as server:
        log = run_inspect(exported[0], tmp_path / "logs", *options, server=server, path=path)
    found = scores_in(log)
    wanted = expected(sandbox.run)
    assert values_of(found) == wanted
    assert wanted["code-5"] == {"code_runs": 1, "code_passes": 1}
    assert {*wanted["code-0"].values()} == {0}
    assert found["code-5"]["value"] == 1


@pytest.mark.parametrize("said", ["1", "'True'"])
def test_code_is_allowed_by_true_alone(ran, said):
    assert "-T allow_code=true" in ran.nearly[said]["code-5"]["explanation"]


def test_without_xpert_studio_checks_are_not_decided(ran):
    found = ran.bare
    for name, verdicts in values_of(found).items():
        checks = {key: value for key, value in verdicts.items() if key != "b"}
        assert set(checks.values()) == {None}
        assert math.isnan(found[name]["value"])
        assert found[name]["reason"] == "check_undecided"
        assert "No module named 'xpert_studio'" in found[name]["explanation"]
        assert "README.md" in found[name]["explanation"]


def test_without_a_package_its_checks_are_not_decided(ran):
    found = ran.without
    shown, wanted = values_of(found), expected()
    may_need = {"json_schema", "similarity", "xml_valid", "language", "regex"}
    for n in range(len(TEXTS)):
        for kind, value in shown[f"dozen-{n}"].items():
            assert value == wanted[f"dozen-{n}"][kind] or (value is None and kind in may_need)
        assert shown[f"dozen-{n}"]["similarity"] is None
    assert shown["dozen-4"]["json_schema"] is None
    assert "needs the Python module rapidfuzz" in found["dozen-0"]["explanation"]


def test_a_live_answer_is_checked(ran):
    sample = ran.live
    output = sample["output"]
    answer = Response(
        id="r", task_id="every", model="m", text=TEXTS[4], latency_ms=1000 * output["time"],
        finish_reason=output["choices"][0]["stop_reason"],
        completion_tokens=output["usage"]["output_tokens"],
    )  # fmt: skip
    verdicts = values_of({"every": sample["scores"]["rubric"]})["every"]
    assert verdicts == {point.id: ours(answer, point) for point in RUBRICS["every"]}
    assert verdicts["finish_reason"] == 1
    assert None not in {verdicts["output_tokens"], verdicts["latency_seconds"]}


def test_the_report_and_the_readme_tell_the_condition(exported):
    folder, report = exported
    said = " ".join(report.warnings)
    assert f"{sum(map(len, RUBRICS.values())) - 1} checks are decided in Inspect AI only" in said
    assert "4 checks run code of responses: in Inspect AI only with -T allow_code=true" in said
    readme = (folder / "README.md").read_text("utf-8")
    assert "pip install --no-deps ./xpert-studio" in readme
    assert "-T allow_code=true" in readme


def test_experts_scores_hold_what_checks_decide(project):
    (found,) = expert_scores(read_content(project))
    assert found.values == {"word_count": 0, "b": 1}


def test_another_version_of_a_check_decides_nothing():
    settings = {"check": "word_count", "parameters": {"at_most": 3}}
    passed, why = exported_checks.decide(settings, {"text": "a"}, version=99, allow_code=False)
    assert passed is None
    assert "exported with its version 99" in why
    unknown = {"check": "of the future"}
    passed, why = exported_checks.decide(unknown, {"text": "a"}, version=1, allow_code=False)
    assert passed is None
    assert "knows no check 'of the future'" in why
