"""Configurations and results of promptfoo come in; what has no place here is named, nothing runs."""

from __future__ import annotations

import contextlib
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.exchange.conftest import NOW, records_of, refusal
from tests.exchange.formats.tools import need_tools, promptfoo_script, run_node, run_promptfoo
from xpert_studio.core.errors import InputRefusedError
from xpert_studio.core.exchange import import_any
from xpert_studio.core.exchange.formats.points import avoiding
from xpert_studio.core.exchange.problems import Problems
from xpert_studio.core.records import RatingState
from xpert_studio.packs.promptfoo import rubrics as promptfoo_rubrics
from xpert_studio.packs.promptfoo import tasks as promptfoo_tasks
from xpert_studio.packs.promptfoo.config import PromptfooConfig
from xpert_studio.packs.promptfoo.results import PromptfooResults
from xpert_studio.packs.promptfoo.types import check_of

CONFIG = """
description: Leaflets
prompts:
  - "Explain {{topic}} to a {{ reader }}."
  - label: chat
    raw: '[{"role":"system","content":"Be brief."},{"role":"user","content":"What is {{topic}}?"}]'
providers: [openai:chat:gpt-4o]
defaultTest:
  vars: {reader: child, name: "{{topic}} leaflet"}
  options: {provider: grader:one}
  assert:
    - &json {type: is-json, weight: 0}
tests:
  - description: Fever
    vars: {topic: [fever, "发烧"]}
    threshold: 0.5
    assert:
      - type: assert-set
        threshold: 0.5
        weight: 3
        metric: Facts
        assert:
          - {type: icontains, value: "{{topic}}", weight: 2}
          - {type: equals, value: yes}
      - {type: word-count, value: {max: 10}, metric: "Length of {{name}}"}
      - {type: llm-rubric, value: "Names {{topic}}.", threshold: 0.8}
      - {type: not-llm-rubric, value: Frightens the reader.}
      - {type: g-eval, value: [Is clear., Is kind.], weight: 4}
      - {type: factuality, value: Fever is above 38 °C.}
      - {$ref: "#/assertionTemplates/short"}
      - {type: javascript, value: "process.exit(7)"}
      - {type: guardrails}
      - {type: contains, value: "{{topic | upper}}"}
      - {type: contains, value: x, transform: "output.trim()"}
  - vars: {topic: colds}
    prompts: [chat]
    options: {disableDefaultAsserts: true, prefix: "Hello. "}
  - {vars: {topic: colds}, prompts: [chat], options: {disableDefaultAsserts: true, prefix: "Hello. "}}
assertionTemplates:
  short: {type: regex, value: "^.{1,80}$"}
"""


def write(path: Path, text: str | dict[str, Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text if isinstance(text, str) else json.dumps(text), encoding="utf-8")
    return path


def config(folder: Path, **changes: Any) -> Path:
    """A small sound configuration, with changes."""
    sound = {"prompts": ["Say {{a}}."], "providers": ["echo"], "tests": [{"vars": {"a": "x"}}]}
    return write(folder / "promptfooconfig.json", sound | changes)


def rubric_of(project, prompt: str) -> list[Any]:
    found = records_of(project)
    task = next(item for item in found["tasks"] if item.full_prompt == prompt)
    return [point for point in found["checkpoints"] if point.task_id == task.id]


def test_each_test_with_each_prompt_becomes_a_task(project, tmp_path):
    report = import_any(project, write(tmp_path / "promptfooconfig.yaml", CONFIG), now=NOW)
    found = records_of(project)
    assert [task.full_prompt for task in found["tasks"]] == [
        "Explain fever to a child.", "System:\nBe brief.\n\nUser:\nWhat is fever?",
        "Explain 发烧 to a child.", "System:\nBe brief.\n\nUser:\nWhat is 发烧?",
        'Hello. [{"role":"system","content":"Be brief."},{"role":"user","content":"What is colds?"}]',
    ]  # fmt: skip
    assert [task.title for task in found["tasks"]] == ["Fever"] * 4 + [None]
    assert project.info().name == "Leaflets"
    points = rubric_of(project, "Explain 发烧 to a child.")
    said = [(point.text, point.weight, point.dimension) for point in points]
    assert said == [
        ("Is valid JSON.", 0, None),
        ('Contains "发烧", in capitals or not.', 2, "Facts"),
        ('Equals "yes".', 1, "Facts"),
        ("Has the number of words max 10.", 1, "Length of 发烧 leaflet"),
        ("Names 发烧.", 1, None),
        (avoiding("Frightens the reader."), 1, None),
        ("Is clear.", 2, None),
        ("Is kind.", 2, None),
        ("Agrees with these facts: Fever is above 38 °C.", 1, None),
        ('Matches the regular expression "^.{1,80}$".', 1, None),
    ]  # fmt: skip
    assert [point.instrument for point in points[:5]] == ["check"] * 4 + ["binary"]
    assert points[1].settings == {
        "check": "contains_all", "parameters": {"texts": ["发烧"], "case_sensitive": False},
    }  # fmt: skip
    told = "\n".join(report.warnings)
    for said_of in (
        'Not imported: "javascript" in test 1 (2 in all). It runs code',
        'Not imported: "guardrails" in test 1 (2 in all)',
        'uses template logic: "{{topic | upper}}"',
        "Its output is transformed by code",
        "Tests with a threshold of their own: 1.",
        "Sets of assertions with a threshold: 2.",
        "Assertions with a weight of 0, which are not scored: 2.",
        "the same as one before, and were left out: 1.",
    ):
        assert said_of in told
    again = import_any(project, tmp_path / "promptfooconfig.yaml", now=NOW)
    assert again.added == {}
    assert again.unchanged == report.added


def test_files_in_the_folder_are_read(project, tmp_path):
    write(tmp_path / "prompts" / "a.txt", "One {{a}}\n---\nTwo {{a}}")
    write(tmp_path / "prompts" / "b.md", "Three {{a}}")
    write(
        tmp_path / "tests.yaml",
        "- vars: {a: file://long.txt}\n  assert: [{type: is-json, value: file://s.json}]",
    )
    write(tmp_path / "more.jsonl", '{"vars": {"a": 5}}\n{"vars": {"a": true}}\n')
    write(tmp_path / "long.txt", "\nthe text\n")
    write(tmp_path / "s.json", {"type": "array"})
    source = config(
        tmp_path, prompts=["file://prompts/*", "prompts/b.md"],
        tests=["file://tests.yaml", {"vars": {"a": "x"}}, "file://more.jsonl"],
    )  # fmt: skip
    import_any(project, source, now=NOW)
    found = records_of(project)
    assert {task.full_prompt for task in found["tasks"]} == {
        f"{start} {end}"
        for start in ("One", "Two", "Three")
        for end in ("the text", "x", "5", "true")
    }
    assert {point.settings["check"] for point in found["checkpoints"]} == {"json_schema"}


CODE = "import pathlib; pathlib.Path('owned').touch()"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"prompts": ["{% for x in range(9) %}x{% endfor %}"]}, "template logic"),
        ({"prompts": ["{{ env.HOME }}"]}, "template logic"),
        ({"prompts": ["{{ a | upper }}"]}, "template logic"),
        ({"prompts": ["{# note #}"]}, "template logic"),
        ({"prompts": ["{{b}}"]}, "does not have"),
        ({"prompts": []}, "is empty"),
        ({"prompts": [5]}, "is no prompt"),
        ({"prompts": [""]}, "is no prompt"),
        ({"prompts": "file://code.py"}, "names code"),
        ({"prompts": "file://code.py:run"}, "names code"),
        ({"prompts": ["prompt.js"]}, "names code"),
        ({"prompts": ["exec:touch owned"]}, "service or a program"),
        ({"prompts": "file://../outside.txt"}, "outside the folder"),
        ({"prompts": "file:///etc/passwd"}, "outside the folder"),
        ({"prompts": "file://link.txt"}, "outside the folder"),
        ({"prompts": "file://**/*.txt"}, "pattern"),
        ({"prompts": "file://../*.txt"}, "pattern"),
        ({"prompts": "file://missing.txt"}, "no file"),
        ({"prompts": "file://pipe.txt"}, "no file"),
        ({"prompts": "file://bytes.txt"}, "encoding is not sure"),
        ({"prompts": "file://table.csv"}, "table of prompts"),
        ({"prompts": ["[{\"role\":\"user\",\"content\":[{\"type\":\"image\"}]}]"]}, "other parts"),
        ({"tests": "file://code.py"}, "names code"),
        ({"tests": {"path": "file://code.py"}}, "is no test"),
        ({"tests": "file://loop.yaml"}, "leads back to itself"),
        ({"tests": "file://twice.csv"}, "is there twice"),
        ({"tests": "file://empty.csv"}, "is empty"),
        ({"tests": "file://long.csv"}, "row 3 has 3 cells; 2 expected"),
        ({"tests": "file://quote.csv"}, "cannot be read"),
        ({"tests": "file://wide.csv"}, "cannot be read"),
        ({"tests": [5]}, "is no test"),
        ({"tests": [None]}, "is no test"),
        ({"tests": [{"$ref": "#/x"}], "x": {"$ref": "#/y"}, "y": {"$ref": "#/x"}}, "itself"),
        ({"tests": [{"$ref": "other.yaml"}]}, "no part of this file"),
        ({"tests": [{"vars": {"a": "{{b}}", "b": "{{a}}"}}]}, "leads back to itself"),
        ({"tests": [{"vars": {"a": {"b": 1}}}]}, "is no text"),
        ({"tests": [{"vars": 5}]}, "is not an object"),
        ({"tests": [{"vars": {"a": "x"}, "assert": 5}]}, "is no assertion"),
        ({"tests": [{"vars": {"a": "x"}, "assert": [{"value": 1}]}]}, "names no type"),
        ({"tests": [{"vars": {"a": "x"}, "assert": [{"type": "assert-set"}]}]}, "is no list"),
        ({"tests": [{"vars": {"a": "x"}, "assert": [{"type": "is-json", "weight": -1}]}]}, "weight"),
        ({"tests": [{"vars": {"a": "x"}, "assert": [{"type": "is-json", "weight": "2"}]}]}, "weight"),
        ({"tests": [{"vars": {n: ["x"] * 99 for n in "abcdef"}}]}, "more than"),
        ({"defaultTest": 5}, "is not an object"),
        ({"defaultTest": "file://code.py"}, "names code"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_with_a_remedy(project, tmp_path, changes, said):
    folder = tmp_path / "in"
    write(folder / "code.py", CODE)
    write(folder / "prompt.js", "require('fs').writeFileSync('owned', '')")
    write(folder / "loop.yaml", "- file://loop.yaml")
    write(folder / "table.csv", "a,b\n1,2\n")
    write(folder / "twice.csv", "a, a\n1,2\n")
    write(folder / "empty.csv", "")
    write(folder / "long.csv", "a,b\n1,2\n1,2,3\n")
    write(folder / "quote.csv", 'a,b\n"1" x,2\n')
    write(folder / "wide.csv", "a\n" + "x" * 8_000_001)
    write(tmp_path / "outside.txt", "secret")
    (folder / "bytes.txt").write_bytes(b"\xff\xfe\x00")
    (folder / "link.txt").symlink_to(tmp_path / "outside.txt")
    os.mkfifo(folder / "pipe.txt")
    problems = refusal(project, config(folder, **changes))
    assert any(said in problem.message for problem in problems), problems
    assert all(problem.remedy for problem in problems)
    assert not list(tmp_path.rglob("owned"))


def test_all_problems_are_named_at_once(project, tmp_path):
    source = config(
        tmp_path, prompts=["{{a}}", "{{b}}", "{% x %}"],
        tests=[{"vars": {"a": "x"}}, 5, {"vars": {"a": "y"}, "assert": [{}]}],
    )  # fmt: skip
    problems = refusal(project, source)
    assert len(problems) == 6
    assert {str(problem.place) for problem in problems} == {"test 1", "test 2", ""}


def test_texts_that_double_are_bounded(project, tmp_path):
    values = {f"v{n}": f"{{{{v{n + 1}}}}}" * 9 for n in range(30)} | {"v30": "x" * 100}
    problems = refusal(project, config(tmp_path, prompts=["{{v0}}"], tests=[{"vars": values}]))
    assert any("10 million" in problem.message for problem in problems)


def test_assertions_that_multiply_are_bounded(project, tmp_path, monkeypatch):
    read: list[Any] = []
    monkeypatch.setattr(promptfoo_rubrics, "_MOST", 3_000)
    monkeypatch.setattr(promptfoo_rubrics, "check_of", lambda it: read.append(it) or check_of(it))
    many = {"type": "assert-set", "assert": [{"type": "is-html"}] * 300}
    source = config(
        tmp_path, defaultTest={"assert": [{"$ref": "#/many"}] * 300}, many=many,
        tests=[{"vars": {"a": str(n)}} for n in range(300)],
    )  # fmt: skip
    assert "more than" in refusal(project, source)[0].message
    assert 0 < len(read) <= 3_000


def test_too_many_tasks_are_refused(project, tmp_path, monkeypatch):
    monkeypatch.setattr(promptfoo_tasks, "MOST_TASKS", 5)
    tests = [{"vars": {"a": str(n)}} for n in range(9)]
    problems = refusal(project, config(tmp_path, tests=tests))
    assert [problem.place for problem in problems] == ["test 6"]


@pytest.mark.parametrize(
    "text",
    ["a: [1, 2", "a: b", "- a", "", "5", "a: &a [*a]", "a: !!python/name:os.system x", "\ufeffa: 1",
     "prompts: [x]\ntests: [" + "[" * 3000],
)  # fmt: skip
def test_other_yaml_is_refused(project, tmp_path, text):
    problems = refusal(project, write(tmp_path / "x.yml", text))
    assert all(problem.remedy or "surrogate" in problem.message for problem in problems)


def test_a_long_line_comes_in(project, tmp_path):
    text = 'prompts: ["' + "word " * 1_500_000 + '{{a}}"]\ntests: [{vars: {a: x}}]'
    import_any(project, write(tmp_path / "x.yaml", text), now=NOW)
    assert len(records_of(project)["tasks"][0].full_prompt) == 7_500_001


TABLE = r'''topic,__expected,__expected2,__expected3,__metric,__description,__prefix,__threshold
fever,Fever is warm.,"contains-any: warm, ""hot, very""",llm-rubric: Is short.,Facts,One,Hi. ,0.5
colds,not-icontains: death,levenshtein(9): What are colds?,grade: Is kind.,,,,
flu,is-json,"word-count: 3",javascript: process.exit(7),,,,

pain,starts-with: What,"regex: ^W.*\?$","fn:output",Style,,,
rest,"unknown: x",latency(5000),"contains-all: ""a"" b",,,,
'''


def test_tables_of_tests_are_read(project, tmp_path):
    write(tmp_path / "tests.csv", TABLE)
    source = config(tmp_path, prompts=["What is {{topic}}?"], tests="file://tests.csv")
    report = import_any(project, source, now=NOW)
    assert [task.full_prompt for task in records_of(project)["tasks"]] == [
        "Hi. What is fever?", "What is colds?", "What is flu?", "What is pain?", "What is rest?",
    ]  # fmt: skip
    first = rubric_of(project, "Hi. What is fever?")
    assert [(point.text, point.dimension) for point in first] == [
        ('Equals "Fever is warm.".', "Facts"), ('Contains one of "warm", "hot, very".', "Facts"),
        ("Is short.", "Facts"),
    ]  # fmt: skip
    settings = rubric_of(project, "What is colds?")[1].settings
    assert settings["parameters"]["at_most_edits"] == 9
    assert [point.text for point in rubric_of(project, "What is rest?")] == [
        'Equals "unknown: x".', "Was complete after at most 5000 ms.",
    ]  # fmt: skip
    told = "\n".join(report.warnings)
    assert 'Not imported: "javascript" in test 3, test 4 (2 in all).' in told
    assert 'Not imported: "contains-all" in test 5' in told
    assert "Tests with a threshold of their own: 1." in told


def test_promptfoo_reads_a_table_as_it_comes_in(project, tmp_path):
    need_tools()
    text = "\n".join(
        line for line in TABLE.splitlines() if line and not line.startswith(("flu", "rest"))
    )
    write(
        tmp_path / "tests.csv", text.replace("llm-rubric:", "contains:").replace("grade:", "regex:")
    )
    source = config(tmp_path, prompts=["What is {{topic}}?"], tests="file://tests.csv")
    quiet = ("--no-progress-bar", "--no-table", "--no-cache")
    run_promptfoo("eval", *quiet, "-o", "out.json", at=tmp_path)
    first = import_any(project, source, now=NOW)
    report = import_any(project, tmp_path / "out.json", now=NOW)
    assert {key: report.unchanged[key] for key in first.added} == first.added
    assert report.added == {"responses": 3}


def component(kind: str, value: Any, passed: bool, **more: Any) -> dict[str, Any]:
    about = {key: more.pop(key) for key in ("weight", "provider", "threshold") if key in more}
    assertion = {"type": kind, "value": value, **about}
    return {
        "pass": passed,
        "score": int(passed),
        "reason": "Because.",
        "assertion": assertion,
        **more,
    }


def result(*parts: dict[str, Any], output: Any = "Paris.", **changes: Any) -> dict[str, Any]:
    asked = [part["assertion"] for part in parts]
    return {
        "prompt": {"raw": "Which city?", "label": "l"}, "provider": {"id": "m:1", "label": ""},
        "vars": {"a": "x"}, "latencyMs": 1500, "cost": 0.5, "testIdx": 0, "promptIdx": 0,
        "response": {"output": output, "finishReason": "stop", "tokenUsage": {"prompt": 3}},
        "gradingResult": {"pass": True, "componentResults": list(parts)},
        "testCase": {"vars": {"a": "x"}, "assert": asked}, **changes,
    }  # fmt: skip


def results(folder: Path, *rows: Any, **config_: Any) -> Path:
    whole = {"evalId": "e", "results": {"version": 3, "results": list(rows)}, "config": config_}
    return write(folder / "out.json", whole)


def test_outputs_and_grades_come_in(project, tmp_path):
    rubric = component("llm-rubric", "Is {{a}}.", True)
    row = result(
        rubric,
        component("contains", "Paris", True),
        component("icontains", "rome", True),
        component("llm-rubric", "Light.", True, weight=0, score=0),
        component("llm-rubric", "Odd.", False, metadata={"graderError": True}),
        component("model-graded-closedqa", "Own.", False, provider={"id": "own:1"}),
        component("cost", None, True, threshold=0.1),
        component("python", "x", False),
        component("g-eval", ["A.", "B."], True),
        component("latency", None, True, threshold=2000),
    )
    person = component("human", None, False) | {"reason": "Manual result", "comment": "No."}
    row["gradingResult"]["componentResults"].append(person)
    other = result(rubric, output={"a": 1}, provider={"id": "m:2", "label": "Model two"})
    failed = result(rubric, response={"error": "x"}, error="x")
    source = results(
        tmp_path, row, other, failed, defaultTest={"options": {"provider": "grader:g"}}
    )
    report = import_any(project, source, now=NOW)
    found = records_of(project)
    assert [(item.model, item.text) for item in found["responses"]] == [
        ("m:1", "Paris."), ("Model two", '{"a":1}'),
    ]  # fmt: skip
    first = found["responses"][0]
    assert (first.latency_ms, first.finish_reason, first.prompt_tokens) == (1500, "stop", 3)
    texts = {(point.task_id, point.id): point.text for point in found["checkpoints"]}
    tasks = {item.id: item.task_id for item in found["responses"]}
    said = {
        (tasks[item.response_id] == first.task_id, texts[tasks[item.response_id], item.checkpoint_id]):
        (item.judge_id, item.state, item.value)
        for item in found["verdicts"]
    }  # fmt: skip
    ok, invalid = RatingState.OK, RatingState.INVALID
    assert said == {
        (True, "Is x."): ("promptfoo:grader:g", ok, 1),
        (True, "Light."): ("promptfoo:grader:g", ok, 0),
        (True, "Odd."): ("promptfoo:grader:g", invalid, None),
        (True, "Own."): ("promptfoo:own:1", ok, 0),
        (False, "Is x."): ("promptfoo:grader:g", ok, 1),
    }
    assert {judge.provider for judge in found["judges"]} == {"promptfoo"}
    told = "\n".join(report.warnings)
    for words in (
        "Compared: 4; decided otherwise here: 2.",
        "icontains (1)",
        "cost (1)",
        'Not imported: "python" in result 1',
        "which are no responses: 1.",
        "no verdict on one: 1.",
        "verdicts without a value.",
        "gave to a whole response in promptfoo: 1.",
    ):
        assert words in told
    assert import_any(project, source, now=NOW).added == {}


def test_lines_are_recognised(project, tmp_path):
    rows = [result(component("llm-rubric", "Is {{a}}.", True)), result(output=None)]
    source = write(tmp_path / "o.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    report = import_any(project, source, now=NOW)
    assert report.added == {
        "tasks": 2,
        "checkpoints": 1,
        "responses": 1,
        "judges": 1,
        "verdicts": 1,
    }
    assert records_of(project)["judges"][0].id == "promptfoo"


@pytest.mark.parametrize("name", ["..", "-x", "a b", "", "x" * 129])
def test_a_name_that_is_no_id_names_no_task_or_checkpoint(project, tmp_path, name):
    """Results that say they are of an export of ours are believed no more than others."""
    ours = component("llm-rubric", "Is {{a}}.", True)
    ours["assertion"]["config"] = {"checkpoint": "c7"}
    test = {"vars": {"a": "x"}, "assert": [ours["assertion"]]}
    other = component("llm-rubric", "Is {{a}}.", True)
    other["assertion"]["config"] = {"checkpoint": name}
    rows = [result(ours, testCase={**test, "metadata": {"task": name}}), result(other, output="b")]
    import_any(project, results(tmp_path, *rows), now=NOW)
    found = records_of(project)
    assert all(task.id.startswith("task-") for task in found["tasks"])
    assert sorted(point.id for point in found["checkpoints"]) == ["c1", "c7"]
    assert len(found["verdicts"]) == 2


@pytest.mark.parametrize(
    "row", [5, None, [], {}, {"prompt": 5}, {"prompt": {"raw": ""}}, {"prompt": {"raw": "x\x00"}}]
)
def test_what_is_no_result_is_named(project, tmp_path, row):
    assert refusal(project, results(tmp_path, row))[0].place == "result 1"


ODD: list[Any] = [None, 5, -1, "x", [], [5], {}, {"id": 5}, True, 1e300, ["a" * 9], {"type": 5}]


@pytest.mark.parametrize(
    "field", ["provider", "vars", "response", "gradingResult", "testCase", "latencyMs", "cost"]
)
def test_odd_fields_of_a_result_do_no_harm(project, tmp_path, field):
    """Each is refused with a problem, or comes in without what could not be read."""
    for number, odd in enumerate(ODD):
        row = result(component("llm-rubric", "Is {{a}}.", True), **{field: odd})
        with contextlib.suppress(InputRefusedError):
            import_any(project, results(tmp_path / str(number), row), now=NOW)


odd_values = st.recursive(
    st.sampled_from([None, True, 5, -1, 2.5, "", "x", "{{a}}", "{{ a | b }}", "file://x.txt", "$ref",
                     "contains", "not-contains-any", "is-json", "llm-rubric", "assert-set", "check",
                     "choice", "Essential", "[]"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["vars", "assert", "type", "value", "weight", "threshold", "a", "metric",
                         "options", "$ref", "raw", "id", "label", "prompts", "path", "role",
                         "content", "pass", "score", "assertion", "componentResults", "output",
                         "provider", "reason", "metadata", "config", "checkpoint", "task", "text",
                         "tier", "instrument", "settings", "number"]), inner, max_size=5,
    ),
    max_leaves=15,
)  # fmt: skip


@given(odd_values, odd_values, odd_values)
def test_any_configuration_is_read_or_its_problems_named(prompts, default, tests):
    """Nothing is raised, whatever the file holds."""
    root = {"prompts": prompts, "defaultTest": default, "tests": tests}
    PromptfooConfig(Path("none/x.yaml"), Problems(), root).read()
    PromptfooConfig(Path("none/x.yaml"), Problems(), root | {"prompts": ["{{a}}"]}).read()


@given(odd_values, odd_values, odd_values, odd_values)
def test_any_result_is_read_or_its_problems_named(test, response, grades, assertion):
    """Nothing is raised, whatever the file holds."""
    part = {"assertion": assertion, "pass": True}
    for graded in (grades, {"componentResults": [part]}):
        reading = PromptfooResults(Path("none/x.json"), Problems())
        row = result(testCase=test, response=response, gradingResult=graded)
        reading.take("result 1", row)
        reading.take("result 2", result(testCase={"assert": [assertion]}, gradingResult=graded))
        reading.finished()


def test_files_named_by_results_are_not_read(project, tmp_path):
    write(tmp_path / "secret.txt", "secret")
    row = result(component("llm-rubric", "Is {{a}}.", True), vars={"a": "file://secret.txt"})
    import_any(project, results(tmp_path, row), now=NOW)
    assert records_of(project)["checkpoints"][0].text == "Is file://secret.txt."


def test_promptfoos_own_files_come_in(project, tmp_path):
    """The configuration, and what promptfoo makes of it, are about the same tasks."""
    need_tools()
    text = (
        CONFIG.replace("openai:chat:gpt-4o", "echo")
        .replace("grader:one", "echo")
        .replace("process.exit(7)", "true")
    )
    write(tmp_path / "promptfooconfig.yaml", text)
    names = ("out.json", "out.yaml", "out.jsonl")
    quiet = ("--no-progress-bar", "--no-table", "--no-cache")
    run_promptfoo("eval", *quiet, *(part for name in names for part in ("-o", name)), at=tmp_path)
    first = import_any(project, tmp_path / "promptfooconfig.yaml", now=NOW)
    for name in names[:2]:
        report = import_any(project, tmp_path / name, now=NOW)
        assert {key: report.unchanged[key] for key in first.added} == first.added
        if name == names[0]:
            assert report.added["responses"] == 6
            assert report.added["verdicts"] == 12
            assert {item.id for item in records_of(project)["judges"]} == {"promptfoo:echo"}
        else:
            assert report.added == {}
    lines = import_any(project, tmp_path / "out.jsonl", now=NOW)
    assert lines.added == {"judges": 1, "verdicts": 12}


TABLE_SAVED = """
import { readFileSync, writeFileSync } from 'node:fs';
const { default: promptfoo } = await import(process.argv[2]);
const suite = JSON.parse(readFileSync('suite.json'));
const done = await promptfoo.evaluate(suite, { cache: false, showProgressBar: false });
writeFileSync('table.json', JSON.stringify(await done.getTable()));
writeFileSync('summary.json', JSON.stringify({ results: await done.toEvaluateSummary() }));
process.exit(0);
"""


def test_a_table_of_promptfoo_comes_in_as_its_results_do(project, tmp_path):
    need_tools()
    graded = {"type": "llm-rubric", "value": "Names {{a}}.", "provider": "echo"}
    suite = {
        "prompts": ["Say {{a}}.", "Write {{a}}."],
        "providers": ["echo", {"id": "echo", "label": "again"}],
        "tests": [
            {"vars": {"a": "x"}, "assert": [graded, {"type": "contains", "value": "x"}]},
            {"vars": {"a": "y"}, "assert": [{"type": "contains", "value": "x", "weight": 2}]},
        ],
    }
    write(tmp_path / "suite.json", suite)
    write(tmp_path / "run.mjs", TABLE_SAVED)
    run_node("run.mjs", promptfoo_script().with_name("index.js"), at=tmp_path)
    report = import_any(project, tmp_path / "table.json", now=NOW)
    assert report.added == {
        "tasks": 4, "checkpoints": 6, "responses": 8, "judges": 1, "verdicts": 4,
    }  # fmt: skip
    assert {item.model for item in records_of(project)["responses"]} == {"echo", "again"}
    assert import_any(project, tmp_path / "summary.json", now=NOW).added == {}


def test_a_table_within_results_of_an_earlier_version_comes_in(project, tmp_path):
    cell = result(component("llm-rubric", "Is {{a}}.", True))
    test, text = cell.pop("testCase"), cell.pop("response")["output"]
    cell |= {"prompt": "Which city?", "provider": "m:1", "text": text, "pass": True}
    table = {"head": {"prompts": [], "vars": ["a"]}, "body": [{"outputs": [cell], "test": test}]}
    source = write(tmp_path / "out.json", {"results": {"version": 2, "table": table}})
    added = import_any(project, source, now=NOW).added
    assert added == {"tasks": 1, "checkpoints": 1, "responses": 1, "judges": 1, "verdicts": 1}
