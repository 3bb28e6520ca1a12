"""The page of qualification in the window."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.wording import mark
from xpert_studio.desktop.pages import PageEntry
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.shell import Shell


def _page(shell: Shell) -> Page:
    from xpert_studio.packs.qualification.page import QualificationPage

    return QualificationPage(shell)


QUALIFICATION: Final = PageEntry(
    "qualification", mark("Qualification"), "badge-check", part="", under="project",
    tab=mark("Qualification"), of_teams=True, after="people", made_by=_page,
)  # fmt: skip
