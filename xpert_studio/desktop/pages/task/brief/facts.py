"""Title, domain, category, language, difficulty and tags of a brief."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QGridLayout, QWidget

from xpert_studio.desktop.kit import (
    DIFFICULTIES,
    GAP,
    SavedLine,
    Session,
    column,
    domain_name,
    grid,
    label,
    language_name,
    refill,
    t,
)
from xpert_studio.records import Difficulty, Task


class Facts(QWidget):
    """Short fields; each is saved as soon as it is left or chosen."""

    def __init__(self, session: Session, change: Callable[[str, Any], None]) -> None:
        super().__init__()
        self._session = session
        self._task: Task | None = None
        self.title, self.tags = SavedLine(), SavedLine(hint=t("Separated by commas"))
        self.domain, self.category = QComboBox(), QComboBox(editable=True)
        self.category_line = SavedLine()
        self.category.setLineEdit(self.category_line)
        self.language, self.difficulty = QComboBox(), QComboBox()
        made = grid(GAP * 2, GAP // 2, grow=(1, 1, 1, 1))
        column(made, on=self)
        self._place(made, 0, 0, t("Title"), self.title, 4)
        self._place(made, 2, 0, t("Domain"), self.domain, 2)
        self._place(made, 2, 2, t("Category"), self.category, 2)
        self._place(made, 4, 0, t("Language"), self.language, 1)
        self._place(made, 4, 1, t("Difficulty"), self.difficulty, 1)
        self._place(made, 4, 2, t("Tags"), self.tags, 2)
        self.title.written.connect(lambda text: change("title", text or None))
        self.category_line.written.connect(lambda text: change("category", text or None))
        self.tags.written.connect(lambda text: change("tags", _tags(text)))
        self.category.activated.connect(lambda _: self.category_line.finish())
        self.domain.activated.connect(lambda _: change("domain", self.domain.currentData()))
        self.language.activated.connect(lambda _: change("language", self.language.currentData()))
        self.difficulty.activated.connect(
            lambda _: change("difficulty", Difficulty(self.difficulty.currentData()))
        )

    def _place(
        self, grid: QGridLayout, line: int, place: int, name: str, field: QWidget, span: int
    ) -> None:
        caption = label(name, "label", wrap=False)
        caption.setBuddy(field)
        field.setAccessibleName(name)
        grid.addWidget(caption, line, place, 1, span)
        grid.addWidget(field, line + 1, place, 1, span)

    def show_task(self, task: Task, *, is_open: bool) -> None:
        """Shows a brief's facts; what is being written in a field is not overwritten."""
        is_other = self._task is None or self._task.id != task.id
        self._task = task
        project_state, person = self._session.project_state, self._session.person
        if is_other or self._session.is_saved:
            if not self.category_line.is_being_written:
                refill(self.category, [(name, name) for name in project_state.categories])
                self.category_line.setText(self.category_line.saved)
            self.title.show_text(task.title or "")
            self.category_line.show_text(task.category or "")
            self.tags.show_text(", ".join(task.tags))
        for line in (self.title, self.tags):
            line.setReadOnly(not is_open)
        own = person.domains if person and is_open else project_state.info.taxonomy.domains
        domains = dict.fromkeys([*own, *([task.domain] if task.domain else [])])
        _fill(self.domain, [(name, domain_name(name)) for name in domains], task.domain)
        codes = dict.fromkeys(
            ["en", "zh", *project_state.languages, *([task.language] if task.language else [])]
        )
        _fill(self.language, [(code, language_name(code)) for code in codes], task.language)
        _fill(
            self.difficulty, [(item, t(DIFFICULTIES[item])) for item in Difficulty], task.difficulty
        )
        for box in (self.domain, self.language, self.difficulty, self.category):
            box.setEnabled(is_open)

    def first_gap(self) -> QWidget | None:
        """The first field that has to be filled and is not."""
        if not self.title.text().strip():
            return self.title
        boxes = (self.domain, self.language, self.difficulty)
        return next((box for box in boxes if box.currentData() is None), None)

    def finish(self) -> None:
        """Saves what was typed."""
        for line in (self.title, self.category_line, self.tags):
            line.finish()


def _tags(text: str) -> tuple[str, ...]:
    parts = (part.strip() for part in re.split("[,，]", text))
    return tuple(filter(None, parts))


def _fill(box: QComboBox, choices: list[tuple[Any, str]], current: Any) -> None:
    with QSignalBlocker(box):
        box.clear()
        for value, words in choices:
            box.addItem(words, value)
        box.setCurrentIndex(
            next((n for n, (value, _) in enumerate(choices) if value == current), -1)
        )
        box.setPlaceholderText(t("choose"))
