"""One thing to decide: what it was, what stands here, what they sent; and the ways to decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from xpert_studio.desktop.look import GAP, PAD, SPACE
from xpert_studio.desktop.pages.packets.differing import differing, where_they_differ
from xpert_studio.desktop.pages.packets.merging import Question
from xpert_studio.desktop.pages.packets.record_words import field_words, title_of, where_of
from xpert_studio.desktop.pages.packets.sides import Side, SidesList
from xpert_studio.desktop.pages.packets.value_words import ValueWords
from xpert_studio.desktop.parts.flow import Flow
from xpert_studio.desktop.parts.labels import Card, button, label
from xpert_studio.desktop.parts.layouts import box, column, row
from xpert_studio.desktop.parts.texts import WritingField
from xpert_studio.desktop.session import Session
from xpert_studio.desktop.wording import number, t
from xpert_studio.workflow.merging.three_way import WHOLE, Choice, FieldDiff
from xpert_studio.workflow.merging.three_way import Side as Whose
from xpert_studio.workflow.merging.together import UNKNOWN
from xpert_studio.workflow.packets.coherence import RUBRIC
from xpert_studio.workflow.views import House, RecordNames

Fields = list[tuple[str, Sequence[Side]]]


@dataclass(frozen=True, slots=True)
class Told:
    """All that is needed to put a question into words.

    Attributes:
        sender: What whoever made the packet is called.
        alike: How many questions on the same task nobody has decided yet.
    """

    question: Question
    names: RecordNames
    house: House
    sender: str
    alike: int = 0

    def fields(self) -> Fields:
        """The fields with their sides; compares texts, so not on the window's thread."""
        said = ValueWords(self.question.item, self.names, self.house)
        choice = self.question.choice
        found: Fields = []
        for diff in self._telling(said):
            mine, theirs = said.say(diff.name, diff.mine), said.say(diff.name, diff.theirs)
            is_known = diff.base is not UNKNOWN and diff.name not in {WHOLE, RUBRIC}
            before = said.say(diff.name, diff.base) if is_known else None
            if before is None:
                mine, theirs = where_they_differ(mine, theirs)
            else:
                before, mine, theirs = where_they_differ(before, mine, theirs)
            # Where nobody knows what it was, the difference is marked on their side only.
            own = Side(t("Mine, as it stands here"), differing(before, mine))
            other = Side(
                t("Theirs, from {name}", name=self.sender),
                differing(before if is_known else mine, theirs),
            )
            sides = [own, other]
            if before is not None:
                sides.insert(0, Side(t("As it was"), differing(None, before)))
            found.append((field_words(diff.name), _with_choice(sides, choice, before)))
        return found

    def _telling(self, said: ValueWords) -> Sequence[FieldDiff]:
        """The fields in which a person sees a difference; all, where that is none."""
        fields = self.question.fields
        told = [
            diff
            for diff in fields
            if said.tells(diff.name)
            and said.say(diff.name, diff.mine) != said.say(diff.name, diff.theirs)
        ]
        return told or fields


def _with_choice(sides: list[Side], choice: Choice | None, before: str | None) -> list[Side]:
    if choice is None:
        return sides
    if choice.side is Whose.EDITED:
        words = differing(before, choice.value or "")
        return [*sides, Side(t("Your text"), words, is_chosen=True)]
    place = -2 if choice.side is Whose.MINE else -1
    sides[place] = replace(sides[place], is_chosen=True)
    return sides


class QuestionView(Card):
    """Shows a question and takes its decision.

    Signals:
        decided: A ``Choice``, or None where it is left open again.
        alike: All that is open on the same task is to be decided for this side.
    """

    decided = Signal(object)
    alike = Signal(object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._told: Told | None = None
        self.title = label("", "heading")
        self.where = label("", "small")
        self.about = label("", "muted")
        self.sides = SidesList()
        self.mine = button(t("Keep mine (1)"), lambda: self.choose(Whose.MINE), kind="choice")
        self.theirs = button(t("Take theirs (2)"), lambda: self.choose(Whose.THEIRS), kind="choice")
        self.own = button(t("Write another text (E)"), self.write, kind="choice")
        for made in (self.mine, self.theirs, self.own):
            made.setCheckable(True)
        self.editor = _Editor()
        self.editor.done.connect(self._take_text)
        self.editor.left.connect(self._close_editor)
        ways = box(Flow(self.mine, self.theirs, self.own))
        self.all_mine = button("", lambda: self.alike.emit(Whose.MINE), kind="link")
        self.all_theirs = button("", lambda: self.alike.emit(Whose.THEIRS), kind="link")
        self.for_task = box(Flow(self.all_mine, self.all_theirs))
        column(
            self.title, self.where, self.about, self.sides, ways, self.for_task, self.editor, 1,
            on=self, pad=SPACE, gap=PAD,
        )  # fmt: skip
        self.editor.hide()

    @property
    def is_withheld(self) -> bool:
        """Whether the person must not know what it is about."""
        told = self._told
        return told is not None and told.names.withholds(told.question.item)

    def show_question(self, told: Told) -> None:
        """Shows a question."""
        is_new = self._told is None or self._told.question.at != told.question.at
        self._told = told
        question = told.question
        if is_new:
            self._close_editor()
        self.title.setText(title_of(question.item, told.names, told.house))
        self.where.setText(where_of(question.item, told.names, told.house))
        self.about.say(self._explained(question))
        choice = question.choice
        for made, side in (
            (self.mine, Whose.MINE), (self.theirs, Whose.THEIRS), (self.own, Whose.EDITED),
        ):  # fmt: skip
            made.setChecked(choice is not None and choice.side is side)
            made.setEnabled(not self.is_withheld)
        self.own.setVisible(question.takes_text)
        self.for_task.setVisible(told.alike > 1 and not self.is_withheld)
        self.all_mine.setText(t("Keep mine for all {n} of this task", n=number(told.alike)))
        self.all_theirs.setText(t("Take theirs for all {n} of this task", n=number(told.alike)))
        if self.is_withheld:
            self.sides.show_fields([])
            return
        self._session.fetch(told.fields, self.sides.show_fields, owner=self, slot="sides")

    def _explained(self, question: Question) -> str:
        if self.is_withheld:
            return t(
                "This waits for your own judgment, so what others decided is not shown. It stays as it is; judge it first, then take the packet again."
            )
        if question.group == RUBRIC:
            return t(
                "On one side this rubric was frozen for review, on the other it was edited. Either it stays as it was frozen, or it goes on being written."
            )
        if question.group == WHOLE and question.item.theirs is None:
            return t("They removed it; here it was changed, or something rests on it.")
        if (
            question.group == WHOLE
            and question.item.mine is None
            and question.item.kind == "person"
        ):
            return t("They added this person. Nobody gets a role by a packet unless you say so.")
        if question.group == WHOLE and question.item.mine is None:
            return t("It was removed here; they changed it, or something of theirs rests on it.")
        if question.item.kind == "person":
            return t("Nobody gets or loses a role by a packet unless you say so.")
        if len(question.fields) > 1:
            return t("These belong together: all of them stand as on one side.")
        return ""

    def choose(self, side: Whose) -> None:
        """Decides for a side; once more takes the decision back."""
        told = self._told
        if told is None or self.is_withheld:
            return
        self._close_editor()
        choice = told.question.choice
        is_same = choice is not None and choice.side is side
        self.decided.emit(None if is_same else Choice(side))

    def write(self) -> None:
        """Opens a field for another text."""
        told = self._told
        if told is None or self.is_withheld or not told.question.takes_text:
            return
        choice = told.question.choice
        self.own.setChecked(choice is not None and choice.side is Whose.EDITED)
        self.editor.begin(field_words(told.question.fields[0].name), told.question.text)

    def _take_text(self, text: str) -> None:
        self._close_editor()
        self.decided.emit(Choice(Whose.EDITED, text))

    def _close_editor(self) -> None:
        had_focus = self.editor.field.hasFocus()
        self.editor.hide()
        if had_focus:
            self.own.setFocus()


class _Editor(QWidget):
    """Another text, in place of both.

    Signals:
        done: The text.
        left: Nobody wants it any more.
    """

    done = Signal(str)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.field = WritingField(t("Another text"))
        self.take = button(t("Use this text"), self._take, kind="primary")
        leave = button(t("Cancel"), self.left.emit)
        hint = label(t("Ctrl+Enter uses it."), "small", wrap=False)
        column(
            self.field, row(self.take, leave, hint, 1, gap=GAP), on=self, gap=GAP
        )  # fmt: skip
        self.field.textChanged.connect(self._check)

    def begin(self, name: str, text: str) -> None:
        """Begins with a text."""
        self.field.setAccessibleName(name)
        self.field.show_text(text)
        self._check()
        self.show()
        self.field.setFocus()

    def _check(self) -> None:
        self.take.setEnabled(bool(self.field.toPlainText().strip()))

    def _take(self) -> None:
        text = self.field.toPlainText().strip()
        if text:
            self.done.emit(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 - Qt's name
        """Ctrl+Enter takes it, Escape leaves it."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._take()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
