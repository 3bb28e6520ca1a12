"""What the command line says of a judge whose anchors are not known."""

from __future__ import annotations

import json

import pytest

from tests.report.scored import JUDGE, NOW, OTHER, scored_project
from tests.report.test_cautions import anchor
from xpert_studio.core.exchange import export_bundle
from xpert_studio.core.records import Visibility
from xpert_studio.core.store import ProjectFile
from xpert_studio.report import analyse


@pytest.fixture(autouse=True)
def as_lead(monkeypatch):
    """Results name systems, and experts of these projects still judge blind."""
    monkeypatch.setenv("XPERT_STUDIO_AS", "lena")


def test_align_says_it_in_text_and_json(tmp_path, xpert):
    path = tmp_path / "scored.xpert"
    with scored_project(path) as made:
        anchor(made, None)
    said = xpert("align", path, "--certify", "--full", "--as", "lena")
    assert said.code == 0, said.err
    assert f"{JUDGE}: caution, the responses it was shown" in said.out
    assert f"{OTHER}: caution" not in said.out
    kept = {name: line for line in said.out.splitlines() for name in (JUDGE, OTHER)
            if line.startswith(f"{name}: Kept, with evidence incomplete, on")}  # fmt: skip
    assert kept[JUDGE].endswith("its anchors are unknown.")
    assert kept[OTHER].find("6 of 20 tasks; 6 of 60 pairs; CDR may be as low as") > 0
    found = xpert("align", path, "--json").json
    assert found[JUDGE]["cautions"]["anchors"] == "unknown"
    assert "anchors" in [item["requirement"] for item in found[JUDGE]["missing_evidence"]]
    assert "anchors" not in found[OTHER]["cautions"]
    (made,) = found[JUDGE]["certificates"]
    assert made["figures"]["cautions"]["anchors"] == "unknown"


def test_an_import_without_anchors_carries_it(tmp_path, xpert):
    """As it comes: a bundle whose judges.jsonl names no anchors of an anchored judge."""
    with scored_project(tmp_path / "scored.xpert") as made:
        anchor(made, '["t0:0"]')
        export_bundle(made, tmp_path / "out", visibility=Visibility.PRIVATE, now=NOW)
    path = tmp_path / "out" / "judges.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for row in rows:
        row.pop("anchors", None)
        row.pop("content_hash", None)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (tmp_path / "out" / "manifest.json").unlink()
    assert xpert("import", "new.xpert", "out", "--new").code == 0
    with ProjectFile.open(tmp_path / "new.xpert") as imported:
        assert analyse(imported).judges[JUDGE].alignment.cautions["anchors"] == "unknown"
