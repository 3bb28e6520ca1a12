"""Importing a submission: its parts, decisions on conflicts, and the import as a step."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QWidget

from xpert_studio.core.errors import XpertError
from xpert_studio.core.exchange.assignment_files import read_submission
from xpert_studio.core.records import Change
from xpert_studio.core.wording import explained, listed, number, t
from xpert_studio.core.workflow.assignments.content import SubmissionContent
from xpert_studio.core.workflow.assignments.importing import Imported
from xpert_studio.core.workflow.assignments.taking import (
    OUTCOMES,
    Choice,
    FieldDecision,
    Outcome,
    TakenPart,
)
from xpert_studio.desktop.look import PAD, px
from xpert_studio.desktop.pages.assignments.import_head import ImportHead
from xpert_studio.desktop.pages.assignments.part_view import PartView
from xpert_studio.desktop.pages.assignments.part_words import field_title
from xpert_studio.desktop.pages.assignments.reading import LISTED, DecidedSubmission, Question
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.entries import Entry, EntryView
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.labels import button, label
from xpert_studio.desktop.widgets.layouts import box, column, stacked
from xpert_studio.desktop.widgets.scrolling import scrolled
from xpert_studio.desktop.widgets.side_splitter import SideSplitter
from xpert_studio.desktop.widgets.wiring import later, wire

_SOON_MS: Final = 20
_CHOSEN: Final = {
    FieldDecision.MINE: "Mine",
    FieldDecision.THEIRS: "Theirs",
    FieldDecision.EDIT: "Edited",
}


class ImportPanel(QWidget):
    """One submission.

    Args:
        shell: The window around it.
        other: Asks for another file.
        leave: Goes back to the overview.
    """

    def __init__(
        self, shell: Shell, other: Callable[[], object], leave: Callable[[], object]
    ) -> None:
        super().__init__()
        self._shell = shell
        self.session = shell.session
        self.reading: DecidedSubmission | None = None
        self.path = Path()
        self._shown: Outcome | None = None
        self._is_importing = self._moves_on = False
        self._imported: Change | None = None
        self._soon = later(self, _SOON_MS, self._look)
        self.head = ImportHead(self.import_now, self.decide_all, self.list_outcome, self._undo)
        self.list = EntryView(t("Parts of the submission"), lines=2)
        self.rest = label("", "small")
        self.part = PartView(self.session)
        self.trouble = EmptyState(
            "triangle-alert",
            "",
            "",
            button(t("Choose another file…"), other, kind="primary"),
            button(t("Back to the assignments"), leave),
        )
        self.waiting = EmptyState("hourglass", t("Reading the submission…"))
        left = box(column(self.list, self.rest, gap=PAD // 2, grow=0))
        left.setMinimumWidth(px(220))
        body = SideSplitter(left, scrolled(self.part), room=680, sizes=(320, 700))
        self._found = box(column(self.head, body, gap=PAD, grow=1))
        self.stack = stacked(self._found, self.trouble, self.waiting)
        column(self.stack, on=self)
        self.setFocusProxy(self.list)
        wire(
            (self.list.looked_at, lambda _: self._show_looked_at()),
            (self.part.decided, self._decide),
            (self.session.turned, self._turned),
        )

    def show_file(self, path: Path, content: SubmissionContent | None = None) -> None:
        """Begins with a submission, which is read first where it was not."""
        known = self.reading
        is_same = content is None or (known is not None and known.content == content)
        if known is not None and path == self.path and is_same:
            self.look()
            return  # decisions on it are kept
        self.path, self.reading, self._imported, self._shown = path, None, None, None
        self.head.show_result("", can_undo=False)
        self.stack.setCurrentWidget(self.waiting)
        if content is not None:
            self._begin(content)
        else:
            self.session.fetch(
                lambda: read_submission(path),
                self._begin,
                self._say_trouble,
                owner=self,
                slot="read",
            )

    def _begin(self, content: SubmissionContent) -> None:
        self.reading = DecidedSubmission(self.path, content)
        self.look()

    def look(self) -> None:
        """Finds out again what importing would do."""
        self._soon.start()

    def _look(self) -> None:
        reading, ctx = self.reading, self.session.ctx
        if reading is None or self._is_importing:
            return

        def show(submission: DecidedSubmission) -> None:
            if self.reading is reading:
                self.reading = submission
                self.stack.setCurrentWidget(self._found)
                self._show(submission)

        self.session.fetch(
            lambda: reading.looked_at(ctx), show, self._say_trouble, owner=self, slot="look"
        )

    def _say_trouble(self, error: BaseException) -> None:
        if not isinstance(error, XpertError):
            self._shell.tell(error)
            return
        self.reading = None
        said = t("{file} cannot be imported. Nothing was changed.", file=self.path.name)
        self.trouble.say(said, explained(error))
        self.stack.setCurrentWidget(self.trouble)

    def _show(self, reading: DecidedSubmission) -> None:
        if self._shown is None or not reading.count(self._shown):
            self._shown = next((one for one in OUTCOMES if reading.count(one)), None)
        self.head.show_reading(
            reading,
            self.session.project_state,
            self._shown,
            may_act=not self.session.project.read_only,
        )
        is_asked = self._shown is Outcome.CONFLICT
        entries = self._questions(reading) if is_asked else self._parts(reading)
        self.list.show_entries(
            entries, self._next_open(reading) if self._moves_on and is_asked else ""
        )
        self._moves_on = False
        hidden = (reading.count(self._shown) if self._shown else 0) - len(entries)
        self.rest.say(t("and {n} more", n=number(hidden)) if hidden > 0 else "")
        self._show_looked_at()

    def _questions(self, reading: DecidedSubmission) -> list[Entry]:
        def entry(question: Question) -> Entry:
            words = reading.words(question.item, self.session.project_state)
            choice = reading.choices.get(question.at)
            return Entry(
                _key(*question.at),
                words.title,
                (field_title(question.conflict.name), words.where),
                t("Not decided") if choice is None else t(_CHOSEN[choice.side]),
                "warn" if choice is None else "good",
            )

        return list(map(entry, reading.listed_questions))

    def _parts(self, reading: DecidedSubmission) -> list[Entry]:
        def entry(place: int, item: TakenPart) -> Entry:
            words = reading.words(item, self.session.project_state)
            reason = explained(item.reason) if item.reason is not None else ""
            return Entry(str(place), words.title, (words.where, reason))

        return [entry(place, item) for place, item in enumerate(self._listed(reading))]

    def _listed(self, reading: DecidedSubmission) -> tuple[TakenPart, ...]:
        return reading.parts(self._shown)[:LISTED] if self._shown is not None else ()

    def _show_looked_at(self) -> None:
        reading, key, asked = self.reading, self.list.key, self.asked
        parts = enumerate(self._listed(reading) if reading and asked is None else ())
        item = next((one for place, one in parts if str(place) == key), None)
        self.part.setVisible(asked is not None or item is not None)
        if reading is not None and asked is not None:
            self.part.show_question(reading, asked)
        elif reading is not None and item is not None:
            self.part.show_part(reading, item)

    @property
    def asked(self) -> Question | None:
        """The conflict that is looked at."""
        if self.reading is None or self._shown is not Outcome.CONFLICT:
            return None
        found = self.reading.listed_questions
        return next((one for one in found if _key(*one.at) == self.list.key), None)

    def list_outcome(self, outcome: Outcome) -> None:
        """Lists the parts of an outcome."""
        self._shown = outcome
        if self.reading is not None:
            self._show(self.reading)
        self.list.setFocus()

    def _next_open(self, reading: DecidedSubmission) -> str:
        """The next open conflict after the one looked at; empty for none."""
        found = reading.listed_questions
        keys = [_key(*one.at) for one in found]
        here = keys.index(self.list.key) if self.list.key in keys else -1
        turned = [*found[here + 1 :], *found[: here + 1]]
        return next((_key(*one.at) for one in turned if one.at not in reading.choices), "")

    def why_not(self) -> str | None:
        """Why nothing can be decided now."""
        is_asked = self.isVisible() and self.asked is not None
        return None if is_asked else t("No conflict is selected.")

    def _decide(self, choice: Choice | None) -> None:
        asked = self.asked
        if self.reading is not None and asked is not None and not self._is_importing:
            self._moves_on = choice is not None
            self._decided(self.reading.decided([asked], choice))

    def decide_all(self, side: FieldDecision) -> None:
        """Decides all open conflicts, apart from those that are hidden from the person."""
        if self.reading is not None and not self._is_importing:
            self._decided(self.reading.decided(self.reading.open, Choice(side)))

    def _decided(self, reading: DecidedSubmission) -> None:
        self.reading = reading
        self._show(reading)
        self.look()

    def import_now(self) -> None:
        """Imports what can be, as one step."""
        reading, ctx = self.reading, self.session.ctx
        if reading is None or self._is_importing or not self.head.act.isEnabled():
            return
        self._is_importing = True
        self.head.show_busy()
        self.session.perform(lambda: reading.imported(ctx), self._done, self._not_done)

    def _done(self, imported: Imported) -> None:
        self._is_importing = False
        text = _result(imported)
        self._imported = imported.change or None
        self.head.show_result(text, can_undo=bool(imported.change))
        if imported.change:
            self._shell.say(
                text,
                "good",
                act=t("Undo"),
                run=partial(self.session.undo, change_id=imported.change.id),
            )
        self.look()

    def _not_done(self, error: BaseException) -> None:
        self._is_importing = False
        self._shell.tell(error)
        self.look()

    def _undo(self) -> None:
        if self._imported is not None:
            self.session.undo(change_id=self._imported.id)

    def _turned(self, change: Change, back: bool) -> None:
        if self._imported is not None and change.id == self._imported.id:
            text = t("The import was undone.") if back else t("The import was done again.")
            self.head.show_result(text, can_undo=not back)
            self.look()


def _key(*parts: object) -> str:
    """What an entry is known by."""
    return repr(parts)


def _result(imported: Imported) -> str:
    if not imported.change:
        return t("Nothing was changed.")
    counts = listed(
        f"{t(OUTCOMES[outcome])} {number(len(imported.of(outcome)))}"
        for outcome in OUTCOMES
        if imported.of(outcome)
    )
    return t("Imported. {counts}.", counts=counts)
