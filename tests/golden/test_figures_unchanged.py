"""Published figures of four projects are the same to the bit; a program may find new keys only.

``figures.json.xz`` was written by the commands below before figures had a registry; those of the
sample, which the embedded judge scores, again when its algorithm became version 2. Where there is
no pair of responses, ``found`` of missing tasks is now the number of tasks behind the checkpoints.
Since judges are compared by κ within checkpoints too, p-values are corrected for one test more; and
what evidence lacks is asked by other rules.
"""

from __future__ import annotations

import json
import lzma
import math
import os
from pathlib import Path

import pytest

from tests.cli.conftest import xpert  # noqa: F401 - a fixture
from tests.kept_files import unpacked
from tests.report.scored import scored_project
from xpert_studio.cli.acting import now
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.scoring import BASELINE, BASELINE_MODEL, prepare, score
from xpert_studio.core.records import Certificate, JudgeMode
from xpert_studio.core.store import ProjectFile

HERE = Path(__file__).parent
ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("XPERT_SHARED", ROOT.parent / "shared"))
SUMMHAY = SHARED / "data" / "summhay"
BEFORE_GRADED = ROOT / "tests" / "samples" / "four_professions_before_graded.zip"
GOLDEN = json.loads(lzma.decompress((HERE / "figures.json.xz").read_bytes()))
COMMANDS = {
    "align": ("align",),
    "align_tolerance": ("align", "--tolerance", "0.05"),
    "leaderboard": ("leaderboard",),
    "agreement": ("judge", "agreement"),
}
_ROUNDING = 1e-12
"""Processors add up in different orders, so the last bits of an interval differ."""
PERSON = {
    "v11": ("--as", "lead-moreau"), "sample": ("--as", "lead-moreau"), "scored": ("--as", "lena"),
}  # fmt: skip


def project_of(name: str, folder: Path, xpert) -> Path:  # noqa: F811 - the fixture
    path = folder / f"{name}.xpert"
    if name == "v11":
        unpacked(HERE / "v11.xpert.xz", path)
    elif name == "scored":
        scored_project(path).close()
    elif name == "sample":
        assert xpert("import", path, BEFORE_GRADED, "--new", "--as", "lead-moreau").code == 0
        with ProjectFile.open(path) as project:
            for mode in (JudgeMode.ZERO_SHOT, JudgeMode.ANCHORED):
                request = ScoreRequest(provider=BASELINE, model=BASELINE_MODEL, mode=mode)
                score(project, prepare(project, request), clock=now, on_progress=lambda _: None)
    elif not SUMMHAY.is_dir():
        pytest.skip("the shared data is not here")
    else:
        assert xpert("import", path, SUMMHAY, "--new").code == 0
    return path


def changes(before: object, after: object, place: str = "") -> list[str]:
    """Where a value that was there before differs, or is missing."""
    if isinstance(before, dict) and isinstance(after, dict):
        found = []
        for key, value in before.items():
            here = f"{place}/{key}"
            found += changes(value, after[key], here) if key in after else [f"{here} is missing"]
        return found
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        return [one for n, (x, y) in pairs for one in changes(x, y, f"{place}/{n}")]
    same = before == after
    if isinstance(before, float) and isinstance(after, float):
        same = math.isclose(before, after, rel_tol=_ROUNDING, abs_tol=_ROUNDING)
    return [] if same and type(before) is type(after) else [f"{place}: {before!r} -> {after!r}"]


@pytest.mark.parametrize("name", ["v11", "scored", "sample", "summhay"])
def test_published_figures_are_the_same_to_the_bit(xpert, tmp_path, name):  # noqa: F811
    path = project_of(name, tmp_path, xpert)
    found = []
    for key, before in GOLDEN.items():
        project, _, command = key.partition(" ")
        if project == name:
            (*verb,) = COMMANDS[command]
            position = 2 if verb[0] == "judge" else 1
            said = xpert(*verb[:position], path, *verb[position:], *PERSON.get(name, ()), "--json")
            found += changes(before, said.json, key)
    assert not found


def test_certificates_of_the_earlier_form_are_read_and_written_again_to_the_byte(tmp_path):
    path = tmp_path / "old.xpert"
    unpacked(HERE / "v11.xpert.xz", path)
    with ProjectFile.open(path) as project, project.reading() as tx:
        stored = tx.connection.exec_driver_sql("SELECT content FROM certificate").scalars().all()
    assert stored
    for text in stored:
        made = Certificate.model_validate_json(text, strict=False)
        assert made.model_dump_json() == text
        figures = json.loads(text)["figures"]
        assert made.figures["kappa"].value == figures["kappa"]
        assert made.figures["cdr"].interval == (
            figures["cdr_interval"] and tuple(figures["cdr_interval"])
        )
        assert made.figures["gwet_ac1"].value is None
