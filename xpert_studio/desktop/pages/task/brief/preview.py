"""The prompt as a model will get it, while it is written."""

from __future__ import annotations

from collections.abc import Callable

from xpert_studio.desktop.look import GAP, SPACE
from xpert_studio.desktop.parts import column, label, row, text_box
from xpert_studio.desktop.parts.portions import BUDGET, portion
from xpert_studio.desktop.parts.too_long import is_editable
from xpert_studio.desktop.shell import Shell, ShellWidget
from xpert_studio.desktop.timing import later
from xpert_studio.desktop.wording import listed, number, short, t, tn
from xpert_studio.records import Task
from xpert_studio.records.tasks import PROMPT_PARTS

_SOON_MS = 120


class Preview(ShellWidget):
    """Text and attachments, with its length."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.text = text_box(
            name=t("The prompt as a model gets it"),
            hint=t("What you write on the left stands here as a model gets it."),
            is_open=False,
        )
        self.length = label("", "small", wrap=False)
        self.attached = label("", "small")
        self.cut = label("", "warn")
        self.cut.setVisible(False)
        column(
            row(label(t("As a model gets it"), "label", wrap=False), 1, self.length),
            self.text, self.cut, self.attached,
            on=self, gap=GAP, pad=(SPACE, 0, 0, 0),
        )  # fmt: skip
        self._soon = later(self, _SOON_MS, self._show)
        self._task: Task | None = None
        self._read: Callable[[], dict[str, str]] = dict

    def show_texts(self, task: Task, read: Callable[[], dict[str, str]]) -> None:
        """Shows what stands in the fields, a moment after something was written in them.

        Args:
            task: The task they belong to.
            read: Gives the texts by their fields' names.
        """
        self._task, self._read = task, read
        self._soon.start()

    def _show(self) -> None:
        task = self._task
        if task is None:
            return
        texts = self._read()
        written = task.model_copy(
            update={name: texts.get(name) or None for name in PROMPT_PARTS}
            | {"prompt": texts.get("prompt") or None if task.prompt is not None else None}
        )
        prompt = written.full_prompt
        shown = (
            prompt if is_editable(prompt) else portion(prompt, is_plain=True, budget=BUDGET / 10)
        )
        if self.text.toPlainText() != shown:
            bar = self.text.verticalScrollBar()
            at = bar.value()
            self.text.setPlainText(shown)
            bar.setValue(at)
        self.cut.setVisible(shown != prompt)
        self.cut.setText(
            t("Only the beginning is shown here: {n} of {total} characters.",
              n=number(len(shown)), total=number(len(prompt)))
        )  # fmt: skip
        self.length.setText(tn("{n} character", "{n} characters", len(prompt)))
        names = [
            short(item.caption or "", 60) or item.path.rpartition("/")[2]
            for item in task.attachments
        ]
        self.attached.setVisible(bool(names))
        self.attached.setText(t("Attached: {names}", names=listed(names)))
