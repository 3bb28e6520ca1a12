"""Triage by as many people as the policy says; and who contributed a task and wrote its rubric."""

from __future__ import annotations

import pytest

from tests.cli.conftest import xpert
from tests.workflow.studio import YES
from xpert_studio.core.errors import NotAllowedError, StageError
from xpert_studio.core.records import Stage
from xpert_studio.core.store import tasks
from xpert_studio.core.workflow import (
    accept,
    hand_over,
    return_brief,
    set_policies,
    submit_brief,
    undo,
)

__all__ = ["xpert"]


def task(studio, task_id="t1"):
    with studio.project.reading() as tx:
        return tasks.get_task(tx, task_id)


@pytest.fixture
def submitted(studio):
    set_policies(studio.lena, triagers_needed=2)
    studio.brief()
    submit_brief(studio.wei, "t1")
    return studio


def test_the_last_of_those_who_are_needed_lets_a_brief_go_on(submitted):
    change = accept(submitted.lena, "t1", YES)
    assert (task(submitted).stage, change.details["left"]) == (Stage.SUBMITTED, 1)
    with pytest.raises(StageError, match="has accepted"):
        accept(submitted.lena, "t1", YES)
    accept(submitted.omar, "t1", YES)
    found = task(submitted)
    assert found.stage is Stage.RUBRIC
    assert [one.by for one in found.triage.everybody] == ["lena", "omar"]
    undo(submitted.omar)
    assert (task(submitted).stage, task(submitted).triage.by) == (Stage.SUBMITTED, "lena")


def test_one_return_is_enough_and_the_count_begins_anew(submitted):
    accept(submitted.lena, "t1", YES)
    return_brief(submitted.omar, "t1", reason="Clause 9 is missing.")
    assert task(submitted).triage is None
    submit_brief(submitted.wei, "t1")
    accept(submitted.lena, "t1", YES)
    assert task(submitted).stage is Stage.SUBMITTED


def test_who_wrote_it_is_none_of_them(submitted):
    with pytest.raises(NotAllowedError):
        accept(submitted.wei, "t1", YES)


def test_one_is_enough_where_the_policy_says_nothing_else(studio):
    studio.rubric()
    assert (task(studio).stage, task(studio).triage.by) == (Stage.RUBRIC, "lena")


def test_who_contributed_it_and_who_wrote_the_rubric_stays(studio, xpert):
    studio.rubric()
    hand_over(studio.lena, "t1", "maria")
    from xpert_studio.core.workflow import submit_rubric

    submit_rubric(studio.maria, "t1")
    hand_over(studio.lena, "t1", "wei")
    studio.project.close()
    said = xpert("task", "show", studio.project.path, "t1", "--as", "lena", "--json").json
    assert (said["author_id"], said["contributor"], said["rubric_author"]) == (
        "wei", "wei", "maria",
    )  # fmt: skip
    for words in (("export", "p.zip"), ("import", "back.xpert", "p.zip", "--new")):
        first = (studio.project.path,) if words[0] == "export" else ()
        given = (words[0], *first, *words[1:], "--as", "lena")
        assert xpert(*given).code == 0
    back = xpert("task", "show", "back.xpert", "t1", "--as", "lena", "--json").json
    assert (back["contributor"], back["rubric_author"]) == ("wei", "maria")


def test_the_command_line_says_how_many_are_left(submitted, xpert):
    submitted.project.close()
    said = xpert(
        "task", "accept", submitted.project.path, "t1", "--criteria", "yyyyy", "--as", "lena"
    )
    assert "1 more have to accept it" in said.out
