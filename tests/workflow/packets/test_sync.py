"""Two leads with copies of one project: what each did comes to the other, whoever made the copy."""

import pytest

from tests.workflow.deciding import approve
from tests.workflow.packets.copies import Copy, bring, forked
from tests.workflow.studio import Studio
from xpert_studio.records import Person, Remark, Review, Role, Stage, placed
from xpert_studio.store import entities, log, tasks
from xpert_studio.workflow import (
    add_checkpoint,
    change_brief,
    change_person,
    describe_dimensions,
    edit_checkpoint,
    move_checkpoints,
    remark,
    remove_checkpoints,
    set_policies,
    submit_rubric,
    undo,
)
from xpert_studio.workflow.merging.three_way import Side
from xpert_studio.workflow.merging.weighing import Fate
from xpert_studio.workflow.packets import plan_packet, take_packet


@pytest.fixture
def copies(tmp_path):
    one, other = forked(tmp_path, lambda studio: studio.rubric(lines=4))
    yield one, other
    one.project.close()
    other.project.close()


def lines(copy: Copy, task_id="t1"):
    with copy.project.reading() as tx:
        return tasks.rubric_of(tx, task_id)


def both(one, other):
    bring(one, other)
    bring(other, one)
    assert one.contents() == other.contents()


def test_a_copy_of_the_file_is_known_and_nothing_differs(copies):
    one, other = copies
    taken = bring(one, other)
    assert not taken.change
    assert {item.fate for item in taken.plan.items} == {Fate.SAME}


def test_edits_of_different_lines_and_fields_come_together(copies):
    one, other = copies
    first, second, *_ = lines(one)
    edit_checkpoint(one.desk("wei"), "t1", first.id, text="States the break date.")
    edit_checkpoint(one.desk("wei"), "t1", second.id, weight=3)
    edit_checkpoint(other.desk("wei"), "t1", second.id, text="States the notice period.")
    add_checkpoint(other.desk("wei"), "t1", text="Cites clause 9.", dimension="Accuracy")
    both(one, other)
    now = lines(other)
    assert [line.text for line in now[:2]] == [
        "States the break date.",
        "States the notice period.",
    ]
    assert now[1].weight == 3
    assert now[-1].text == "Cites clause 9."


def test_what_was_undone_before_the_exchange_is_undone_for_both(copies):
    one, other = copies
    first = lines(one)[0]
    edit_checkpoint(one.desk("wei"), "t1", first.id, text="Another text.")
    bring(one, other)
    undo(one.desk("wei"))
    assert lines(other)[0].text == "Another text."
    taken = bring(one, other)
    assert lines(other)[0].text == first.text
    assert not taken.plan.conflicts


def test_the_same_line_edited_twice_is_asked_and_one_answer_holds_for_both(copies):
    one, other = copies
    first = lines(one)[0]
    edit_checkpoint(one.desk("wei"), "t1", first.id, text="One text.")
    edit_checkpoint(other.desk("wei"), "t1", first.id, text="Another text.")
    content = one.packet()
    plan = plan_packet(other.desk("lena"), content)
    (item,) = plan.conflicts
    (diff,) = item.conflicts
    assert (diff.name, diff.base, diff.mine, diff.theirs) == (
        "text", first.text, "Another text.", "One text.",
    )  # fmt: skip
    undecided = take_packet(other.desk("lena"), content)
    assert not undecided.change
    assert lines(other)[0].text == "Another text."
    bring(one, other, lambda mine, theirs: Side.MINE)
    assert lines(other)[0].text == "Another text."
    taken = bring(other, one, lambda mine, theirs: pytest.fail("it was decided"))
    assert taken.change
    assert lines(one)[0].text == "Another text."


def test_removed_here_and_edited_there_is_asked(copies):
    one, other = copies
    first = lines(one)[0]
    remove_checkpoints(one.desk("wei"), "t1", [first.id])
    edit_checkpoint(other.desk("wei"), "t1", first.id, text="Another text.")
    plan = plan_packet(other.desk("lena"), one.packet())
    (item,) = plan.conflicts
    assert item.theirs is None
    both(one, other)


def test_removed_here_and_left_alone_there_is_removed(copies):
    one, other = copies
    first = lines(one)[0]
    remove_checkpoints(one.desk("wei"), "t1", [first.id])
    taken = bring(one, other)
    assert first.id not in {line.id for line in lines(other)}
    assert not taken.plan.conflicts
    both(one, other)


def test_lines_added_and_moved_on_both_sides_stand_in_one_order(copies):
    one, other = copies
    first, second, third, fourth = (line.id for line in lines(one))
    move_checkpoints(one.desk("wei"), "t1", [first], to=3)
    add_checkpoint(one.desk("wei"), "t1", text="Names the landlord.", dimension="Accuracy", at=0)
    add_checkpoint(other.desk("wei"), "t1", text="Names the tenant.", dimension="Accuracy", at=2)
    taken = bring(one, other)
    assert not taken.plan.conflicts
    both(one, other)
    order = [line.id for line in lines(other)]
    assert [line for line in order if line in {first, second, third, fourth}] == [
        second, third, fourth, first,
    ]  # fmt: skip
    assert [line.position for line in placed(lines(other))] == list(range(6))


def test_a_rubric_sent_to_review_here_and_edited_there_is_one_thing_to_decide(copies):
    one, other = copies
    first = lines(one)[0]
    submit_rubric(one.desk("wei"), "t1")
    edit_checkpoint(other.desk("wei"), "t1", first.id, text="Another text.")
    content = one.packet()
    plan = plan_packet(other.desk("lena"), content)
    asked = [diff.group for item in plan.conflicts for diff in item.conflicts]
    assert asked == ["rubric"]
    assert not take_packet(other.desk("lena"), content).change
    bring(one, other, lambda mine, theirs: Side.THEIRS)
    with other.project.reading() as tx:
        assert tasks.get_task(tx, "t1").stage is Stage.REVIEW
    assert lines(other)[0].text == first.text
    both(one, other)


def test_a_rubric_that_goes_on_being_written_keeps_the_edits(copies):
    one, other = copies
    first = lines(one)[0]
    submit_rubric(one.desk("wei"), "t1")
    edit_checkpoint(other.desk("wei"), "t1", first.id, text="Another text.")
    bring(one, other, lambda mine, theirs: Side.MINE)
    with other.project.reading() as tx:
        assert tasks.get_task(tx, "t1").stage is Stage.RUBRIC
    assert lines(other)[0].text == "Another text."
    both(one, other)


def test_rights_are_never_taken_unasked(copies):
    one, other = copies
    change_person(one.desk("lena"), "wei", roles=(Role.LEAD, Role.AUTHOR), name="Wei Chen")
    content = one.packet()
    plan = plan_packet(other.desk("lena"), content)
    assert [diff.name for item in plan.conflicts for diff in item.conflicts] == ["roles"]
    take_packet(other.desk("lena"), content)
    bring(one, other, lambda mine, theirs: Side.MINE)
    with other.project.reading() as tx:
        wei = entities.find(tx, Person, "wei")
    assert Role.LEAD not in wei.roles
    assert wei.name == "Wei Chen"


def test_reviewers_who_approved_in_different_copies_approve_together(tmp_path):
    def begin(studio: Studio):
        set_policies(studio.lena, reviewers_needed=2)
        studio.review()

    one, other = forked(tmp_path, begin)
    approve(one.desk("maria"), "t1")
    approve(other.desk("omar"), "t1")
    taken = bring(one, other)
    assert taken.approved == ("t1",)
    both(one, other)
    with one.project.reading() as tx:
        assert tasks.get_task(tx, "t1").stage is Stage.APPROVED
        assert len(entities.find_all(tx, Review)) == 2


def test_taking_is_one_step_that_can_be_undone_and_done_again(copies):
    one, other = copies
    change_brief(one.desk("wei"), "t1", title="Another title")
    edit_checkpoint(one.desk("wei"), "t1", lines(one)[0].id, text="Another text.")
    before = other.contents()
    taken = bring(one, other)
    after = other.contents()
    assert before != after
    undo(other.desk("lena"), change_id=taken.change.id)
    assert other.contents() == before
    again = bring(one, other)
    assert again.change
    assert other.contents() == after


def test_taking_twice_changes_nothing(copies):
    one, other = copies
    change_brief(one.desk("wei"), "t1", title="Another title")
    content = one.packet()
    assert take_packet(other.desk("lena"), content).change
    turn = other.contents()
    again = take_packet(other.desk("lena"), content)
    assert not again.change
    assert other.contents() == turn


def test_an_older_packet_takes_nothing_back(copies):
    one, other = copies
    change_brief(one.desk("wei"), "t1", title="First title")
    older = one.packet()
    change_brief(one.desk("wei"), "t1", title="Second title")
    bring(one, other)
    assert not take_packet(other.desk("lena"), older).change
    with other.project.reading() as tx:
        assert tasks.get_task(tx, "t1").title == "Second title"


def test_the_history_tells_who_did_what_and_by_which_packet_it_came(copies):
    one, other = copies
    change_brief(one.desk("wei"), "t1", title="Another title")
    content = one.packet()
    take_packet(other.desk("lena"), content)
    take_packet(other.desk("lena"), content)
    with other.project.reading() as tx:
        told = log.all_entries(tx, task_id="t1")
    changed = [event for event in told if event.command == "brief.edit"]
    assert [event.actor_id for event in changed] == ["wei"]
    assert changed[0].details["packet"] == content.packet.id
    (came,) = (event for event in told if event.command == "packet.bring")
    assert came.details["records"] == [
        {"kind": "task", "key": ["t1"], "is": "changed", "fields": ["title"]}
    ]


def test_remarks_of_both_stand_beside_each_other(tmp_path):
    one, other = forked(tmp_path, lambda studio: studio.review())
    remark(one.desk("maria"), "t1", "Too vague.")
    remark(other.desk("omar"), "t1", "Two demands in one.")
    both(one, other)
    with one.project.reading() as tx:
        assert len(entities.find_all(tx, Remark)) == 2


def described(copy: Copy) -> dict[str, str]:
    return copy.project.info().taxonomy.descriptions


def test_descriptions_of_different_dimensions_come_together(copies):
    one, other = copies
    describe_dimensions(one.desk("lena"), {"Accuracy": "Facts are right."})
    both(one, other)
    describe_dimensions(one.desk("lena"), {"Accuracy": ""})
    describe_dimensions(other.desk("lena"), {"Clarity": "Read once, understood."})
    both(one, other)
    assert described(one) == {"Clarity": "Read once, understood."}
    describe_dimensions(one.desk("lena"), {"Clarity": ""})
    both(one, other)
    assert described(other) == {}


def test_a_dimension_described_in_two_ways_is_asked(copies):
    one, other = copies
    describe_dimensions(one.desk("lena"), {"Clarity": "Short."})
    describe_dimensions(other.desk("lena"), {"Clarity": "Plain."})
    (item,) = plan_packet(other.desk("lena"), one.packet()).conflicts
    assert [diff.name for diff in item.conflicts] == ["taxonomy.descriptions"]
    bring(one, other, lambda mine, theirs: Side.THEIRS)
    assert described(other) == {"Clarity": "Short."}
