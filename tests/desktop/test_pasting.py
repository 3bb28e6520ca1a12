"""Tables from spreadsheets and documents become checkpoints where they were pasted."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox

from tests.desktop.hands import Hands, pick
from tests.desktop.importing_help import drop, table
from tests.workflow.studio import Studio
from xpert_studio.core.records import Tier
from xpert_studio.core.store import tasks
from xpert_studio.desktop.places import Place

SHEET = "Criterion\tPoints\tTags\nNames clause 9.\t7\tClarity\nStates the date.\t3\tAccuracy\n"


def _clip(text: str, html: str = "") -> None:
    data = QMimeData()
    data.setText(text)
    if html:
        data.setHtml(html)
    QGuiApplication.clipboard().setMimeData(data)


def _lines(studio: Studio, task_id: str = "t1") -> list[tuple[str, int, str | None]]:
    with studio.project.reading() as tx:
        return [(p.text, p.weight, p.dimension) for p in tasks.rubric_of(tx, task_id)]


def _at_the_rubric(hands: Hands, studio: Studio) -> None:
    studio.rubric(lines=2)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")


def test_rows_of_a_spreadsheet_come_below_the_line_at_hand(hands: Hands, studio: Studio) -> None:
    _at_the_rubric(hands, studio)
    _clip(SHEET)
    hands.key("Ctrl+Shift+V", hands.panel.table)
    hands.settle()
    first, *pasted, last = _lines(studio)
    assert pasted == [("Names clause 9.", 7, "Clarity"), ("States the date.", 3, "Accuracy")]
    assert "2 checkpoints pasted" in hands.notice
    hands.click("Undo")
    hands.settle()
    assert _lines(studio) == [first, last]


def test_a_list_is_pasted_as_checkpoints_that_are_typed(hands: Hands, studio: Studio) -> None:
    _at_the_rubric(hands, studio)
    _clip("Names the landlord.\nSays when the notice ends.")
    hands.key("Ctrl+V", hands.panel.table)
    hands.settle()
    with studio.project.reading() as tx:
        pasted = tasks.rubric_of(tx, "t1")[1:3]
    assert [(point.text, point.tier, point.weight) for point in pasted] == [
        ("Names the landlord.", Tier.IMPORTANT, 7),
        ("Says when the notice ends.", Tier.IMPORTANT, 7),
    ]


def test_what_is_missing_is_told_in_ranges_in_a_form_without_gaps(
    hands: Hands, studio: Studio
) -> None:
    _at_the_rubric(hands, studio)
    _clip("\n".join(f"Names fact {letter}." for letter in "abcdef"))
    hands.key("Ctrl+V", hands.panel.table)
    hands.settle()
    hands.key("Ctrl+Alt+Return")
    asked = hands.await_dialog()
    assert hands.reads("Checkpoints without a dimension: 2–7.")
    assert asked.height() == asked.layout().totalHeightForWidth(asked.width())


def test_a_table_of_a_document_is_read_by_its_cells(hands: Hands, studio: Studio) -> None:
    _at_the_rubric(hands, studio)
    cells = "<tr><td><p>Says why,<br>in one line.</p></td><td>4</td></tr>"
    _clip("Says why, 4", f"<table><tr><td>Criterion</td><td>Points</td></tr>{cells}</table>")
    hands.key("Ctrl+Shift+V", hands.panel.table)
    hands.settle()
    assert ("Says why,\nin one line.", 4, None) in _lines(studio)


def test_a_tag_the_project_does_not_know_is_asked_about(hands: Hands, studio: Studio) -> None:
    _at_the_rubric(hands, studio)
    _clip(SHEET.replace("Clarity", "Style"))
    hands.key("Ctrl+Shift+V", hands.panel.table)
    hands.settle()
    assert len(_lines(studio)) == 2
    (box,) = table(hands)._tags.findChildren(QComboBox)
    pick(box, "Clarity")
    hands.click("Import 2 checkpoints")
    hands.settle()
    assert ("Names clause 9.", 7, "Clarity") in _lines(studio)


def test_what_was_pasted_lands_where_it_was_pasted(hands: Hands, studio: Studio) -> None:
    """Also when another rubric is shown by the time the table has been read."""
    _at_the_rubric(hands, studio)
    other = Studio.rubric(studio, "t2", lines=1)
    _clip(SHEET)
    hands.key("Ctrl+Shift+V", hands.panel.table)
    hands.window.go(Place("task", task_id="t2", tab="rubric"))
    hands.settle()
    assert len(_lines(studio, "t1")) == 4
    assert len(_lines(studio, "t2")) == len(other)


TWO = (
    "<h2>Lease</h2><table><tr><td>Criterion</td><td>Points</td></tr>"
    "<tr><td>Names clause 9.</td><td>4</td></tr></table>"
    "<h2>Will</h2><table><tr><td>Criterion</td><td>Max points</td></tr>"
    "<tr><td>Names the heirs.</td><td>3</td></tr></table>"
)


def _choose(hands: Hands, chosen: str) -> None:
    asked = table(hands)
    assert not asked.act.isEnabled() or chosen == "tasks", "nothing is chosen for the person"
    pick(asked.into, chosen)
    hands.click(asked.act)
    hands.settle()


def test_several_tables_are_asked_about(hands: Hands, studio: Studio) -> None:
    _at_the_rubric(hands, studio)
    _clip("both", TWO)
    hands.key("Ctrl+Shift+V", hands.panel.table)
    hands.settle()
    assert len(_lines(studio)) == 2
    _choose(hands, "/Will")
    assert [text for text, *_ in _lines(studio)][1:-1] == ["Names the heirs."]
    hands.key("Ctrl+Shift+V", hands.panel.table)
    hands.settle()
    _choose(hands, "sections")
    with studio.project.reading() as tx:
        notes = {point.text: point.notes for point in tasks.rubric_of(tx, "t1")}
    assert notes["Names clause 9."] == "Lease"


def test_each_rubric_of_a_file_makes_a_task_of_its_own(
    hands: Hands, studio: Studio, tmp_path: Path
) -> None:
    _at_the_rubric(hands, studio)
    (tmp_path / "r.html").write_text(TWO.replace("Lease", "t1"))
    drop(hands, tmp_path / "r.html")
    _choose(hands, "tasks")
    with studio.project.reading() as tx:
        made = {task.title: task.id for task in tasks.all_tasks(tx)}
        texts = [point.text for point in tasks.rubric_of(tx, made["Will"])]
    assert texts == ["Names the heirs."]
    assert "Names clause 9." in [text for text, *_ in _lines(studio)]
    hands.click("Undo")
    hands.settle()
    with studio.project.reading() as tx:
        assert "Will" not in {task.title for task in tasks.all_tasks(tx)}


def test_a_guess_that_is_not_sure_is_shown_and_taken_when_confirmed(
    hands: Hands, studio: Studio
) -> None:
    _at_the_rubric(hands, studio)
    _clip("Was\tAmpel\tRest\nNennt die Klausel neun\trot\tx\nNennt das Datum der Frist\tgelb\ty\n")
    hands.key("Ctrl+Shift+V", hands.panel.table)
    hands.settle()
    assert len(_lines(studio)) == 2
    hands.click("Import 2 checkpoints")
    hands.settle()
    assert "Nennt die Klausel neun" in [text for text, *_ in _lines(studio)]


def test_a_table_that_was_copied_as_html_alone_comes_in(hands: Hands, studio: Studio) -> None:
    _at_the_rubric(hands, studio)
    rows = "<tr><td>Names the clause that applies</td><td>5</td></tr>"
    _clip("", f"<table><tr><th>Criterion</th><th>Points</th></tr>{rows}</table>")
    hands.key("Ctrl+Shift+V", hands.panel.table)
    hands.settle()
    assert ("Names the clause that applies", 5) in [(text, n) for text, n, _ in _lines(studio)]
