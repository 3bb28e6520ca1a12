"""Corrected scores in the window: a column, a second mark, a board, and an action at a click."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from tests.desktop.results_help import catch_up, words
from tests.desktop.views_help import at_work, footnotes, table_of
from tests.packs.correction.made import bundle, world
from tests.program import carried_out
from xpert_studio.core.store import ProjectFile
from xpert_studio.desktop.pages.results.section import place_at
from xpert_studio.desktop.widgets.blocks_view import ActionButton
from xpert_studio.packs.correction.asked import asked_for
from xpert_studio.report.results import EVERYTHING

ERRORS = {"aster": (0.05, 0.35), "birch": (0.3, 0.05)}


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Aster has 20 labels, birch 9."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path))
    truth = world(2, 40, ERRORS)
    folder = bundle(tmp_path / "rows", truth, lambda s, n: n < (20 if s == "aster" else 9))
    done = carried_out("import", "p.xpert", str(folder), "--new", "--as", "lena")
    assert done.code == 0, done.err
    opened = ProjectFile.open(tmp_path / "p.xpert")
    yield opened
    opened.close()


def looking(qtbot, project, tab, **where):
    return at_work(qtbot, project, "lena", place_at(tab, "gauge", EVERYTHING, where))


def test_the_leaderboard_has_the_corrected_score_beside_the_score(qtbot, project):
    with looking(qtbot, project, "leaderboard") as window:
        window.resize(1900, 900)
        catch_up(qtbot, window)
        section = window.page("results").seen
        table = table_of(section)
        heads = [item.head for item in table.grid.columns]
        place = heads.index("Corrected")
        cells = {row[heads.index("System")]: row[place] for row in words(table)}
        assert 30 < float(cells["aster"].partition("\u00a0")[0]) < 70
        assert cells["birch"] == "–"
        assert "labels not chosen at random" in footnotes(section).lower()
        chart = section.drawn()
        assert chart.names[1] == "Corrected (labels not chosen at random)"
        marked = {item.label: item.second for item in chart.items}
        assert marked["aster"] is not None
        assert marked["birch"] is None


def test_a_click_on_the_refusal_asks_experts(qtbot, project):
    with looking(qtbot, project, "leaderboard", show="corrected-scores") as window:
        catch_up(qtbot, window)
        section = window.page("results").seen
        said = "\n".join(one.text() for one in section.blocks.findChildren(QLabel))
        assert "birch: label 6 more tasks" in said
        offered = [one for one in section.blocks.shown if isinstance(one, ActionButton)]
        texts = [one.text() for one in offered]
        assert texts[0] == "Ask experts to judge 6 sampled responses of birch"
        qtbot.mouseClick(offered[0], Qt.MouseButton.LeftButton)
        catch_up(qtbot, window)
        with project.reading() as tx:
            asked = asked_for(tx)
        assert len(asked) == 6
        assert all(name.endswith("-birch") for name in asked)
        catch_up(qtbot, window)
        said = "\n".join(one.text() for one in section.blocks.findChildren(QLabel))
        assert "6 responses are asked for" in said
        left = [one.text() for one in section.blocks.shown if isinstance(one, ActionButton)]
        assert not any("birch" in one for one in left)


def test_who_only_looks_is_offered_no_action(qtbot, tmp_path, project):
    project.close()
    with (
        ProjectFile.open(tmp_path / "p.xpert", read_only=True) as opened,
        looking(qtbot, opened, "leaderboard", show="corrected-scores") as window,
    ):
        catch_up(qtbot, window)
        section = window.page("results").seen
        assert section.blocks.tables
        assert not [one for one in section.blocks.shown if isinstance(one, ActionButton)]
