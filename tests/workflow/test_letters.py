"""Blind letters: no order of systems shows in them, and whoever has begun keeps theirs."""

import hypothesis.strategies as st
from hypothesis import given

from tests.sampling import examples
from tests.workflow.studio import Studio
from xpert_studio.core.exchange import import_bundle
from xpert_studio.core.exchange.bundle_export import export_bundle
from xpert_studio.core.records import Visibility
from xpert_studio.core.store import response_labels
from xpert_studio.core.workflow import (
    NewResponse,
    add_responses,
    form_view,
    open_form,
    redo,
    remove_response,
    undo,
    waiting_for,
)
from xpert_studio.core.workflow.blinding import blind_labels, labels_of, ordered

IDS = st.text("abcdef0123456789-", min_size=1, max_size=8)


def labels(studio: Studio, task_id: str = "t1") -> dict[str, str]:
    with studio.project.reading() as tx:
        return dict(blind_labels(tx, task_id))


def add(studio: Studio, *models: str) -> list[str]:
    new = [NewResponse("t1", model, f"{model} says: leave.") for model in models]
    return [response.id for response in add_responses(studio.lena, new).after("response")]


@examples(40)
@given(batches=st.lists(st.sets(IDS, max_size=6), max_size=6), gone=st.sets(IDS))
def test_letters_stay_however_many_come_and_go(batches: list[set[str]], gone: set[str]) -> None:
    known: dict[str, str] = {}
    kept: list[str] = []
    there: set[str] = set()
    for batch in batches:
        there = (there | batch) - gone
        found = labels_of(there, kept)
        assert found.keys() == there
        assert len(set(found.values())) == len(found)
        assert all(known.setdefault(id_, letter) == letter for id_, letter in found.items())
        kept = ordered(there, kept)


@examples(40)
@given(ids=st.sets(IDS, min_size=1, max_size=40), data=st.data())
def test_the_order_in_which_responses_came_shows_nowhere(ids: set[str], data) -> None:
    shuffled = data.draw(st.permutations(sorted(ids)))
    assert labels_of(shuffled) == labels_of(ids)
    assert len(set(labels_of(ids).values())) == len(ids)


def test_before_anybody_has_begun_all_letters_are_drawn_together(studio: Studio) -> None:
    first = studio.answered(models=("m0", "m1"))
    later = add(studio, "m2", "m3", "m4")
    assert labels(studio) == labels_of([*first, *later])


def test_whoever_has_begun_keeps_their_letters_when_more_come(studio: Studio) -> None:
    first = studio.answered(models=tuple(f"m{n}" for n in range(5)))
    before = labels(studio)
    open_form(studio.maria, first[0])
    later = add(studio, *(f"n{n}" for n in range(7)))
    after = labels(studio)
    assert {id_: after[id_] for id_ in first} == before
    assert {after[id_] for id_ in later} == set("FGHIJKL")
    assert form_view(studio.maria, first[0]).label == before[first[0]]
    waiting = {form.response_id: form.label for form in waiting_for(studio.maria).to_judge}
    assert waiting == after
    in_the_order_of_arrival = [after[id_] for id_ in later]
    assert in_the_order_of_arrival != sorted(in_the_order_of_arrival)


def test_what_is_taken_out_and_put_back_moves_nobody(studio: Studio) -> None:
    first = studio.answered(models=("m0", "m1", "m2", "m3"))
    before = labels(studio)
    open_form(studio.maria, first[0])
    gone = next(id_ for id_ in first[1:] if before[id_] < max(before.values()))
    remove_response(studio.lena, gone)
    assert labels(studio) == {id_: letter for id_, letter in before.items() if id_ != gone}
    (new,) = add(studio, "m4")
    assert labels(studio)[new] == "E", "the letter of what went is not given again"
    undo(studio.lena)
    undo(studio.lena)
    assert labels(studio) == before
    redo(studio.lena)
    redo(studio.lena)
    assert labels(studio)[new] == "E"


def test_a_batch_redone_after_somebody_has_begun_moves_nobody(studio: Studio) -> None:
    first = studio.answered(models=("m0", "m1", "m2"))
    add(studio, "m3", "m4", "m5")
    undo(studio.lena)
    open_form(studio.maria, first[0])
    before = labels(studio)
    redo(studio.lena)
    assert {id_: labels(studio)[id_] for id_ in first} == before


def test_letters_of_a_project_from_before_they_were_kept_stay_too(studio: Studio) -> None:
    first = studio.answered(models=("m0", "m1", "m2"))
    open_form(studio.maria, first[0])
    with studio.project.writing() as tx:
        response_labels.keep_order(tx, "t1", ())
    before = labels(studio)
    add(studio, "m3", "m4", "m5", "m6")
    assert {id_: labels(studio)[id_] for id_ in first} == before


def test_an_import_moves_no_letter_of_whoever_has_begun(studio: Studio, tmp_path) -> None:
    first = studio.answered(models=("m0", "m1"))
    add(studio, "m2", "m3", "m4")
    export_bundle(studio.project, tmp_path / "all", visibility=Visibility.PRIVATE, now=studio.now())
    undo(studio.lena)
    open_form(studio.maria, first[1])
    before = labels(studio)
    import_bundle(studio.project, tmp_path / "all", now=studio.now())
    after = labels(studio)
    assert len(after) == 5
    assert {id_: after[id_] for id_ in first} == before
