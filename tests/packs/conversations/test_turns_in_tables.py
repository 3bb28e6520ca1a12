"""The turn that a checkpoint looks at stands in the table of its rubric, and is read back."""

from __future__ import annotations

import pytest

from tests.workflow.studio import Studio
from xpert_studio.core.records import Task
from xpert_studio.core.records.transcripts import ChatTurn, Speaker, transcript_of
from xpert_studio.core.store import entities


@pytest.fixture
def rubric(xpert, tmp_path):
    """A task of two turns whose rubric is being written; its first checkpoint looks at turn 2."""
    studio = Studio(tmp_path / "p.xpert")
    studio.rubric("t1")
    with studio.project.writing() as tx:
        task = entities.find(tx, Task, "t1")
        asked = transcript_of(
            [ChatTurn(Speaker.USER, "Can I leave?"), ChatTurn(Speaker.USER, "And when?")]
        )
        entities.put(tx, task.model_copy(update={"prompt": asked}))
    studio.project.close()
    assert xpert("rubric", "edit", "p.xpert", "t1", "1", "--turn", "2", "--as", "wei").code == 0
    return lambda *words: xpert("rubric", *words, "--as", "wei")


def turns(rubric) -> list[int | None]:
    return [one["turn"] for one in rubric("show", "p.xpert", "t1", "--json").json["lines"]]


@pytest.mark.parametrize("name", ["r.csv", "r.xlsx"])
def test_a_table_that_comes_back_changes_nothing(rubric, name):
    assert rubric("export", "p.xpert", name, "t1").code == 0
    said = rubric("import", "p.xpert", "t1", name, "--replace", "--json")
    assert said.code == 0, said.err
    assert turns(rubric) == [2, None, None]


def test_a_turn_is_changed_and_cleared_in_the_table(rubric, tmp_path):
    assert rubric("export", "p.xpert", "r.csv", "t1").code == 0
    table = tmp_path / "r.csv"
    head, first, *rest = table.read_text(encoding="utf-8-sig").splitlines()
    place = head.split(",").index("Turn")
    for value, expected in (("1", 1), ("", None)):
        cells = first.split(",")
        cells[place] = value
        table.write_text("\n".join([head, ",".join(cells), *rest]), encoding="utf-8")
        assert rubric("import", "p.xpert", "t1", "r.csv").code == 0
        assert turns(rubric) == [expected, None, None]


def test_what_is_no_turn_is_refused_by_its_row_and_column(rubric, tmp_path):
    assert rubric("export", "p.xpert", "r.csv", "t1").code == 0
    table = tmp_path / "r.csv"
    table.write_text(
        table.read_text(encoding="utf-8-sig").replace(",2,", ",two,"), encoding="utf-8"
    )
    said = rubric("import", "p.xpert", "t1", "r.csv")
    assert said.code != 0
    assert 'row 2, Turn: "two"' in said.err
    assert turns(rubric) == [2, None, None]


def test_a_rubric_without_turns_has_no_such_column(rubric, tmp_path):
    assert rubric("edit", "p.xpert", "t1", "1", "--turn", "0").code == 0
    assert rubric("export", "p.xpert", "r.csv", "t1").code == 0
    assert "Turn" not in (tmp_path / "r.csv").read_text(encoding="utf-8-sig").splitlines()[0]
