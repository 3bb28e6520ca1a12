"""What a system changed in a folder: files that it added or wrote anew, and those it removed."""

from __future__ import annotations

from dataclasses import dataclass

from xpert_studio.api import Message
from xpert_studio.core.errors import ConflictError
from xpert_studio.packs.workspaces.folder import Folder


@dataclass(frozen=True)
class Changes:
    """The way from one folder to another.

    Attributes:
        start: The hash of the folder it begins with.
        end: The hash of the folder it ends as.
        written: The files that are new or other than before, whole.
        removed: The paths of those that are gone, sorted.
    """

    start: str
    end: str
    written: Folder
    removed: tuple[str, ...] = ()


def changes_between(start: Folder, end: Folder) -> Changes:
    """What makes one folder the other."""
    return Changes(
        start.hash,
        end.hash,
        Folder(
            {path: one for path, one in sorted(end.files.items()) if start.files.get(path) != one}
        ),
        tuple(sorted(start.files.keys() - end.files.keys())),
    )


def end_of(start: Folder, changes: Changes) -> Folder:
    """The folder that changes end as, exactly.

    Raises:
        ConflictError: They were made in another folder.
    """
    if start.hash == changes.start:
        kept = {path: one for path, one in start.files.items() if path not in changes.removed}
        made = Folder(dict(sorted({**kept, **changes.written.files}.items())))
        if made.hash == changes.end:
            return made
    raise ConflictError(
        Message("The files were changed in another starting folder than the task has now."),
        remedy=Message("Run the system again, or take its folder again."),
    )
