"""Importing a submission: outcomes of its parts, decisions on conflicts, and the import as a step."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QWidget

from xpert_studio.core.errors import XpertError
from xpert_studio.core.exchange.assignment_files import read_submission
from xpert_studio.core.records import Change
from xpert_studio.core.wording import explained, in_a_row, listed, moment, number, t, tn
from xpert_studio.core.workflow.assignments.content import SubmissionContent
from xpert_studio.core.workflow.assignments.importing import Imported
from xpert_studio.core.workflow.assignments.taking import (
    OUTCOMES,
    Choice,
    FieldDecision,
    Outcome,
    TakenPart,
)
from xpert_studio.core.workflow.views import ProjectState
from xpert_studio.desktop.look import GAP, PAD, SPACE, px
from xpert_studio.desktop.pages.assignments.part_view import PartView
from xpert_studio.desktop.pages.assignments.part_words import LISTED, Question, Reading, field_title
from xpert_studio.desktop.pages.assignments.words import OUTCOME_MEANINGS, asked_for
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.widgets.entries import Entry, EntryView
from xpert_studio.desktop.widgets.explorer import EmptyState
from xpert_studio.desktop.widgets.fields import progress_bar
from xpert_studio.desktop.widgets.labels import Card, button, label
from xpert_studio.desktop.widgets.layouts import Flow, SideSplitter, box, column, row, stacked
from xpert_studio.desktop.widgets.scrolling import scrolled
from xpert_studio.desktop.widgets.wiring import enable_if, later, wire

# Above a submission that is looked at: who it is from, counts by outcome, and the import button.


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
            t("Import"), import_now, kind="primary", picture="package-open",
            hint=t("Imports everything as one step that Undo takes back."),
        )  # fmt: skip
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
            row(self.title, self.act, gap=PAD, grow=0), self.about, self.message, self.note,
            self.after, box(Flow(*self.outcomes.values(), self.deciding)),
            on=self, pad=SPACE, gap=GAP,
        )  # fmt: skip
        self.after.hide()

    def show_reading(
        self, reading: Reading, project_state: ProjectState, shown: Outcome | None, *, may_act: bool
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

    def _show_deciding(self, reading: Reading, *, may_act: bool) -> None:
        total, is_open = len(reading.questions), len(reading.open)
        self.deciding.setVisible(bool(total))
        self.bar.setRange(0, max(1, total))
        self.bar.setValue(total - is_open)
        self.decided.setText(
            t("{n} of {total} decided", n=number(total - is_open), total=number(total))
        )
        enable_if(bool(is_open) and may_act, self.mine, self.theirs)

    def _show_note(self, reading: Reading, *, may_act: bool) -> None:
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
        self.reading: Reading | None = None
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
            "triangle-alert", "", "",
            button(t("Choose another file…"), other, kind="primary"),
            button(t("Back to the assignments"), leave),
        )  # fmt: skip
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

    # Looking

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
                lambda: read_submission(path), self._begin, self._say_trouble, owner=self,
                slot="read",
            )  # fmt: skip

    def _begin(self, content: SubmissionContent) -> None:
        self.reading = Reading(self.path, content)
        self.look()

    def look(self) -> None:
        """Finds out again what importing would do."""
        self._soon.start()

    def _look(self) -> None:
        reading, ctx = self.reading, self.session.ctx
        if reading is None or self._is_importing:
            return

        def show(found: Reading) -> None:
            if self.reading is reading:
                self.reading = found
                self.stack.setCurrentWidget(self._found)
                self._show()

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

    # Showing

    def _show(self) -> None:
        reading = self.reading
        if reading is None:
            return
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

    def _questions(self, reading: Reading) -> list[Entry]:
        def entry(one: Question) -> Entry:
            words = reading.words(one.item, self.session.project_state)
            choice = reading.choices.get(one.at)
            return Entry(
                _key(*one.at), words.title, (field_title(one.conflict.name), words.where),
                t("Not decided") if choice is None else t(_CHOSEN[choice.side]),
                "warn" if choice is None else "good",
            )  # fmt: skip

        return list(map(entry, reading.listed_questions))

    def _parts(self, reading: Reading) -> list[Entry]:
        def entry(place: int, item: TakenPart) -> Entry:
            words = reading.words(item, self.session.project_state)
            reason = explained(item.reason) if item.reason is not None else ""
            return Entry(str(place), words.title, (words.where, reason))

        return [entry(place, item) for place, item in enumerate(self._listed(reading))]

    def _listed(self, reading: Reading) -> tuple[TakenPart, ...]:
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
        self._show()
        self.list.setFocus()

    def _next_open(self, reading: Reading) -> str:
        """The next open conflict after the one looked at; empty for none."""
        found = reading.listed_questions
        keys = [_key(*one.at) for one in found]
        here = keys.index(self.list.key) if self.list.key in keys else -1
        turned = [*found[here + 1 :], *found[: here + 1]]
        return next((_key(*one.at) for one in turned if one.at not in reading.choices), "")

    # Deciding

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

    def _decided(self, reading: Reading) -> None:
        self.reading = reading
        self._show()
        self.look()

    # Importing

    def import_now(self) -> None:
        """Imports what can be, as one step."""
        reading, ctx = self.reading, self.session.ctx
        if reading is None or self._is_importing or not self.head.act.isEnabled():
            return
        self._is_importing = True
        self.head.show_busy()
        self.session.perform(lambda: reading.imported(ctx), self._done, self._not_done)

    def _done(self, found: Imported) -> None:
        self._is_importing = False
        text = _result(found)
        self._imported = found.change or None
        self.head.show_result(text, can_undo=bool(found.change))
        if found.change:
            self._shell.say(
                text,
                "good",
                act=t("Undo"),
                run=partial(self.session.undo, change_id=found.change.id),
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


def _result(found: Imported) -> str:
    if not found.change:
        return t("Nothing was changed.")
    counts = listed(
        f"{t(OUTCOMES[outcome])} {number(len(found.of(outcome)))}"
        for outcome in OUTCOMES
        if found.of(outcome)
    )
    return t("Imported. {counts}.", counts=counts)
