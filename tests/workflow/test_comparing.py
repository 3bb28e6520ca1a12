"""Blind comparison: what is recorded, by whom, in which order, and what makes it outdated."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.workflow.assignments.files import Guest, of_responses, outcomes, sent, take
from tests.workflow.studio import Studio
from xpert_studio.core.errors import (
    ConflictError,
    NotAllowedError,
    NotFoundError,
    StageError,
    UsageError,
)
from xpert_studio.core.records import Comparison, Draft, Judgment, Person, Response, Role
from xpert_studio.core.records.assignments import Purpose
from xpert_studio.core.store import comparisons, entities, responses, tasks
from xpert_studio.core.workflow import (
    NewResponse,
    Preference,
    add_responses,
    change_brief,
    change_person,
    confirm,
    pair_view,
    read_form,
    record_comparison,
    redo,
    remove_response,
    reopen,
    set_policies,
    tasks_to_compare,
    undo,
    withdraw_comparison,
)
from xpert_studio.core.workflow.pair_order import first_shown, pairs_to_compare

IDS = st.sets(st.text("abcdef0123456789", min_size=1, max_size=6), min_size=2, max_size=14)


def all_of(studio: Studio) -> list[Comparison]:
    with studio.project.reading() as tx:
        return entities.find_all(tx, Comparison)


def rubric(studio: Studio):
    with studio.project.reading() as tx:
        return tasks.rubric_of(tx, "t1")


def current(studio: Studio) -> list[Comparison]:
    with studio.project.reading() as tx:
        return comparisons.current(tx)


@pytest.fixture
def pair(studio):
    return sorted(studio.answered(models=("aurora", "borealis")))


def test_it_is_said_of_the_responses_in_the_order_in_which_they_are_named(studio, pair):
    first, second = pair
    record_comparison(studio.maria, second, first, Preference.FIRST, rationale=" Cites it. ")
    (made,) = current(studio)
    assert (made.better, made.value, made.rationale) == (second, -1, "Cites it.")
    record_comparison(studio.maria, second, first, Preference.TIE)
    (made,) = current(studio)
    assert (made.better, made.value, made.rationale) == (None, 0, "Cites it.")


def test_the_same_said_again_is_no_step(studio, pair):
    assert record_comparison(studio.maria, *pair, Preference.FIRST)
    assert not record_comparison(studio.maria, *pair, Preference.FIRST)
    assert not record_comparison(studio.maria, *reversed(pair), Preference.SECOND)
    assert record_comparison(studio.ada, *pair, Preference.FIRST)
    assert len(current(studio)) == 2


def test_it_is_undone_redone_and_withdrawn(studio, pair):
    record_comparison(studio.maria, *pair, Preference.SECOND)
    (made,) = all_of(studio)
    undo(studio.maria)
    assert all_of(studio) == []
    redo(studio.maria)
    assert all_of(studio) == [made]
    withdraw_comparison(studio.maria, *pair)
    assert all_of(studio) == []
    with pytest.raises(NotFoundError):
        withdraw_comparison(studio.maria, *pair)
    undo(studio.maria)
    assert all_of(studio) == [made]


def test_two_experts_do_not_get_in_the_way_of_each_others_undo(studio, pair):
    record_comparison(studio.maria, *pair, Preference.FIRST)
    record_comparison(studio.ada, *pair, Preference.SECOND)
    undo(studio.maria)
    assert [item.rater_id for item in all_of(studio)] == ["ada"]


def test_who_may_not_judge_may_not_compare(studio, pair):
    for who in (studio.lena, studio.omar):
        with pytest.raises(NotAllowedError):
            record_comparison(who, *pair, Preference.TIE)
        with pytest.raises(NotAllowedError):
            pair_view(who, (pair[0], pair[1]))
        assert tasks_to_compare(who) == ()
    with pytest.raises(UsageError):
        record_comparison(studio.maria, pair[0], pair[0], Preference.TIE)


def test_responses_to_two_tasks_are_not_compared(studio, pair):
    (other,) = studio.answered("t2", models=("aurora",))
    with pytest.raises(UsageError):
        record_comparison(studio.maria, pair[0], other, Preference.TIE)


def test_it_is_possible_while_the_rubric_is_written_again(studio, pair):
    reopen(studio.lena, "t1", reason="A checkpoint is missing.")
    assert record_comparison(studio.maria, *pair, Preference.FIRST)
    assert [item.done for item in tasks_to_compare(studio.maria)] == [1]


def test_before_the_brief_is_accepted_there_is_nothing_to_compare(studio):
    studio.brief()
    with pytest.raises(StageError):
        tasks_to_compare(studio.maria, "t1")


def test_an_edit_makes_it_outdated_and_taking_the_edit_back_current(studio, pair):
    record_comparison(studio.maria, *pair, Preference.FIRST)
    reopen(studio.lena, "t1", reason="Unclear.")
    change_brief(studio.wei, "t1", materials="Another lease.")
    assert len(all_of(studio)) == 1
    assert current(studio) == []
    view = pair_view(studio.maria, (pair[0], pair[1]))
    assert (view.said, view.was_edited) == (None, True)
    undo(studio.wei)
    assert len(current(studio)) == 1


def test_an_edited_response_and_one_that_is_removed_make_it_outdated(studio, pair):
    record_comparison(studio.maria, *pair, Preference.FIRST)
    with studio.project.writing() as tx:
        before = responses.get_response(tx, pair[0])
        entities.put(tx, before.model_copy(update={"text": "Edited."}))
    assert current(studio) == []
    with studio.project.writing() as tx:
        entities.put(tx, before)
    assert len(current(studio)) == 1
    remove_response(studio.lena, pair[1])
    assert current(studio) == []
    assert tasks_to_compare(studio.maria) == ()


def test_what_was_edited_while_it_was_read_is_not_recorded(studio, pair):
    seen = pair_view(studio.maria, (pair[0], pair[1])).compared_hash
    with studio.project.writing() as tx:
        before = responses.get_response(tx, pair[0])
        entities.put(tx, before.model_copy(update={"text": "Edited."}))
    with pytest.raises(ConflictError):
        record_comparison(studio.maria, *pair, Preference.FIRST, seen_hash=seen)
    assert all_of(studio) == []


def test_letters_stay_from_the_first_comparison_on(studio, pair):
    before = {item.response_id: item.label for item in pair_view(studio.maria, tuple(pair)).shown}
    record_comparison(studio.maria, *pair, Preference.FIRST)
    add_responses(studio.lena, [NewResponse("t1", f"m{n}", f"Text {n}.") for n in range(6)])
    after = {item.response_id: item.label for item in pair_view(studio.maria, tuple(pair)).shown}
    assert after == before


def test_nothing_an_expert_sees_names_a_system(studio, pair):
    view = repr(pair_view(studio.maria, (pair[0], pair[1]))).replace("aurora says", "")
    seen = view.replace("borealis says", "") + repr(tasks_to_compare(studio.maria))
    assert "aurora" not in seen
    assert "borealis" not in seen


def test_an_adjudicator_of_a_response_does_not_compare_it(studio, pair):
    studio.judged(pair[0], "maria")
    read_form(studio.omar, pair[0], "maria", [line.id for line in rubric(studio)])
    confirm(studio.omar, pair[0], "maria")
    with studio.project.writing() as tx:
        omar = entities.find(tx, Person, "omar")
        entities.put(tx, omar.model_copy(update={"roles": (Role.SENIOR, Role.EXPERT)}))
    with pytest.raises(NotAllowedError):
        record_comparison(studio.omar, *pair, Preference.FIRST)


def test_it_says_whether_its_expert_could_have_known(studio, pair):
    record_comparison(studio.maria, *pair, Preference.FIRST)
    assert not all_of(studio)[0].unblinded
    studio.judged(pair[0], "ada")  # a senior expert: others' judgments are open to her from now on
    record_comparison(studio.ada, *pair, Preference.FIRST)
    assert {item.rater_id: item.unblinded for item in all_of(studio)} == {
        "maria": False, "ada": True,
    }  # fmt: skip


def test_a_lead_who_sees_the_systems_compares_unblinded(studio):
    change_person(studio.lena, "lena", roles=(Role.LEAD, Role.EXPERT))
    set_policies(studio.lena, qualification_required=False)
    pair = sorted(studio.answered(models=("aurora", "borealis")))
    record_comparison(studio.lena, *pair, Preference.FIRST)  # they still have to judge them
    assert not all_of(studio)[0].unblinded
    reopen(studio.lena, "t1", reason="A checkpoint is missing.")
    record_comparison(studio.lena, *pair, Preference.SECOND)
    assert all_of(studio)[0].unblinded


@given(IDS, st.integers(0, 14))
def test_the_pairs_are_balanced_and_join_all_responses(ids, compared_with):
    pairs = pairs_to_compare(sorted(ids), compared_with)
    assert pairs == sorted(set(pairs))
    assert all(first < second for first, second in pairs)
    counts = Counter(id_ for pair in pairs for id_ in pair)
    assert counts.keys() == ids
    (each,) = set(counts.values())
    wanted = len(ids) - 1 if not compared_with else min(len(ids) - 1, compared_with)
    assert wanted <= each <= wanted + 1
    joined = {min(ids)}
    for _ in ids:
        joined |= {id_ for pair in pairs if joined & set(pair) for id_ in pair}
    assert joined == ids


@given(IDS, st.integers(0, 8), st.randoms(use_true_random=False))
def test_the_pairs_do_not_depend_on_the_order_in_which_responses_came(ids, compared_with, chance):
    shuffled = sorted(ids)
    chance.shuffle(shuffled)
    assert pairs_to_compare(shuffled, compared_with) == pairs_to_compare(sorted(ids), compared_with)


def test_which_is_read_first_is_drawn_by_expert_and_texts_alone():
    def response(id_: str, text: str) -> Response:
        return Response(id=id_, task_id="t", model="m", text=text)

    firsts = Counter()
    for place in range(200):
        one, other = response("a", f"one {place}"), response("b", f"other {place}")
        first = first_shown("maria", one, other)
        assert first_shown("maria", other, one) is first
        renamed = first_shown("maria", one.model_copy(update={"id": "z"}), other)
        assert renamed.text == first.text
        firsts[first.id] += 1
    assert 60 <= firsts["a"] <= 140


def test_a_balanced_part_of_the_pairs_is_a_rule_of_the_project(studio):
    given = studio.answered(models=tuple(f"m{n}" for n in range(7)))
    (every,) = tasks_to_compare(studio.maria)
    assert len(every.pairs) == len(list(combinations(given, 2)))
    set_policies(studio.lena, compared_with=2)
    (some,) = tasks_to_compare(studio.maria)
    (same,) = tasks_to_compare(studio.ada)
    assert len(some.pairs) == 7
    assert {item.pair for item in some.pairs} == {item.pair for item in same.pairs}


@pytest.mark.parametrize("preference", Preference)
def test_comparisons_go_out_and_come_back_in_an_assignment(studio, tmp_path, preference):
    given = studio.answered(models=("m0", "m1", "m2"))
    first, second, third = sorted(given)
    record_comparison(studio.ada, first, second, Preference.FIRST)
    guest = Guest(sent(studio, Purpose.JUDGE, "ada", of_responses(studio, *given)), tmp_path)
    (out,) = tasks_to_compare(guest.ctx)
    assert (out.done, len(out.pairs)) == (1, 3)
    texts = {}
    with studio.project.reading() as tx:
        texts = {responses.get_response(tx, id_).text: id_ for id_ in given}
    wanted = {second, third}
    (there,) = (
        item.pair
        for item in out.pairs
        if {texts[one.text] for one in pair_view(guest.ctx, item.pair).shown} == wanted
    )
    view = pair_view(guest.ctx, there)
    real = [texts[one.text] for one in view.shown]
    record_comparison(
        guest.ctx, *(one.response_id for one in view.shown), preference, rationale="So."
    )
    content = guest.submit()
    assert outcomes(take(studio, content)) == {"applied": 1}
    assert outcomes(take(studio, content)) == {"known": 1}
    (made,) = [item for item in current(studio) if set(item.pair) == wanted]
    better = {Preference.FIRST: real[0], Preference.SECOND: real[1], Preference.TIE: None}
    assert made.better == better[preference]
    assert (made.shown_first, made.rationale, made.rater_id) == (real[0], "So.", "ada")
    guest.project.close()


def test_what_was_withdrawn_after_it_was_submitted_is_taken_back(studio, tmp_path):
    given = studio.answered(models=("m0", "m1"))
    guest = Guest(sent(studio, Purpose.JUDGE, "ada", of_responses(studio, *given)), tmp_path)
    shown = guest.response_ids()
    record_comparison(guest.ctx, *shown, Preference.FIRST)
    first = guest.submit()
    take(studio, first)
    assert len(current(studio)) == 1
    withdraw_comparison(guest.ctx, *shown)
    take(studio, guest.submit())
    assert all_of(studio) == []
    guest.project.close()


def test_a_comparison_of_a_text_that_was_edited_since_comes_in_and_does_not_count(studio, tmp_path):
    given = studio.answered(models=("m0", "m1"))
    guest = Guest(sent(studio, Purpose.JUDGE, "ada", of_responses(studio, *given)), tmp_path)
    record_comparison(guest.ctx, *guest.response_ids(), Preference.FIRST)
    reopen(studio.lena, "t1", reason="Unclear.")
    change_brief(studio.wei, "t1", materials="Another lease.")
    assert outcomes(take(studio, guest.submit())) == {"outdated": 1}
    assert len(all_of(studio)) == 1
    assert current(studio) == []
    guest.project.close()


def test_it_never_counts_as_a_judgment(studio, pair):
    record_comparison(studio.maria, *pair, Preference.FIRST)
    with studio.project.reading() as tx:
        assert entities.find_all(tx, Judgment) == []
        assert entities.find_all(tx, Draft) == []
