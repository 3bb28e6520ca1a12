"""The turns of a task in its brief: a field a message, which together are the prompt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtWidgets import QWidget

from xpert_studio.core.records import Task
from xpert_studio.core.records.transcripts import (
    SPEAKERS,
    ChatTurn,
    Speaker,
    conversation_of,
    transcript_of,
)
from xpert_studio.core.wording import t
from xpert_studio.desktop.look import GAP, TIGHT
from xpert_studio.desktop.widgets.labels import button, label, tool
from xpert_studio.desktop.widgets.layouts import box, clear, column, row
from xpert_studio.desktop.widgets.texts import WritingField


class Turns(QWidget):
    """The messages of a task with turns, to be read and written.

    Args:
        save: Takes the prompt that they make.
    """

    def __init__(self, save: Callable[[str], object]) -> None:
        super().__init__()
        self._save = save
        self._said: list[ChatTurn] = []
        self._is_open = False
        self.fields: list[WritingField] = []
        self._rows = column(gap=GAP)
        self.add = button(t("Add turn"), self._add, picture="plus", kind="quiet")
        self.make = button(t("Ask in several turns"), self._make, picture="plus", kind="link")
        column(self._rows, row(self.add, self.make, 1), on=self, gap=GAP)

    def show_task(self, task: Task, *, is_open: bool) -> bool:
        """Shows the turns of a task; whether it has some."""
        turns = conversation_of(task)
        said = list(turns.messages) if turns else []
        self._task, is_same = task, (said, is_open) == (self._said, self._is_open)
        self._said, self._is_open = said, is_open
        self.add.setVisible(is_open and bool(said))
        self.make.setVisible(is_open and not said)
        self.setVisible(bool(said) or is_open)
        if not is_same:
            self._build()
        return bool(said)

    def finish(self) -> None:
        """Saves what is being written."""
        for written in self.fields:
            written.finish()

    def _build(self) -> None:
        clear(self._rows)
        self.fields, turn = [], 0
        for place, said in enumerate(self._said):
            turn += said.speaker is Speaker.USER
            name = SPEAKERS.title(said.speaker)
            title = t("Turn {turn}: {speaker}", turn=turn, speaker=name) if turn else name
            made = WritingField(title, lines=2)
            made.show_text(said.text)
            made.set_open(self._is_open)
            made.finished.connect(lambda text, at=place: self._write(at, text))
            self.fields.append(made)
            caption = label(title, "label")
            caption.setBuddy(made)
            drop = tool("x", t("Remove {turn}", turn=title), lambda at=place: self._drop(at))  # type: ignore[misc]
            drop.setVisible(self._is_open and len(self._said) > 1)
            self._rows.addWidget(box(column(row(caption, 1, drop), made, gap=TIGHT)))

    def _write(self, place: int, text: str) -> None:
        if place < len(self._said) and self._said[place].text != text:
            self._said[place] = replace(self._said[place], text=text)
            self._save(transcript_of(self._said))

    def _add(self) -> None:
        self._save(transcript_of([*self._said, ChatTurn(Speaker.USER, "")]))

    def _drop(self, place: int) -> None:
        self._save(transcript_of([*self._said[:place], *self._said[place + 1 :]]))

    def _make(self) -> None:
        """Makes the present prompt the first turn."""
        first = ChatTurn(Speaker.USER, self._task.full_prompt)
        self._save(transcript_of([first, ChatTurn(Speaker.USER, "")]))
