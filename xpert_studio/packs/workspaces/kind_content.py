"""A check on the text of one file, by any kind of check that decides on a text."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from pydantic import Field, field_validator

from xpert_studio.api.checks import CheckKind, Message, Outcome, Subject
from xpert_studio.packs.checks.kinds.combined import constraint
from xpert_studio.packs.workspaces.account import text_in
from xpert_studio.packs.workspaces.folder import named
from xpert_studio.packs.workspaces.looking import FileOf, folders_of


class Content(FileOf):
    """What the text of a file has to be like."""

    check: str = Field(
        title="Check",
        description="A check by its id and, in JSON, its parameters, such as "
        'word_count {"at_most": 60}.',
    )

    @field_validator("check")
    @classmethod
    def _can_be_read(cls, written: str) -> str:
        kind, _ = constraint(written)
        if kind.id.startswith("folder_"):
            raise ValueError(Message("that check looks at a folder, not at a text"))
        return written


def _decide(subject: Subject, given: Content) -> Outcome:
    found = folders_of(subject)
    if isinstance(found, Outcome):
        return found
    file = found.end.files.get(given.path)
    if file is None:
        return Outcome(False, Message("The folder has no {files}.", files=named(given.path)))
    text = text_in(file.content)
    if text is None:
        return Outcome(False, Message("{name} is no text.", name=named(given.path)))
    kind, parameters = constraint(given.check)
    outcome = kind.decide(replace(subject, text=text), parameters)
    return Outcome(
        outcome.passed,
        Message("{name}: {reason}", name=named(given.path), reason=outcome.reason),
    )


KIND: Final = CheckKind(
    "folder_content",
    "Content of a file",
    Content,
    _decide,
    within=lambda given: (constraint(given.check)[0],),
)
