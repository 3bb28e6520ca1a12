"""A section of reports: what the lab has to say."""

from xpert_studio.api.sections import ReportSection, ReportView, Section, Text, t


def _make(view: ReportView) -> Section:
    said = t("The lab counts {n} tasks.", n=len(view.analysis.catalog.tasks))
    return Section("lab-summary", t("The lab"), (Text(said),))


SUMMARY = ReportSection("lab-summary", _make, after="results")
