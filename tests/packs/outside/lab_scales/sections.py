"""A section: what the lab has to say."""

from collections.abc import Iterator

from xpert_studio.api.charts import Bar, Bars
from xpert_studio.api.records import seen_records
from xpert_studio.api.sections import Action, Block, Figure, Section, Text, View, t


def _counted(view: View) -> tuple[int, list[str]]:
    tasks = view.analysis.catalog.tasks
    with view.project.reading() as tx:
        seen = seen_records(tx, None, "lab_scales", "sighting")
    said = [
        f"{one.task_id}: {one.value.text}" for one in seen if one.value and one.task_id in tasks
    ]
    return len(tasks), said


def _blocks(found: tuple[int, list[str]]) -> Iterator[Block]:
    tasks, sightings = found
    said = t("The lab counts {n} tasks.", n=tasks)
    yield Text(said, short=said)
    yield from map(Text, sightings)
    yield Figure(Bars([Bar(t("Tasks"), tasks)], axis=t("Tasks"), description=said), said)
    yield Action(t("Look again"), "lab {project}", step=("lab_plan", "look again"))


SUMMARY = Section(
    "lab-summary",
    "The lab",
    "How many tasks does the lab count?",
    _counted,
    _blocks,
    lambda found: {"tasks": found[0], "sightings": found[1]},
    after="results",
)
