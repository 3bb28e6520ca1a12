"""A project as pandas tables: the figures of the command line, under the blinding of a person."""

from __future__ import annotations

import json
import math
import re
import shutil
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

import xpert_studio
from tests.imported import imported_sample
from tests.judge.projects import make_project
from tests.program import carried_out
from xpert_studio.cli.notebook import COLUMNS
from xpert_studio.core.errors import DamagedProjectError, NotAllowedError, NotFoundError
from xpert_studio.core.store import ProjectFile, people
from xpert_studio.core.workflow import CommandContext, blinding_of
from xpert_studio.report.board_columns import BOARD_COLUMNS

ROOT = Path(__file__).resolve().parents[1]
LEAD = "lead-moreau"
NOW = datetime(2026, 6, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    return imported_sample(tmp_path_factory.mktemp("notebook") / "sample.xpert", LEAD)


@pytest.fixture
def project(sample):
    with xpert_studio.open(sample, as_=LEAD) as opened:
        yield opened


def test_every_table_has_the_columns_that_the_docs_name(project):
    text = (ROOT / "docs" / "notebook.md").read_text(encoding="utf-8")
    for name, columns in COLUMNS.items():
        (row,) = re.findall(rf"^\| `{name}` \| (.+?) \|$", text, re.MULTILINE)
        named = re.findall(r"`(\w+)`", row.partition(";")[0])
        assert [item for item in named if item != "experts"] == list(columns)
        table = getattr(project, name)
        of_packs = ["settings"] if name == "scores" else []
        assert sorted(table.columns) == sorted([*columns, *of_packs])
        assert [one for one in table.columns if one not in BOARD_COLUMNS] == list(columns)
        assert len(table) > 4
    assert {"judge", "n", "pairs", "accuracy", "kappa", "mcc", "cdr_low"} <= {
        *project.alignment().columns
    }


def test_figures_are_those_of_the_command_line(sample, project):
    def said(command):
        return carried_out(command, sample, "--as", LEAD, "--json").json

    aligned = said("align")
    for row in project.alignment().to_dict("records"):
        for name in ("n", "pairs", "tasks", "accuracy", "kappa", "mcc", "cdr"):
            told = aligned[row["judge"]][name]
            assert row[name] == told or (told is None and row[name] != row[name])
        ends = aligned[row["judge"]]["cdr_interval"] or (math.nan, math.nan)
        assert (row["cdr_low"], row["cdr_high"]) == pytest.approx(ends, nan_ok=True)
    boards = said("leaderboard")
    for row in project.scores.to_dict("records"):
        (told,) = (
            item for item in boards[row["judge"]]["standings"] if item["system"] == row["system"]
        )
        assert row["score"] == told["score"]
        assert row["rank"] == told["rank"] or (told["rank"] is None and math.isnan(row["rank"]))


def test_the_columns_of_the_alignment_do_not_depend_on_what_is_defined(project, tmp_path):
    known = set(project.alignment().columns)
    path = tmp_path / "small.xpert"
    make_project(path, tasks=1, systems=1, checkpoints=1).close()
    with xpert_studio.open(path) as small:
        assert set(small.alignment().columns) <= known
    carried_out("score", path)
    with xpert_studio.open(path) as small:
        (row,) = small.alignment().to_dict("records")
    assert row.keys() <= known
    for name in ("cdr", "cdr_low", "mcc", "mcc_high"):
        assert math.isnan(row[name])
    assert row["n"] == 1


def everybody(path):
    with ProjectFile.open(path, read_only=True) as opened, opened.reading() as tx:
        return [person.id for person in people.all_people(tx)]


def test_what_is_hidden_from_a_person_is_in_no_table(sample):
    for person_id in everybody(sample):
        with ProjectFile.open(sample, read_only=True) as opened:
            blinding = blinding_of(CommandContext(opened, person_id, lambda: NOW))
        with xpert_studio.open(sample, as_=person_id) as project:
            shown = project.responses
            hidden = shown[shown["task"].isin(blinding.tasks)]
            assert hidden["system"].isna().all()
            assert all(re.fullmatch(r".+:[A-Z]+", name) for name in hidden["response"])
            for name in ("judgments", "verdicts", "scores"):
                allowed = blinding.sees_results if name == "scores" else blinding.sees_judgments
                if not allowed or blinding.to_judge:
                    with pytest.raises(NotAllowedError):
                        getattr(project, name)
                else:
                    assert not {*getattr(project, name).get("task", ())} & {*blinding.withheld}


def test_nobody_in_particular_sees_neither_decisions_nor_systems(sample, monkeypatch):
    monkeypatch.delenv("XPERT_STUDIO_AS", raising=False)
    with xpert_studio.open(sample) as project:
        assert project.responses["system"].isna().all()
        assert len(project.tasks) and len(project.checkpoints)
        for name in ("judgments", "verdicts", "scores"):
            with pytest.raises(NotAllowedError, match="nobody is named"):
                getattr(project, name)
        with pytest.raises(NotAllowedError, match="nobody is named"):
            project.alignment()


def test_a_notebook_does_not_open_what_was_changed_past_the_program(sample, tmp_path):
    path = tmp_path / "changed.xpert"
    shutil.copy(sample, path)
    raw = sqlite3.connect(path)
    raw.execute("UPDATE response SET text = text || ' '")
    raw.commit()
    raw.close()
    with pytest.raises(DamagedProjectError, match="Row 1 of response"):
        xpert_studio.open(path, as_=LEAD)


def test_who_and_what_is_not_there_is_said(sample, tmp_path):
    with pytest.raises(NotFoundError, match="no file"):
        xpert_studio.open(tmp_path / "none.xpert")
    with pytest.raises(NotFoundError, match="no person eve"):
        xpert_studio.open(sample, as_="eve")


def test_pandas_is_imported_when_a_table_is_asked_for():
    code = "import sys, xpert_studio; print('pandas' in sys.modules, len(sys.modules) < 400)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, cwd=ROOT)
    assert done.stdout.split() == [b"False", b"True"]


def test_the_notebook_of_the_docs_runs(sample, monkeypatch):
    monkeypatch.chdir(sample.parent)
    notebook = json.loads((ROOT / "docs" / "notebook.ipynb").read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            exec("".join(cell["source"]), names)
    assert len(names["alignment"]) == 7, "five judges and two panels"
    assert len(names["scores"]) > 4
