"""A rubric table is seen before it is imported, with what each column is, and what it becomes."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QComboBox

from tests.desktop.hands import Hands, pick
from tests.desktop.importing_help import COURSE, dropped, lines_of, made, texts
from tests.workflow.studio import Studio
from xpert_studio.core.exchange.rubric_sheet import keep_map, map_for
from xpert_studio.core.records import Role
from xpert_studio.core.store import settings, tasks
from xpert_studio.core.workflow import change_person


@pytest.fixture
def course(tmp_path: Path) -> Path:
    path = tmp_path / "Course essay.csv"
    path.write_text(COURSE, encoding="utf-8")
    return path


@pytest.fixture
def rubric(hands: Hands, studio: Studio) -> Studio:
    """The rubric of a task, as its author sees it."""
    studio.rubric(lines=1)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    return studio


def test_a_table_dropped_on_a_rubric_is_shown_beside_what_it_becomes(
    hands: Hands, rubric: Studio, course: Path
) -> None:
    before = lines_of(rubric)
    asked = dropped(hands, course)
    assert [asked.raw.item(0, n).text() for n in range(5)] == COURSE.splitlines()[0].split(",")
    assert [box.currentData() for box in asked.raw.head.chips] == [
        "requirement", "note", "level", "level", "level",
    ]  # fmt: skip
    assert texts(asked) == ["Thesis", "Evidence"]
    assert "Excellent: Clear and arguable" in made(asked)[0].settings_text()
    assert lines_of(rubric) == before, "nothing comes in before it was seen"
    hands.click(asked.act)
    hands.settle()
    assert [line for line in lines_of(rubric) if line not in before] == [
        ("Thesis", "graded", 4), ("Evidence", "graded", 4),
    ]  # fmt: skip
    hands.click("Undo")
    hands.settle()
    assert lines_of(rubric) == before


@pytest.mark.parametrize("text_size", [100, 150])
def test_rows_have_the_height_that_their_numbers_need(
    hands: Hands, rubric: Studio, course: Path, text_size: int
) -> None:
    hands.dress(text_size=text_size)
    raw = dropped(hands, course).raw
    side = raw.verticalHeader()
    for down in range(raw.rowCount()):
        assert raw.rowHeight(down) >= side.sectionSizeHint(down)


def test_what_is_said_of_a_column_changes_the_checkpoints_at_once(
    hands: Hands, rubric: Studio, course: Path
) -> None:
    asked = dropped(hands, course)
    pick(asked.raw.head.chips[1], "requirement")
    pick(asked.raw.head.chips[0], "title")
    hands.settle()
    assert texts(asked) == ["the claim", "the sources"]
    assert [row.notes for row in made(asked)] == ["Thesis", "Evidence"]
    for place in (2, 3, 4):
        pick(asked.raw.head.chips[place], "ignore")
    hands.settle()
    assert {row.instrument for row in made(asked)} == {"binary"}
    hands.click(asked.act)
    hands.settle()
    assert ("the claim", "binary") in [line[:2] for line in lines_of(rubric)]


def test_a_mapping_that_makes_no_rubric_is_refused_in_its_place(
    hands: Hands, rubric: Studio, course: Path
) -> None:
    asked = dropped(hands, course)
    for place in range(5):
        pick(asked.raw.head.chips[place], "ignore")
    hands.settle()
    assert asked.problem.text() == "Say which column holds the requirement."
    assert not asked.act.isEnabled()
    pick(asked.raw.head.chips[0], "requirement")
    hands.settle()
    assert not asked.problem.isVisible()
    assert asked.act.isEnabled()


@pytest.mark.parametrize("levels", ["binary", "steps"])
def test_levels_may_become_met_or_not_met(
    hands: Hands, rubric: Studio, course: Path, levels: str
) -> None:
    asked = dropped(hands, course)
    pick(asked.levels, levels)
    hands.settle()
    shown = texts(asked)
    assert all(any(text in one for one in shown) for text in ("Thesis", "Evidence"))
    assert (len(shown) > 2) == (levels == "steps")
    hands.click(asked.act)
    hands.settle()
    assert {instrument for _, instrument, _ in lines_of(rubric)} == {"binary"}


def test_what_was_said_is_kept_for_tables_with_the_same_headings(
    hands: Hands, rubric: Studio, course: Path, tmp_path: Path
) -> None:
    asked = dropped(hands, course)
    pick(asked.raw.head.chips[1], "requirement")
    pick(asked.raw.head.chips[0], "title")
    hands.settle()
    asked.keep.setChecked(True)
    signature = asked._sheet.signature
    hands.click(asked.act)
    hands.settle()
    assert map_for(signature) is not None
    other = tmp_path / "Other.csv"
    other.write_text(COURSE.replace("the claim", "the thesis"), encoding="utf-8")
    assert texts(dropped(hands, other)) == ["the thesis", "the sources"]


def test_elsewhere_it_makes_a_task_and_leads_to_its_rubric(
    hands: Hands, studio: Studio, course: Path
) -> None:
    studio.rubric(lines=1)
    hands.open(studio.project.path, "wei")
    hands.go("home")
    asked = dropped(hands, course)
    assert asked.into.currentData() == "new"
    hands.click(asked.act)
    hands.settle()
    place = hands.window.place
    assert (place.page, place.tab) == ("task", "rubric")
    with studio.project.reading() as tx:
        assert tasks.get_task(tx, place.task_id).title == "Course essay"
    assert [text for text, *_ in lines_of(studio, place.task_id)] == ["Thesis", "Evidence"]


def test_a_table_of_ratings_is_none(hands: Hands, rubric: Studio, tmp_path: Path) -> None:
    path = tmp_path / "ratings.csv"
    path.write_text("response,checkpoint,judge,kind,met\nr1,c1,gpt,model,yes\n", encoding="utf-8")
    hands.app.open_dropped(path)
    hands.settle()
    assert QApplication.activeModalWidget() is None
    assert "is not a lead" in hands.notice, "judgments are imported by leads"


ICELANDIC = "Criterion,Points\nÁkvæðið er nefnt í þessum samningi,3\nDagsetning er rétt,2\n"


def test_the_encoding_of_a_text_that_does_not_say_it_can_be_chosen(
    hands: Hands, rubric: Studio, tmp_path: Path
) -> None:
    path = tmp_path / "Lease.csv"
    path.write_bytes(ICELANDIC.encode("cp1252"))
    asked = dropped(hands, path)
    assert asked.doubts.text() == "The encoding of Lease.csv is not sure."
    assert asked.encoding.currentText().startswith("cp1252: Ákvæðið er nefnt")
    pick(asked.encoding, "cp1251")
    hands.settle()
    assert asked.raw.item(1, 0).text() == texts(asked)[0] != "Ákvæðið er nefnt í þessum samningi"
    assert not asked.doubts.isVisible()
    pick(asked.encoding, "cp1252")
    hands.settle()
    hands.click(asked.act)
    hands.settle()
    assert "Ákvæðið er nefnt í þessum samningi" in [text for text, _, _ in lines_of(rubric)]


def test_no_encoding_is_asked_of_a_text_that_says_it(
    hands: Hands, rubric: Studio, course: Path
) -> None:
    assert not dropped(hands, course).encoding.isVisible()


def test_what_was_kept_stays_when_something_else_is_said(
    hands: Hands, rubric: Studio, course: Path
) -> None:
    asked = dropped(hands, course)
    assert not asked.keep.isVisible(), "there is nothing to keep before a column was spoken of"
    signature = asked._sheet.signature
    hands.key("Escape")
    hands.settle()
    keep_map("mine", "Title=A,Requirement=B,Level=C:E", signature)
    asked = dropped(hands, course)
    assert "kept for these headings" in asked.about.text()
    assert asked.keep.isChecked()
    pick(asked.levels, "binary")
    hands.settle()
    assert all("the claim" in one or "the sources" in one for one in texts(asked))
    hands.click(asked.keep)
    hands.click(asked.act)
    hands.settle()
    assert map_for(signature) is None, "unticked, it is kept no longer"


def test_what_was_kept_last_counts() -> None:
    keep_map("one", "Requirement=A", ("a", "b"))
    keep_map("two", "Requirement=B", ("a", "b"))
    assert map_for(("a", "b")) == ("two", "Requirement=B")
    keep_map("one", "Title=A,Requirement=B", ("a", "b"))
    assert map_for(("a", "b")) == ("one", "Title=A,Requirement=B")


def test_keys_alone_import_a_table(hands: Hands, rubric: Studio, tmp_path: Path) -> None:
    path = tmp_path / "Lease.csv"
    path.write_bytes(ICELANDIC.encode("cp1252"))
    asked = dropped(hands, path)
    order: list[object] = []
    for _ in range(6):
        order.append(QApplication.focusWidget())
        hands.key("Tab")
    order = [one for one in order if one is not asked.raw]  # Qt gives its focus to its first cell
    assert order[:4] == [asked.act, asked.encoding, *asked.raw.head.chips]
    hands.key("Ctrl+Return")
    hands.settle()
    assert len(lines_of(rubric)) == 3


def test_what_is_refused_stays_to_be_said_otherwise(
    hands: Hands, studio: Studio, course: Path
) -> None:
    studio.rubric(lines=1)
    hands.open(studio.project.path, "lena")
    asked = dropped(hands, course)
    pick(asked.levels, "binary")
    hands.settle()
    hands.click(asked.act)
    hands.settle()
    assert "is not an author" in asked.problem.text()
    assert asked.isVisible()
    assert asked.levels.currentData() == "binary"
    assert asked.act.isEnabled()
    hands.key("Escape")
    hands.settle()


def test_a_tag_without_a_dimension_is_not_shown_as_if_it_came_in(
    hands: Hands, rubric: Studio, tmp_path: Path
) -> None:
    path = tmp_path / "Lease.csv"
    path.write_text("Criterion,Points,Tag\nNames the date,3,Zyx\nCites it,2,Zyx\n")
    asked = dropped(hands, path)
    assert asked._tags.isVisible() and not asked.add_tags.isVisible()  # which only a lead may
    (tag,) = asked.chosen.sheet.unknown_tags
    (combo,) = asked._tags.findChildren(QComboBox)
    pick(combo, None)
    hands.settle()
    assert tag.tag == "Zyx"
    assert [row.dimension for row in made(asked)] == [None, None]
    known = combo.itemData(combo.count() - 1)
    pick(combo, known)
    hands.settle()
    assert {row.dimension for row in made(asked)} == {known}


def test_a_table_of_a_new_task_says_when_its_checkpoints_can_be_changed(
    hands: Hands, rubric: Studio, course: Path
) -> None:
    hands.go("home")
    asked = dropped(hands, course)
    hands.click(asked.act)
    hands.settle()
    assert "once its brief is accepted" in hands.notice
    panel = hands.panel
    assert not panel.model.is_open and panel.why.isVisible()
    hands.click("Submit brief")
    hands.settle()
    assert hands.window.place.tab == "brief", "it lacks what is to be submitted"


def test_tags_become_dimensions_in_one_step_with_the_lines(
    hands: Hands, studio: Studio, tmp_path: Path
) -> None:
    studio.rubric(lines=1)
    roles = (Role.LEAD, Role.AUTHOR, Role.EXPERT, Role.REVIEWER)
    change_person(studio.lena, "wei", roles=roles)
    hands.open(studio.project.path, "wei")
    hands.go("task", task_id="t1", tab="rubric")
    path = tmp_path / "Lease.csv"
    path.write_text("Criterion,Points,Tag\nNames the date,3,Zyx\nCites it,2,Wvu\n")
    asked = dropped(hands, path)
    assert asked.add_tags.isVisible()
    asked.add_tags.setChecked(True)
    hands.settle()
    assert [row.dimension for row in made(asked)] == ["Zyx", "Wvu"]
    assert not any(one.isEnabled() for one in asked._tags.findChildren(QComboBox))
    asked.accept()
    hands.settle()
    with studio.project.reading() as tx:
        known = settings.project_info(tx).taxonomy.dimensions
        points = {point.text: point.dimension for point in tasks.rubric_of(tx, "t1")}
    assert known[-2:] == ("Zyx", "Wvu")
    assert points["Names the date"] == "Zyx" and points["Cites it"] == "Wvu"
    hands.app.session.undo()
    hands.settle()
    with studio.project.reading() as tx:
        assert "Zyx" not in settings.project_info(tx).taxonomy.dimensions


def test_a_long_table_is_shown_as_it_is_scrolled_and_taken_whole(
    hands: Hands, rubric: Studio, tmp_path: Path
) -> None:
    path = tmp_path / "Long.csv"
    lines = [f"Names the party {n} of the contract,{n % 9 + 1}" for n in range(1, 701)]
    path.write_text("\n".join(["Criterion,Points", *lines]))
    asked = dropped(hands, path)
    assert len(made(asked)) == 700
    for _ in range(8):
        asked.raw.verticalScrollBar().setValue(asked.raw.verticalScrollBar().maximum())
        hands.settle()
    assert asked.raw.rowCount() == 701  # the header, and every row
    assert asked.raw.item(700, 0).text() == "Names the party 700 of the contract"
    asked.accept()
    hands.settle()
    assert len(lines_of(rubric)) == 701
