"""What is found of a file of another tool: each record once, after all that it refers to."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from xpert_studio.core.exchange.formats.reading import Reading
from xpert_studio.core.exchange.formats.taken import AnyFound, Records
from xpert_studio.core.exchange.problems import FaultError, Problems
from xpert_studio.core.records import Checkpoint, Judge, Judgment, Response, Task, Verdict

RECORDS: tuple[AnyFound, ...] = (
    Task(id="t", prompt="What?"),
    Checkpoint(task_id="t", id="c", text="Says it.", weight=1),
    Checkpoint(task_id="u", id="c", text="Says it.", weight=1),
    Response(id="r", task_id="t", model="m", text="It."),
    Judge(id="j", provider="p", model="m"),
    Judgment(response_id="r", checkpoint_id="c", expert_id="e", value=1),
    Verdict(response_id="r", checkpoint_id="c", judge_id="j", value=1),
    Verdict(response_id="r", checkpoint_id="c", judge_id="j", value=0, trial=2),
)
KINDS = [Task, Checkpoint, Response, Judge, Judgment, Verdict]


@given(st.lists(st.sampled_from(RECORDS), max_size=20))
def test_each_comes_once_and_after_what_it_refers_to(given: list[AnyFound]) -> None:
    found = Records()
    for number, record in enumerate(given):
        found.add(record, f"row {number}")
    records = [item.record for item in found.in_order()]
    assert sorted(map(repr, records)) == sorted({repr(record) for record in given})
    places = [KINDS.index(type(record)) for record in records]
    assert places == sorted(places)
    assert found.size("t") == (RECORDS[1] in given)
    assert found.get(Verdict, "r", "c", "j", 2) == (RECORDS[7] if RECORDS[7] in given else None)


def test_another_record_under_a_name_is_a_problem_and_the_same_again_none() -> None:
    reading = Reading("x.jsonl", Problems())
    task, other = (Task(id="t", prompt=prompt) for prompt in ("One?", "Two?"))
    assert reading.agrees("row 1", task, "id", "t")
    assert reading.agrees("row 2", task.model_copy(), "id", "t")
    assert not reading.problems
    assert not reading.agrees("row 3", other, "id", "t")
    assert not reading.agrees("row 4", task.model_copy(), "id", "t", alone=True)
    told = [(item.place, item.field, str(item.message)) for item in reading.problems.listed]
    assert told == [(f"row {n}", "id", '"t" is in row 1 too.') for n in (3, 4)]
    assert [item.record for item in reading.found.in_order()] == [task]


def test_a_fault_is_noted_where_it_is_and_nothing_else_is_caught() -> None:
    reading = Reading("x.jsonl", Problems())
    with reading.noting("row 1", "prompt"):
        raise FaultError("is none.", "Write one.")
    (problem,) = reading.problems.listed
    assert (problem.place, problem.field, problem.message, problem.remedy) == (
        "row 1", "prompt", "is none.", "Write one.",
    )  # fmt: skip
    try:
        with reading.noting("row 2", ""):
            raise KeyError("x")
    except KeyError:
        return
    raise AssertionError("an error of ours was swallowed")
