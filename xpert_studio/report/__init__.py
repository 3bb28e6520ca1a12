"""Analysis of a project, and the reports made of it: HTML, PDF and Excel.

The reports are imported from their modules (``page``, ``writing``, ``sentences``): commands that
only compute figures do not load what renders them.
"""

from xpert_studio.report.analysis import Analysis, JudgeFindings, LatestAnalysis, analyse

__all__ = ["Analysis", "JudgeFindings", "LatestAnalysis", "analyse"]
