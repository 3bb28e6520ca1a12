"""The pages of suites in the window: over time, defining and running, settings of this computer."""

from __future__ import annotations

from typing import Final

from xpert_studio.api.changes import Role, mark
from xpert_studio.desktop.pages import PageEntry, page_at

_LEAD: Final = frozenset({Role.LEAD})


OVER_TIME: Final = PageEntry(
    "suites",
    mark("Suites over time"),
    "history",
    part="",
    roles=_LEAD,
    under="results",
    tab=mark("Suites over time"),
    after="results",
    made_by=page_at("xpert_studio.packs.suites.page_over_time:OverTimePage"),
)
SUITES: Final = PageEntry(
    "suite-runs",
    mark("Suites"),
    "activity",
    part="",
    roles=_LEAD,
    under="runs",
    tab=mark("Suites"),
    after="runs",
    made_by=page_at("xpert_studio.packs.suites.page_suites:SuitesPage"),
)
LOCAL: Final = PageEntry(
    "suite-settings",
    mark("How suites run here"),
    "settings",
    part="",
    roles=_LEAD,
    under="settings",
    tab=mark("Suites"),
    after="settings",
    made_by=page_at("xpert_studio.packs.suites.page_local:LocalPage"),
)
