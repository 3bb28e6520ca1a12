"""A section: what the lab has to say."""

from collections.abc import Iterator

from xpert_studio.api.charts import Bar, Bars
from xpert_studio.api.sections import Block, Figure, Section, Text, View, t


def _counted(view: View) -> int:
    return len(view.analysis.catalog.tasks)


def _blocks(tasks: int) -> Iterator[Block]:
    said = t("The lab counts {n} tasks.", n=tasks)
    yield Text(said, short=said)
    yield Figure(Bars([Bar(t("Tasks"), tasks)], axis=t("Tasks"), description=said), said)


SUMMARY = Section(
    "lab-summary",
    "The lab",
    "How many tasks does the lab count?",
    _counted,
    _blocks,
    lambda tasks: {"tasks": tasks},
    after="results",
)
