"""Analysis of a project, and the reports made of it: HTML, PDF and Excel.

The reports are imported from their modules (``page``, ``writing``, ``sentences``): commands that
only compute figures do not load what renders them. What computes figures is loaded when it is
asked for: it brings numpy along, and names of judges are needed where no figure is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xpert_studio.report.analysis import Analysis, JudgeFindings, LatestAnalysis, analyse

__all__ = ["Analysis", "JudgeFindings", "LatestAnalysis", "analyse"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from xpert_studio.report import analysis

    return getattr(analysis, name)
