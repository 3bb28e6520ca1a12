"""Submissions and the outbox of a copy as the program of version 23 wrote them.

``kept_v23`` was made by the program of that version of the project file: a project, the last
submission of each of its seven assignments, and a copy with work and its outbox. ``outcomes.json``
says what that program made of each part, taken in this order.
"""

from __future__ import annotations

import json
import lzma
from itertools import count
from pathlib import Path

import pytest

from tests.workflow.assignments import test_copies
from tests.workflow.assignments.files import later
from xpert_studio.core.exchange.assignment_transfer import import_submission_file
from xpert_studio.core.records import Comment, Person, Task
from xpert_studio.core.store.log_chain import verify_log
from xpert_studio.core.workflow import CommandContext

KEPT = Path(__file__).with_name("kept_v23")
OUTCOMES: dict[str, list[list[str]]] = json.loads((KEPT / "outcomes.json").read_text("utf-8"))

_ids = count(1)


def new_id() -> str:
    """Another one than any in the kept files."""
    return f"k{next(_ids):07d}"


@pytest.fixture
def law(tmp_path):
    return test_copies.Copy(unpacked("law", tmp_path))


def unpacked(name: str, folder: Path) -> Path:
    path = folder / f"{name}.xpert"
    path.write_bytes(lzma.decompress((KEPT / f"{name}.xpert.xz").read_bytes()))
    return path


def taken(law, name: str) -> list[list[str]]:
    ctx = CommandContext(law.project, "lena", later, new_id)
    parts = import_submission_file(ctx, KEPT / f"{name}.xsubmission").parts
    return [[item.part.kind, item.outcome.value] for item in parts]


def test_each_part_comes_to_what_it_came_to_then(law):
    assert {name: taken(law, name) for name in OUTCOMES} == OUTCOMES
    state = law.state()
    again = [outcome for name in OUTCOMES for _, outcome in taken(law, name)]
    assert set(again) == {"known", "conflict"}
    assert law.state() == state
    with law.project.reading() as tx:
        assert verify_log(tx) == []


def test_in_another_order_they_come_to_the_same_records(law, tmp_path):
    others = [name for name in OUTCOMES if name != "copy"]
    for name in others:
        taken(law, name)
    (tmp_path / "other").mkdir()
    other = test_copies.Copy(unpacked("law", tmp_path / "other"))
    for name in reversed(others):
        taken(other, name)
    assert law.state() == other.state()


def test_a_copy_of_that_time_catches_up_with_what_came_in_since(law, tmp_path, monkeypatch):
    monkeypatch.setattr(test_copies, "new_id", new_id)
    taken(law, "write-wei")
    copy = test_copies.Copy(unpacked("copy", tmp_path))
    found = copy.catch_up(law)
    assert [[item.part.kind, item.outcome.value] for item in found.parts] == OUTCOMES["copy"]
    assert copy.one(Task, "t3").context == "You advise two banks."
    assert copy.one(Person, "ines").name == "Ines"
    with copy.project.reading() as tx:
        texts = {item.text for item in test_copies.entities.find_all(tx, Comment)}
    assert "From the copy." in texts
