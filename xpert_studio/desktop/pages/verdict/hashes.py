"""What a verdict is bound to, by its hashes, and whether that is still so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from PySide6.QtWidgets import QWidget

from xpert_studio.core.errors import XpertError
from xpert_studio.core.wording import explained, in_a_row, mark, t
from xpert_studio.desktop.look import GAP, PAD
from xpert_studio.desktop.widgets.labels import CopiedLine, label
from xpert_studio.desktop.widgets.layouts import box, column
from xpert_studio.desktop.widgets.scrolling import scrolled_column

_NAMES: Final = {
    "judge": (mark("Judge"), mark("Provider, model, mode, parameters, settings and prompt.")),
    "prompt": (mark("Prompt"), mark("The templates the judge is asked with.")),
    "policy": (mark("Grading policy"), mark("The words the judge was given.")),
    "task": (mark("Task"), mark("Prompt and attachments as they are now.")),
    "response": (mark("Response"), mark("Text and attachments as they are now.")),
    "rated_hash": (mark("Judged"), mark("Task, checkpoint and response as they were judged.")),
    "rated_hash_now": (mark("Now"), mark("The same three as they are now.")),
    "key": (
        mark("Key"),
        mark("All the verdict depends on; what has a known key is not asked again."),
    ),
    "call": (mark("Call"), mark("The exchange it came of.")),
    "run": (mark("Run"), mark("The run the exchange belongs to.")),
    "shared_prompt": (
        mark("Shared prompt"),
        mark("Everything that was sent before the candidate."),
    ),
}


class Hashes(QWidget):
    """The hashes of one verdict."""

    def __init__(self) -> None:
        super().__init__()
        self.stale = label("", "")
        self.known = label("", "muted")
        self.fields = {name: CopiedLine(t(title)) for name, (title, _) in _NAMES.items()}
        self._lines = {
            name: box(
                column(
                    label(t(title), "label"),
                    self.fields[name],
                    label(t(meaning), "small"),
                    gap=GAP // 2,
                )
            )
            for name, (title, meaning) in _NAMES.items()
        }
        scrolled_column(self.stale, self.known, *self._lines.values(), 1, on=self, pad=PAD, gap=PAD)

    def show_hashes(self, found: Mapping[str, Any]) -> None:
        """Shows hashes; those that there are not are left out."""
        for name, field in self.fields.items():
            value = found.get(name)
            self._lines[name].setVisible(bool(value))
            field.show_text(str(value or ""))
        is_stale = found.get("stale")
        self.stale.say(
            t("A text has been edited since: the verdict is stale, and does not count.")
            if is_stale
            else t("It was decided on the texts as they are now.")
            if is_stale is not None
            else "",
            "warn" if is_stale else "good",
        )

    def say_known(self, is_known: bool | None) -> None:
        """Says whether the next run would ask again; None if unknown."""
        self.known.say(
            t("The next run of this judge takes it as known.")
            if is_known
            else t("The next run of this judge requests it again.")
            if is_known is not None
            else ""
        )

    def say_unknown(self, error: XpertError) -> None:
        """Says why the next run of the judge cannot be told of."""
        why = in_a_row((t("The next run of this judge does not begin."), explained(error)))
        self.known.say(why)
