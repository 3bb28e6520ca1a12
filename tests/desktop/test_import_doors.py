"""A file dropped anywhere opens where what it is belongs; a rubric comes in from the first page."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit

from tests.desktop.hands import Hands
from tests.desktop.importing_help import COURSE, drop, dropped, lines_of, made, table, texts
from tests.documents_made import pdf
from tests.workflow.studio import Studio
from xpert_studio.core.records import Stage
from xpert_studio.core.store import tasks
from xpert_studio.desktop.pages.importing.view import RubricImport
from xpert_studio.desktop.welcome import new_from_rubric
from xpert_studio.desktop.welcome.window import WelcomeWindow


@pytest.fixture
def course(tmp_path: Path) -> Path:
    path = tmp_path / "Course essay.csv"
    path.write_text(COURSE, encoding="utf-8")
    return path


@pytest.fixture
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "Documents"
    folder.mkdir()
    monkeypatch.setattr(new_from_rubric, "documents", lambda: folder)
    return folder


class Clicks:
    """Clicks as a person makes them; the system's dialog takes one on the file and one on Open."""

    def __init__(self, hands: Hands, monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
        self.count, self._hands = 0, hands

        def chosen(*_: object) -> tuple[str, str]:
            self.count += 2
            return str(path), ""

        monkeypatch.setattr(QFileDialog, "getOpenFileName", chosen)

    def on(self, words: str) -> None:
        self.count += 1
        self._hands.click(words)
        self._hands.settle()


def test_a_course_rubric_is_in_the_editor_four_clicks_from_the_first_page(
    hands: Hands, course: Path, documents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.app.welcome()
    clicks = Clicks(hands, monkeypatch, course)
    clicks.on("Import a rubric…")
    assert isinstance(hands.app.window, WelcomeWindow)
    assert not list(documents.iterdir()), "nothing is made before it was seen"
    assert texts(table(hands)) == ["Thesis", "Evidence"]
    clicks.on("Import 2 checkpoints")
    assert clicks.count <= 4
    assert (documents / "Course essay.xpert").exists()
    place = hands.window.place
    assert (place.page, place.tab) == ("task", "rubric")
    shown = hands.panel.model.lines
    assert [(line.text, line.instrument, line.notes) for line in shown] == [
        ("Thesis", "graded", "the claim"), ("Evidence", "graded", "the sources"),
    ]  # fmt: skip
    assert [band["text"] for band in shown[0].settings["bands"]] == [
        "Excellent: Clear and arguable", "Good: Clear", "Poor: Missing",
    ]  # fmt: skip


def test_what_one_imported_alone_can_be_edited_at_once(
    hands: Hands, course: Path, documents: Path
) -> None:
    dropped_on_welcome(hands, course)
    hands.click("Import 2 checkpoints")
    hands.settle()
    panel = hands.panel
    assert panel.model.is_open and panel.lock.isHidden() and panel.why.isHidden()
    assert "accepted" not in hands.notice
    panel.table.show_line(panel.model.lines[0].id)
    hands.key("F2")
    hands.key("Ctrl+A")
    hands.type("Thesis in one sentence")
    hands.key("Escape")
    hands.settle()
    assert panel.view.rubric[0].text == "Thesis in one sentence"
    assert panel.view.task.standing is Stage.BRIEF
    refused = hands.page.steps._all["task.submit_rubric"].refused()
    assert "the brief is being written" in (refused or ""), "the brief comes first"


def test_an_empty_project_offers_it_too(
    hands: Hands, course: Path, documents: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clicks = Clicks(hands, monkeypatch, course)
    dropped_on_welcome(hands, course)
    hands.click("Import 2 checkpoints")
    hands.settle()
    hands.click("Undo")
    hands.settle()
    for page in ("home", "tasks"):
        hands.go(page)
        clicks.count = 0
        clicks.on("Import a rubric…")
        assert texts(table(hands)) == ["Thesis", "Evidence"], page
        hands.key("Escape")
        hands.settle()
        assert hands.window.place.page == page, "back where the person was"


def dropped_on_welcome(hands: Hands, path: Path) -> RubricImport:
    hands.app.welcome()
    return dropped(hands, path)


def test_where_a_new_project_is_saved_is_said_and_checked(
    hands: Hands, course: Path, documents: Path
) -> None:
    dropped_on_welcome(hands, course)
    (path,) = [one for one in hands.seen(QLineEdit) if one.text().endswith(".xpert")]
    path.setText(str(documents / "gone" / "x"))
    hands.click("Import 2 checkpoints")
    hands.settle()
    assert isinstance(hands.app.window, WelcomeWindow)
    assert hands.reads("There is no folder")
    path.setText(str(documents / "Mine"))
    hands.click("Import 2 checkpoints")
    hands.settle()
    assert (documents / "Mine.xpert").exists()
    assert hands.window.place.tab == "rubric"


def test_escape_leaves_the_first_page_as_it_was(
    hands: Hands, course: Path, documents: Path
) -> None:
    dropped_on_welcome(hands, course)
    hands.key("Escape")
    hands.settle()
    assert not hands.seen(RubricImport)
    assert hands.button("Import a rubric…").isVisible()
    assert not list(documents.iterdir())


def test_a_rubric_may_be_dropped_on_any_page(hands: Hands, studio: Studio, course: Path) -> None:
    studio.rubric(lines=1)
    hands.open(studio.project.path, "wei")
    for page in ("home", "tasks", "judging", "project", "settings", "importing"):
        hands.go(page)
        shown = dropped(hands, course)
        assert hands.window.place.page == "importing"
        assert [shown.into.itemData(n) for n in range(shown.into.count())] == ["new"]


@pytest.mark.parametrize("tab", ["brief", "rubric", "responses", "history"])
def test_on_a_task_it_may_go_into_its_rubric(
    hands: Hands, studio: Studio, course: Path, tab: str
) -> None:
    studio.rubric(lines=1)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab=tab)
    drop(hands, course)
    if tab == "brief":  # where it may be a document as well
        assert hands.dialog.form.values()["one"] == "document", "the likelier comes first"
        hands.dialog.form.show_values({"one": "rubric"})
        hands.click("Import")
        hands.settle()
    shown = table(hands)
    assert shown.into.currentData() == "here"
    hands.click(shown.act)
    hands.settle()
    assert [text for text, *_ in lines_of(studio)][-2:] == ["Thesis", "Evidence"]
    assert (hands.window.place.page, hands.window.place.tab) == ("task", "rubric")


def test_a_document_is_attached_to_the_brief_that_is_open(
    hands: Hands, studio: Studio, tmp_path: Path
) -> None:
    studio.rubric(lines=1)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="brief")
    path = tmp_path / "lease.pdf"
    path.write_bytes(pdf("The tenant may leave at month 30."))
    drop(hands, path)
    assert QApplication.activeModalWidget() is None
    with studio.project.reading() as tx:
        (item,) = tasks.get_task(tx, "t1").attachments
    assert item.path.endswith("lease.pdf")
    assert hands.reads(" characters of text were read.")
    hands.click("Text of lease.pdf as judges get it")
    assert hands.reads("The tenant may leave at month 30.")


def test_elsewhere_a_document_is_refused_with_what_it_is_for(
    hands: Hands, studio: Studio, tmp_path: Path
) -> None:
    studio.rubric(lines=1)
    hands.open(studio.project.path, "wei")
    hands.go("home")
    path = tmp_path / "lease.pdf"
    path.write_bytes(pdf("The tenant may leave at month 30."))
    drop(hands, path)
    assert "Attach it to a task" in hands.notice
    assert hands.window.place.page == "home"


def test_a_copied_table_is_pasted_on_the_page_of_imports(hands: Hands, studio: Studio) -> None:
    studio.rubric(lines=1)
    hands.open(studio.project.path, "wei")
    hands.go("importing")
    data = QMimeData()
    data.setText("Cites it\t2")
    data.setHtml(
        "<table><tr><td>Criterion</td><td>Points</td></tr><tr><td>Dates it</td><td>3</td></tr></table>"
    )
    QGuiApplication.clipboard().setMimeData(data)
    hands.key("Ctrl+V")
    hands.settle()
    assert texts(table(hands)) == ["Dates it"], "HTML comes before text"
    hands.key("Escape")
    hands.settle()
    QGuiApplication.clipboard().clear()
    hands.go("importing")
    hands.click("Paste a table")
    hands.settle()
    assert hands.reads("There is no table and no text on the clipboard.")


def test_what_is_no_rubric_goes_where_it_belongs(
    hands: Hands, studio: Studio, tmp_path: Path
) -> None:
    studio.rubric(lines=1)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    ratings = tmp_path / "ratings.csv"
    ratings.write_text("response,checkpoint,judge,kind,met\nr1,c1,gpt,model,yes\n")
    drop(hands, ratings)
    assert "is not a lead" in hands.notice, "judgments are imported by leads"
    strange = tmp_path / "x.jsonl"
    strange.write_text('{"question": "Why?"}\n')
    drop(hands, strange)
    assert "rubric" in hands.notice
    assert hands.window.place.tab == "rubric"


RUBRICS = {
    "r.json": '[{"criterion": "Names it", "points": 3}, {"criterion": "Dates it", "points": 2}]',
    "r.yaml": "- criterion: Names it\n  points: 3\n- criterion: Dates it\n  points: 2\n",
    "r.md": "| Criterion | Points |\n|---|---|\n| Names it | 3 |\n| Dates it | 2 |\n",
}


def test_a_rubric_is_known_by_its_content(hands: Hands, studio: Studio, tmp_path: Path) -> None:
    studio.rubric(lines=1)
    hands.open(studio.project.path, "wei")
    for name, text in RUBRICS.items():
        hands.go("home")
        (tmp_path / name).write_text(text)
        assert texts(dropped(hands, tmp_path / name)) == ["Names it", "Dates it"]


def _hostile(folder: Path, name: str) -> Path:
    path = folder / name
    if name == "cell.csv":
        path.write_text(f"Criterion,Points\n{'x ' * 100_000},3\nNames it,2\n")
    elif name == "wide.csv":
        path.write_text("\n".join(",".join(f"{w} {n}" for n in range(5_000)) for w in ("a", "b")))
    elif name == "formula.xlsx":
        from openpyxl import Workbook

        book = Workbook()
        for row in (["Criterion", "Points"], ["=1+1", 3], ["Names it", 2]):
            book.active.append(row)
        book.save(path)
    else:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
            packed.writestr("[Content_Types].xml", "<Types/>")
            packed.writestr("xl/workbook.xml", b"0" * 200_000_000)
    return path


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("cell.csv", ""),
        ("wide.csv", "has more than 256 columns"),
        ("formula.xlsx", "cell A2: is a formula whose value is not stored"),
        ("bomb.xlsx", "unpacks to more than a table needs"),
    ],
)
def test_a_hostile_file_leaves_the_window_usable(
    hands: Hands, studio: Studio, course: Path, tmp_path: Path, name: str, said: str
) -> None:
    studio.rubric(lines=1)
    hands.open(studio.project.path, "wei")
    hands.go("home")
    drop(hands, _hostile(tmp_path, name))
    assert hands.window.place.page == "importing"
    assert hands.reads(said)
    assert texts(dropped(hands, course)) == ["Thesis", "Evidence"]
    assert len(made(table(hands))) == 2
