"""The prompt and the reference answer, shown beside the rubric."""

from __future__ import annotations

from PySide6.QtWidgets import QTabBar, QWidget

from xpert_studio.desktop.kit import GAP, PAD, column, t, text_box
from xpert_studio.records import Task


class MaterialPanel(QWidget):
    """Two texts to read from, and to copy out of."""

    def __init__(self) -> None:
        super().__init__()
        self._texts = ("", "")
        self.which = QTabBar()
        self.which.addTab(t("Prompt"))
        self.which.addTab(t("Reference answer"))
        self.text = text_box(name=t("Prompt and reference answer"), is_open=False)
        self.text.setProperty("kind", "reading")
        self.which.currentChanged.connect(self._show)
        column(self.which, self.text, on=self, pad=PAD, gap=GAP)

    def show_task(self, task: Task) -> None:
        """Shows a task's texts."""
        texts = (task.full_prompt, task.reference_answer or "")
        if texts != self._texts:
            self._texts = texts
            self._show()

    def _show(self) -> None:
        text = self._texts[self.which.currentIndex()]
        self.text.setPlainText(text)
        self.text.setPlaceholderText(t("There is none yet; write it in the brief."))
