"""The pages of the site and of its readers' wishes in the window."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.records import Role
from xpert_studio.core.wording import mark
from xpert_studio.desktop.pages import PageEntry
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.shell import Shell


def _page(shell: Shell) -> Page:
    from xpert_studio.packs.site.page import SitePage

    return SitePage(shell)


def _wishes(shell: Shell) -> Page:
    from xpert_studio.packs.site.page_wishes import WishesPage

    return WishesPage(shell)


SITE: Final = PageEntry(
    "site", mark("Site"), "external-link", part="", roles=frozenset({Role.LEAD}),
    under="publish", tab=mark("Site"), after="publish", made_by=_page,
)  # fmt: skip
WISHES: Final = PageEntry(
    "wishes", mark("Wishes of readers"), "lightbulb", part="",
    roles=frozenset({Role.LEAD, Role.AUTHOR}), under="tasks", made_by=_wishes,
)  # fmt: skip
