"""The prompt as a model will get it, while it is written."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QWidget

from xpert_studio.core.records import Task
from xpert_studio.core.records.tasks import PROMPT_PARTS
from xpert_studio.core.wording import listed, number, short, t, tn
from xpert_studio.desktop.look import GAP, SPACE
from xpert_studio.desktop.widgets.fields import text_box
from xpert_studio.desktop.widgets.labels import label
from xpert_studio.desktop.widgets.layouts import column, row
from xpert_studio.desktop.widgets.long_texts import is_editable
from xpert_studio.desktop.widgets.portions import BUDGET, portion
from xpert_studio.desktop.widgets.texts import WritingField
from xpert_studio.desktop.widgets.wiring import later

_SOON_MS = 120


class BriefPreview(QWidget):
    """Text and attachments, with its length.

    Args:
        fields: What is written in, by name.
    """

    _task: Task

    def __init__(self, fields: Mapping[str, WritingField]) -> None:
        super().__init__()
        self._fields = fields
        self.text = text_box(
            name=t("The prompt as a model gets it"),
            hint=t("Your prompt appears here as the model will receive it."),
            is_open=False,
        )
        self.length = label("", "small", wrap=False)
        self.attached = label("", "small")
        self.cut = label("", "warn")
        column(
            row(label(t("Model prompt preview"), "label", wrap=False), 1, self.length),
            self.text,
            self.cut,
            self.attached,
            on=self,
            gap=GAP,
            pad=(SPACE, 0, 0, 0),
        )
        self._soon = later(self, _SOON_MS, self._show)
        self.cut.hide()

    def show_texts(self, task: Task) -> None:
        """Shows what stands in the fields of a task, a moment after something was written in them."""
        self._task = task
        self._soon.start()

    def _show(self) -> None:
        texts = {name: field.toPlainText() for name, field in self._fields.items()}
        written = self._task.model_copy(
            update={name: texts.get(name) or None for name in PROMPT_PARTS}
            | {"prompt": texts.get("prompt") or None if self._task.prompt is not None else None}
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
        self.cut.say(
            t(
                "Only the beginning is shown here: {n} of {total} characters.",
                n=number(len(shown)),
                total=number(len(prompt)),
            )
            if shown != prompt
            else ""
        )
        self.length.setText(tn("{n} character", "{n} characters", len(prompt)))
        names = [
            short(item.caption or "", 60) or item.path.rpartition("/")[2]
            for item in self._task.attachments
        ]
        system = len(texts.get("system_prompt", ""))
        told = [
            tn(
                "Preceded by the system prompt: {n} character.",
                "Preceded by the system prompt: {n} characters.",
                system,
            )
            if system
            else "",
            t("Attached: {names}", names=listed(names)) if names else "",
        ]
        self.attached.say("\n".join(filter(None, told)))
