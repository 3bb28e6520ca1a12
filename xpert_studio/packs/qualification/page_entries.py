"""The page of qualification in the window."""

from __future__ import annotations

from typing import Final

from xpert_studio.api import mark
from xpert_studio.desktop.pages import PageEntry, page_at

QUALIFICATION: Final = PageEntry(
    "qualification",
    mark("Qualification"),
    "badge-check",
    part="",
    under="project",
    tab=mark("Qualification"),
    of_teams=True,
    after="people",
    made_by=page_at("xpert_studio.packs.qualification.page:QualificationPage"),
)
