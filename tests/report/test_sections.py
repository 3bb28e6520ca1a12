"""Every section says something true, or nothing, of every kind of project; in every form."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.report.kinds import KINDS
from tests.report.scored import JUDGE, OTHER, scored_project
from tests.workflow.deciding import confirm
from tests.workflow.studio import Studio
from xpert_studio.cli.acting import now
from xpert_studio.core.packs import in_order
from xpert_studio.report.blocks import Action, Column, Heading, Note, Row, Table, Text
from xpert_studio.report.page import report_page
from xpert_studio.report.section import REPORT, View
from xpert_studio.report.sections.registry import SECTIONS
from xpert_studio.report.sections.results import BOARD
from xpert_studio.report.shown_blocks import blocks_data, in_full, shortened

_ASKED = {"compare": ("aurora-2", "drift-0"), "sort": "overall", "by": "tier"}


@pytest.fixture(scope="module", params=KINDS)
def project(request, tmp_path_factory):
    """A project of each kind, which is only read."""
    with KINDS[request.param](tmp_path_factory.mktemp("kind") / "p.xpert") as made:
        yield made


@pytest.fixture(scope="module")
def seen(project):
    """All of it, analysed once."""
    return View.on(project)


class Yes:
    """Yes, and whether a section has asked: one that has not says the same where it is no."""

    asked = False

    def __bool__(self):
        self.asked = True
        return True


def test_every_section_of_every_kind_of_project_can_be_shown(seen):
    asking = []
    for section in in_order(SECTIONS).values():
        yes = Yes()
        can_be_shown(section, replace(seen, names_systems=yes))
        if yes.asked:
            asking.append(section.id)
            can_be_shown(section, replace(seen, names_systems=False))
    assert len(asking) >= 2, "sections ask whether systems may be named"


def can_be_shown(section, view):
    found = section.compute(view)
    if found is None:
        return
    made = section.laid_out(found)
    plain = section.plain(found) if section.plain else blocks_data(made.blocks)
    json.dumps(plain, default=str)
    assert made.title
    for block in (*in_full(made.blocks), *shortened(made.blocks)):
        if isinstance(block, Text | Note):
            assert block.text.strip()
        if isinstance(block, Table):
            assert all(len(row.cells) == len(block.columns) for row in block.rows)


def test_the_report_of_every_kind_of_project_says_only_what_it_can(project, seen):
    analysis = seen.analysis
    page = report_page(project, analysis, now=now())
    assert all(sentence.strip() for sentence in page.summary)
    lead = page.summary[0]
    scored = (
        {
            one.system
            for board in (seen.results.board(*seen.key).leaderboard,)
            for one in board.standings
            if one.rank is not None
        }
        if seen.rater
        else set()
    )
    if len(scored) < 2:
        assert "highest" not in lead
        assert "higher than" not in lead
    if not scored:
        assert "%" not in lead


def test_a_board_of_one_system_claims_no_lead(tmp_path):
    studio = Studio(tmp_path / "p.xpert")
    (response,) = studio.answered()
    for expert in ("maria", "wei"):
        studio.judged(response, expert, met=True)
        confirm(studio.omar, response, expert)
    made = BOARD.blocks(View.on(studio.project))
    said = " ".join(block.text for block in shortened(made.blocks) if isinstance(block, Text))
    assert "has 100.0" in said
    assert "highest score" not in said
    assert "told" not in said


def test_page_one_the_board_and_the_sections_beside_it_are_by_the_same_rater(tmp_path):
    with scored_project(tmp_path / "p.xpert") as project:
        before = View.on(project)
        assert before.key[0] == OTHER
        with project.writing() as tx:  # no system has all verdicts of the best judge any more
            tx.connection.exec_driver_sql(
                "DELETE FROM verdict WHERE judge_pk = (SELECT pk FROM judge WHERE id = ?) "
                "AND checkpoint_pk = 20",
                (OTHER,),
            )
        view = View.on(project)
        assert view.analysis.aligned()[0].judge.id == OTHER
        assert view.key[0] == JUDGE
        page = report_page(project, view.analysis, now=now())
        heading = next(one for one in BOARD.blocks(view).blocks if isinstance(one, Heading))
        assert f"by {view.who}" in page.summary[0]
        assert heading.text == f"By {view.who} ({JUDGE})"


def test_sections_have_questions_and_ids_of_their_own():
    found = list(in_order(SECTIONS).values())
    assert len({one.id for one in found}) == len(found)
    assert all(one.question.endswith("?") for one in found)
    assert {one.id for one in found if REPORT in one.places} >= {"results", "alignment", "limits"}


def test_the_short_form_of_blocks_is_what_has_one():
    columns = (Column("System"), Column("Score", "0.0%"), Column("Coverage", "0.0%", detail=True))
    rows = tuple(Row((f"s{n}", n / 10, 1.0)) for n in range(5))
    blocks = [
        Text("Long.", short="Short."),
        Text("Only in full."),
        Text("", short="Only short."),
        Note("Long limit.", "few tasks"),
        Note("Long limit.", "few tasks"),
        Note("Another.", "one judge"),
        Note("Not a limit in short."),
        Table(columns, rows, "All", short=3),
        Action("Then", "align {project}"),
    ]
    texts, table, limits, action = [], None, None, None
    for block in shortened(blocks):
        match block:
            case Text(text):
                texts.append(text)
            case Note(text):
                limits = text
            case Table():
                table = block
            case Action():
                action = block
    assert texts == ["Short.", "Only short."]
    assert limits == "Limits: few tasks; one judge."
    assert action == blocks[-1]
    assert [column.heading for column in table.columns] == ["System", "Score"]
    assert len(table.rows) == 3
    assert table.caption == "All (2 more)"
    assert [block for block in in_full(blocks) if isinstance(block, Action)] == []
    assert len([block for block in in_full(blocks) if isinstance(block, Text)]) == 2


def test_the_best_of_each_column_is_known_and_rows_apart_do_not_count():
    columns = (Column("System"), Column("A", "0.0%"), Column("B", "0.0%"))
    rows = (
        Row(("x", 0.5, 0.9)),
        Row(("y", 0.7, 0.9)),
        Row(("z", 0.99, None), apart=True),
    )
    table = Table(columns, rows, best=True)
    best = [[table.is_best(row, place) for place in range(3)] for row in rows]
    assert best == [[False, False, True], [False, True, True], [False, False, False]]
