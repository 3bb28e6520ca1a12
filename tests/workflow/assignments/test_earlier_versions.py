"""Files that were made of packets of version 14, with work that was not sent back."""

from __future__ import annotations

import lzma
from pathlib import Path

import pytest

from tests.workflow.assignments.files import later, new_id, outcomes
from xpert_studio.core.errors import ExchangeRefusedError
from xpert_studio.core.exchange.assignment_files import (
    kind_of_file,
    read_assignment,
    read_submission,
)
from xpert_studio.core.exchange.assignment_transfer import (
    import_submission_file,
    submission_to_file,
)
from xpert_studio.core.records import Checkpoint, Comment, Judgment, Stage, Task
from xpert_studio.core.store import ProjectFile, entities
from xpert_studio.core.store.log_chain import verify_log
from xpert_studio.core.workflow import CommandContext, undo

KEPT = Path(__file__).with_name("kept_v14")
PEOPLE = {"judge": "maria", "review": "omar", "write": "maria"}


@pytest.fixture
def opened(tmp_path):
    made = {}
    for name in ("law", *PEOPLE):
        path = tmp_path / f"{name}.xpert"
        path.write_bytes(lzma.decompress((KEPT / f"{name}.xpert.xz").read_bytes()))
        made[name] = ProjectFile.open(path)
    yield made
    for project in made.values():
        project.close()


def ctx(project, person):
    return CommandContext(project, person, later, new_id)


def submitted(opened, name, tmp_path):
    path, _ = submission_to_file(ctx(opened[name], PEOPLE[name]), tmp_path / name)
    return import_submission_file(ctx(opened["law"], "lena"), path)


def test_judgments_that_were_not_sent_are_submitted_now(opened, tmp_path):
    taken = submitted(opened, "judge", tmp_path)
    assert set(outcomes(taken)) == {"applied"}, [i.reason for i in taken.parts]
    with opened["law"].reading() as tx:
        made = entities.find_all(tx, Judgment, expert_id="maria")
        assert verify_log(tx) == []
    assert {item.rationale for item in made} == {"It says so plainly."}
    assert {item.rated_hash is not None for item in made} == {True}


def test_a_review_that_was_not_sent_is_submitted_now(opened, tmp_path):
    taken = submitted(opened, "review", tmp_path)
    assert taken.moved == ("t2",)
    with opened["law"].reading() as tx:
        (comment,) = entities.find_all(tx, Comment)
        assert entities.find(tx, Task, "t2").stage is Stage.RUBRIC
    assert comment.author_id == "omar"
    undo(ctx(opened["law"], "lena"), change_id=taken.change.id)


def test_what_was_written_and_not_sent_is_submitted_now(opened, tmp_path):
    submitted(opened, "write", tmp_path)
    with opened["law"].reading() as tx:
        assert entities.find(tx, Task, "t3").context == "You advise a bank."
        texts = [point.text for point in entities.find_all(tx, Checkpoint, task_id="t3")]
    assert "Names the landlord." in texts


def test_a_packet_itself_is_refused_with_what_to_do(tmp_path):
    assert kind_of_file(KEPT / "answer.xpacket") is None
    with pytest.raises(ExchangeRefusedError, match="submits again; nothing that they did is lost"):
        read_submission(KEPT / "answer.xpacket")
    with pytest.raises(ExchangeRefusedError, match="a new assignment"):
        read_assignment(KEPT / "review.xpacket")
