"""A section of reports: what the lab has to say."""

from xpert_studio.api.records import seen_records
from xpert_studio.api.sections import ReportSection, ReportView, Section, Text, t


def _make(view: ReportView) -> Section:
    tasks = view.analysis.catalog.tasks
    said = [t("The lab counts {n} tasks.", n=len(tasks))]
    with view.project.reading() as tx:
        seen = seen_records(tx, None, "lab_scales", "sighting")
    said += [
        f"{one.task_id}: {one.value.text}" for one in seen if one.value and one.task_id in tasks
    ]
    return Section("lab-summary", t("The lab"), tuple(map(Text, said)))


SUMMARY = ReportSection("lab-summary", _make, after="results")
