"""What commands ask of the database: as much of many tasks as of few, and nothing before refusing.

Counted are the statements that go through SQLAlchemy; checksums are compared by the driver.
"""

from __future__ import annotations

from contextlib import contextmanager

import pytest
from sqlalchemy import Engine, event

from tests.judge.projects import NOW, make_project
from xpert_studio.cli.output import Exit
from xpert_studio.core.records import Person, Role
from xpert_studio.core.records.people import Qualification
from xpert_studio.core.store import ProjectFile, checksums, log, people, responses
from xpert_studio.core.store.log_chain import verify_log
from xpert_studio.report import analyse
from xpert_studio.report.experts import experts_agree


@contextmanager
def statements():
    """The statements that are run inside, in a list."""
    ran = []

    def note(_connection, _cursor, statement, *_rest):
        ran.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield ran
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def project_of(path, tasks, roles=(Role.LEAD,)):
    """So many tasks with three checkpoints and two responses each; lena leads."""
    lena = Person(
        id="lena",
        roles=roles,
        qualification=Qualification(outcome="passed", decided_by="lena", decided_at=NOW),
    )
    with make_project(path, tasks=tasks, checkpoints=3, systems=2) as made, made.writing() as tx:
        people.add_person(tx, lena)
    return path


@pytest.mark.parametrize(
    "command",
    [
        ("lint", "check"),
        ("info",),
        ("info", "--list-tasks"),
        ("task", "list"),
        ("judge", "unblind", "--as", "lena"),
        ("export", "out", "--replace", "--as", "lena"),
    ],
)
def test_more_tasks_need_no_more_statements(xpert, tmp_path, command):
    needed = []
    for tasks in (3, 12):
        is_expert = "unblind" in command
        path = project_of(
            tmp_path / f"{tasks}.xpert", tasks, (Role.LEAD, *[Role.EXPERT] * is_expert)
        )
        at = 2 if command[0] in {"lint", "task", "judge"} else 1
        with statements() as ran:
            done = xpert(*command[:at], path, *command[at:])
        assert done.code in {Exit.DONE, Exit.PROBLEMS}, done.err
        needed.append(len(ran))
    assert needed[0] == needed[1] > 0


def test_agreement_of_experts_looks_through_no_verdict(xpert, tmp_path, monkeypatch):
    path = project_of(tmp_path / "p.xpert", 2)
    assert xpert("score", path, "--judge", "baseline", "--as", "lena").code == Exit.DONE
    looked, wrong_rows = [], checksums.wrong_rows

    def noted(connection, table):
        looked.append(table.name)
        return wrong_rows(connection, table)

    monkeypatch.setattr(checksums, "wrong_rows", noted)
    with ProjectFile.open(path) as opened:
        looked.clear()
        experts_agree(opened)
        assert "judgment" in looked
        assert "verdict" not in looked
        analyse(opened)
        assert looked.count("verdict") == 1


def test_no_checkpoint_is_read_to_count_them(xpert, tmp_path):
    path = project_of(tmp_path / "p.xpert", 4)
    for command in (("info", path), ("task", "list", path)):
        with statements() as ran:
            said = xpert(*command)
        assert "12" in said.out or said.out.count(" 3 ") == 4
        assert not [text for text in ran if "checkpoint.text" in text]


def test_unblinding_many_writes_the_rows_that_one_by_one_would(xpert, tmp_path):
    path = project_of(tmp_path / "p.xpert", 4, (Role.LEAD, Role.EXPERT))
    assert xpert("judge", "unblind", path, "--as", "lena").code == Exit.DONE
    with ProjectFile.open(path) as opened, opened.reading() as tx:
        told = log.all_of(tx, ["response.unblind"])
        assert len(told) == 8
        assert len({entry.id for entry in told}) == 8
        task_of = {item.id: item.task_id for item in responses.outlines(tx)}
        assert {entry.details["response"]: entry.task_id for entry in told} == task_of
        assert verify_log(tx) == []


@pytest.mark.parametrize(
    ("command", "target"),
    [
        (("report",), "out.html"),
        (("report",), "out.doc"),
        (("export",), "out"),
        (("export",), "out.zip"),
        (("export",), "out.csv"),
        (("export", "--format", "inspect-ai"), "out"),
        (("rubric", "export"), "out.csv"),
        (("leaderboard", "--chart"), "out.svg"),
        (("leaderboard", "--chart"), "out.doc"),
    ],
)
def test_what_cannot_be_written_is_refused_before_anything_is_read(
    xpert, tmp_path, command, target
):
    path = project_of(tmp_path / "p.xpert", 3)
    place = tmp_path / target
    place.write_text("mine")
    words = (
        ("rubric", "export", path, place)
        if command[0] == "rubric"
        else ("leaderboard", path, "--chart", place)
        if command[0] == "leaderboard"
        else (command[0], path, place, *command[1:])
    )
    with statements() as ran:
        done = xpert(*words, *(["--as", "lena"] * (command[0] != "rubric")))
    assert done.code == Exit.USAGE, done.err
    read = [text for text in ran if "checkpoint.text" in text or "response.text" in text]
    assert read == []
    assert not [text for text in ran if "FROM verdict" in text]
    assert place.read_text() == "mine"


def test_what_is_read_once_is_compared_with_its_checksums_once(tmp_path):
    from xpert_studio.core.store.checksums import driver_of, verify

    path = project_of(tmp_path / "p.xpert", 3)
    with ProjectFile.open(path) as opened:
        with opened.reading() as tx:
            ran = []
            driver_of(tx.connection).set_trace_callback(ran.append)
            verify(tx)
            once = len(ran)
            verify(tx)
            assert len(ran) == once > 0
            driver_of(tx.connection).set_trace_callback(None)
        with opened.writing() as tx:
            ran = []
            driver_of(tx.connection).set_trace_callback(ran.append)
            verify(tx)
            once = len(ran)
            verify(tx)
            assert len(ran) == 2 * once
            driver_of(tx.connection).set_trace_callback(None)
