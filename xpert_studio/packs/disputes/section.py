"""The section of disputes: whose decisions and which checkpoints are disputed, and how it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from xpert_studio.api.sections import (
    EXPLORED,
    REPORT,
    RUBRIC,
    Block,
    Column,
    Estimate,
    Note,
    Row,
    Section,
    Table,
    View,
    clauses,
    headline,
    labelled,
    listed,
    mark,
    percent,
    percent_span,
    t,
    tn,
)
from xpert_studio.core.metrics.task_estimates import SHARE, estimate
from xpert_studio.core.store import tasks
from xpert_studio.packs.disputes.queue import names_in
from xpert_studio.packs.disputes.records import Outcome, Stance
from xpert_studio.packs.disputes.repair import disputed_words, most_disputed
from xpert_studio.packs.disputes.seen import SeenDispute, counted_disputes

FEWEST: Final = 10
"""Resolved disputes with fewer of which no share is shown."""
_SHORT: Final = 8
_BY: Final = {
    "judge": mark("Judge"),
    "expert": mark("Expert"),
    "checkpoint": mark("Checkpoint"),
}


@dataclass(frozen=True, slots=True)
class CountedDisputes:
    """How often decisions of one judge, by one expert or on one checkpoint are disputed.

    Attributes:
        id: Of the judge or expert, or ``TASK/CHECKPOINT``.
        name: In words.
        supported, disputed: What people said.
        open, dismissed, upheld: What became of the disputes.
        words: Of a checkpoint: those that disputes quote.
        upheld_share: Of the disputes that are resolved, over families of tasks; None with fewer
            than ``FEWEST``.
    """

    id: str
    name: str
    supported: int
    disputed: int
    open: int
    dismissed: int
    upheld: int
    upheld_share: Estimate | None
    words: tuple[str, ...] = ()

    @property
    def resolved(self) -> int:
        """Disputes that are dismissed or upheld."""
        return self.dismissed + self.upheld


@dataclass(frozen=True, slots=True)
class Disputed:
    """All that is disputed, by judge, expert and checkpoint, the most disputed first."""

    whole: CountedDisputes
    groups: Mapping[str, tuple[CountedDisputes, ...]]


def _compute(view: View) -> Disputed | None:
    with view.project.reading() as tx:
        found = counted_disputes(tx, view.person_id or None)
        called = dict(names_in(tx)) if found else {}
    if not found:
        return None
    return Disputed(
        counted("", "", found),
        {
            "judge": _groups(found, lambda one: one.value.judge, lambda id_: called.get(id_, id_)),
            "expert": _groups(found, lambda one: one.value.expert, view.name),
            "checkpoint": _checkpoints(found),
        },
    )


def _groups(
    found: Iterable[SeenDispute],
    key: Callable[[SeenDispute], str],
    called: Callable[[str], str],
) -> tuple[CountedDisputes, ...]:
    own: dict[str, list[SeenDispute]] = {}
    for one in found:
        if key(one):
            own.setdefault(key(one), []).append(one)
    made = (counted(id_, called(id_), its) for id_, its in own.items())
    return tuple(sorted(made, key=lambda one: (-one.disputed, one.name)))


def _checkpoints(found: tuple[SeenDispute, ...]) -> tuple[CountedDisputes, ...]:
    rows = []
    for point, its in most_disputed(found):
        words = disputed_words(point.text, (one.value.reason for one in its))
        said = tuple(point.text[word.start : word.end] for word in words)
        every = [
            one for one in found if (one.task.id, one.value.checkpoint) == (point.task_id, point.id)
        ]
        rows.append(counted(f"{point.task_id}/{point.id}", point.text, every, said))
    return tuple(rows)


def counted(
    id_: str, name: str, disputes: Iterable[SeenDispute], words: tuple[str, ...] = ()
) -> CountedDisputes:
    """How often what people said of some decisions was a dispute, and how those ended."""
    every = list(disputes)
    own = [one for one in every if one.value.says is Stance.DISPUTE]
    upheld = sum(one.is_upheld for one in own)
    dismissed = sum(
        one.resolution is not None and one.resolution.outcome is Outcome.DISMISSED for one in own
    )
    return CountedDisputes(
        id_,
        name,
        len(every) - len(own),
        len(own),
        len(own) - upheld - dismissed,
        dismissed,
        upheld,
        _share(own) if upheld + dismissed >= FEWEST else None,
        words,
    )


def _share(disputes: Iterable[SeenDispute]) -> Estimate:
    """The share of resolved disputes that were upheld; the unit is a family of tasks."""
    sums: dict[str, list[int]] = {}
    for dispute in disputes:
        if dispute.resolution is not None:
            place = sums.setdefault(dispute.task.family or dispute.task.id, [0, 0])
            place[0] += dispute.is_upheld
            place[1] += 1
    return estimate(SHARE, np.array(list(sums.values()), float))


def _blocks(disputed: Disputed) -> Iterator[Block]:
    yield headline(verdict(disputed.whole))
    yield from (_table(by, rows) for by, rows in disputed.groups.items() if rows)
    yield Note(
        t(
            "A share is shown from {n} resolved disputes on, with a 95 % interval over families of "
            "tasks. People dispute what they looked at: counts say where to look, not how often a "
            "judge or an expert errs.",
            n=FEWEST,
        )
    )


def verdict(whole: CountedDisputes) -> str:
    """How many disputes there are, and how they ended."""
    said = [
        tn("{n} dispute", "{n} disputes", whole.disputed),
        t("{n} open", n=whole.open),
        t("{n} dismissed", n=whole.dismissed),
        t("{n} upheld", n=whole.upheld),
        tn("{n} support", "{n} supports", whole.supported),
    ]
    share = whole.upheld_share
    if share is None or share.value is None:
        lacking = t(
            "not enough resolved for a share: {n} of {least}", n=whole.resolved, least=FEWEST
        )
        return clauses([*said, lacking]) + "."
    upheld = t(
        "{share} of the resolved are upheld ({interval}, n = {n})",
        share=percent(share.value),
        interval=percent_span(share.interval),
        n=whole.resolved,
    )
    return clauses([*said, upheld]) + "."


def _table(by: str, rows: tuple[CountedDisputes, ...]) -> Table:
    is_point = by == "checkpoint"
    columns = (
        Column(t(_BY[by])),
        Column(t("Supported"), "0"),
        Column(t("Disputed"), "0"),
        Column(t("Not resolved"), "0"),
        Column(t("Dismissed"), "0"),
        Column(t("Upheld"), "0"),
        Column(t("Upheld of resolved"), "0.0%", detail=True),
        Column(t("95 % interval"), "0.0%", interval=True, detail=True),
        *((Column(t("Words quoted")),) if is_point else ()),
    )
    cells = tuple(
        Row(
            (
                row.name,
                row.supported,
                row.disputed,
                row.open,
                row.dismissed,
                row.upheld,
                row.upheld_share.value if row.upheld_share else None,
                row.upheld_share.interval if row.upheld_share else None,
                *((clauses(row.words),) if is_point else ()),
            ),
            opens=("checkpoint", *row.id.split("/", 1)) if is_point else (),
        )
        for row in rows
    )
    name = {"judge": t("By judge"), "expert": t("By expert"), "checkpoint": t("By checkpoint")}[by]
    return Table(columns, cells, name=name, short=_SHORT)


def _plain(disputed: Disputed) -> dict[str, Any]:
    def row(disputes: CountedDisputes) -> dict[str, Any]:
        data = asdict(disputes) | {"resolved": disputes.resolved}
        share = data.pop("upheld_share")
        kept = (
            {name: share[name] for name in ("value", "interval", "tasks", "caution")}
            if share
            else None
        )
        return data | {"upheld_share": kept, "words": list(disputes.words)}

    return {
        **row(disputed.whole),
        "by": {by: [row(one) for one in rows] for by, rows in disputed.groups.items()},
    }


def _title(disputed: Disputed) -> str:
    return labelled(t("Disputes"), tn("{n} dispute", "{n} disputes", disputed.whole.disputed))


DISPUTED: Final = Section(
    "disputes",
    mark("Disputes"),
    mark("Whose decisions and which checkpoints do people dispute, and how did it end?"),
    _compute,
    _blocks,
    _plain,
    _title,
    after="failures",
    places=(REPORT, EXPLORED),
    tab=mark("Disputes"),
    missing=mark("Nothing is disputed yet: who sees a verdict or a judgment can dispute it."),
    makes="dispute add {project} RESPONSE CHECKPOINT --judge JUDGE --reason WHY",
)


def _of_task(view: View) -> tuple[CountedDisputes, ...] | None:
    """The disputed checkpoints of a task, by their places in its rubric."""
    task_id = view.asked.get("task")
    if not task_id:
        return None
    with view.project.reading() as tx:
        found = counted_disputes(tx, view.person_id)
        rubric = [one.id for one in tasks.rubric_of(tx, task_id)]
    own = [one for one in found if one.task.id == task_id and one.value.checkpoint in rubric]
    rows = (
        counted(point, str(place), [one for one in own if one.value.checkpoint == point])
        for place, point in enumerate(rubric, start=1)
    )
    return tuple(row for row in rows if row.disputed) or None


def _line_blocks(found: tuple[CountedDisputes, ...]) -> Iterator[Block]:
    points = (
        t("{n} ({disputes}, upheld {upheld})", n=one.name, disputes=one.disputed, upheld=one.upheld)
        for one in found
    )
    yield headline(t("Disputed checkpoints (number of disputes): {points}.", points=listed(points)))


OF_TASK: Final = Section(
    "disputes-of-task",
    mark("Disputed checkpoints"),
    mark("Which checkpoints of a rubric do people dispute, and how often?"),
    _of_task,
    _line_blocks,
    lambda found: [asdict(one) for one in found],
    places=(RUBRIC,),
    asks=("task",),
    missing=mark("No checkpoint of the task is disputed."),
)
