"""Checkpoints leave a project with whole numbers for positions, read one at a time."""

from __future__ import annotations

import pytest

from tests.store.conftest import NOW
from xpert_studio.core.records import Checkpoint, ProjectInfo, Task, placed
from xpert_studio.core.store import ProjectFile, tasks
from xpert_studio.core.store.bulk_import import Intake

PLACES = {
    "plain": (3, 0, None, 40),
    "edited": ("a1V", 2, None, "a1G"),
    "before": (0, "Z9", 1, 1),
}


@pytest.fixture
def mixed(tmp_path):
    """Tasks with and without keys of an order, whose checkpoints came in by turns."""
    with ProjectFile.create(
        tmp_path / "p.xpert", ProjectInfo(name="Places", created_at=NOW)
    ) as project:
        with project.writing() as tx:
            intake = Intake(tx)
            for task_id in PLACES:
                intake.task(Task(id=task_id, prompt="Do it."))
            for number in range(4):
                for task_id, places in PLACES.items():
                    intake.checkpoint(
                        Checkpoint(
                            task_id=task_id, id=f"c{9 - number}", text=f"Is {number}.", weight=1,
                            position=places[number],
                        )
                    )  # fmt: skip
            intake.flush()
        yield project


def test_they_are_what_placing_all_at_once_gives_in_the_order_they_came_in(mixed):
    with mixed.reading() as tx:
        given = tuple(tasks.all_checkpoints(tx))
        found = tuple(tasks.placed_checkpoints(tx))
    assert found == placed(given)
    assert [(line.task_id, line.id) for line in found] == [
        (line.task_id, line.id) for line in given
    ]
    by_task = {task_id: [line.position for line in found if line.task_id == task_id]
               for task_id in PLACES}  # fmt: skip
    assert by_task == {"plain": [3, 0, None, 40], "edited": [1, 2, 3, 0], "before": [1, 0, 3, 2]}
