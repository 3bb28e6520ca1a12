"""The page of proposed cases in the window."""

from __future__ import annotations

from typing import Final

from xpert_studio.api import mark
from xpert_studio.api.changes import Role
from xpert_studio.desktop.pages import PageEntry, page_at

CASES: Final = PageEntry(
    "cases",
    mark("Cases of a brief"),
    "sparkles",
    part="",
    roles=frozenset({Role.AUTHOR}),
    under="tasks",
    of_task=mark("Have cases proposed…"),
    after="tasks",
    made_by=page_at("xpert_studio.packs.variants.page:CasesPage"),
)
