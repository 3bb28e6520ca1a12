"""Where a project keeps folders: with a task its starting folder, with a response its changes.

Both are attached files, so that they go where tasks and responses go, and an edit of a starting
folder makes stale what was decided.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from xpert_studio.api.changes import Change, Message, NotFoundError
from xpert_studio.core.documents.media_types import FOLDER
from xpert_studio.core.judge.key_check import KeyCheck
from xpert_studio.core.records import Attachment, Response, Task
from xpert_studio.core.store import Transaction, files, tasks
from xpert_studio.core.workflow import (
    CommandContext,
    NewFile,
    NewResponse,
    add_responses,
    attach_bytes,
    detach_file,
)
from xpert_studio.packs.workspaces.account import account
from xpert_studio.packs.workspaces.archive import (
    pack_changes,
    pack_folder,
    unpack_changes,
    unpack_folder,
)
from xpert_studio.packs.workspaces.changes import Changes, changes_between, end_of
from xpert_studio.packs.workspaces.folder import EMPTY, Folder

STARTING: Final = "workspace.zip"
CHANGED: Final = "changes.zip"


@dataclass(frozen=True, slots=True)
class Kept:
    """What the project has of a response.

    Attributes:
        start: The starting folder of its task.
        changes: What the system changed in the folder.
    """

    start: Folder
    changes: Changes


def archive_in(attachments: Iterable[Attachment]) -> Attachment | None:
    """The archive among attached files; None where there is none."""
    return next((attachment for attachment in attachments if attachment.media_type == FOLDER), None)


def has_folder(task: Task) -> bool:
    """Whether a task begins with a folder."""
    return archive_in(task.attachments) is not None


def starting_folder(tx: Transaction, task: Task) -> Folder:
    """The folder that a task begins with; an empty one where it has none.

    Raises:
        ArchiveError: It is damaged.
    """
    found = archive_in(task.attachments)
    return EMPTY if found is None else unpack_folder(files.get_blob(tx, found.sha256))


def kept_of(tx: Transaction, response: Response) -> Kept:
    """What a system changed, and in which folder.

    Raises:
        NotFoundError: The response is a text, and no changed folder.
        ArchiveError: An archive is damaged.
    """
    found = archive_in(response.attachments)
    if found is None:
        raise NotFoundError(
            "The response is a text: it has no changed files.",
            remedy="'workspace run' has a command change the folder; 'workspace take' takes one "
            "that a person changed.",
        )
    start = starting_folder(tx, tasks.get_task(tx, response.task_id))
    return Kept(start, unpack_changes(files.get_blob(tx, found.sha256)))


def ending_folder(tx: Transaction, response: Response) -> Folder:
    """The folder that a response ends as.

    Raises:
        NotFoundError: The response is a text.
        ConflictError: The starting folder is another one since.
    """
    kept = kept_of(tx, response)
    return end_of(kept.start, kept.changes)


def set_folder(ctx: CommandContext, task_id: str, folder: Folder) -> Change | None:
    """Makes a folder the starting folder of the person's own task.

    Returns:
        The change; None where it is that folder already.

    Raises:
        UsageError: A key that is set up here is in a file.
        XpertError: The person may not, or not now; see ``attach_bytes``.
    """
    need_no_keys_in(folder)
    with ctx.project.reading() as tx:
        task = tasks.get_task(tx, task_id)
        there = archive_in(task.attachments)
        if there is not None and starting_folder(tx, task) == folder:
            return None
    name = STARTING if there is None else PurePath(there.path).name
    return attach_bytes(ctx, task_id, name, pack_folder(folder), caption="Starting folder")


def remove_folder(ctx: CommandContext, task_id: str) -> Change:
    """Takes the starting folder out of the person's own task.

    Raises:
        NotFoundError: There is none.
    """
    with ctx.project.reading() as tx:
        task = tasks.get_task(tx, task_id)
    there = archive_in(task.attachments)
    if there is None:
        raise NotFoundError(Message("{task} has no starting folder.", task=task.name))
    return detach_file(ctx, task_id, PurePath(there.path).name)


def response_with(
    task: Task, start: Folder, end: Folder, system: str, *, latency_ms: float | None = None
) -> NewResponse:
    """The response of a system that made one folder the other.

    Raises:
        UsageError: A key that is set up here is in a changed file.
    """
    changes = changes_between(start, end)
    need_no_keys_in(changes.written)
    archive = NewFile(CHANGED, pack_changes(changes), "Changed files")
    text = account(start, changes)
    return NewResponse(task.id, system, text, latency_ms=latency_ms, files=(archive,))


def take_response(ctx: CommandContext, task_id: str, end: Folder, system: str) -> Change:
    """Keeps a folder that a person or a program changed as a response.

    Args:
        ctx: A lead.
        task_id: The task.
        end: The folder as it is now.
        system: Whose response it is.

    Raises:
        IncompleteError: It cannot be taken, see ``add_responses``.
        UsageError: A key that is set up here is in a changed file.
    """
    with ctx.project.reading() as tx:
        task = tasks.get_task(tx, task_id)
        start = starting_folder(tx, task)
    return add_responses(ctx, [response_with(task, start, end, system)])


def need_no_keys_in(folder: Folder) -> None:
    """Refuses files that hold a key: they are kept, and shown to people and models.

    Raises:
        UsageError: One does; it is named.
    """
    check = KeyCheck(public=False)
    for path, file in folder.files.items():
        check.look(path, path)
        check.look_into(file.content, path)
    check.settle()
