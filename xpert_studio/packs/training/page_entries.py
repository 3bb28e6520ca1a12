"""The page of training in the window."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.wording import mark
from xpert_studio.desktop.pages import PageEntry
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.shell import Shell


def _page(shell: Shell) -> Page:
    from xpert_studio.packs.training.page import TrainingPageOfWindow

    return TrainingPageOfWindow(shell)


TRAINING: Final = PageEntry(
    "training", mark("Training"), "book-open", part="", under="project",
    tab=mark("Training"), after="people", made_by=_page,
)  # fmt: skip
