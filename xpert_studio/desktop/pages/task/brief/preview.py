"""The prompt as a model will get it, while it is written."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from xpert_studio.desktop.look import GAP, SPACE, px
from xpert_studio.desktop.parts.labels import label
from xpert_studio.desktop.parts.layouts import column, row
from xpert_studio.desktop.shell import Shell
from xpert_studio.desktop.wording import listed, short, t, tn
from xpert_studio.records import Task
from xpert_studio.records.tasks import PROMPT_PARTS

_SOON_MS = 120


class Preview(QWidget):
    """Text and attachments, with its length."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setAccessibleName(t("The prompt as a model gets it"))
        self.text.setPlaceholderText(
            t("What you write on the left stands here as a model gets it.")
        )
        self.length = label("", "small", wrap=False)
        self.attached = label("", "small")
        inside = column(
            row(label(t("As a model gets it"), "label", wrap=False), 1, self.length),
            self.text, self.attached,
            on=self, gap=GAP,
        )  # fmt: skip
        inside.setContentsMargins(px(SPACE), 0, 0, 0)
        self._soon = QTimer(self, singleShot=True, interval=_SOON_MS)
        self._soon.timeout.connect(self._show)
        self._task: Task | None = None
        self._texts: dict[str, str] = {}

    def show_texts(self, task: Task, texts: dict[str, str]) -> None:
        """Shows what stands in the fields now."""
        self._task, self._texts = task, texts
        self._soon.start()

    def _show(self) -> None:
        task = self._task
        if task is None:
            return
        written = task.model_copy(
            update={name: self._texts.get(name) or None for name in PROMPT_PARTS}
            | {"prompt": self._texts.get("prompt") or None if task.prompt is not None else None}
        )
        prompt = written.full_prompt
        if self.text.toPlainText() != prompt:
            bar = self.text.verticalScrollBar()
            at = bar.value()
            self.text.setPlainText(prompt)
            bar.setValue(at)
        self.length.setText(tn("{n} character", "{n} characters", len(prompt)))
        names = [
            short(item.caption or "", 60) or item.path.rpartition("/")[2]
            for item in task.attachments
        ]
        self.attached.setVisible(bool(names))
        self.attached.setText(t("Attached: {names}", names=listed(names)))
