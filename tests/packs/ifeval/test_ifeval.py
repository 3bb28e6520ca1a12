"""IFEval's JSON lines, both ways, and responses to its tasks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.exchange.conftest import NOW, places, records_of, refusal
from tests.packs.checks.test_ifeval import CASES
from tests.sampling import examples
from xpert_studio.core.errors import UsageError
from xpert_studio.core.exchange import export_bundle, import_any
from xpert_studio.core.exchange.formats import export_foreign, find_format
from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.instruments.deciding import Subject
from xpert_studio.core.records import Checkpoint, Task, Visibility
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import new_project

ROW: dict[str, Any] = {
    "key": 1000,
    "prompt": "Sum it up without commas in 3 words or more.",
    "instruction_id_list": ["punctuation:no_comma", "length_constraints:number_words"],
    "kwargs": [{}, {"relation": "at least", "num_words": 3, "keywords": None}],
}


def write(path: Path, rows: list[Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def exported(project, path: Path) -> list[dict[str, Any]]:
    export_foreign(project, find_format("ifeval"), path, replace=True)
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def without_nulls(row: dict[str, Any]) -> dict[str, Any]:
    kwargs = [
        {key: v for key, v in (item or {}).items() if v is not None} for item in row["kwargs"]
    ]
    return row | {"kwargs": kwargs}


@pytest.fixture
def project(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        yield made


def test_no_parameters_may_be_null(project, tmp_path):
    row = ROW | {"instruction_id_list": ["punctuation:no_comma"], "kwargs": None}
    assert (
        import_any(project, write(tmp_path / "i.jsonl", [row]), now=NOW).added["checkpoints"] == 1
    )
    needed = {"key": 2, "instruction_id_list": ["length_constraints:number_words"], "kwargs": None}
    problems = refusal(project, write(tmp_path / "j.jsonl", [row, ROW | needed]))
    assert {(item.place, item.field) for item in problems} == {
        ("row 2, kwargs.0", "num_words"), ("row 2, kwargs.0", "relation"),
    }  # fmt: skip


def test_instructions_become_checkpoints_that_a_program_decides(project, tmp_path):
    source = write(tmp_path / "i.jsonl", [ROW])
    report = import_any(project, source, now=NOW)
    assert report.added == {"tasks": 1, "checkpoints": 2}
    found = records_of(project)
    assert found["tasks"][0].id == "1000"
    assert [point.text for point in found["checkpoints"]] == [
        "Uses no comma.",
        "Has at least 3 words.",
    ]
    assert {(point.instrument, point.weight) for point in found["checkpoints"]} == {("check", 1)}
    said = [
        instrument_of(point).decide(Subject("One, two", prompt=ROW["prompt"]), point).passed
        for point in found["checkpoints"]
    ]
    assert said == [False, False]
    assert not any(import_any(project, source, now=NOW).added.values())
    assert exported(project, tmp_path / "o.jsonl") == [without_nulls(ROW)]


INSTRUCTIONS = st.sampled_from([(case[0], case[1]) for case in CASES])
KEYS = st.integers(-5, 10**20) | st.text("ab01 /é-", min_size=1).filter(str.strip)


@examples(10)
@given(
    st.dictionaries(KEYS, st.lists(INSTRUCTIONS, min_size=1, max_size=4), min_size=1, max_size=4)
)
def test_what_came_in_goes_out_as_it_came(tmp_path_factory, tasks):
    named = {str(key): (key, pairs) for key, pairs in tasks.items()}
    rows = [
        {
            "key": key,
            "prompt": f"Do {number}.",
            "instruction_id_list": [name for name, _ in pairs],
            "kwargs": [kwargs for _, kwargs in pairs],
        }
        for number, (key, pairs) in enumerate(named.values())
    ]
    folder = tmp_path_factory.mktemp("law")
    with new_project(folder / "p.xpert", now=NOW) as project:
        import_any(project, write(folder / "i.jsonl", rows), now=NOW)
        assert json.dumps(exported(project, folder / "o.jsonl")) == json.dumps(rows)
        export_bundle(project, folder / "b.zip", visibility=Visibility.PUBLIC, now=NOW)
    with new_project(folder / "q.xpert", now=NOW) as other:
        import_any(other, folder / "b.zip", now=NOW)
        assert json.dumps(exported(other, folder / "o.jsonl")) == json.dumps(rows)


HOSTILE: dict[str, tuple[list[Any], set[tuple[str, str]]]] = {
    "cut off": ([ROW, "x"], {("row 2", "")}),
    "two of one key": ([ROW, ROW], {("row 2", "key")}),
    "no key": ([ROW, {k: v for k, v in ROW.items() if k != "key"}], {("row 2", "key")}),
    "prompt blank": ([ROW | {"prompt": " "}], {("row 1", "prompt")}),
    "no instruction": ([ROW | {"instruction_id_list": []}], {("row 1", "instruction_id_list")}),
    "kwargs short": ([ROW | {"kwargs": [{}]}], {("row 1", "kwargs")}),
    "all at once": (
        [
            ROW | {"instruction_id_list": ["keywords:x", "punctuation:no_comma"]},
            ROW
            | {"key": 2, "kwargs": [{"num_words": 1}, {"relation": "at most", "num_words": -1}]},
        ],
        {
            ("row 1", "instruction_id_list.0"),
            ("row 1, kwargs.1", "relation"),
            ("row 1, kwargs.1", "num_words"),
            ("row 2, kwargs.0", "num_words"),
            ("row 2, kwargs.1", "relation"),
            ("row 2, kwargs.1", "num_words"),
        },
    ),
    "a hostile keyword": (
        [
            ROW
            | {"instruction_id_list": ["keywords:existence"], "kwargs": [{"keywords": ["(a+)+"]}]}
        ],
        {("row 1, kwargs.0", "keywords.0")},
    ),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_what_is_wrong_is_said_and_nothing_is_taken(project, tmp_path, case):
    rows, expected = HOSTILE[case]
    found = refusal(project, write(tmp_path / "i.jsonl", rows))
    assert expected <= {(item.place, item.field) for item in found}
    assert found
    assert all(item.remedy for item in found if item.field.startswith(("instruction", "kwargs")))


def test_responses_find_their_tasks_by_key_or_prompt(project, tmp_path):
    import_any(
        project, write(tmp_path / "i.jsonl", [ROW, ROW | {"key": "b", "prompt": "B."}]), now=NOW
    )
    answers = [
        {"key": 1000, "response": "One two three", "model": "alpha"},
        {"prompt": "B.", "response": ""},
        {"key": "b", "prompt": "other", "response": "x", "model": "beta", "more": 1},
    ]
    source = write(tmp_path / "r.jsonl", answers)
    report = import_any(project, source, now=NOW)
    assert report.added == {"responses": 3}
    found = {
        (item.task_id, str(item.model), item.text) for item in records_of(project)["responses"]
    }
    assert found == {
        ("1000", "alpha", "One two three"),
        ("b", "unknown system", ""),
        ("b", "beta", "x"),
    }
    assert len(report.warnings) == 2
    assert not any(import_any(project, source, now=NOW).added.values())


def test_responses_to_no_task_are_refused(project, tmp_path):
    import_any(project, write(tmp_path / "i.jsonl", [ROW, ROW | {"key": 2}]), now=NOW)
    answers = [
        {"key": 7, "response": "x"},
        {"prompt": ROW["prompt"], "response": "x"},
        {"key": 2, "response": 5},
    ]
    found = refusal(project, write(tmp_path / "r.jsonl", answers))
    assert places(found) == [
        ("r.jsonl", "row 1", "key"),
        ("r.jsonl", "row 2", "prompt"),
        ("r.jsonl", "row 3", "response"),
    ]


@pytest.mark.parametrize("check", [None, "word_count"])
def test_other_checkpoints_are_refused_by_name(project, tmp_path, check):
    point = Checkpoint(task_id="t", id="c9", text="x", weight=1)
    if check:
        given_ = {"check": check, "parameters": {"at_most": 5}}
        point = point.model_copy(update={"instrument": "check", "settings": given_})
    with project.writing() as tx:
        intake = Intake(tx)
        intake.task(Task(id="t", prompt="Do."))
        intake.checkpoint(point)
        intake.flush()
    with pytest.raises(UsageError, match="c9"):
        exported(project, tmp_path / "o.jsonl")
    assert not (tmp_path / "o.jsonl").exists()


def test_what_the_format_has_no_place_for_is_told(project, tmp_path):
    import_any(project, write(tmp_path / "i.jsonl", [ROW]), now=NOW)
    import_any(project, write(tmp_path / "r.jsonl", [{"key": 1000, "response": "x"}]), now=NOW)
    with project.writing() as tx:
        intake = Intake(tx)
        intake.task(Task(id="t", prompt="Do."))
        given_ = {
            "check": "ifeval:punctuation:no_comma",
            "parameters": {"loose": True},
            "gate": True,
        }
        intake.checkpoint(
            Checkpoint(task_id="t", id="c", text="x", weight=3, instrument="check", settings=given_)
        )
        intake.flush()
    target = tmp_path / "o.jsonl"
    warnings = " ".join(export_foreign(project, find_format("ifeval"), target).warnings)
    for word in ("responses", "another: 1", "loosely", "Gates"):
        assert word in warnings
    assert json.loads(target.read_text().splitlines()[1])["kwargs"] == [{}]


@pytest.mark.parametrize("more", ["web", 0.7, None, {"a": 1}])
def test_other_keys_of_any_value_are_counted_and_told(project, tmp_path, more):
    report = import_any(project, write(tmp_path / "i.jsonl", [{**ROW, "source": more}]), now=NOW)
    answered = {"key": ROW["key"], "response": "x", "source": more}
    other = import_any(project, write(tmp_path / "r.jsonl", [answered]), now=NOW)
    for told in (report, other):
        assert any("source" in note and "1" in note for note in map(str, told.warnings))
