"""The page of norming in the window."""

from __future__ import annotations

from typing import Final

from xpert_studio.api import mark
from xpert_studio.api.changes import Role
from xpert_studio.desktop.pages import PageEntry, page_at

NORMING: Final = PageEntry(
    "norming",
    mark("Norming"),
    "handshake",
    part="",
    roles=frozenset({Role.EXPERT, Role.SENIOR, Role.LEAD}),
    under="project",
    tab=mark("Norming"),
    of_teams=True,
    after="qualification",
    made_by=page_at("xpert_studio.packs.norming.page:NormingPage"),
)
