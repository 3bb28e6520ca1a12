"""Linking studies: what it does to scores that one judge takes the place of another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from xpert_studio.api.changes import seen_records
from xpert_studio.api.sections import (
    JUDGE,
    REPORT,
    Action,
    Block,
    Column,
    Heading,
    Note,
    Row,
    Section,
    Table,
    Text,
    View,
    headline,
    in_a_row,
    mark,
    rater_name,
    shown,
    t,
)
from xpert_studio.core.metrics.task_estimates import Difference
from xpert_studio.packs.datasheet.linking import Link, Offset, link
from xpert_studio.packs.datasheet.records import PACK_ID, Succession
from xpert_studio.report.figure_tables import comparison_tables
from xpert_studio.report.small_groups import SmallGroups

_SHORT: Final = 8
_FEW: Final = 10


@dataclass(frozen=True, slots=True)
class Linked:
    """A linking study as it is shown.

    Attributes:
        old, new: Ids of the judges.
        found: None where no response with gold was scored by both.
        small: Which groups rest on too few tasks.
        is_noted: Whether a lead noted that the new judge takes the place of the old.
    """

    old: str
    new: str
    found: Link | None
    small: SmallGroups
    is_noted: bool


def _links(view: View) -> tuple[Linked, ...] | None:
    with view.project.reading() as tx:
        said = (record.value for record in seen_records(tx, None, PACK_ID, "succession"))
        pairs = ((one.old, one.new) for one in said if isinstance(one, Succession))
        noted = list(dict.fromkeys(pairs))  # one that is noted twice is one
    asked = view.asked.get("link")
    only = view.asked.get("judge")
    wanted = [asked] if asked else [pair for pair in noted if only is None or only in pair]
    return tuple(_linked(view, *pair, is_noted=pair in noted) for pair in wanted) or None


def _linked(view: View, old: str, new: str, *, is_noted: bool) -> Linked:
    analysis = view.analysis
    first, second = analysis.judges.get(old), analysis.judges.get(new)
    found = None
    if analysis.reference and first and second:
        found = link(
            analysis.catalog,
            analysis.reference.marks,
            first.marks,
            second.marks,
            first.left_out | second.left_out,
        )
        found = found if found.verdicts else None
    if found is not None and not view.names_systems:
        found = Link(
            found.old,
            found.new,
            found.offset,
            found.old_bias,
            found.new_bias,
            (),
            found.comparison,
            found.verdicts,
        )
    return Linked(old, new, found, analysis.small, is_noted)


def _blocks(links: Sequence[Linked]) -> Iterator[Block]:
    for one in links:
        old, new = rater_name(one.old), rater_name(one.new)
        yield Heading(t("{old}, then {new}", old=old, new=new))
        if one.found is None:
            said = t(
                "No response with gold was scored by both {old} and {new}: the offset is not "
                "known, and boards by the two cannot be compared.",
                old=old,
                new=new,
            )
            yield Note(said)
            yield Text("", short=said)
            yield Action(t("Score the same responses"), f"score {{project}} --judge {one.new}")
            continue
        yield headline(offset_words(one.found))
        yield _table(one)
        yield from comparison_tables([one.found.comparison])[:1]
    yield Text(
        t(
            "A board is of one judge: its id holds the hash of model, prompt and settings. Scores "
            "by two judges are not mixed, nor compared without the offset."
        )
    )


def offset_words(found: Link) -> str:
    """The offset in a sentence, and whether it may be relied on."""
    offset = found.offset.value
    old, new = rater_name(found.old), rater_name(found.new)
    if offset.value is None or offset.interval is None:
        return t(
            "Not enough to say by how much {new} scores higher than {old}: {clusters} clusters, or "
            "no spread over them.",
            new=new,
            old=old,
            clusters=offset.tasks,
        )
    said = t(
        "Scores by {new} less those by {old}: {offset} ({interval}), on the same {responses} "
        "responses with gold of {clusters} clusters.",
        new=new,
        old=old,
        offset=shown(offset.value, "+0.0%"),
        interval=shown(offset.interval, "+0.0%"),
        responses=found.offset.responses,
        clusters=offset.tasks,
    )
    few = t("Few tasks: {n} clusters.", n=offset.tasks) if offset.tasks < _FEW else ""
    return in_a_row(filter(None, (said, few)))


def _table(linked: Linked) -> Table:
    found = linked.found
    if found is None:
        return Table((), ())
    rows = [
        _row(t("New judge less old judge"), found.offset, ""),
        _row(t("Old judge less experts"), found.old_bias, ""),
        _row(t("New judge less experts"), found.new_bias, ""),
    ]
    for offset in found.by_system:
        few = t("few tasks") if linked.small.includes(offset.value.tasks) else ""
        rows.append(_row(t("New less old, {system}", system=offset.system), offset, few))
    columns = (
        Column(t("Mean scores")),
        Column(t("Offset"), "+0.0%"),
        Column(t("95 % interval"), "+0.0%", interval=True),
        Column(t("Responses"), "0"),
        Column(t("Clusters"), "0"),
        Column(t("Caution")),
    )
    title = t("Offsets on the same responses with gold")
    return Table(columns, tuple(rows), title, title, short=_SHORT)


def _row(title: str, offset: Offset, caution: str) -> Row:
    one: Difference = offset.value
    missing = "" if one.interval else t("no interval: one cluster, or no spread")
    return Row((title, one.value, one.interval, offset.responses, one.tasks, caution or missing))


def plain(links: Sequence[Linked]) -> list[dict[str, Any]]:
    """Linking studies for programs."""
    return [
        {
            "old": one.old,
            "new": one.new,
            "noted": one.is_noted,
            "verdicts": one.found.verdicts if one.found else 0,
            "offset": _offset_data(one.found.offset) if one.found else None,
            "old_less_experts": _offset_data(one.found.old_bias) if one.found else None,
            "new_less_experts": _offset_data(one.found.new_bias) if one.found else None,
            "by_system": {
                offset.system: _offset_data(offset)
                | {"few_tasks": one.small.includes(offset.value.tasks)}
                for offset in (one.found.by_system if one.found else ())
            },
        }
        for one in links
    ]


def _offset_data(offset: Offset) -> dict[str, Any]:
    return {**offset.value.plain(), "responses": offset.responses}


LINK: Final = Section(
    "judge-link",
    mark("Succession of judges"),
    mark("What does it do to scores that one judge takes the place of another?"),
    _links,
    _blocks,
    plain=plain,
    after="judge-drift",
    places=(REPORT, JUDGE),
)
