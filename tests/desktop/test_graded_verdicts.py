"""The list of a judge's verdicts says the experts' values in the words of the instrument."""

from __future__ import annotations

import csv

import numpy as np

from tests.desktop.hands import Hands
from tests.report.graded_project import graded_project
from xpert_studio.report.results import VerdictQuery
from xpert_studio.report.results.verdict_csv import write_verdicts


def test_experts_values_stand_beside_the_judges(hands: Hands, tmp_path) -> None:
    project = graded_project(tmp_path / "g.xpert")
    project.close()
    hands.open(tmp_path / "g.xpert", "lena")
    hands.go("results", tab="explore", item="show=verdicts", judge_id="judge-a")
    section = hands.page.seen
    found = section.list
    assert found is not None
    answer, expert = (
        section.grid.columns[section.table.column_of(key)].cell for key in ("answer", "expert")
    )
    told = {expert(row).text for row in range(len(found)) if found.experts_said(row)}
    assert any(" / 100" in text for text in told)
    assert {"met", "not met"} <= {text.lower() for text in told}
    differs = set(found.find(VerdictQuery(kinds=frozenset({"differs"}))).tolist())
    for row in range(len(found)):
        mine, theirs = found.said(row), found.experts_said(row)
        is_other = None not in (mine, theirs) and mine[1].value != theirs[1].value
        assert (row in differs) == is_other
    graded = next(r for r in sorted(differs) if found.said(r)[0].id != "binary")
    assert expert(graded).text != answer(graded).text
    order = found.find(VerdictQuery(sort="expert"))
    scores = found._expert_score[order]
    assert (np.diff(scores[~np.isnan(scores)]) >= 0).all()
    write_verdicts(hands.app.session.project, found, [graded], tmp_path / "v.csv")
    (row,) = csv.DictReader((tmp_path / "v.csv").read_text("utf-8-sig").splitlines())
    assert float(row["expert"]) == found.experts_said(graded)[1].value
    assert float(row["verdict"]) != float(row["expert"])
