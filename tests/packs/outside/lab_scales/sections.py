"""A section of reports: what the lab has to say."""

from xpert_studio.api.charts import Bar, Bars
from xpert_studio.api.sections import Figure, ReportSection, ReportView, Section, Text, t


def _make(view: ReportView) -> Section:
    said = t("The lab counts {n} tasks.", n=len(view.analysis.catalog.tasks))
    bar = Bar(t("Tasks"), len(view.analysis.catalog.tasks))
    chart = Bars([bar], axis=t("Tasks"), description=said)
    return Section("lab-summary", t("The lab"), (Text(said), Figure(chart, said)))


SUMMARY = ReportSection("lab-summary", _make, after="results")
