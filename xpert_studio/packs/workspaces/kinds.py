"""Checks on the folder that a response ends as: which files there are, and which were changed."""

from __future__ import annotations

from typing import Final

from pydantic import Field

from xpert_studio.api.checks import CheckKind, Message, Outcome, Subject
from xpert_studio.packs.workspaces.looking import Paths, folders_of, listed, matching


class Exists(Paths):
    """Files that have to be there."""

    negated: bool = Field(
        default=False, title="Must not", description="None of these files may be there."
    )


def _exists(subject: Subject, given: Exists) -> Outcome:
    found = folders_of(subject)
    if isinstance(found, Outcome):
        return found
    there = {pattern: matching(pattern, found.end) for pattern in given.paths}
    if given.negated:
        extra = [path for paths in there.values() for path in paths]
        if extra:
            return Outcome(False, Message("The folder has {files}.", files=listed(extra)))
        return Outcome(True, Message("The folder has none of these files."))
    missing = [pattern for pattern, paths in there.items() if not paths]
    if missing:
        return Outcome(False, Message("The folder has no {files}.", files=listed(missing)))
    return Outcome(True, Message("The folder has all of these files."))


def _unchanged(subject: Subject, given: Paths) -> Outcome:
    found = folders_of(subject)
    if isinstance(found, Outcome):
        return found
    changed = sorted(
        {
            path
            for pattern in given.paths
            for folder in (found.start, found.end)
            for path in matching(pattern, folder)
        }
        & found.touched
    )
    if changed:
        return Outcome(False, Message("Changed, and must not be: {files}.", files=listed(changed)))
    return Outcome(True, Message("These files are as they were."))


def _only_changed(subject: Subject, given: Paths) -> Outcome:
    found = folders_of(subject)
    if isinstance(found, Outcome):
        return found
    allowed = {
        path
        for pattern in given.paths
        for folder in (found.start, found.end)
        for path in matching(pattern, folder)
    }
    others = sorted(found.touched - allowed)
    if others:
        return Outcome(False, Message("Changed beside these: {files}.", files=listed(others)))
    return Outcome(True, Message("No other files were changed."))


KINDS: Final = (
    CheckKind("folder_has", "Folder has files", Exists, _exists),
    CheckKind("folder_unchanged", "Files unchanged", Paths, _unchanged),
    CheckKind("folder_only", "Only these changed", Paths, _only_changed),
)
