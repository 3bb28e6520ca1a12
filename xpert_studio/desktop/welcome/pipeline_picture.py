"""A picture of what the program is for: from a task to a leaderboard."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QWidget

from xpert_studio.core.wording import mark, t
from xpert_studio.desktop.look import GAP, PAD
from xpert_studio.desktop.widgets.labels import card, label, sign
from xpert_studio.desktop.widgets.layouts import box, column, row

_STEPS: Final = (
    ("file-text", mark("Task"), mark("real work, with its materials")),
    ("list-checks", mark("Rubric"), mark("atomic checkpoints")),
    ("scale", mark("Judgment"), mark("by experts, blind, with reasons")),
    ("target", mark("Judge"), mark("a model that follows the experts")),
    ("trophy", mark("Leaderboard"), mark("systems compared, with intervals")),
)


def pipeline_picture() -> QWidget:
    """The steps beside each other, with arrows between them."""
    parts: list[QWidget] = []
    for picture, name, about in _STEPS:
        words = label(t(name), "step_name"), label(t(about), "step_about")
        inside = column(sign(picture, "accent", 26), *words, 1, pad=(2, PAD, 2, GAP), gap=2)
        parts += [*([sign("chevron-right", "muted", 14)] if parts else ()), card(inside, "step")]
    made = box(row(*parts, gap=0, grow=(1, 0) * len(_STEPS)))
    made.setAccessibleName(t("From a task to a leaderboard"))
    return made
