"""What the checks of a rubric decide on a folder that is no response yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xpert_studio.api.instruments import Checkpoint
from xpert_studio.api.runners import CannotCheckError, Runner
from xpert_studio.core.documents.media_types import FOLDER
from xpert_studio.core.errors import XpertError
from xpert_studio.core.instruments import is_absent, is_by_program
from xpert_studio.core.instruments.deciding import Subject, SubjectFile
from xpert_studio.core.judge.checks_backend import decided
from xpert_studio.core.records import Task
from xpert_studio.packs.workspaces.account import account
from xpert_studio.packs.workspaces.archive import pack_changes, pack_folder
from xpert_studio.packs.workspaces.changes import changes_between
from xpert_studio.packs.workspaces.folder import Folder


@dataclass(frozen=True, slots=True)
class Tried:
    """What a checkpoint comes to.

    Attributes:
        text: Of the checkpoint.
        met: None where it cannot be decided.
        reason: Why.
    """

    text: str
    met: bool | None
    reason: str


def decide_on(
    task: Task, rubric: Sequence[Checkpoint], start: Folder, end: Folder, run: Runner
) -> list[Tried]:
    """Decides every checkpoint of a rubric that a program decides.

    Args:
        task: The task.
        rubric: Its checkpoints.
        start: The folder that it begins with.
        end: The folder as it was made.
        run: Runs code of the folder, or says why not.
    """
    changes = changes_between(start, end)
    subject = Subject(
        account(start, changes),
        prompt=task.full_prompt,
        materials=task.materials or "",
        task_files=(SubjectFile(FOLDER, lambda: pack_folder(start)),),
        files=(SubjectFile(FOLDER, lambda: pack_changes(changes)),),
    )
    points = (point for point in rubric if is_by_program(point) and not is_absent(point))
    return [_tried(subject, point, run) for point in points]


def _tried(subject: Subject, point: Checkpoint, run: Runner) -> Tried:
    try:
        outcome = decided(subject, point, run)
    except CannotCheckError as error:
        return Tried(point.text, None, f"{error.message} {error.remedy}".strip())
    except XpertError as error:
        return Tried(point.text, None, error.message)
    return Tried(point.text, outcome.passed, outcome.reason)
