"""Title, domain, category, language, difficulty and tags of a brief."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QGridLayout, QLineEdit, QWidget

from xpert_studio.desktop.kit import (
    DIFFICULTIES,
    GAP,
    Session,
    domain_name,
    field,
    label,
    language_name,
    px,
    t,
)
from xpert_studio.records import Difficulty, Task


class Facts(QWidget):
    """Short fields; each is saved as soon as it is left or chosen."""

    def __init__(self, session: Session, change: Callable[[str, Any], None]) -> None:
        super().__init__()
        self._session = session
        self._change = change
        self._task: Task | None = None
        self._shown: dict[QLineEdit, str] = {}
        self.title = QLineEdit()
        self.domain, self.category = QComboBox(), QComboBox()
        self.category.setEditable(True)
        self.language, self.difficulty = QComboBox(), QComboBox()
        self.tags = field(hint=t("Separated by commas"))
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(px(GAP * 2))
        grid.setVerticalSpacing(px(GAP // 2))
        self._place(grid, 0, 0, t("Title"), self.title, 4)
        self._place(grid, 2, 0, t("Domain"), self.domain, 2)
        self._place(grid, 2, 2, t("Category"), self.category, 2)
        self._place(grid, 4, 0, t("Language"), self.language, 1)
        self._place(grid, 4, 1, t("Difficulty"), self.difficulty, 1)
        self._place(grid, 4, 2, t("Tags"), self.tags, 2)
        for place in range(4):
            grid.setColumnStretch(place, 1)
        self.title.editingFinished.connect(self.finish)
        self.tags.editingFinished.connect(self.finish)
        self.domain.activated.connect(lambda _: self._chosen("domain", self.domain))
        self.language.activated.connect(lambda _: self._chosen("language", self.language))
        self.difficulty.activated.connect(
            lambda _: self._change("difficulty", Difficulty(self.difficulty.currentData()))
        )
        self._category_line.editingFinished.connect(self.finish)
        self.category.activated.connect(lambda _: self.finish())

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
        for line, text in ((self.title, task.title or ""), (self.tags, ", ".join(task.tags))):
            if is_other or self._may_show(line, line):
                self._show(line, text)
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
        line = self._category_line
        if is_other or self._may_show(self.category, line):
            with QSignalBlocker(self.category):
                self.category.clear()
                self.category.addItems(list(project_state.categories))
                self._show(line, task.category or "")
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
        task = self._task
        if task is None or self.title.isReadOnly():
            return
        if self._take(self.title):
            self._change("title", self.title.text().strip() or None)
        if self._take(self._category_line):
            self._change("category", self.category.currentText().strip() or None)
        if self._take(self.tags):
            parts = re.split("[,，]", self.tags.text())
            self._change("tags", tuple(part.strip() for part in parts if part.strip()))

    @property
    def _category_line(self) -> QLineEdit:
        line = self.category.lineEdit()
        assert line is not None
        return line

    def _show(self, line: QLineEdit, text: str) -> None:
        self._shown[line] = text
        if line.text() != text:
            line.setText(text)

    def _may_show(self, field: QWidget, line: QLineEdit) -> bool:
        """Whether nothing is lost: it is not being edited, nothing is on its way to the project."""
        is_written = field.hasFocus() and self._is_written(line)
        return self._session.is_saved and not is_written

    def _is_written(self, line: QLineEdit) -> bool:
        """Whether the person has written in a field since it was shown or taken."""
        return line.text() != self._shown.get(line, "")

    def _take(self, line: QLineEdit) -> bool:
        is_written = self._is_written(line)
        self._shown[line] = line.text()
        return is_written

    def _chosen(self, name: str, box: QComboBox) -> None:
        self._change(name, box.currentData())


def _fill(box: QComboBox, choices: list[tuple[Any, str]], current: Any) -> None:
    with QSignalBlocker(box):
        box.clear()
        for value, words in choices:
            box.addItem(words, value)
        box.setCurrentIndex(
            next((n for n, (value, _) in enumerate(choices) if value == current), -1)
        )
        box.setPlaceholderText(t("choose"))
