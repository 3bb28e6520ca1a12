"""The pages of the site and of its readers' wishes in the window."""

from __future__ import annotations

from typing import Final

from xpert_studio.api.changes import Role, mark
from xpert_studio.desktop.pages import PageEntry, page_at

SITE: Final = PageEntry(
    "site",
    mark("Site"),
    "external-link",
    part="",
    roles=frozenset({Role.LEAD}),
    under="publish",
    tab=mark("Site"),
    after="publish",
    made_by=page_at("xpert_studio.packs.site.page:SitePage"),
)
WISHES: Final = PageEntry(
    "wishes",
    mark("Wishes of readers"),
    "lightbulb",
    part="",
    roles=frozenset({Role.LEAD, Role.AUTHOR}),
    under="tasks",
    made_by=page_at("xpert_studio.packs.site.page_wishes:WishesPage"),
)
