"""What tests of the window look up in the project, and how they make it slow."""

from __future__ import annotations

import time

import pytest

from tests.desktop.hands import Hands
from tests.workflow.studio import Studio
from xpert_studio.core.store import tasks

NASTY = "<img src='file:///etc/passwd'>{n} %s &A\t<b>x</b>"


def task_of(studio: Studio, task_id: str = "t1"):
    """A task as the project has it."""
    with studio.project.reading() as tx:
        return tasks.get_task(tx, task_id)


def rubric_of(studio: Studio, task_id: str = "t1"):
    """A rubric as the project has it."""
    with studio.project.reading() as tx:
        return tasks.rubric_of(tx, task_id)


def slow(monkeypatch: pytest.MonkeyPatch, hands: Hands, name: str, seconds: float) -> None:
    """Makes reading or writing of the project take its time."""
    project = type(hands.app.session.project)
    real = getattr(project, name)

    def slowly(self):
        time.sleep(seconds)
        return real(self)

    monkeypatch.setattr(project, name, slowly)
