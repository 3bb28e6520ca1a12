"""The page of probes in the window."""

from __future__ import annotations

from typing import Final

from xpert_studio.api import mark
from xpert_studio.api.changes import Role
from xpert_studio.desktop.pages import PageEntry, page_at

PROBES: Final = PageEntry(
    "probes",
    mark("Probes of briefs"),
    "target",
    part="",
    roles=frozenset({Role.SENIOR, Role.LEAD}),
    under="project",
    tab=mark("Probes"),
    after="norming",
    made_by=page_at("xpert_studio.packs.pretest.page:ProbesPage"),
)
