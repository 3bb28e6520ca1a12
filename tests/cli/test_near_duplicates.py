"""``align`` says which responses it excluded as near-duplicates of an anchor, and why."""

from __future__ import annotations

import pytest

from tests.report.duplicated import ANCHOR, COPY, HALF, duplicated_project
from tests.report.scored import JUDGE, OTHER


@pytest.fixture
def duplicated(tmp_path):
    duplicated_project(tmp_path / "p.xpert").close()
    return tmp_path / "p.xpert"


@pytest.fixture(autouse=True)
def as_lead(monkeypatch):
    """Results name systems, and experts of these projects still judge blind."""
    monkeypatch.setenv("XPERT_STUDIO_AS", "lena")


def test_programs_get_both_lists(xpert, duplicated):
    found = xpert("align", duplicated, "--json").json
    (excluded,) = found[JUDGE]["excluded_responses"]
    similarity = excluded.pop("similarity")
    assert excluded == {"response_id": COPY, "anchor_id": ANCHOR, "reason": "contained"}
    assert 0.8 <= similarity <= 1
    (borderline,) = found[JUDGE]["borderline_responses"]
    assert (borderline["response_id"], borderline["anchor_id"]) == (HALF, ANCHOR)
    assert (found[JUDGE]["left_out_responses"], found[JUDGE]["near_copies_left_out"]) == (2, 1)
    assert found[OTHER]["excluded_responses"] == found[OTHER]["borderline_responses"] == []


def test_people_get_a_table_that_names_no_system(xpert, duplicated):
    said = xpert("align", duplicated, "--full")
    assert said.code == 0, said.err
    lines = [line for line in said.out.splitlines() if "one contains the other" in line]
    assert [line.split()[-1] for line in lines] == ["excluded", "counted"]
    assert all(line.count(" t0:") == 2 for line in lines)
    assert not any(name in said.out for name in ("aurora", "borealis", "cirrus"))


def test_nothing_is_said_where_there_are_none(xpert, duplicated):
    assert "Near-duplicates" not in xpert("align", duplicated, "--full", "--judge", OTHER).out
