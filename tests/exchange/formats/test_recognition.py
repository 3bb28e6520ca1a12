"""What can be imported is one list: its order changes nothing, and every message comes from it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.exchange.conftest import NOW
from tests.program import carried_out
from xpert_studio.core.errors import InputRefusedError, UsageError
from xpert_studio.core.exchange import import_any
from xpert_studio.core.exchange.formats.incoming import FOLDER, IMPORTS, TAKEN, ImportFormat, Surety
from xpert_studio.core.exchange.recognition import format_of, recognised, surest
from xpert_studio.core.workflow import new_project
from xpert_studio.desktop.import_kinds import file_kinds

HERE = Path(__file__).parent
SHARED = Path(os.environ.get("XPERT_SHARED", HERE.parents[3] / "shared"))
LINES = {
    "healthbench": {"prompt": "p", "rubrics": [{"criterion": "c", "points": 1}]},
    "healthbench-meta": {"prompt": [], "completion": "", "rubric": "r", "binary_labels": [True]},
    "ifeval": {"key": 1, "prompt": "p", "instruction_id_list": [], "kwargs": []},
    "ifeval-responses": {"prompt": "p", "response": "r"},
    "choice": {"question": "q", "choices": ["a", "b"], "answer": 0},
    "responses": {"id": "r", "task_id": "t", "model": "m", "text": "x"},
    "cases": {"id": "c", "levels": {"basic": {}}},
    "promptfoo": {"prompt": {}, "provider": {}, "vars": {}, "gradingResult": {}},
    "argilla": {"fields": {"a": "b"}, "responses": {}},
}


def samples(folder: Path) -> list[Path]:
    """Files of every kind, and everything of the shared inputs."""
    folder.mkdir(exist_ok=True)
    for name, row in LINES.items():
        (folder / f"{name}.jsonl").write_text(json.dumps(row) + "\n")
        (folder / f"{name}.json").write_text(json.dumps([row]))
    (folder / "t.csv").write_text("a,b\n1,2\n")
    (folder / "p.yaml").write_text("prompts: [a]\ntests: []\n")
    (folder / "empty.json").write_text("")
    found = [*folder.iterdir(), folder]
    for place in (SHARED / "data" / "intake", HERE.parents[1] / "packs" / "argilla" / "kept"):
        found += [path for path in place.rglob("*") if path.is_file()]
    return found


@pytest.fixture(scope="module")
def every_sample(tmp_path_factory):
    return samples(tmp_path_factory.mktemp("samples") / "s")


@settings(max_examples=5, deadline=None)
@given(st.permutations([*IMPORTS.values()]))
def test_the_order_of_the_list_changes_nothing(every_sample, shuffled):
    for path in every_sample:
        said = [(item.format.id, item.surety) for item in recognised(path)]
        assert [(item.format.id, item.surety) for item in recognised(path, shuffled)] == said


def test_every_sample_is_of_one_kind_or_of_none(every_sample):
    for path in every_sample:
        assert len(surest(recognised(path))) <= 1, path


@pytest.mark.parametrize("name", LINES)
def test_the_first_line_tells_the_kind(tmp_path, name):
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps(LINES[name]) + "\n")
    assert format_of(path).id == name


def test_two_that_are_equally_sure_are_named_with_how_to_choose(tmp_path, monkeypatch):
    (one, other) = IMPORTS["ratings"], IMPORTS["paperbench"]
    both = [
        ImportFormat(item.id, item.title, item.what, item.endings, item.brings,
                     lambda _: Surety(TAKEN, "it may"), item.take_in)
        for item in (one, other)
    ]  # fmt: skip
    monkeypatch.setattr("xpert_studio.core.exchange.recognition.recognised.__defaults__", (both,))
    path = tmp_path / "x.jsonl"
    path.write_text("{}")
    with pytest.raises(InputRefusedError) as refused:
        format_of(path)
    (problem,) = refused.value.problems
    assert one.title in problem.message
    assert other.title in problem.message
    assert f"--format {one.id}" in problem.remedy
    assert f"--format {other.id}" in problem.remedy


def test_a_kind_that_is_named_is_taken_whatever_it_looks_like(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text(json.dumps(LINES["healthbench"]) + "\n")
    with new_project(tmp_path / "p.xpert", now=NOW) as project:
        with pytest.raises(UsageError, match="no format nonsense"):
            import_any(project, path, now=NOW, format_id="nonsense")
        with pytest.raises(InputRefusedError):
            import_any(project, path, now=NOW, format_id="ifeval")
        assert import_any(project, path, now=NOW, format_id="healthbench").format == "healthbench"


def test_what_nobody_takes_is_told_all_kinds(tmp_path):
    path = tmp_path / "x.bin"
    path.write_bytes(b"\0\1")
    with pytest.raises(InputRefusedError) as refused:
        format_of(path)
    (problem,) = refused.value.problems
    for item in IMPORTS.values():
        assert str(item.title) in problem.remedy


def test_the_command_lists_all_kinds(xpert_listed):
    (said, data) = xpert_listed
    assert [item["id"] for item in data] == [item.id for item in IMPORTS.values()]
    for item in IMPORTS.values():
        assert item.id in said
        assert data[list(IMPORTS).index(item.id)]["brings"] == [part.value for part in item.brings]


@pytest.fixture
def xpert_listed(monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")
    said = carried_out("import", "--formats")
    listed = carried_out("import", "--formats", "--json")
    assert (said.code, listed.code) == (0, 0)
    return said.out, json.loads(listed.out)


def test_the_window_filters_by_the_list():
    words = file_kinds()
    for item in IMPORTS.values():
        for ending in item.endings:
            assert ending == FOLDER or f"*{ending}" in words.split(";;")[0]
