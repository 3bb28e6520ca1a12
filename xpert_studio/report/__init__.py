"""Analysis of a project, and the reports made of it: HTML, PDF and Excel."""

from xpert_studio.report.analysis import Analysis, JudgeFindings, analyse
from xpert_studio.report.latest import LatestAnalysis
from xpert_studio.report.page import report_page
from xpert_studio.report.sentences import summary_sentences
from xpert_studio.report.writing import write_report

__all__ = [
    "Analysis",
    "JudgeFindings",
    "LatestAnalysis",
    "analyse",
    "report_page",
    "summary_sentences",
    "write_report",
]
