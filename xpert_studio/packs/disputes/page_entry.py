"""The page of disputes among those of agreement."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.records import Role
from xpert_studio.core.wording import mark
from xpert_studio.desktop.pages import PageEntry
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.shell import Shell


def _page(shell: Shell) -> Page:
    from xpert_studio.packs.disputes.page import DisputesPage

    return DisputesPage(shell)


DISPUTES: Final = PageEntry(
    "disputes", mark("Disputes"), "gavel", part="", roles=frozenset({Role.SENIOR, Role.LEAD}),
    under="alignment", tab=mark("Disputes"), after="agreement", made_by=_page,
)  # fmt: skip
