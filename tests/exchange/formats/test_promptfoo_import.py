"""promptfoo's configurations and results come in; its own verdicts are the measure of ours."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
import yaml

from tests.exchange.formats.tools import need_tools, run_promptfoo
from xpert_studio.errors import InputRefusedError
from xpert_studio.exchange import import_any
from xpert_studio.instruments import instrument_of
from xpert_studio.instruments.checks import Subject
from xpert_studio.store import responses, tasks, verdicts
from xpert_studio.workflow import new_project

NOW = datetime(2026, 11, 25, tzinfo=UTC)
CASES = {
    "equals": ("Hello", ["Hello", "hello", "Hello.", "", "He said Hello"]),
    "contains": ("Clause 9", ["see Clause 9.", "see clause 9", "", "Clause  9"]),
    "icontains": ("Clause 9", ["see clause 9.", "see Clause 9", "", "clause 8"]),
    "contains-all": (["a1", "b2"], ["b2 a1", "a1", "A1 b2", ""]),
    "contains-any": (["a1", "b2"], ["b2", "none", "B2", ""]),
    "icontains-all": (["a1", "b2"], ["B2 A1", "a1", ""]),
    "icontains-any": (["a1", "b2"], ["B2", "none", ""]),
    "starts-with": ("Dear", ["Dear Ms", "dear Ms", " Dear", ""]),
    "regex": (r"\d{4}-\d{2}", ["on 2026-11 it", "none", "12345-67", ""]),
    "is-json": (None, ['{"a": 1}', "[1, 2]", "no {}", "", '{"a": 1} and more']),
    "contains-json": (None, ['see {"a": 1} there', "none", '```json\n{"a": 1}\n```']),
    "levenshtein": ("kitten", ["sitting", "kitten", "a completely other text"]),
}  # fmt: skip


def configuration():
    """One prompt that is echoed, and a test of each type for each output, also negated."""
    tests = [
        {
            "vars": {"output": output},
            "assert": [
                {"type": prefix + name, **({} if value is None else {"value": value})}
                for prefix in ("", "not-")
            ],
        }
        for name, (value, outputs) in CASES.items()
        for output in outputs
        if output
    ]
    return {"prompts": ["{{output}}"], "providers": ["echo"], "tests": tests}


def taken(tmp_path, name: str, text: str):
    (tmp_path / name).write_text(text, encoding="utf-8")
    project = tmp_path / f"{name}.xpert"
    reports = []
    with (
        new_project(
            project,
            now=NOW,
            fill=lambda made: reports.append(import_any(made, tmp_path / name, now=NOW)),
        ) as made,
        made.reading() as tx,
    ):
        found = tasks.rubrics(tx)
        return (
            {task.id: task for task in tasks.all_tasks(tx)},
            found,
            list(responses.all_responses(tx)),
            list(verdicts.all_verdicts(tx)),
            reports[0],
        )


def test_checks_decide_as_promptfoo_does(tmp_path):
    need_tools()
    (tmp_path / "promptfooconfig.yaml").write_text(yaml.safe_dump(configuration()), "utf-8")
    run_promptfoo("eval", "-c", "promptfooconfig.yaml", "-o", "out.json", "--no-cache", at=tmp_path)
    whole = json.loads((tmp_path / "out.json").read_text("utf-8"))
    rows = sorted(whole["results"]["results"], key=lambda row: row["testIdx"])
    _, rubrics, answers, said, _ = taken(tmp_path, "out.json", json.dumps(whole))
    assert said == []  # what a program decides is decided again
    texts = {response.task_id: response.text for response in answers}
    different, compared = [], 0
    for row, (task_id, rubric) in zip(rows, rubrics.items(), strict=True):
        text, items = texts[task_id], row["gradingResult"]["componentResults"]
        for point, item in zip(rubric, items, strict=True):
            compared += 1
            ours = instrument_of(point).decide(Subject(text), point).passed
            if ours != item["pass"]:
                different.append((item["assertion"]["type"], text, ours))
    assert compared >= 60
    assert different == []


CONFIG = """
description: Leases
prompts: ["Advise {{client}} on clause {{number}}.", {raw: "In short: {{client}}?", label: short}]
providers: [openai:gpt-5-mini]
defaultTest:
  assert: [{type: cost, threshold: 0.01}]
tests:
  - description: Notice
    vars: {client: Ms Barbu, number: 9}
    threshold: 0.5
    assert:
      - {type: llm-rubric, value: "Names {{client}}", weight: 3}
      - {type: javascript, value: "output.length > 3"}
      - type: assert-set
        weight: 4
        threshold: 0.5
        assert: [{type: icontains, value: notice}, {type: not-contains, value: sorry, weight: 3}]
  - vars: {client: [Ann, Bob], number: 1}
    assert: [{type: python, value: file://x.py}, {type: webhook, value: "http://127.0.0.1:9"}]
"""


def test_a_configuration_becomes_tasks_and_names_what_it_leaves(tmp_path):
    found, rubrics, answers, _, report = taken(tmp_path, "promptfooconfig.yaml", CONFIG)
    assert len(found) == 6 and answers == []
    task = next(task for task in found.values() if task.prompt == "Advise Ms Barbu on clause 9.")
    assert task.title == "Notice"
    rubric = rubrics[task.id]
    assert [(p.instrument, p.weight) for p in rubric] == [
        ("check", 1), ("binary", 3), ("check", 1), ("check", 3),
    ]  # fmt: skip
    assert rubric[1].text == "Names Ms Barbu"
    told = "\n".join(map(str, report.warnings))
    for name in ("javascript", "python", "webhook"):
        assert name in told
    assert "Tests with a threshold of their own: 1." in told
    assert "Sets of assertions with a threshold" in told


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("prompts: [file://p.txt]\ntests: [{vars: {}}]", "which is no file in the folder"),
        ("prompts: ['{% if a %}x{% endif %}']\ntests: [{vars: {}}]", "template logic"),
        ("prompts: ['{{a}}']\ntests: [{vars: {}}]", "which the test does not have"),
        ("prompts: [x]\ntests: file://t.csv", "which is no file in the folder"),
        ("[" * 5000, "nested too deeply"),
        ("a: &a [x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\n"
         + "".join(f"c{n}: &c{n} [{','.join([f'*{p}'] * 10)}]\n"
                   for n, p in enumerate(["b", "c0", "c1", "c2", "c3"])), "too large (line 7)"),
        ("!!python/object/apply:os.system ['true']", "which is not read"),
        ("just words", "neither a configuration nor results"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named_with_a_remedy_and_nothing_is_taken_in(
    tmp_path, text, message
):
    with pytest.raises(InputRefusedError) as refused:
        taken(tmp_path, "c.yaml", text)
    assert message in "\n".join(str(problem) for problem in refused.value.problems)


def test_judged_results_come_in_as_verdicts_of_another_place(tmp_path):
    asserted = {"type": "llm-rubric", "value": "Is polite."}
    row = {
        "prompt": {"raw": "Say hello."}, "provider": {"id": "openai:x", "label": "x-1"},
        "vars": {}, "testCase": {"assert": [asserted]}, "latencyMs": 120,
        "response": {"output": "Hello!", "tokenUsage": {"prompt": 3, "completion": 2}},
        "gradingResult": {"componentResults": [{"pass": True, "reason": "Yes.",
                                                "assertion": asserted}]},
    }  # fmt: skip
    whole = {"results": {"version": 3, "results": [row]}, "config": {"description": "Hello"}}
    _, _, answers, said, _ = taken(tmp_path, "r.json", json.dumps(whole))
    assert (answers[0].model, answers[0].latency_ms) == ("x-1", 120)
    assert [(v.judge_id, v.value, v.rationale) for v in said] == [("promptfoo", 1, "Yes.")]
