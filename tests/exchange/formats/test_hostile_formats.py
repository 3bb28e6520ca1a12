"""Whatever JSON or table stands in a file, an import takes it, or refuses it with reasons."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.exchange.conftest import NOW
from xpert_studio.core.errors import XpertError
from xpert_studio.core.exchange.formats.file_reading import FileReading
from xpert_studio.core.exchange.formats.incoming import IMPORTS, Candidate, Terms
from xpert_studio.core.exchange.formats.row_keys import answers_in, prompts_in, rows_in
from xpert_studio.core.store import ProjectFile
from xpert_studio.packs.healthbench.names import Renaming, rubrics_in
from xpert_studio.packs.label_studio.importing import LabelStudioExport
from xpert_studio.packs.openai_evals.platform import DataSourceItems, OutputItems
from xpert_studio.packs.openai_evals.samples import SampleFile
from xpert_studio.packs.rubric_tree.importing import Tree
from xpert_studio.packs.rubric_tree.names import names_of

NAMES = st.sampled_from([
    "prompt", "question", "rubric", "rubrics", "criterion", "points", "weight", "input", "ideal",
    "answer", "data", "annotations", "result", "value", "choices", "rating", "from_name", "type",
    "completed_by", "annotator", "annotation_id", "lead_time", "id", "requirements", "sub_tasks",
    "children", "score", "item", "sample", "output", "results", "name", "passed", "object",
    "datasource_item", "dimension_weight", "criterions", "1-2", "3-4", "model_version",
    "predictions", "tags", "title", "explanation", "role", "content", "messages",
])  # fmt: skip
LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(-9, 99), st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(["", " ", "yes", "4", "30%", "Points: 1, Item: A", "[1", '["a"]', "choices"]),
)  # fmt: skip
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=5),
    max_leaves=14,
)
ROWS = st.dictionaries(NAMES, VALUES, max_size=7)


@given(ROWS)
def test_names_are_looked_for_in_anything(row: dict[str, Any]) -> None:
    rows_in(row), prompts_in(row), rubrics_in(row), answers_in(row), names_of(row)
    renaming = Renaming()
    renaming.row(row)
    renaming.notes()


@pytest.mark.parametrize(
    "kind", [DataSourceItems, LabelStudioExport, OutputItems, SampleFile, Tree]
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=st.lists(ROWS, min_size=1, max_size=3))
def test_readers_note_what_is_wrong_and_never_fail(
    project: ProjectFile, tmp_path: Path, kind: type[FileReading], rows: Any
) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps(rows[0] if kind is Tree else rows))
    with suppress(XpertError):
        kind(path, project, Terms(NOW)).taken()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(value=VALUES, ending=st.sampled_from([".json", ".jsonl"]))
def test_every_kind_looks_at_anything(tmp_path: Path, value: Any, ending: str) -> None:
    path = tmp_path / f"x{ending}"
    path.write_text(json.dumps(value))
    candidate = Candidate(path)
    for item in IMPORTS.values():
        assert 0 <= item.recognise(candidate).sure <= 1
