"""A submission that is being looked at: what would become of it, and what was decided."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from xpert_studio.core.workflow.assignments.content import SubmissionContent
from xpert_studio.core.workflow.assignments.importing import Imported, import_submission
from xpert_studio.core.workflow.assignments.outbox import Subject
from xpert_studio.core.workflow.assignments.taking import (
    Choice,
    Field,
    FieldConflict,
    Outcome,
    TakenPart,
)
from xpert_studio.core.workflow.command_context import CommandContext
from xpert_studio.core.workflow.views import ProjectState
from xpert_studio.core.workflow.views.submissions import (
    PartName,
    SubmissionPreview,
    preview_submission,
)
from xpert_studio.desktop.pages.assignments.part_words import PartWords

LISTED = 500
"""The most parts of one outcome, or conflicts, that are listed."""


@dataclass(frozen=True, slots=True)
class Question:
    """A field that both sides changed; the record as a whole where its name is empty."""

    item: TakenPart
    conflict: FieldConflict

    @property
    def at(self) -> Field:
        """What identifies it."""
        return (*self.item.part.subject, self.conflict.name)

    @property
    def text(self) -> str | None:
        """The text that can be edited; None where the field holds something else."""
        mine, theirs = self.conflict.mine, self.conflict.theirs
        is_text = bool(self.conflict.name) and isinstance(mine, str) and isinstance(theirs, str)
        return mine if is_text else None


@dataclass(frozen=True, slots=True)
class DecidedSubmission:
    """A submission with the decisions on it.

    Attributes:
        path: Its file.
        questions: All conflicts that were found, decided or not, by what identifies them.
        choices: What was decided.
        preview: What importing it would do; None until that was found out.
    """

    path: Path
    content: SubmissionContent
    questions: Mapping[Field, Question] = field(default_factory=dict)
    choices: Mapping[Field, Choice] = field(default_factory=dict)
    preview: SubmissionPreview | None = None

    @property
    def open(self) -> tuple[Question, ...]:
        """The conflicts that are not decided."""
        return tuple(one for at, one in self.questions.items() if at not in self.choices)

    @property
    def listed_questions(self) -> tuple[Question, ...]:
        """The conflicts that are listed: of very many, those first that are not decided."""
        everything = tuple(self.questions.values())
        if len(everything) <= LISTED:
            return everything
        return (*self.open, *(one for one in everything if one.at in self.choices))[:LISTED]

    def parts(self, outcome: Outcome) -> tuple[TakenPart, ...]:
        """The parts of which this would become."""
        return self.preview.imported.of(outcome) if self.preview is not None else ()

    def count(self, outcome: Outcome) -> int:
        """How many parts, or conflicts, there are of an outcome."""
        return len(self.questions) if outcome is Outcome.CONFLICT else len(self.parts(outcome))

    def name(self, subject: Subject) -> PartName:
        """What a part is about."""
        names = self.preview.names if self.preview is not None else {}
        return names.get(subject, PartName())

    def words(self, item: TakenPart, project_state: ProjectState) -> PartWords:
        """Words for a part."""
        return PartWords(item.part, self.name(item.part.subject), project_state)

    def decided(self, questions: Iterable[Question], choice: Choice | None) -> DecidedSubmission:
        """The same with a decision on some conflicts; with None, they are open again."""
        choices = dict(self.choices)
        for question in questions:
            if choice is None:
                choices.pop(question.at, None)
            elif not self.name(question.item.part.subject).is_withheld:
                choices[question.at] = choice
        return replace(self, choices=choices)

    def looked_at(self, ctx: CommandContext) -> DecidedSubmission:
        """The same with what importing it would do now; takes a while."""
        preview = preview_submission(ctx, self.content, self.choices)
        found = [
            Question(item, conflict)
            for item in preview.imported.of(Outcome.CONFLICT)
            for conflict in item.conflicts
        ]
        is_open = {one.at: one for one in found}
        kept = {
            at: is_open.get(at, one)
            for at, one in self.questions.items()
            if at in self.choices or at in is_open
        }
        return replace(self, preview=preview, questions=kept | is_open)

    def imported(self, ctx: CommandContext) -> Imported:
        """Imports it as far as it is decided."""
        return import_submission(ctx, self.content, self.choices)
