"""Files of version 15, whose log, assignments and submissions have earlier names of records.

``kept_v15`` was made by the program of that version: a project in which people did work of every
kind, undone and redone work included, and into which ``review.xsubmission`` was imported; the files
that were made of its assignments, and their submissions; a copy with work, and its outbox.
"""

from __future__ import annotations

import lzma
import sqlite3
from itertools import count
from pathlib import Path

import pytest

from tests.workflow.assignments import test_copies
from tests.workflow.assignments.files import later, outcomes
from xpert_studio.core.exchange.assignment_files import read_submission
from xpert_studio.core.exchange.assignment_transfer import (
    import_submission_file,
    open_assignment_file,
    submission_to_file,
)
from xpert_studio.core.records import (
    Comment,
    Draft,
    Judgment,
    OpenForm,
    ReadMark,
    SpotCheck,
    Subset,
    Suggestion,
    SuggestionState,
)
from xpert_studio.core.store import ProjectFile, check_file, entities, log
from xpert_studio.core.store.log_chain import verify_log
from xpert_studio.core.workflow import CommandContext, redo, undo
from xpert_studio.core.workflow.assignments.outbox import parts_since

KEPT = Path(__file__).with_name("kept_v15")
PEOPLE = {"review": "maria", "write": "wei", "judge": "ada", "adjudicate": "omar"}
EARLIER = ("remark", "open_sheet", "proposal", "basis", "senior_id", "drawn_with_seed", '"line"')


_ids = count(1)


def new_id() -> str:
    """Another one than any in the kept files."""
    return f"k{next(_ids):07d}"


def unpack(name: str, folder: Path) -> Path:
    path = folder / f"{name}.xpert"
    path.write_bytes(lzma.decompress((KEPT / f"{name}.xpert.xz").read_bytes()))
    return path


@pytest.fixture
def law(tmp_path):
    with ProjectFile.open(unpack("law", tmp_path)) as project:
        yield project


def ctx(project, person="lena"):
    return CommandContext(project, person, later, new_id)


def all_of(project, kind, **values):
    with project.reading() as tx:
        return entities.find_all(tx, kind, **values)


def everything(project):
    """All records but those that time alone changes."""
    with project.reading() as tx:
        assert verify_log(tx) == []
        return {
            kind: sorted(repr(r) for r in entities.find_all(tx, entity.record))
            for kind, entity in entities.ENTITIES.items()
            if kind != "project"
        }


def raw_log(path):
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT pk, parameters, details, effects, hash FROM log").fetchall()
    connection.close()
    return rows


def test_rows_of_the_log_keep_their_bytes(tmp_path):
    path = unpack("law", tmp_path)
    before = raw_log(path)
    text = repr(before)
    assert [name for name in EARLIER if name not in text] == []
    ProjectFile.open(path).close()
    assert raw_log(path) == before
    assert check_file(path).problems == ()


def test_records_have_what_they_had(law):
    (check,) = [item for item in all_of(law, SpotCheck) if item.task_id == "t4"]
    assert (check.sampled_with_seed, check.sampled_from, check.adjudicator_id) == (11, 1, "omar")
    on_line = next(item for item in all_of(law, Comment) if item.text == "Which notice?")
    assert on_line.checkpoint_text == "States that six months' notice is needed."
    assert {item.state for item in all_of(law, Suggestion)} == {
        SuggestionState.OPEN, SuggestionState.TAKEN,
    }  # fmt: skip
    (subset,) = all_of(law, Subset)
    assert (subset.name, subset.sampled_by) == ("gold", "lena")
    assert {item.rated_hash is not None for item in all_of(law, Judgment)} == {True}
    assert all_of(law, ReadMark)
    assert all_of(law, OpenForm)


def test_all_that_was_done_can_be_undone_and_done_again(law):
    before = everything(law)
    undone = []
    while (change := undo_any(law)) is not None:
        undone.append(change)
    assert len(undone) > 40
    assert not all_of(law, Comment)
    assert not all_of(law, SpotCheck)
    assert not all_of(law, Suggestion)
    assert not all_of(law, OpenForm)
    for change in reversed(undone):
        redo(ctx(law, change.actor_id), change_id=change.id)
    assert everything(law) == before


def undo_any(project):
    """Undoes the newest change, whoever made it; None for responses, which have verdicts."""
    with project.reading() as tx:
        kept = log.last_done(tx)
    if kept is None or kept.change.command == "response.add":
        return None
    undo(ctx(project, kept.change.actor_id), change_id=kept.change.id)
    return kept.change


@pytest.mark.parametrize(
    ("person", "kind", "more"), [("maria", Draft, 1), ("lena", Subset, 1), ("wei", Suggestion, 0)]
)
def test_what_was_undone_then_is_done_again_now(law, person, kind, more):
    before = all_of(law, kind)
    redo(ctx(law, person))
    after = all_of(law, kind)
    assert len(after) == len(before) + more
    assert after != before


def test_the_history_tells_counts_by_present_names(law):
    with law.reading() as tx:
        told = {
            (row.command, name)
            for row in log.all_entries(tx)
            for name in row.details
        }  # fmt: skip
    assert ("draft.accept", "suggestions") in told
    assert ("form.submit", "checkpoints") in told
    assert ("spot_check.sample", "sampled") in told
    assert not {name for _, name in told} & {"proposals", "lines", "drawn", "remarks"}


@pytest.mark.parametrize("name", PEOPLE)
def test_a_submission_of_that_time_is_imported_once(law, name):
    path = KEPT / f"{name}.xsubmission"
    assert read_submission(path).submission.format_version == 2
    first = import_submission_file(ctx(law), path)
    expected = "known" if name == "review" else "applied"
    assert set(outcomes(first)) == {expected}, [item.reason for item in first.parts]
    again = import_submission_file(ctx(law), path)
    assert set(outcomes(again)) == {"known"}
    assert not again.is_news
    everything(law)
    if first.change:
        before = everything(law)
        undo(ctx(law), change_id=first.change.id)
        redo(ctx(law), change_id=first.change.id)
        assert everything(law) == before


def test_an_import_of_that_time_can_be_undone_and_imported_again(law):
    with law.reading() as tx:
        (row,) = log.rows_of(tx, ["submission.import"])
    undo(ctx(law), change_id=row.entry.id)
    assert "Names no clause." not in {item.text for item in all_of(law, Comment)}
    taken = import_submission_file(ctx(law), KEPT / "review.xsubmission")
    assert taken.of(taken.parts[0].outcome)
    assert "Names no clause." in {item.text for item in all_of(law, Comment)}


@pytest.mark.parametrize("name", PEOPLE)
def test_work_in_a_file_of_that_time_is_submitted_now(law, tmp_path, name):
    """With the submission of that time before it, only what is new is taken."""
    import_submission_file(ctx(law), KEPT / f"{name}.xsubmission")
    with ProjectFile.open(unpack(name, tmp_path)) as theirs:
        path, _ = submission_to_file(ctx(theirs, PEOPLE[name]), tmp_path / name)
    taken = import_submission_file(ctx(law), path)
    assert read_submission(path).submission.format_version == 3
    new = {"known", "applied"} if name == "review" else {"known"}
    assert set(outcomes(taken)) == new, [item.reason for item in taken.parts]
    if name == "review":
        assert "Not sent yet." in {item.text for item in all_of(law, Comment)}


@pytest.mark.parametrize("name", PEOPLE)
def test_an_assignment_of_that_time_is_opened(tmp_path, name):
    made = open_assignment_file(KEPT / f"{name}.xassignment", tmp_path / name, now=later())
    kinds = {"review": Comment, "write": Suggestion, "judge": OpenForm, "adjudicate": Judgment}
    found = all_of(made, kinds[name])
    made.close()
    assert bool(found) is (name != "judge")


def test_the_outbox_of_a_copy_of_that_time_is_imported(law):
    taken = import_submission_file(ctx(law), KEPT / "copy.xsubmission")
    assert set(outcomes(taken)) == {"applied"}, [item.reason for item in taken.parts]
    assert "copied" in {item.name for item in all_of(law, Subset)}


def test_a_copy_of_that_time_catches_up(law, tmp_path, monkeypatch):
    monkeypatch.setattr(test_copies, "new_id", new_id)
    law.close()
    copy = test_copies.Copy(unpack("copy", tmp_path))
    authority = test_copies.Copy(tmp_path / "law.xpert")
    found = copy.catch_up(authority)
    assert {item.outcome.value for item in found.parts} == {"applied"}
    texts = {item.text for item in all_of(copy.project, Comment)}
    assert {"From the copy.", "Names no clause."} <= texts
    with copy.project.reading() as tx:
        assert {part.kind for part in parts_since(tx, 0, None, 0)} >= {"comment", "open_form"}
