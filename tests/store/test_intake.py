"""What is offered a second time is recognised, without asking the database row by row."""

from __future__ import annotations

import pytest
from sqlalchemy import event

from tests.store.conftest import NOW
from xpert_studio.core.records import (
    Checkpoint,
    Judge,
    Judgment,
    Person,
    RatingState,
    Response,
    Task,
    Usage,
    Verdict,
)
from xpert_studio.core.store.bulk_import import ImportOutcome, Intake
from xpert_studio.core.workflow import new_project

ROWS = 300


@pytest.fixture
def project(tmp_path):
    with new_project(tmp_path / "p.xpert", now=NOW) as made:
        yield made


def records(count):
    for n in range(count):
        yield Person(id=f"e{n}")
    yield Task(id="t", prompt="Do it.", tags=("a",))
    for n in range(count):
        yield Checkpoint(task_id="t", id=f"c{n}", text="Is done.", weight=1 + n % 10)
    yield Response(id="r", task_id="t", model="m", text="Done.", latency_ms=5)
    yield Judge(id="j")
    for n in range(count):
        point = {"response_id": "r", "checkpoint_id": f"c{n}"}
        yield Judgment(**point, expert_id="e0", value=n % 2 == 0, extra={"n": n})
        yield Verdict(**point, judge_id="j", value=n % 3 == 0, usage=Usage(input_tokens=n))


def offer(tx, offered):
    intake = Intake(tx)
    outcomes = [getattr(intake, type(item).__name__.lower())(item) for item in offered]
    intake.flush()
    return outcomes


def statements(project, offered):
    """What became of the records, and how many statements that took."""
    ran = []
    with project.writing() as tx:
        event.listen(tx.connection, "before_cursor_execute", lambda *args: ran.append(args[2]))
        return set(offer(tx, offered)), len(ran)


def test_what_is_there_already_is_not_looked_up_row_by_row(project):
    with project.writing() as tx:
        offer(tx, records(ROWS))
    outcomes, count = statements(project, records(ROWS))
    assert outcomes == {ImportOutcome.SAME}
    assert count < 40


BASE = {
    "person": Person(id="e", name="A"),
    "task": Task(id="t", prompt="Do it.", extra={"a": 1, "b": {"c": 2, "d": 3}}),
    "checkpoint": Checkpoint(task_id="t", id="c", text="Is done.", weight=5, position=1),
    "response": Response(id="r", task_id="t", model="m", text="Done.", latency_ms=5),
    "judge": Judge(id="j", parameters={"temperature": 0}),
    "judgment": Judgment(response_id="r", checkpoint_id="c", expert_id="e", value=1),
    "verdict": Verdict(response_id="r", checkpoint_id="c", judge_id="j", value=1),
}


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("task", {"extra": {"b": {"d": 3, "c": 2}, "a": 1}}),
        ("response", {"latency_ms": 5.0}),
        ("judgment", {"extra": {}}),
    ],
)
def test_the_same_in_other_spelling_is_the_same(project, name, change):
    with project.writing() as tx:
        offer(tx, BASE.values())
        assert offer(tx, [BASE[name].model_copy(update=change)]) == [ImportOutcome.SAME]


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("person", {"name": "B"}),
        ("task", {"extra": {"a": 1, "b": {"c": 2, "d": 4}}}),
        ("task", {"title": ""}),
        ("checkpoint", {"weight": 6}),
        ("checkpoint", {"position": None}),
        ("response", {"latency_ms": 5.5}),
        ("response", {"text": "Done. "}),
        ("judge", {"parameters": {"temperature": 1}}),
        ("judgment", {"value": 0}),
        ("judgment", {"rationale": ""}),
        ("verdict", {"value": 0}),
        ("verdict", {"value": None, "state": RatingState.ERROR}),
        ("verdict", {"usage": Usage()}),
    ],
)
def test_anything_else_under_a_known_key_differs(project, name, change):
    with project.writing() as tx:
        offer(tx, BASE.values())
        changed = BASE[name].model_copy(update=change)
        assert offer(tx, [BASE[name], changed, BASE[name]]) == [
            ImportOutcome.SAME, ImportOutcome.DIFFERENT, ImportOutcome.SAME,
        ]  # fmt: skip


@pytest.mark.parametrize("name", ["person", "task", "checkpoint", "response", "judge"])
def test_what_was_added_a_moment_ago_is_there_too(project, name):
    with project.writing() as tx:
        outcomes = offer(tx, [*BASE.values(), BASE[name]])
    assert outcomes == [ImportOutcome.NEW] * len(BASE) + [ImportOutcome.SAME]


def test_a_superseded_verdict_is_not_what_counts(project):
    with project.writing() as tx:
        offer(tx, BASE.values())
        tx.connection.exec_driver_sql("UPDATE verdict SET superseded = 1")
        other = BASE["verdict"].model_copy(update={"value": 0})
        assert offer(tx, [other]) == [ImportOutcome.NEW]
        assert offer(tx, [other]) == [ImportOutcome.SAME]
