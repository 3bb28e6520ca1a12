"""The page of disputes among those of agreement."""

from __future__ import annotations

from typing import Final

from xpert_studio.api import mark
from xpert_studio.api.changes import Role
from xpert_studio.desktop.pages import PageEntry, page_at

DISPUTES: Final = PageEntry(
    "disputes",
    mark("Disputes"),
    "gavel",
    part="",
    roles=frozenset({Role.SENIOR, Role.LEAD}),
    under="alignment",
    tab=mark("Disputes"),
    after="agreement",
    made_by=page_at("xpert_studio.packs.disputes.page:DisputesPage"),
)
