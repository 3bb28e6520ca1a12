"""The window on a project whose pack is not installed: every page opens, and says what is needed."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel

from tests.desktop.hands import Hands
from tests.packs.lab_project import lab_into
from xpert_studio.core.instruments import INSTRUMENTS
from xpert_studio.core.store import ProjectFile, tasks
from xpert_studio.desktop.pages import pages
from xpert_studio.desktop.places import Place, beside_place, verdict_place

NEEDED = "Scales of the lab (lab_scales)"
PLACES = (
    *(Place(entry.id) for entry in pages() if entry.id != "task"),
    *(Place("task", task_id="t1", tab=tab) for tab in ("brief", "rubric", "review", "responses", "history")),
    *(Place("runs", tab=tab) for tab in ("new", "verdicts", "calls")),
    *(verdict_place("t1", "t1-aster", tab=tab) for tab in ("verdict", "hashes")),
    *(
        Place("results", tab="explore", item=f"show={name}")
        for name in ("heatmap", "spreads", "items", "tasks", "verdicts", "disagreements")
    ),
    *(Place("results", tab="compare", item=f"show={name}") for name in ("pair", "win-matrix", "ranks")),
    Place("results", tab="system", item="system=aster"),
    beside_place("t1", "", "", "aster", "borage"),
    Place("judging", task_id="t1", item="t1-aster", expert_id="wei"),
)  # fmt: skip


@pytest.fixture
def project(hands: Hands, tmp_path: Path) -> Path:
    return lab_into(tmp_path) / "p.xpert"


def said(hands: Hands) -> str:
    shown = [one for one in hands.window.findChildren(QLabel) if one.isVisible()]
    return "\n".join(one.text().replace("\u200b", "") for one in shown)


@pytest.mark.parametrize("person", ["lena", "omar"])
def test_every_page_opens(hands: Hands, project: Path, person: str) -> None:
    hands.open(project, person)
    for place in PLACES:
        hands.window.go(place)
        hands.settle()
        if place.page in {"results", "alignment"} and person == "lena" and not place.tab:
            assert NEEDED in said(hands), place


def test_the_rubric_shows_it_and_takes_no_edit(hands: Hands, project: Path) -> None:
    """Also where only the kind of check is missing, whose form is there."""
    hands.open(project, "lena")
    for task in ("t1", "t4"):
        hands.go("task", task_id=task, tab="rubric")
        for point in ("c1", "c2", "c3"):
            hands.panel.show_item(point)
            hands.panel.answering.unfold_form()
            hands.settle()
    assert hands.panel.answering.instrument.count() == len(INSTRUMENTS)
    with ProjectFile.open(project) as file, file.reading() as tx:
        points = {point.id: point for point in tasks.rubric_of(tx, "t4")}
    assert (points["c2"].instrument, points["c2"].settings) == ("stars", {"least": 4})


def test_the_form_leaves_it_out_and_says_so(hands: Hands, project: Path) -> None:
    hands.open(project, "ada")
    hands.go("judging", task_id="t1", item="t1-aster")
    assert "Checkpoint 2 of the rubric is not judged here" in said(hands)
