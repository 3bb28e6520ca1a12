"""A section: what the lab has to say."""

from collections.abc import Iterator

from xpert_studio.api.sections import Section, Text, View, t


def _counted(view: View) -> int:
    return len(view.analysis.catalog.tasks)


def _blocks(tasks: int) -> Iterator[Text]:
    said = t("The lab counts {n} tasks.", n=tasks)
    yield Text(said, short=said)


SUMMARY = Section(
    "lab-summary",
    "The lab",
    "How many tasks does the lab count?",
    _counted,
    _blocks,
    lambda tasks: {"tasks": tasks},
    after="results",
)
