"""Attachments: images, documents, texts and recordings, stored by hash and never executed."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Final

from xpert_studio.core.documents import UNREAD, file_content, media_type_of
from xpert_studio.core.documents.readers import is_read_by_others
from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Attachment, Change, Stage, Task
from xpert_studio.core.store import ProjectFile, Transaction, files
from xpert_studio.core.store.open_files import is_held
from xpert_studio.core.workflow import rights
from xpert_studio.core.workflow.command_context import CommandContext, UnitOfWork
from xpert_studio.core.workflow.commands import command
from xpert_studio.core.workflow.media import can_render

_STAGES: Final = (Stage.BRIEF, Stage.RETURNED, Stage.RUBRIC)


def attach_file(ctx: CommandContext, task_id: str, path: Path, *, caption: str = "") -> Change:
    """Attaches a file to the person's own brief; its type is read from its content.

    A file of the same name takes the place of the one before.

    Args:
        ctx: The author.
        task_id: The task.
        path: The file.
        caption: What it shows; models and experts read it.

    Raises:
        UsageError: It cannot be read, is empty or too large, or is no image, PDF, Office file or
            text.
    """
    return attach_bytes(ctx, task_id, path.name, read_file(path), caption=caption)


def read_file(path: Path) -> bytes:
    """The content of a file that is to be attached.

    Raises:
        UsageError: It cannot be read, is empty or too large, or is a project that is open.
    """
    if is_held(path):  # and reading it by hand would let SQLite's locks go
        raise UsageError(
            Message("{path} is a project that is open.", path=path.name),
            remedy="Choose another file.",
        )
    return file_content(path)


@command("attachment.add", "Attach file", done="attached a file")
def attach_bytes(
    unit: UnitOfWork, task_id: str, name: str, data: bytes, *, caption: str = ""
) -> None:
    """Attach a file to the author's brief; models and experts see it with the prompt."""
    unit.on(task_id, _scope(task_id))
    task = _own(unit)
    attachment = make_attachment(unit.tx, name, data, caption=caption)
    kept = tuple(item for item in task.attachments if item.path != attachment.path)
    unit.put(task.model_copy(update={"attachments": (*kept, attachment)}))
    unit.tell(file=name, media_type=attachment.media_type, bytes=len(data))


@command("attachment.remove", "Remove file", done="removed a file")
def detach_file(unit: UnitOfWork, task_id: str, name: str) -> None:
    """Remove a file from the author's brief.

    Raises:
        NotFoundError: There is none of that name.
    """
    unit.on(task_id, _scope(task_id))
    task = _own(unit)
    kept = tuple(item for item in task.attachments if name not in {item.path, Path(item.path).name})
    if len(kept) == len(task.attachments):
        raise NotFoundError(Message("{task} has no attachment {name}.", task=task.name, name=name))
    unit.put(task.model_copy(update={"attachments": kept}))
    unit.tell(file=name)


@command("attachment.caption", "Edit caption", done="wrote a caption")
def caption_attachment(unit: UnitOfWork, task_id: str, name: str, caption: str) -> None:
    """Set the caption of a file in the author's brief.

    Raises:
        NotFoundError: There is none of that name.
    """
    unit.on(task_id, _scope(task_id))
    task = _own(unit)
    if all(name not in {item.path, Path(item.path).name} for item in task.attachments):
        raise NotFoundError(Message("{task} has no attachment {name}.", task=task.name, name=name))
    written = tuple(
        item.model_copy(update={"caption": caption.strip() or None})
        if name in {item.path, Path(item.path).name}
        else item
        for item in task.attachments
    )
    unit.put(task.model_copy(update={"attachments": written}))
    unit.tell(file=name)


def bytes_of(project: ProjectFile, sha256: str) -> bytes:
    """The content of an attachment by its hash.

    Raises:
        NotFoundError: There is none.
    """
    with project.reading() as tx:
        return files.get_blob(tx, sha256)


def make_attachment(tx: Transaction, name: str, data: bytes, *, caption: str = "") -> Attachment:
    """Stores a file's bytes and gives the attachment; its type is read from its content.

    Raises:
        UsageError: No image, document, text or recording.
    """
    media_type = media_type_of(data, name)
    if media_type is None or (
        media_type in UNREAD and not is_read_by_others(media_type) and not can_render(media_type)
    ):
        raise UsageError(
            Message(
                "{name} is no image, text, PDF, Office or OpenDocument file, sound or film that "
                "can be read.",
                name=name,
            ),
            remedy="Save it as one of these (.doc as .docx, .ppt as .pptx); remove a password.",
        )
    return Attachment(
        path=f"attachments/{unicodedata.normalize('NFC', Path(name).name)}",
        media_type=media_type,
        sha256=files.put_blob(tx, data),
        caption=caption.strip() or None,
    )


def _own(unit: UnitOfWork) -> Task:
    task = unit.task()
    rights.author_at_work(unit.person, task, unit.info.policies)
    rights.need_stage(task, *_STAGES, to=Message("changed"))
    return task


def _scope(task_id: str) -> str:
    """Attachments are a field of the brief; see ``change_brief``."""
    return f"task/{task_id}/brief/attachments"
