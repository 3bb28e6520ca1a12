"""Everything that there is to look into, in one place: the list says what is listed."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.wording import t
from xpert_studio.desktop.pages.results.parts import PartsSection
from xpert_studio.desktop.pages.results.targets import VERDICTS
from xpert_studio.desktop.pages.results.verdicts import VerdictsSection
from xpert_studio.desktop.shell import Shell
from xpert_studio.report.section import EXPLORED

_FIRST: Final = ("tasks", "items", VERDICTS, "disagreements", "heatmap", "spreads")


class ExploreSection(PartsSection):
    """Tasks, checkpoints, cases, heat maps and others; and the verdicts of a judge."""

    def __init__(self, shell: Shell) -> None:
        own = {VERDICTS: (t("Verdicts"), VerdictsSection)}
        super().__init__(shell, "explore", t("Show"), EXPLORED, first=_FIRST, own=own)
