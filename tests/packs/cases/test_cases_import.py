"""Cases with levels of difficulty come in as families of tasks with graded checkpoints."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from tests.exchange.conftest import NOW, records_of, refusal
from xpert_studio.core.exchange import export_bundle, import_any
from xpert_studio.core.exchange.formats.export import export_foreign
from xpert_studio.core.exchange.formats.registry import find_format
from xpert_studio.core.instruments import instrument_of, problem_of
from xpert_studio.core.judge.prompt import load_templates, task_text
from xpert_studio.core.records import Checkpoint, Difficulty, Response, Task, Visibility
from xpert_studio.core.store import entities
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import new_project

RUBRIC = {"90-100": "Names the dose.", "70-89": "Nearly.", "60-69": "Vague.", "0-59": "Wrong."}
CRITERIA = {
    "dose": {"weight": 40, "desc": "Is the dose right?", "rubric": RUBRIC},
    "清晰度": {"weight": 60, "desc": "表达是否清楚？", "rubric": RUBRIC},
}


ROOT = Path(__file__).resolve().parents[3]
INTAKE = Path(os.environ.get("XPERT_SHARED", ROOT.parent / "shared")) / "data" / "intake"


def level(prompt: str, **more):
    return {
        "system_prompt": "You are a pharmacist.", "prompt": prompt,
        "requirements": ["Name the unit.", "Warn of bleeding."], "criteria": CRITERIA,
        "reference_answer": "5 mg.",
    } | more  # fmt: skip


def case(case_id="warfarin", **levels):
    levels = levels or {name: level(f"A {name} question.") for name in ("basic", "medium", "hard")}
    return {
        "id": case_id, "title": "Warfarin", "test_type": "text", "category": "dosing",
        "levels": levels,
    }  # fmt: skip


@pytest.fixture
def project(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        yield made


def write(path, value):
    lines = path.suffix == ".jsonl"
    text = "\n".join(map(json.dumps, value)) if lines else json.dumps(value, ensure_ascii=False)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "value"), [("c.json", case()), ("c.json", [case()]), ("c.jsonl", [case()])]
)
def test_a_level_is_a_task_and_a_criterion_a_graded_checkpoint(project, tmp_path, name, value):
    report = import_any(project, write(tmp_path / name, value), now=NOW)
    assert report.added == {"tasks": 3, "checkpoints": 6}
    found = records_of(project)
    assert {(task.id, task.difficulty, task.family) for task in found["tasks"]} == {
        (f"warfarin-{level.value}", level, "warfarin") for level in Difficulty
    }
    task = next(task for task in found["tasks"] if task.id == "warfarin-basic")
    assert (task.domain, task.category, task.title) == ("text", "dosing", "Warfarin")
    assert task.system_prompt == "You are a pharmacist."
    assert task.full_prompt == "A basic question."
    assert (task.reference_answer, task.language) == ("5 mg.", "en")
    points = [point for point in found["checkpoints"] if point.task_id == task.id]
    assert [(point.id, point.weight) for point in points] == [("dose", 40), ("清晰度", 60)]
    for point in points:
        assert problem_of(point) is None
        assert point.text.endswith("Requirements:\n- Name the unit.\n- Warn of bleeding.")
        scale = point.settings
        assert [band["low"] for band in scale["bands"]] == [90, 70, 60, 0]
        assert instrument_of(point).id == "graded"


def test_a_judge_is_shown_what_the_system_was_told(project, tmp_path):
    import_any(project, write(tmp_path / "c.json", case()), now=NOW)
    task = records_of(project)["tasks"][0]
    words = load_templates("v1", "en").words
    text = task_text(task, words, ())
    assert text.index("You are a pharmacist.") < text.index(task.full_prompt)
    other = task.model_copy(update={"system_prompt": "You are a lawyer."})
    assert other.prompt_hash != task.prompt_hash
    bare = task.model_copy(update={"system_prompt": None})
    assert task_text(bare, words, ()) == task.full_prompt


def test_messages_and_a_dimension_are_read_too(project, tmp_path):
    messages = [
        {"role": "system", "content": "Be short."}, {"role": "user", "content": "Which dose?"},
    ]  # fmt: skip
    told = level("x")
    del told["prompt"], told["system_prompt"]
    value = case(basic=told | {"messages": messages}) | {"dimension": "D-1"}
    del value["category"]
    import_any(project, write(tmp_path / "c.json", value), now=NOW)
    (task,) = records_of(project)["tasks"]
    assert (task.system_prompt, task.full_prompt, task.category) == (
        "Be short.",
        "Which dose?",
        "D-1",
    )


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (case(expert=level("x")), "is no level"),
        ([case(), case()], "is in case 1 too"),
        ([case(), 5], "is not an object"),
        (case(basic=level("")), "is empty"),
        (case(basic=level("x", criteria={})), "criteria"),
        (case(basic=level("x", criteria={"a": {"weight": -1}})), "weight"),
        (case(basic=level("x", criteria={"a": {"weight": 1, "rubric": {"best": "x"}}})), "names no part"),
        (case(basic=level("x", criteria={"a": {"weight": 1, "rubric": {"0-120": "x"}}})), "scale"),
        (case(basic=level("x", messages=[{"role": "user", "content": "a"},
                                         {"role": "assistant", "content": "b"}])), "more than"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_its_place(project, tmp_path, value, said):
    problems = refusal(project, write(tmp_path / "c.json", value))
    told = [f"{problem.field} {problem.message}" for problem in problems]
    assert any(said in words for words in told), told
    assert all(str(problem.place) for problem in problems)


def test_what_is_not_known_is_named_and_not_scored_criteria_come_in(project, tmp_path):
    value = case(basic=level("x", criteria={"a": {"weight": 0}, "b": {"weight": 1}}, seed=7))
    report = import_any(project, write(tmp_path / "c.json", value), now=NOW)
    assert any("seed" in str(note) for note in report.warnings)
    assert {point.weight for point in records_of(project)["checkpoints"]} == {0, 1}


def test_responses_of_a_bundle_come_in_by_themselves(project, tmp_path):
    import_any(project, write(tmp_path / "c.json", case()), now=NOW)
    rows = [{"id": "r1", "task_id": "warfarin-basic", "model": "m-1", "text": "5 mg."}]
    report = import_any(project, write(tmp_path / "responses.jsonl", rows), now=NOW)
    assert report.added == {"responses": 1}
    rows[0] |= {"id": "r2", "task_id": "nowhere"}
    assert refusal(project, write(tmp_path / "other.jsonl", rows))


def test_responses_of_a_bundle_keep_what_the_bundle_would(project, tmp_path):
    import_any(project, write(tmp_path / "c.json", case()), now=NOW)
    row = {"id": "r1", "task_id": "warfarin-basic", "model": "m-1", "text": "5 mg.", "cost": 0.25}
    report = import_any(project, write(tmp_path / "responses.jsonl", [row]), now=NOW)
    assert report.warnings == []
    assert records_of(project)["responses"][0].extra == {"cost": 0.25}
    export_bundle(project, tmp_path / "out", visibility=Visibility.PRIVATE, now=NOW)
    again = import_any(project, tmp_path / "out" / "responses.jsonl", now=NOW)
    assert again.unchanged == {"responses": 1}


@pytest.mark.parametrize(
    ("text", "field", "said"),
    [
        ('{"id": "a", "id": "b", "levels": {"basic": LEVEL}}', "", 'the key "id" twice'),
        ('{"id": "a", "levels": {"basic": LEVEL, "basic": LEVEL}}', "", 'the key "basic" twice'),
        ('[{"id": "a\\ud800", "levels": {"basic": LEVEL}}]', "", "half a character"),
        ('{"id": "a", "levels": {"basic": LEVEL}'.replace("LEVEL", "LEVEL,}"), "", "is not JSON"),
        ('{"id": "a", "levels": {"basic": WEIGHT"ten"}}', "criteria.a.weight", "not a weight"),
        ('{"id": "a", "levels": {"basic": WEIGHTtrue}}', "criteria.a.weight", "not a weight"),
        ('{"id": "a", "levels": {"basic": WEIGHT1e400}}', "criteria.a.weight", "not a weight"),
        ('{"id": "a", "levels": {"basic": WEIGHTNaN}}', "criteria.a.weight", "not a weight"),
    ],
)
def test_hostile_cases_are_refused_by_place_and_nothing_comes_in(
    project, tmp_path, text, field, said
):
    weighed = re.sub("WEIGHT([^}]*)", r'{"prompt": "p", "criteria": {"a": {"weight": \1}}}', text)
    path = tmp_path / "c.json"
    path.write_bytes(weighed.replace("LEVEL", json.dumps(level("x"))).encode())
    (problem,) = refusal(project, path)
    assert problem.file == "c.json"
    assert (str(problem.field), said in str(problem.message)) == (field, True)
    assert str(problem.remedy)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"id": ".."}, "id"),
        ({"task_id": "Warfarin-basic"}, "task_id"),
        ({"latency_ms": 10**300}, "latency_ms"),
        ({"latency_ms": "1"}, "latency_ms"),
        ({"text": None}, "text"),
        ({"id": "r1"}, "id"),
    ],
)
def test_responses_by_themselves_are_refused_as_in_a_bundle(project, tmp_path, change, field):
    import_any(project, write(tmp_path / "c.json", case()), now=NOW)
    row = {"id": "r1", "task_id": "warfarin-basic", "model": "m-1", "text": "5 mg."}
    problems = refusal(project, write(tmp_path / "more.jsonl", [row, row | {"id": "r2"} | change]))
    told = [
        (problem.file, str(problem.place), problem.field, bool(str(problem.remedy)))
        for problem in problems
    ]
    assert told == [("more.jsonl", "row 2", field, True)]


@pytest.mark.parametrize(
    ("rubric", "is_told"),
    [
        ({"90-100": "a", "70-89": "b", "60-69": "c", "0-59": "d"}, False),
        ({"80-100": "a", "40-79": "b", "0-39": "c"}, False),
        ({"0-100": "a"}, False),
        ({"90-100": "a", "70-95": "b", "0-69": "c"}, True),
        ({"90-100": "a", "0-50": "b"}, True),
    ],
)
def test_rubrics_that_overlap_or_leave_values_out_come_in_with_a_notice(
    project, tmp_path, rubric, is_told
):
    value = case(basic=level("x", criteria={"a": {"weight": 1, "rubric": rubric}}))
    report = import_any(project, write(tmp_path / "c.json", value), now=NOW)
    told = [str(note) for note in report.warnings if "overlap or leave out" in str(note)]
    assert len(told) == is_told
    assert not told or 'case 1, basic, criterion "a"' in told[0]


def test_nulls_are_absent_and_systems_that_are_named_alike_are_told(project, tmp_path):
    import_any(project, write(tmp_path / "c.json", case()), now=NOW)
    row = {"task_id": "warfarin-basic", "text": "5 mg.", "role": None, "attachments": None}
    rows = [row | {"id": f"r{n}", "model": model} for n, model in enumerate(("GPT-5", "gpt-5"))]
    report = import_any(project, write(tmp_path / "r.jsonl", rows), now=NOW)
    assert report.added == {"responses": 2}
    (note,) = report.warnings
    assert str(note).startswith('The systems "GPT-5", "gpt-5" differ only in the case of letters')


@pytest.mark.parametrize("cost", ["0.25", -1, True, {"usd": 1}])
def test_a_cost_that_is_no_number_is_kept_and_named(project, tmp_path, cost):
    import_any(project, write(tmp_path / "c.json", case()), now=NOW)
    row = {"id": "r1", "task_id": "warfarin-basic", "model": "m-1", "text": "5 mg.", "cost": cost}
    report = import_any(project, write(tmp_path / "responses.jsonl", [row]), now=NOW)
    assert [str(note) for note in report.warnings] == [
        "responses.jsonl: the cost is no number from 0 on, so it counts as unknown (row 1)."
    ]


def test_responses_that_were_changed_or_lack_their_file_are_refused(project, tmp_path):
    import_any(project, write(tmp_path / "c.json", case()), now=NOW)
    row = {"id": "r1", "task_id": "warfarin-basic", "model": "m-1", "text": "5 mg."}
    attached = {"path": "attachments/a.png", "media_type": "image/png", "sha256": "0" * 64}
    rows = [row | {"content_hash": "0" * 64}, row | {"id": "r2", "attachments": [attached]}]
    problems = refusal(project, write(tmp_path / "responses.jsonl", rows))
    assert [problem.field for problem in problems] == ["content_hash", "attachments"]


@pytest.mark.parametrize("name", ["inspect-ai", "hugging-face"])
def test_what_the_system_is_told_goes_out(project, tmp_path, name):
    import_any(project, write(tmp_path / "c.json", case()), now=NOW)
    report = export_foreign(project, find_format(name), tmp_path / "out", now=NOW)
    assert not any("system prompt" in warning for warning in report.warnings)
    if name == "inspect-ai":
        rows = (tmp_path / "out" / "dataset.jsonl").read_text(encoding="utf-8").splitlines()
        row = json.loads(rows[0])
        assert [turn["role"] for turn in row["input"]] == ["system", "user"]
        assert row["input"][0]["content"] == "You are a pharmacist."
        assert "You are a pharmacist." in row["metadata"]["task_text"]
    else:
        from pyarrow.parquet import read_table

        found = read_table(tmp_path / "out" / "data" / "tasks.parquet").to_pydict()
        assert set(found["system_prompt"]) == {"You are a pharmacist."}
        assert set(found["family"]) == {"warfarin"}


@pytest.mark.parametrize("name", ["promptfoo", "healthbench", "autorubric"])
def test_formats_without_system_prompts_say_how_many_are_lost(project, tmp_path, name):
    with project.writing() as tx:
        intake = Intake(tx)
        intake.task(Task(id="t", prompt="Do it.", system_prompt="Be short."))
        intake.checkpoint(Checkpoint(task_id="t", id="a", text="It is done.", weight=1, position=0))
        intake.response(Response(id="r", task_id="t", model="m", text="Done."))
        intake.flush()
    wanted = find_format(name)
    report = export_foreign(project, wanted, tmp_path / f"out{wanted.suffix}", now=NOW)
    assert f"1 task has a system prompt, which {wanted.tool} is not given." in report.warnings


def held(project, kind):
    with project.reading() as tx:
        return entities.find_all(tx, kind)


BANDS = {"90-100": "a", "70-89": "b", "0-69": "c"}


@pytest.mark.parametrize(
    "rubric",
    [
        ["90-100: a", "70-89: b", "0-69: c"],
        ["90-100分：a", "70–89分：b", "0～69分: c"],
        ["≥90: a", "70-89: b", "<70: c"],
        ["90以上：a", "70至89：b", "70以下：c"],
        ["90+ (excellent): a", "70 to 89 (good): b", "69 or less: c"],
        ["９０－１００：a", "７０－８９：b", "＜７０：c"],
        [{"range": "90-100", "desc": "a"}, {"min": 70, "max": 89, "text": "b"}, {"0-69": "c"}],
        {"90-100分": "a", "70 - 89": "b", "≤69": "c"},
        "90-100: a\n70-89: b\n0-69: c",
    ],
    ids=str,
)  # fmt: skip
def test_parts_of_the_scale_are_read_as_people_print_them(project, tmp_path, rubric):
    value = case(basic=level("x", criteria={"dose": {"weight": 1, "rubric": rubric}}))
    import_any(project, write(tmp_path / "c.json", value), now=NOW)
    (point,) = held(project, Checkpoint)
    found = {f"{band['low']}-{band['high']}": band["text"] for band in point.settings["bands"]}
    assert found == BANDS


@pytest.mark.parametrize("weight", [30, 30.0, "30", "30%", "30分", " 30 ", "３０"])
def test_weights_are_read_as_people_print_them(project, tmp_path, weight):
    criteria = [{"name": "dose", "weight": weight, "desc": None, "rubric": None}]
    value = {"cases": [case(case_id=17, Basic=level("x", criteria=criteria, requirements=None))]}
    import_any(project, write(tmp_path / "c.json", value), now=NOW)
    (point,) = held(project, Checkpoint)
    assert (point.task_id, point.id, point.weight, point.text) == ("17-basic", "dose", 30, "dose")


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("BASIC", "basic"),
        ("基础", "basic"),
        ("进阶", "medium"),
        ("困难", "hard"),
        ("Easy", "basic"),
    ],
)
def test_levels_are_read_by_their_names(project, tmp_path, given, wanted):
    import_any(project, write(tmp_path / "c.json", case(**{given: level("x")})), now=NOW)
    (task,) = held(project, Task)
    assert task.difficulty == wanted


@pytest.mark.skipif(not INTAKE.is_dir(), reason="the shared data is not there")
def test_the_case_as_its_authors_print_it(project):
    report = import_any(project, INTAKE / "published_case.json", now=NOW)
    tasks = {task.id: task for task in held(project, Task)}
    assert tasks.keys() == {"l_math_101-basic", "l_math_101-medium"}
    assert {(task.language, task.category) for task in tasks.values()} == {("zh", "l_math")}
    points = held(project, Checkpoint)
    counts = [sum(point.task_id == name for point in points) for name in sorted(tasks)]
    assert counts == [3, 1]
    assert {len(point.settings["bands"]) for point in points} == {4}
    assert all("要求：\n- 写出" in point.text for point in points)
    assert "l_math" in " ".join(report.warnings)


def test_what_has_to_change_and_what_is_no_value_are_said_in_words(project, tmp_path):
    value = case(case_id="warf arin/7", basic=level("x"))
    report = import_any(project, write(tmp_path / "c.json", value), now=NOW)
    assert '"warf arin/7" to warf-arin-7' in " ".join(report.warnings)
    wrong = case(basic=level("x", criteria={"a": {"weight": None}, "b": {"weight": True}}))
    told = " ".join(
        str(item.message) for item in refusal(project, write(tmp_path / "d.json", wrong))
    )
    assert "null is not a weight" in told and "true is not a weight" in told
