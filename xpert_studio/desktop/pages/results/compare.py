"""Two systems, two judges, ranks by two recipes; and each system against each other."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.wording import t
from xpert_studio.desktop.pages.results.parts import PartsSection
from xpert_studio.desktop.shell import Shell
from xpert_studio.report.section import COMPARED

_FIRST: Final = ("pair", "judge-beside-another")


class CompareSection(PartsSection):
    """One comparison at a time."""

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell, "compare", t("Compare"), COMPARED, first=_FIRST)
