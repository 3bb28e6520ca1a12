"""Above a submission that is looked at: who it is from, counts by outcome, and the import button."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from xpert_studio.core.wording import in_a_row, listed, moment, number, t, tn
from xpert_studio.core.workflow.assignments.taking import (
    OUTCOMES,
    FieldDecision,
    Outcome,
)
from xpert_studio.core.workflow.views import ProjectState
from xpert_studio.desktop.look import GAP, PAD, SPACE
from xpert_studio.desktop.pages.assignments.reading import DecidedSubmission
from xpert_studio.desktop.pages.assignments.words import OUTCOME_MEANINGS, asked_for
from xpert_studio.desktop.widgets.fields import progress_bar
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.labels import Card, button, label
from xpert_studio.desktop.widgets.layouts import box, column, row
from xpert_studio.desktop.widgets.wiring import enable_if

_DONE_BAR: Final = 96


class ImportHead(Card):
    """What the submission is, and what can be done with it.

    Args:
        import_now: Imports it.
        decide_all: Decides all open conflicts for a side.
        list_outcome: Lists the parts of an outcome.
        undo: Undoes the import.
    """

    def __init__(
        self,
        import_now: Callable[[], object],
        decide_all: Callable[[FieldDecision], object],
        list_outcome: Callable[[Outcome], object],
        undo: Callable[[], object],
    ) -> None:
        super().__init__()
        self.title = label("", "heading")
        self.about = label("", "small")
        self.message = label("", "muted")
        self.outcomes = {
            outcome: button("", partial(list_outcome, outcome), kind="choice", hint=t(about))
            for outcome, about in OUTCOME_MEANINGS.items()
        }
        for made in self.outcomes.values():
            made.setCheckable(True)
        self.act = button(
            t("Import"),
            import_now,
            kind="primary",
            picture="package-open",
            hint=t("Imports everything as one step that Undo takes back."),
        )
        self.note = label("")
        self.bar = progress_bar(t("Conflicts decided"), width=_DONE_BAR)
        self.decided = label("", "label", wrap=False)
        self.mine = button(t("Keep mine for all"), partial(decide_all, FieldDecision.MINE))
        self.theirs = button(t("Use theirs for all"), partial(decide_all, FieldDecision.THEIRS))
        self.result = label("", "good")
        self.back = button(t("Undo"), undo, picture="undo-2")
        self.deciding = box(
            row(box(row(self.decided, self.bar, gap=GAP)), self.mine, self.theirs, gap=GAP)
        )
        self.after = box(row(self.result, self.back, gap=PAD, grow=0))
        column(
            row(self.title, self.act, gap=PAD, grow=0),
            self.about,
            self.message,
            self.note,
            self.after,
            box(Flow(*self.outcomes.values(), self.deciding)),
            on=self,
            pad=SPACE,
            gap=GAP,
        )
        self.after.hide()

    def show_reading(
        self,
        reading: DecidedSubmission,
        project_state: ProjectState,
        shown: Outcome | None,
        *,
        may_act: bool,
    ) -> None:
        """Shows a submission with its counts.

        Args:
            reading: The submission.
            project_state: Names of people.
            shown: The outcome whose parts are listed.
            may_act: Whether the project can be changed.
        """
        told = reading.content.submission
        assignment = reading.preview.assignment if reading.preview is not None else None
        name = project_state.called(told.made_by)
        self.title.setText(
            t("Submission from {name}: {asked}", name=name, asked=asked_for(assignment))
            if assignment is not None
            else t("Changes from a copy: {name}", name=name)
        )
        self.about.setText(f"{t('sent {when}', when=moment(told.made_at))} · {reading.path.name}")
        self.message.say(f"“{told.message}”" if told.message else "")
        for outcome, made in self.outcomes.items():
            count = reading.count(outcome)
            made.setVisible(bool(count))
            made.setText(f"{t(OUTCOMES[outcome])}  {number(count)}")
            made.setChecked(outcome is shown)
        self._show_deciding(reading, may_act=may_act)
        self._show_note(reading, may_act=may_act)

    def _show_deciding(self, reading: DecidedSubmission, *, may_act: bool) -> None:
        total, is_open = len(reading.questions), len(reading.open)
        self.deciding.setVisible(bool(total))
        self.bar.setRange(0, max(1, total))
        self.bar.setValue(total - is_open)
        self.decided.setText(
            t("{n} of {total} decided", n=number(total - is_open), total=number(total))
        )
        enable_if(bool(is_open) and may_act, self.mine, self.theirs)

    def _show_note(self, reading: DecidedSubmission, *, may_act: bool) -> None:
        preview = reading.preview
        changes = preview is not None and preview.imported.is_news
        titles = listed(preview.titles.values()) if preview else ""
        self.act.setEnabled(may_act and changes)
        standing = (
            t("The project is open for reading only, so nothing can be changed here.")
            if not may_act
            else t("Nothing to import: everything is here already, or is not decided or refused.")
            if not changes
            else t("The stage changes of: {tasks}.", tasks=titles)
            if titles
            else ""
        )
        conflicts = tn(
            "{n} conflict is not decided; your version stays. Import again to decide it.",
            "{n} conflicts are not decided; your versions stay. Import again to decide them.",
            len(reading.open),
        )
        self.note.say(in_a_row(filter(None, (standing, conflicts if reading.open else ""))))

    def show_result(self, text: str, *, can_undo: bool) -> None:
        """Says what the import did; hidden where the text is empty."""
        self.result.setText(text)
        self.back.setVisible(can_undo)
        self.after.setVisible(bool(text))

    def show_busy(self) -> None:
        """While it is being imported, nothing can be pressed."""
        self.act.setEnabled(False)
        self.note.say(t("Importing…"))
