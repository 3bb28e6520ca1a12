"""Two people at one brief: each takes back their own field, whatever the other wrote elsewhere."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

from tests.sampling import examples
from tests.workflow.studio import YES, Studio
from xpert_studio.core.errors import ConflictError, XpertError
from xpert_studio.core.records import Stage, Task
from xpert_studio.core.store import entities, settings
from xpert_studio.core.workflow import (
    accept,
    add_checkpoint,
    change_brief,
    change_person,
    exclude_expert,
    include_expert,
    redo,
    submit_brief,
    undo,
)
from xpert_studio.core.workflow.attaching import attach_bytes

FIELDS = ("title", "context", "materials", "deliverables", "reference_answer")


def task_of(studio: Studio, task_id: str = "t1") -> Task:
    with studio.project.reading() as tx:
        found = entities.find(tx, Task, task_id)
    assert found is not None
    return found


def test_what_was_written_later_in_another_field_is_not_in_the_way(studio: Studio) -> None:
    studio.brief()
    first = change_brief(studio.wei, "t1", context="You advise a bank.")
    second = change_brief(studio.wei, "t1", materials="Three letters.")
    attach_bytes(studio.wei, "t1", "plan.txt", b"A plan.")
    undo(studio.wei, change_id=first.id)
    task = task_of(studio)
    assert task.context == "You advise a tenant of business premises."
    assert task.materials == "Three letters."
    assert [item.path for item in task.attachments] == ["attachments/plan.txt"]
    undo(studio.lena, change_id=second.id)
    redo(studio.wei, change_id=first.id)
    task = task_of(studio)
    assert task.context == "You advise a bank."
    assert (
        task.materials
        == "The lease has run for two of five years. Clause 9 allows a break at month 30."
    )


def test_the_same_field_is_undone_in_order_and_the_refusal_says_so_in_words(
    studio: Studio,
) -> None:
    studio.brief()
    first = change_brief(studio.wei, "t1", context="You advise a bank.", title="A bank's lease")
    second = change_brief(studio.wei, "t1", context="You advise a broker.")
    with pytest.raises(ConflictError) as refused:
        undo(studio.wei, change_id=first.id)
    assert refused.value.message == (
        "The change to Work context of “A bank's lease” cannot be undone now: "
        "Wei changed the same since."
    )
    assert refused.value.remedy == "See the history for what Wei did; that has to be undone first."
    for id_ in (first.id, second.id, "t1"):
        assert id_ not in str(refused.value)
    undo(studio.wei, change_id=second.id)
    undo(studio.wei, change_id=first.id)
    assert task_of(studio).title == "Ending a lease early"


def test_a_step_of_the_task_stands_before_every_field(studio: Studio) -> None:
    studio.brief()
    first = change_brief(studio.wei, "t1", context="You advise a bank.")
    submit_brief(studio.wei, "t1")
    with pytest.raises(ConflictError) as refused:
        undo(studio.wei, change_id=first.id)
    assert refused.value.message == (
        "“Edit brief” on “Ending a lease early” cannot be undone now: "
        "Wei submitted the brief since."
    )
    accept(studio.lena, "t1", YES)
    add_checkpoint(studio.wei, "t1", text="Names clause 9.", dimension="Clarity")
    later = change_brief(studio.wei, "t1", context="You advise a broker.")
    undo(studio.wei, change_id=later.id)
    assert task_of(studio).context == "You advise a bank."


def test_what_is_not_done_to_a_task_is_named_without_one(studio: Studio) -> None:
    first = change_person(studio.lena, "maria", domains=("Finance",))
    change_person(studio.lena, "maria", domains=("Law", "Finance"))
    with pytest.raises(ConflictError, match="“Edit person” cannot be undone now: Lena"):
        undo(studio.lena, change_id=first.id)


def test_no_undo_leaves_a_rubric_without_a_prompt(studio: Studio) -> None:
    """Each field could go by itself; a rubric with nothing to answer could not."""
    studio.brief()
    submit_brief(studio.wei, "t1")
    accept(studio.lena, "t1", YES)
    change_brief(studio.wei, "t1", materials=None, deliverables=None)
    first = change_brief(studio.wei, "t1", materials="Three letters.")
    change_brief(studio.wei, "t1", context=None)
    before = task_of(studio)
    assert before.stage is Stage.RUBRIC
    with pytest.raises(ConflictError, match="cannot be like that any more"):
        undo(studio.wei, change_id=first.id)
    assert task_of(studio) == before


@examples(12)
@given(
    steps=st.lists(
        st.tuples(st.sets(st.sampled_from(FIELDS), min_size=1, max_size=2), st.integers(0, 9)),
        min_size=1, max_size=8,
    ),
    order=st.randoms(use_true_random=False),
)  # fmt: skip
def test_whatever_is_taken_back_in_any_order_each_field_is_as_if_it_had_not_been_written(
    studio: Studio, steps: list[tuple[set[str], int]], order
) -> None:
    """What is left of every field is the last thing written in it that still stands."""
    task_id = f"p{studio.new_id()}"
    with studio.project.writing() as tx:
        entities.put(tx, Task(id=task_id, stage=Stage.BRIEF, author_id="wei", domain="Law"))
    made: list[tuple[str, dict[str, str]]] = []
    for names, number in steps:
        fields = {name: f"{name} {number}" for name in names}
        change = change_brief(studio.wei, task_id, **fields)
        if change:
            differ = {n: fields[n] for n in fields if n in change.edits[0].fields}
            made.append((change.id, differ))
    standing = dict.fromkeys(id_ for id_, _ in made)
    wanted = list(standing)
    order.shuffle(wanted)
    for id_ in wanted:
        place = [made_id for made_id, _ in made].index(id_)
        own = made[place][1].keys()
        later = [m for m, fields in made[place + 1 :] if m in standing and own & fields.keys()]
        try:
            undo(studio.wei, change_id=id_)
        except XpertError:
            assert later, "nothing later touches the same field, and yet it was refused"
            continue
        assert not later, "something later touches the same field, and yet it was undone"
        del standing[id_]
        task = task_of(studio, task_id)
        for name in FIELDS:
            written = [fields[name] for m, fields in made if m in standing and name in fields]
            assert getattr(task, name) == (written[-1] if written else None)


def test_a_field_that_is_not_written_where_it_is_empty_is_undone_and_done_again(
    studio: Studio,
) -> None:
    """Of such a field only one side of the change stands in the log."""
    before = settings_of(studio)
    exclude_expert(studio.lena, "ada", reason="Left.")
    excluded = settings_of(studio)
    assert [one.expert for one in excluded.excluded_experts] == ["ada"]
    undo(studio.lena)
    assert settings_of(studio) == before
    redo(studio.lena)
    assert settings_of(studio) == excluded
    include_expert(studio.lena, "ada")
    assert settings_of(studio) == before
    undo(studio.lena)
    assert settings_of(studio) == excluded


def settings_of(studio: Studio):
    with studio.project.reading() as tx:
        return settings.project_info(tx)
