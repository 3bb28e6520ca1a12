"""Which responses the alignment of judges leaves out, and near-duplicates of anchors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.records.columns import Catalog
from xpert_studio.core.wording import clauses, in_a_row, mark, t, tn
from xpert_studio.core.workflow.blinding import all_labels
from xpert_studio.core.workflow.near_duplicates import NearDuplicate
from xpert_studio.report.analysis import JudgeFindings
from xpert_studio.report.blocks import Block, Column, Row, Table, Text
from xpert_studio.report.judge_alignment import JudgeLook, response_name
from xpert_studio.report.section import Section, View
from xpert_studio.report.sentences import LIKENESS, treatment

_MOST_ROWS: Final = 200


@dataclass(frozen=True, slots=True)
class Exclusions:
    """What is excluded from the alignment of judges: anchors, near-duplicates, unseen attachments.

    Attributes:
        judges: Those with an alignment.
        catalog: The responses.
        names: What responses are called, by id; near-duplicates without a name are only counted.
    """

    judges: tuple[JudgeFindings, ...]
    catalog: Catalog
    names: Mapping[str, str]

    def is_named(self, one: NearDuplicate) -> bool:
        """Whether the reader may know which responses are meant."""
        return {one.response_id, one.anchor_id} <= self.names.keys()


def _exclusions(view: View) -> Exclusions | None:
    """Responses are named by their systems, or, where these are hidden, by their labels.

    What is asked for: ``look``, one judge as a person looks at it.
    """
    analysis, catalog = view.analysis, view.analysis.catalog
    look: JudgeLook | None = view.asked.get("look")
    shown_of = [look.judge] if look is not None else analysis.aligned()
    aligned = tuple(item for item in shown_of if item is not None)
    shown = [item.shown for item in aligned]
    near = [one for item in shown for one in (*item.excluded, *item.borderline)]
    if not near and not any(item.left_out.any() for item in aligned):
        return None
    wanted = {name for one in near for name in (one.response_id, one.anchor_id)}
    places = {name: place for place, name in enumerate(catalog.responses) if name in wanted}
    if look is not None:
        names = _named(look, places)
    elif view.names_systems:
        names = {n: catalog.systems[catalog.response_system[at]] for n, at in places.items()}
    else:
        tasks = {n: catalog.tasks[catalog.response_task[at]] for n, at in places.items()}
        with view.project.reading() as tx:
            labels = all_labels(tx, set(tasks.values())) if tasks else {}
        names = {name: f"{task_id}:{labels[name]}" for name, task_id in tasks.items()}
    return Exclusions(aligned, catalog, names)


def _named(look: JudgeLook, places: Mapping[str, int]) -> dict[str, str]:
    """Responses by system, or by label where that is hidden; without those that are withheld."""
    catalog, blinding = look.analysis.catalog, look.blinding
    return {
        name: response_name(look.analysis, blinding.labels, at)
        for name, at in places.items()
        if catalog.tasks[catalog.response_task[at]] not in blinding.withheld
        and name not in blinding.pending
    }


def _exclusion_blocks(exclusions: Exclusions) -> Iterator[Block]:
    counts = [_counts(item) for item in exclusions.judges if item.left_out.any()]
    if counts:
        yield Text(t("Excluded from the alignment: {counts}.", counts=clauses(counts)))
    rows = [row for item in exclusions.judges for row in _rows(exclusions, item)]
    near = [
        one for item in exclusions.judges for one in (*item.shown.excluded, *item.shown.borderline)
    ]
    if more := sum(not exclusions.is_named(one) for one in near):
        yield Text(
            tn(
                "{n} near-duplicate of an anchor is hidden: you may still judge or confirm it.",
                "{n} near-duplicates of anchors are hidden: you may still judge or confirm them.",
                more,
            )
        )
    if not rows:
        return
    columns = (
        Column(t("Judge")),
        Column(t("Task")),
        Column(t("Response")),
        Column(t("Anchor")),
        Column(t("Reason")),
        Column(t("Similarity"), "0%"),
        Column(t("Status")),
    )
    title = t("Near-duplicates of anchors")
    if len(rows) > _MOST_ROWS:
        first = t("(the first {most_rows} of {rows:,})", most_rows=_MOST_ROWS, rows=len(rows))
        title = in_a_row((title, first))
    yield Table(columns, tuple(rows[:_MOST_ROWS]), title, t("Near-duplicates"))


EXCLUSIONS: Final = Section(
    "exclusions",
    mark("Excluded from the alignment"),
    mark("Which responses do not count for the alignment, and why?"),
    _exclusions,
    _exclusion_blocks,
)


def _counts(item: JudgeFindings) -> str:
    duplicates = len(item.shown.excluded)
    unseen = int((item.left_out & ~item.shown.mask).sum())
    return t(
        "{judge}: {responses} ({anchors}, {duplicates}{attached})",
        judge=item.judge.id,
        responses=tn("{n} response", "{n} responses", int(item.left_out.sum())),
        anchors=tn("{n} anchor", "{n} anchors", int(item.shown.mask.sum()) - duplicates),
        duplicates=tn("{n} near-duplicate", "{n} near-duplicates", duplicates),
        attached=t(", {unseen} with attachments not seen", unseen=unseen) if unseen else "",
    )


def _rows(shown: Exclusions, item: JudgeFindings) -> list[Row]:
    catalog, names = shown.catalog, shown.names
    near = (*item.shown.excluded, *item.shown.borderline)
    found = [one for one in near if shown.is_named(one)]
    wanted = {one.response_id for one in found}
    places = {name: place for place, name in enumerate(catalog.responses) if name in wanted}
    return [
        Row(
            (
                item.judge.id,
                catalog.task_titles[catalog.response_task[places[one.response_id]]],
                names[one.response_id],
                names[one.anchor_id],
                t(LIKENESS[one.reason]),
                one.similarity,
                treatment(one),
            )
        )
        for one in found
    ]
