"""The rubric editor: the lines left, the reference answer and the balance right."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from xpert_studio.core.records import Stage
from xpert_studio.core.wording import explained, t, tn
from xpert_studio.core.workflow.reviewing import comments_on
from xpert_studio.core.workflow.views import TaskView, balance_of
from xpert_studio.desktop.available import offer_row_menu
from xpert_studio.desktop.look import GAP, PAD, px
from xpert_studio.desktop.pages.task.rubric.actions import RubricActions
from xpert_studio.desktop.pages.task.rubric.answering import AnswerBar
from xpert_studio.desktop.pages.task.rubric.drafting import DraftBar
from xpert_studio.desktop.pages.task.rubric.edits import RubricEdits
from xpert_studio.desktop.pages.task.rubric.library_list import LibraryList
from xpert_studio.desktop.pages.task.rubric.lines_panel import LinesPanel
from xpert_studio.desktop.pages.task.rubric.model import COMMENTS_ROLE
from xpert_studio.desktop.pages.task.rubric.returned import returned_words
from xpert_studio.desktop.places import PAIRS, Place
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.flow import Flow
from xpert_studio.desktop.widgets.labels import button, chip, label
from xpert_studio.desktop.widgets.layouts import box, column, row, stacked
from xpert_studio.desktop.widgets.selecting import select_only
from xpert_studio.desktop.widgets.shown_text import hint
from xpert_studio.desktop.widgets.wiring import show_if, wire
from xpert_studio.report.blocks import Text
from xpert_studio.report.section import RUBRIC, View
from xpert_studio.report.sections.registry import made_at


class OrderLine(QWidget):
    """What sections of the place ``RUBRIC`` say: the first sentence, all others in its tooltip.

    Hidden where they say nothing.
    """

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        self._task_id = ""
        self.words = label("", "muted").bound(400, 2)
        self.link = button(
            t("Compare responses"),
            lambda: shell.go(Place("judging", self._task_id, PAIRS)),
            kind="link",
        )
        row(self.words, self.link, on=self, gap=GAP, grow=0)
        self.hide()

    def show_view(self, view: TaskView) -> None:
        """Fetches what is said of a task's rubric."""
        session, task_id = self._shell.session, view.task.id
        if task_id != self._task_id:
            self.hide()
        self._task_id = task_id
        asked = View.on(session.project, session.person_id).asking(task=task_id)

        def said_of_rubric() -> list[str]:
            blocks = (block for made in made_at(RUBRIC, asked) for block in made.blocks)
            return [block.text for block in blocks if isinstance(block, Text)]

        def show(said: list[str]) -> None:
            if self._task_id == task_id:
                self.words.say(said[0] if said else "")
                self.words.setToolTip(hint("\n".join(said)))
                self.setVisible(bool(said))

        session.fetch(said_of_rubric, show, owner=self, slot="order")


_LINES = 90
_BEFORE = (Stage.BRIEF, Stage.RETURNED, Stage.SUBMITTED)


class RubricPanel(LinesPanel):
    """The lines, written in place, with drafts above and the settings of one below."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.edits = RubricEdits(self.session, self.model, self)
        self.library = LibraryList(self.session, self.table, self.edits, self)
        self.draft = DraftBar(shell)
        self.answering = AnswerBar(lambda: self.table.selected_keys())
        self.actions_ = RubricActions(
            shell,
            self.table,
            self.edits,
            self.checking,
            answer=self.answering.unfold_form,
            draft=self.draft.ask,
        )
        self._awaits_draft = False
        self.lock = chip(t("Read only"), "warn")
        self.why = label(
            t("Checkpoints of a new task can be changed once its brief is accepted."),
            "muted",
            wrap=False,
        )
        self.returned = label("", "warn").bound(300, 3)
        self.summary = label("", "muted", wrap=False)
        self.order = OrderLine(shell)
        shell.book.add(self, *self.actions_.all())
        offer_row_menu(self.table, shell, group="rubric")
        self._build()
        self._connect()

    def _build(self) -> None:
        acts = (
            ("add", t("Add")),
            ("split", t("Split")),
            ("merge", t("Merge")),
            ("paste", t("Paste")),
            ("draft", t("Draft")),
        )
        self._tools = [self.shell.book.button(f"rubric.{id_}", words) for id_, words in acts]
        bar = Flow(self.lock, self.why, *self._tools, self.beside, self.summary, gap=GAP)
        self.begin = (
            button(
                t("Write the first checkpoint"),
                lambda: self.actions_.start_line(0),
                kind="primary",
                picture="plus",
            ),
            button(t("Create a draft"), self.draft.ask, picture="sparkles"),
        )
        self.empty = EmptyState("list-checks", t("No checkpoint yet"), "", *self.begin)
        # The form for a scale gets the room that the lines can spare.
        for part in (self.table, self.empty):
            part.setMinimumHeight(px(_LINES))
        self.stack = stacked(self.table, self.empty)
        left = column(
            self.returned,
            self.order,
            bar,
            self.draft,
            self.stack,
            self.answering,
            gap=GAP,
            pad=(0, 0, PAD, 0),
            grow=4,
        )
        self.build(box(left), self.actions_)

    def _connect(self) -> None:
        model, table, edits, answering = self.model, self.table, self.edits, self.answering
        wire(
            (model.text_written, edits.write),
            (model.text_left, edits.drop),
            (model.dropped, edits.move),
            (model.rowsInserted, lambda *_: self._show_counts()),
            (model.rowsRemoved, lambda *_: self._show_counts()),
            (table.field_chosen, edits.choose),
            (table.decided, lambda key, accepts: edits.decide([key], accepts=accepts)),
            (self.draft.decided, self._decide_all),
            (self.draft.left, self._left_draft),
            (
                answering.chosen,
                lambda instrument, settings: edits.change(
                    table.selected_keys(), instrument=instrument, settings=settings
                ),
            ),
            (
                answering.written,
                lambda key, instrument, settings: edits.change(
                    [key], instrument=instrument, settings=settings
                ),
            ),
            (answering.left, table.setFocus),
            (table.answer_wanted, answering.unfold_form),
            (
                answering.unsaved,
                lambda is_so: self.session.note_unwritten(answering, is_unwritten=is_so),
            ),
            (table.line_wanted, self.actions_.start_line),
            (table.merge_wanted, self.actions_.merge_back),
            (
                table.too_long,
                lambda: self.shell.say(
                    t(
                        "This checkpoint is too long to be edited here. Copy it, and paste it as "
                        "several lines."
                    ),
                    "warn",
                ),
            ),
            (table.kept, edits.keep),
            (table.writing, self.checking.typed),
            (edits.failed, lambda _: self.session.changed_outside.emit()),
        )

    def fill(self, *, is_other: bool) -> None:
        """Shows the rubric; what is still on its way to the project is not overwritten."""
        view = self.actions_.view = self.view
        if is_other:
            self.answering.show_task(view.task.id)
            self.model.become([])
            self.library.show_task()
        else:
            self._rescue(view)
        self.edits.task_id, self.points = view.task.id, view.rubric
        self.model.taxonomy = view.info.taxonomy
        self.model.is_open = view.may("edit_rubric") and not self.session.project.read_only
        self.model.show_for(is_rating=view.is_to_rate)
        refused = view.refused.get("edit_rubric")
        self.lock.setVisible(refused is not None)
        self.lock.setToolTip(hint(explained(refused)) if refused else "")
        show_if(refused is not None and view.task.standing in _BEFORE, self.why)
        for shown in self._tools:
            shown.setVisible(self.model.is_open)
        if self.session.is_saved or is_other:
            self.edits.show(view)
            self.answering.drop_gone(self.model.lines if self.model.is_open else ())
        still = [item for item in view.comments if item.is_open]
        said = {point.id: comments_on(point, still) for point in view.rubric}
        self.model.tell(COMMENTS_ROLE, said)
        self.draft.show_view(view)
        self.order.show_view(view)
        self.side.show_view(view)
        self.returned.say(returned_words(view, self.session.project_state.called))
        self.checking.show_view(view)
        self._show_counts()
        self.show_notes()
        if self._awaits_draft and (keys := self._ghosts()):
            self._awaits_draft = False
            self.table.show_line(keys[0])
        if is_other:
            self.table.resizeRowsToContents()
            asked = [item for item in still if item.demands_change and not item.is_answered]
            first = next((n for n, point in enumerate(view.rubric) if comments_on(point, asked)), 0)
            select_only(self.table, self.model.index(first, 1))

    def _rescue(self, view: TaskView) -> None:
        """Words in a line that is no longer there go on in a new one."""
        editor = self.table.editor
        if editor is None or not editor.is_touched or not self.session.is_saved:
            return
        place = self.model.place_of(editor.key)
        line = self.model.record(place)
        known = {point.id for point in view.rubric} | {item.id for item in view.suggestions}
        if line is None or line.is_new or line.id in known:
            return
        text = editor.toPlainText()
        self.edits.drop(line.id)
        self.table.abandon()
        self.table.write_in(self.model.begin_line(min(place + 1, self.model.end), like=line))
        if self.table.editor is not None:
            self.table.editor.insertPlainText(text)
        self.shell.say(
            t(
                "The checkpoint you were editing was removed. Your text was moved to a "
                "new checkpoint."
            ),
            "warn",
            stays=True,
        )

    def _show_counts(self) -> None:
        self.stack.setCurrentWidget(self.table if self.model.rowCount() else self.empty)
        view = self.view
        may, info = view.may("edit_rubric"), view.info
        for way in self.begin:
            way.setVisible(may)
        said = t("Write it yourself, paste a table from Excel or Word, or have a draft made.")
        self.empty.say(t("No checkpoint yet"), said if may else "")
        balance = balance_of(view.rubric, info.policies, info.taxonomy.dimensions)
        self.summary.setText(
            t(
                "{lines} of {least} to {most} · {points}",
                lines=balance.checkpoints,
                least=info.policies.min_checkpoints,
                most=info.policies.max_checkpoints,
                points=tn("{n} point", "{n} points", balance.points),
            )
        )

    def show_notes(self) -> None:
        """Shows what is said of the current line, and how it is answered."""
        here = self.model.line_of(self.table.current_key)
        self.answering.show_line(here, is_open=self.model.is_open)
        super().show_notes()

    def reword(self, key: str, text: str) -> None:
        """Gives a line the wording that a comment suggests."""
        self.actions_.rewrite(key, text)

    def take_focus(self) -> None:
        """Starts in the table, or with the first thing to do."""
        target: QWidget = self.table if self.model.rowCount() else self.empty
        target.setFocus()

    def _ghosts(self) -> list[str]:
        return [line.id for line in self.model.lines if line.is_ghost]

    def _decide_all(self, accepts: bool) -> None:
        self.edits.decide(self._ghosts(), accepts=accepts)
        self.table.setFocus()

    def _left_draft(self, comes: bool) -> None:
        """What comes next is the first suggestion, as soon as it is there."""
        self._awaits_draft = comes
        self.take_focus()

    def take_file(self, path: Path) -> bool:
        """Shows a rubric table to be imported, where the rubric may be written on."""
        if self.model.is_open:
            self.actions_.take_file(path)
        return self.model.is_open

    def leave(self) -> None:
        """Saves what is being written."""
        self.table.finish()
        self.answering.finish()

    @property
    def has_unsaved(self) -> bool:
        """Whether settings of a line cannot be saved as they are."""
        return bool(self.answering.unsaved_keys)

    def go_to_unsaved(self) -> None:
        """Puts the focus on the first field that keeps settings from being saved."""
        keys = self.answering.unsaved_keys
        if keys:
            self.show_item(keys[0])
            self.show_notes()
            self.answering.go_to_fault()
