"""The pages of suites in the window: over time, defining and running, settings of this computer."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.records import Role
from xpert_studio.core.wording import mark
from xpert_studio.desktop.pages import PageEntry
from xpert_studio.desktop.pages.base import Page
from xpert_studio.desktop.shell import Shell

_LEAD: Final = frozenset({Role.LEAD})


def _over_time(shell: Shell) -> Page:
    from xpert_studio.packs.suites.page_over_time import OverTimePage

    return OverTimePage(shell)


def _suites(shell: Shell) -> Page:
    from xpert_studio.packs.suites.page_suites import SuitesPage

    return SuitesPage(shell)


def _local(shell: Shell) -> Page:
    from xpert_studio.packs.suites.page_local import LocalPage

    return LocalPage(shell)


OVER_TIME: Final = PageEntry(
    "suites", mark("Suites over time"), "history", part="", roles=_LEAD, under="results",
    tab=mark("Suites over time"), after="results", made_by=_over_time,
)  # fmt: skip
SUITES: Final = PageEntry(
    "suite-runs", mark("Suites"), "activity", part="", roles=_LEAD, under="runs",
    tab=mark("Suites"), after="runs", made_by=_suites,
)  # fmt: skip
LOCAL: Final = PageEntry(
    "suite-settings", mark("How suites run here"), "settings", part="", roles=_LEAD,
    under="settings", tab=mark("Suites"), after="settings", made_by=_local,
)  # fmt: skip
