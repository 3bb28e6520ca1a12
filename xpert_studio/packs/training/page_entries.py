"""The page of training in the window."""

from __future__ import annotations

from typing import Final

from xpert_studio.api import mark
from xpert_studio.desktop.pages import PageEntry, page_at

TRAINING: Final = PageEntry(
    "training",
    mark("Training"),
    "book-open",
    part="",
    under="project",
    tab=mark("Training"),
    after="people",
    made_by=page_at("xpert_studio.packs.training.page:TrainingPageOfWindow"),
)
