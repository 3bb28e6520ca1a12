"""The scenarios that readers of a site wish for, with their votes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

from xpert_studio.api.sections import Block, Column, Row, Section, Table, Told, View, mark, t
from xpert_studio.core.records import STAGES
from xpert_studio.core.store import tasks
from xpert_studio.packs.site.wishes import kept_wishes


@dataclass(frozen=True, slots=True)
class WishRow:
    """A wish: what is wished for, by how many, and the brief that was made of it."""

    title: str
    votes: int
    task: str
    stage: str


def _wishes(view: View) -> tuple[WishRow, ...] | None:
    with view.project.reading() as tx:
        stages = {outline.id: outline.standing for outline in tasks.outlines(tx)}
        rows = [
            WishRow(wish.title, len(wish.ballots), task_id, stages[task_id].value)
            for _, task_id, wish in kept_wishes(tx)
        ]
    return tuple(sorted(rows, key=lambda one: (-one.votes, one.title))) or None


def _blocks(found: tuple[WishRow, ...]) -> Iterator[Block]:
    columns = (Column(t("Wish")), Column(t("Votes"), "0"), Column(t("Brief")), Column(t("Stage")))
    rows = tuple(
        Row(
            (one.title, one.votes, one.task, Told(one.stage, STAGES.title(one.stage))),
            opens=("task", one.task),
        )
        for one in found
    )
    yield Table(columns, rows, name=t("Wishes"), short=12)


def _plain(found: tuple[WishRow, ...]) -> list[dict[str, Any]]:
    return [asdict(one) for one in found]


WISHES: Final = Section(
    "wishes",
    mark("Wishes"),
    mark("Which scenarios do readers of the site wish for?"),
    _wishes,
    _blocks,
    _plain,
    places=(),
    missing=mark("Readers have not wished for anything yet."),
    makes="wish import {project} FILE",
)
