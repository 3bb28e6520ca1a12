"""A column of leaderboards: the share of a system's responses in which the lab saw something."""

from collections import Counter

from xpert_studio.api.records import seen_records
from xpert_studio.api.sections import BoardColumn, ColumnFigures, Estimate, View


def _seen(view: View) -> ColumnFigures | None:
    catalog = view.analysis.catalog
    systems = [catalog.systems[place] for place in catalog.response_system]
    system_of = dict(zip(catalog.responses, systems, strict=True))
    with view.project.reading() as tx:
        seen = {one.response for one in seen_records(tx, None, "lab_scales", "sighting")}
    found = Counter(system for response, system in system_of.items() if response in seen)
    shares = {
        system: Estimate(found[system] / n, None, n) for system, n in Counter(systems).items()
    }
    return ColumnFigures(shares) if found else None


SEEN = BoardColumn(
    "lab_seen", "Seen by the lab", "Share of responses in which the lab saw something.", _seen
)
