"""autorubric's dataset, both ways; autorubric itself reads it and comes to our scores."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.exchange.conftest import NOW, places, records_of, refusal
from tests.exchange.formats import projects
from tests.exchange.formats.projects import IDS, TEXTS, WEIGHTS, response_in, scripted
from tests.exchange.formats.tools import need_tools, run_python
from tests.loopback import LoopbackServer
from tests.loopback.recorded import Recorded
from tests.packs.healthbench.test_healthbench import TEXT, WORDS, benchmark, edited, emptied
from tests.sampling import examples
from tests.weighted import weighted_score
from xpert_studio.core.exchange import import_any
from xpert_studio.core.exchange.formats import export_foreign, find_format, read_content
from xpert_studio.core.records import Judgment, JudgmentStatus, Response, ResponseRole
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import new_project

RUN = """
import asyncio, json, sys
from autorubric import LLMConfig, RubricDataset
from autorubric.graders import CriterionGrader
def shown(path):
    data = RubricDataset.from_file(path)
    items = []
    for number, item in enumerate(data):
        rubric = data.get_item_rubric(number)
        items.append([
            item.submission, item.description, data.get_item_prompt(number),
            data.get_item_reference_submission(number), rubric.guidelines,
            [[c.name, c.weight, c.requirement] for c in rubric.rubric],
            item.ground_truth and [v.value for v in item.ground_truth], item.ground_truth_reasons,
        ])
    return sorted(items, key=str)
async def graded(path, url):
    data = RubricDataset.from_file(path)
    config = LLMConfig(model="openai/grader", api_base=url, api_key="none", cache_enabled=False)
    grader = CriterionGrader(judge_model_config=config)
    found = []
    for number, item in enumerate(data):
        rubric = data.get_item_rubric(number)
        report = await rubric.grade(
            item.submission, grader, query=data.get_item_prompt(number),
            reference_submission=data.get_item_reference_submission(number),
        )
        truth = item.ground_truth
        found.append({
            "submission": item.submission, "score": report.score,
            "expected": truth and rubric.compute_score(truth),
            "reasons": item.ground_truth_reasons,
        })
    return found
print(json.dumps({
    "graded": asyncio.run(graded("data.json", sys.argv[1])),
    "came": shown("came.json"), "went": shown("went.json"),
}))
"""


def write(path: Path, whole: Any) -> Path:
    path.write_text(json.dumps(whole, ensure_ascii=False), encoding="utf-8")
    return path


def exported(project, path: Path) -> dict[str, Any]:
    export_foreign(project, find_format("autorubric"), path, replace=True)
    return json.loads(path.read_text(encoding="utf-8"))


@dataclass
class Graded:
    """What autorubric made of our exports.

    Attributes:
        whole: Our export of the project full of traps.
        items: How it graded that: one entry an item, by our id of its response.
        asked: How often it asked the model.
        came: How it reads somebody else's file.
        went: How it reads what we wrote after we had taken that in.
    """

    whole: dict[str, Any]
    items: dict[str, dict[str, Any]]
    asked: int
    came: list[Any]
    went: list[Any]


def _grader_says(request: Recorded) -> str:
    text = request.suffix
    response_id = response_in(text.partition("<submission>")[2])
    (asked,) = re.findall(r"<criterion>\n(.*?)\n</criterion>", text, re.DOTALL)[:1]
    task_id = response_id.rpartition(":")[0]
    point_id = IDS[task_id][TEXTS[task_id].index(asked)]
    met = scripted(response_id, point_id)
    status = "CANNOT_ASSESS" if met is None else "MET" if met else "UNMET"
    return json.dumps({"criterion_status": status, "explanation": "As scripted."})


@pytest.fixture(scope="module")
def graded(tmp_path_factory) -> Graded:
    need_tools()
    folder = tmp_path_factory.mktemp("graded")
    with projects.make_project(folder / "p.xpert") as project:
        whole = exported(project, folder / "data.json")
    with new_project(folder / "q.xpert", now=NOW) as project:
        import_any(project, write(folder / "came.json", FOREIGN), now=NOW)
        exported(project, folder / "went.json")
    with LoopbackServer(answer=_grader_says) as server:
        out = run_python("-c", RUN, server.openai_url, at=folder, lock="tools-autorubric")
        asked = len(server.requests)
    ran = json.loads(out.splitlines()[-1])
    items = {response_in(item["submission"]): item for item in ran["graded"]}
    return Graded(whole, items, asked, ran["came"], ran["went"])


def test_autorubric_comes_to_our_scores(graded):
    assert len(graded.items) == len(projects.RESPONSE_IDS)
    assert graded.asked == 3 * len(graded.items)
    for response_id, item in graded.items.items():
        task_id = response_id.rpartition(":")[0]
        met = [scripted(response_id, point_id) for point_id in IDS[task_id]]
        assert item["score"] == pytest.approx(weighted_score(met, WEIGHTS[task_id]))


def test_its_expected_scores_are_those_of_the_experts(graded, tmp_path):
    with projects.make_project(tmp_path / "p.xpert") as project:
        content = read_content(project)
    judged = 0
    for response_id, item in graded.items.items():
        task_id = response_id.rpartition(":")[0]
        answers = [content.gold_answer(response_id, point) for point in content.rubrics[task_id]]
        expected = weighted_score(answers, WEIGHTS[task_id])
        judged += expected is not None
        assert item["expected"] == (expected if expected is None else pytest.approx(expected))
        reasons = item["reasons"] or []
        assert all("理由" in reason for reason in reasons if reason)
        assert len(reasons) == (3 if expected is not None else 0)
    assert judged == 6


def test_the_policy_goes_to_graders_as_guidelines(graded):
    guidelines = {item["rubric"]["guidelines"] for item in graded.whole["items"]}
    assert guidelines == {"Be fair. {{7*7}} $policy"}


def test_nobody_is_named(graded):
    text = json.dumps(graded.whole)
    assert "amara" not in text
    assert '"bo"' not in text


def test_what_it_gave_it_reads_back_as_it_was(graded):
    assert len(graded.came) == len(FOREIGN["items"])
    assert graded.went == graded.came


def test_a_project_full_of_traps_comes_back(tmp_path):
    with projects.make_project(tmp_path / "p.xpert") as first:
        exported(first, tmp_path / "one.json")
        was = records_of(first)
        info = first.info()
    with new_project(tmp_path / "q.xpert", now=NOW) as second:
        report = import_any(second, tmp_path / "one.json", now=NOW)
        assert report.added["judgments"] == len(was["judgments"])
        found = records_of(second)
        assert exported(second, tmp_path / "two.json")["items"]
        assert second.info().canary == info.canary
        assert second.info().licence == info.licence
        assert second.info().name == info.name
        assert second.info().grading_policy.text == info.grading_policy.text
        again = import_any(second, tmp_path / "one.json", now=NOW)
        assert not any(again.added.values())
    assert found["checkpoints"] == was["checkpoints"]
    for kind in ("tasks", "responses"):
        bare = [item.model_copy(update={"attachments": ()}) for item in was[kind]]
        assert found[kind] == bare
    # Experts come back under their pseudonyms.
    veiled = [item.model_copy(update={"expert_id": ""}) for item in found["judgments"]]
    assert veiled == [item.model_copy(update={"expert_id": ""}) for item in was["judgments"]]
    assert len({item.expert_id for item in found["judgments"]}) == 2


@st.composite
def answered(draw):
    """A benchmark with responses and gold judgments on them."""
    found = []
    for task, points in draw(benchmark()):
        answers = []
        for number in range(draw(st.integers(1, 2))):
            response = draw(st.builds(
                Response, id=st.just(f"{task.id}:r{number}"), task_id=st.just(task.id), model=WORDS,
                text=TEXT, role=st.sampled_from(ResponseRole),
                prompt_tokens=st.none() | st.integers(0, 9),
            ))  # fmt: skip
            judged = [
                Judgment(
                    response_id=response.id, checkpoint_id=point.id, expert_id=expert,
                    value=draw(st.booleans()), rationale=draw(st.none() | TEXT),
                    status=draw(st.sampled_from([JudgmentStatus.CONFIRMED, JudgmentStatus.OVERRIDDEN])),
                )
                for point in points
                for expert in draw(st.sampled_from([(), ("e",), ("e", "f")]))
            ]  # fmt: skip
            answers.append((response, judged))
        found.append((task, points, answers))
    return found


@examples(6)
@given(answered())
def test_what_went_out_comes_in_as_it_was(tmp_path, drawn):
    folder = emptied(tmp_path / "law")
    with new_project(folder / "p.xpert", now=NOW) as first:
        with first.writing() as tx:
            intake = Intake(tx)
            for task, points, answers in drawn:
                intake.task(task)
                for point in points:
                    intake.checkpoint(point)
                for response, judged in answers:
                    intake.response(response)
                    for judgment in judged:
                        intake.judgment(judgment)
            intake.flush()
        one = exported(first, folder / "one.json")
        was = records_of(first)
        with new_project(folder / "q.xpert", now=NOW) as second:
            import_any(second, folder / "one.json", now=NOW)
            found = records_of(second)
            two = exported(second, folder / "two.json")
    for kind in ("tasks", "checkpoints", "responses"):
        assert found[kind] == was[kind]
    by_place = sorted(
        (item.response_id, item.checkpoint_id, item.value) for item in was["judgments"]
    )
    assert by_place == sorted(
        (item.response_id, item.checkpoint_id, item.value) for item in found["judgments"]
    )
    for before, after in zip(one["items"], two["items"], strict=True):
        assert before["ground_truth"] == after["ground_truth"]
        assert before["rubric"] == after["rubric"]


FOREIGN = {
    "name": "essays",
    "prompt": "Explain tides.",
    "reference_submission": "The moon pulls.",
    "rubric": [
        {"name": "Moon & sun", "weight": 10.0, "requirement": "Names the moon."},
        {"name": None, "weight": 2.5, "requirement": "Names the sun."},
        {"name": "error", "weight": -5.0, "requirement": "Blames the wind."},
    ],
    "items": [
        {
            "submission": "The moon does it.",
            "description": "Good essay",
            "ground_truth": ["MET", "CANNOT_ASSESS", "UNMET"],
            "ground_truth_reasons": ["It does.", None, "No wind in it."],
        },
        {"submission": "Wind.", "description": "Poor essay", "ground_truth": ["UNMET", "UNMET", "MET"]},
        {"submission": "Wind.", "description": "Poor essay", "ground_truth": None},
        {
            "submission": "Eh.",
            "description": "Nobody could say",
            "ground_truth": ["CANNOT_ASSESS", "CANNOT_ASSESS", "CANNOT_ASSESS"],
        },
        {
            "submission": "42",
            "description": "A sum",
            "prompt": "What is 6 x 7?",
            "rubric": {"guidelines": "Be strict.", "criteria": [{"requirement": "Says 42."}]},
            "ground_truth": ["MET"],
        },
    ],
}  # fmt: skip


@pytest.fixture
def project(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        yield made


def test_a_file_of_somebody_else_becomes_what_a_lead_would_expect(project, tmp_path):
    report = import_any(project, write(tmp_path / "a.json", FOREIGN), now=NOW)
    found = records_of(project)
    tides, product = found["tasks"]
    assert (tides.prompt, tides.reference_answer) == ("Explain tides.", "The moon pulls.")
    # autorubric falls back to the dataset's reference for every item, and so do we.
    assert (product.prompt, product.reference_answer) == ("What is 6 x 7?", "The moon pulls.")
    moon, sun, wind, answer = found["checkpoints"]
    assert [point.weight for point in (moon, sun, wind)] == [10, 2.5, 5]
    assert moon.id.startswith("Moon-sun-")
    assert (sun.id, wind.id) == ("c2", "error")
    assert wind.text == "Avoids this fault: Blames the wind."
    assert (answer.text, answer.weight) == ("Says 42.", 10)
    assert len(found["responses"]) == 5
    assert {item.model for item in found["responses"]} == {"unknown system"}
    first = [item for item in found["judgments"] if item.response_id == found["responses"][0].id]
    assert [(item.checkpoint_id, item.value, item.rationale) for item in first] == [
        (moon.id, True, "It does."),
        ("error", True, "No wind in it."),
    ]
    assert all(item.status is JudgmentStatus.CONFIRMED for item in found["judgments"])
    told = "\n".join(report.warnings)
    assert "negative weights: 1." in told
    assert "“unknown system”" in told
    assert "guidelines were kept with the task: 1." in told
    assert project.info().name == "essays"


def test_after_an_edit_all_weights_are_on_one_scale(project, tmp_path):
    import_any(project, write(tmp_path / "a.json", FOREIGN), now=NOW)
    edited(project, records_of(project)["checkpoints"][1], weight=3)
    item = exported(project, tmp_path / "b.json")["items"][0]
    assert [criterion["weight"] for criterion in item["rubric"]] == [10, 3, -5]
    assert item["ground_truth"] == ["MET", "CANNOT_ASSESS", "UNMET"]


def test_a_penalty_with_another_text_asks_for_something_good(project, tmp_path):
    import_any(project, write(tmp_path / "a.json", FOREIGN), now=NOW)
    edited(project, records_of(project)["checkpoints"][2], text="Leaves the wind out.")
    item = exported(project, tmp_path / "b.json")["items"][0]
    assert item["rubric"][2] == {
        "name": "error",
        "weight": 5,
        "requirement": "Leaves the wind out.",
    }


def test_a_file_of_ours_edited_by_hand_is_believed_only_where_it_agrees_with_itself(tmp_path):
    with projects.make_project(tmp_path / "p.xpert") as first:
        whole = exported(first, tmp_path / "one.json")
    whole["items"][0]["ground_truth"] = ["MET", "MET", "MET"]
    whole["items"][1]["ground_truth"] = ["UNMET", "UNMET", "UNMET"]
    with new_project(tmp_path / "q.xpert", now=NOW) as project:
        problems = refusal(project, write(tmp_path / "two.json", whole))
        assert {problem.field for problem in problems} == {"ground_truth"}
        for item in whole["items"]:
            del item["xpert_studio"]
        import_any(project, write(tmp_path / "three.json", whole), now=NOW)


def changed(**changes: Any) -> bytes:
    return json.dumps(FOREIGN | changes).encode()


def item(**changes: Any) -> bytes:
    return changed(items=[FOREIGN["items"][0] | changes])


def criterion(**changes: Any) -> bytes:
    return changed(rubric=[*FOREIGN["rubric"][:2], FOREIGN["rubric"][2] | changes])


BESIDE = {"task_id": "t", "response_id": "r"}
HOSTILE: dict[str, tuple[bytes, tuple[str, str]]] = {
    "empty": (b"", ("", "")),
    "utf-16": (json.dumps(FOREIGN).encode("utf-16"), ("", "")),
    "not utf-8": (changed()[:30] + b"\xff" + changed()[30:], ("", "")),
    "cut off": (changed()[:-9], ("", "")),
    "NaN": (changed().replace(b"-5.0", b"NaN"), ("", "")),
    "too large a number": (changed().replace(b"-5.0", b"-1e999"), ("", "")),
    "a key twice": (changed()[:-1] + b', "items": []}', ("", "")),
    "nested deep": (b'{"items": ' + b"[" * 9000 + b"]" * 9000 + b', "rubric": null}', ("", "")),
    "half a character": (changed().replace(b"tides", b"\\udc00"), ("", "")),
    "no item": (changed(items=[]), ("", "items")),
    "items an object": (changed(items={}), ("", "items")),
    "item a text": (changed(items=["x"]), ("item 1", "")),
    "no submission": (changed(items=[{"description": "d"}]), ("item 1", "submission")),
    "no description": (changed(items=[{"submission": "s"}]), ("item 1", "description")),
    "no rubric anywhere": (changed(rubric=None), ("item 1", "rubric")),
    "rubric a text": (changed(rubric="good"), ("item 1", "rubric")),
    "rubric empty": (changed(rubric=[]), ("item 1", "rubric")),
    "guidelines a number": (changed(rubric={"guidelines": 1, "criteria": FOREIGN["rubric"]}), ("item 1", "rubric")),
    "no prompt anywhere": (changed(prompt=None), ("item 1", "")),
    "prompt blank": (item(prompt=" "), ("item 1", "prompt")),
    "criterion a text": (changed(rubric=["Be good."]), ("item 1, rubric.0", "")),
    "no requirement": (changed(rubric=[{"weight": 1}]), ("item 1, rubric.0", "requirement")),
    "weight a text": (criterion(weight="5"), ("item 1, rubric.2", "weight")),
    "weight true": (criterion(weight=True), ("item 1, rubric.2", "weight")),
    "weight too large": (criterion(weight=1e7), ("item 1, rubric.2", "weight")),
    "a choice": (criterion(options=[{"label": "a", "value": 1.0}]), ("item 1", "rubric.2.options")),
    "NUL": (criterion(requirement="a\x00"), ("item 1, rubric.2", "requirement")),
    "truth too short": (item(ground_truth=["MET"], ground_truth_reasons=None), ("item 1", "ground_truth")),
    "truth too long": (item(ground_truth=["MET"] * 4, ground_truth_reasons=None), ("item 1", "ground_truth")),
    "truth misspelt": (item(ground_truth=["MET", "met", "UNMET"]), ("item 1", "ground_truth.1")),
    "reasons too short": (item(ground_truth_reasons=[None]), ("item 1", "ground_truth_reasons")),
    "reasons without truth": (item(ground_truth=None), ("item 1", "ground_truth_reasons")),
    "a version to come": (changed(xpert_studio={"version": 2}), ("", "xpert_studio.version")),
    "an id with a slash": (item(xpert_studio={"task_id": "a/b", "response_id": "r"}), ("item 1", "xpert_studio.task_id")),
    "a response twice": (
        changed(items=[FOREIGN["items"][0] | {"xpert_studio": BESIDE}] * 2),
        ("item 2", "xpert_studio.response_id"),
    ),
    "two tasks of one id": (
        changed(items=[
            FOREIGN["items"][0] | {"xpert_studio": BESIDE},
            FOREIGN["items"][4] | {"xpert_studio": BESIDE | {"response_id": "r2"}},
        ]),
        ("item 2", "xpert_studio.task_id"),
    ),
    "a judgment of nothing": (
        item(xpert_studio=BESIDE | {"judgments": [{"checkpoint_id": "x", "expert_id": "e", "met": True}]}),
        ("item 1, judgments.0", "checkpoint_id"),
    ),
    "met maybe": (
        item(xpert_studio=BESIDE | {"judgments": [{"checkpoint_id": "error", "expert_id": "e", "met": "maybe"}]}),
        ("item 1, judgments.0", "met"),
    ),
    "judged twice": (
        item(xpert_studio=BESIDE | {"judgments": [{"checkpoint_id": "error", "expert_id": "e", "met": True}] * 2}),
        ("item 1, judgments.1", "checkpoint_id"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", list(HOSTILE))
def test_what_is_wrong_is_named_and_nothing_taken(project, tmp_path, name):
    data, (place, field) = HOSTILE[name]
    (tmp_path / "a.json").write_bytes(data)
    problems = refusal(project, tmp_path / "a.json")
    assert ("a.json", place, field) in places(problems)


def test_nothing_there_is_overwritten(project, tmp_path):
    with projects.make_project(tmp_path / "r.xpert") as first:
        whole = exported(first, tmp_path / "one.json")
    import_any(project, tmp_path / "one.json", now=NOW)
    whole["items"][8]["submission"] += " Changed."
    problems = refusal(project, write(tmp_path / "two.json", whole))
    assert [problem.place for problem in problems] == ["item 9"]


def test_another_json_file_is_not_mistaken_for_one(project, tmp_path):
    (problem,) = refusal(project, write(tmp_path / "a.json", {"hello": 1}))
    assert "autorubric" in problem.remedy
    shutil.copy(tmp_path / "a.json", tmp_path / "b.txt")
    refusal(project, tmp_path / "b.txt")
