"""The page of the site in the window."""

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


SITE: Final = PageEntry(
    "site", mark("Site"), "external-link", part="", roles=frozenset({Role.LEAD}),
    under="publish", tab=mark("Site"), after="publish", made_by=_page,
)  # fmt: skip
