"""The section of systems: what is known of each that has answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from xpert_studio.api.sections import (
    EXPLORED,
    REPORT,
    Block,
    Column,
    Row,
    Section,
    Table,
    Text,
    View,
    clauses,
    headline,
    labelled,
    mark,
    t,
    translated,
)
from xpert_studio.core.records import SYSTEM_FIELDS, System, given_trace
from xpert_studio.core.records.endings import ENDINGS, Ending, ending_of
from xpert_studio.core.store import responses, systems
from xpert_studio.core.workflow.systems import said_value
from xpert_studio.packs.systems.figures import SettingPair, setting_pairs
from xpert_studio.packs.systems.section_seen import sees_settings
from xpert_studio.packs.systems.section_settings import difference_said

_SHORT: Final = 12
_IN_TABLE: Final = (
    "version",
    "date",
    "reasoning_effort",
    "thinking_tokens",
    "temperature",
    "max_output_tokens",
    "search",
    "system_prompt",
    "tools",
)
_ENDED: Final = {
    Ending.REFUSED: mark("Refused"),
    Ending.CUT_OFF: mark("Cut off"),
    Ending.EMPTY: mark("No text"),
}


@dataclass(frozen=True, slots=True)
class AnsweredSystems:
    """A system, and how it answered.

    Attributes:
        responses: How many it gave.
        endings: How many of them are refused, cut off or empty.
        searched: Those for which the web was searched, as far as its provider says so.
    """

    system: System
    responses: int
    endings: Mapping[Ending, int]
    searched: int


def _compute(view: View) -> tuple[AnsweredSystems, ...] | None:
    if not sees_settings(view):
        return None
    with view.project.reading() as tx:
        known = systems.all_systems(tx)
        if not any(one.is_described for one in known.values()):
            return None
        counts = {name: [0, 0] for name in known}
        endings: dict[str, Counter[Ending]] = {name: Counter() for name in known}
        for response in responses.all_responses(tx):
            trace = given_trace(response.extra)
            found = counts[response.model]
            found[0] += 1
            found[1] += trace is not None and trace.searches > 0
            if ending := ending_of(
                response.text, response.finish_reason, has_files=bool(response.attachments)
            ):
                endings[response.model][ending] += 1
    return tuple(
        AnsweredSystems(one, counts[name][0], endings[name], counts[name][1])
        for name, one in known.items()
    )


def _blocks(found: tuple[AnsweredSystems, ...]) -> Iterator[Block]:
    unknown = sum(not one.system.is_described for one in found)
    endings = {kind: sum(one.endings.get(kind, 0) for one in found) for kind in Ending}
    if unknown:
        yield Text(t("Of {n} of {all} systems the name alone is known.", n=unknown, all=len(found)))
    said = clauses(
        labelled(ENDINGS.title(kind), f"{count:,}") for kind, count in endings.items() if count
    )
    if said:
        said = t("Responses that are not whole: {endings}.", endings=said)
        yield headline(said)
    fields = [
        name
        for name in _IN_TABLE
        if any(getattr(one.system, name) not in (None, ()) for one in found)
    ]
    columns = (
        Column(t("System")),
        Column(t("Model")),
        *(Column(t(SYSTEM_FIELDS[name])) for name in fields),
        Column(t("Responses"), "0"),
        *(Column(t(_ENDED[kind]), "0", detail=not endings[kind]) for kind in Ending),
        Column(t("Searched the web"), "0", detail=not any(one.searched for one in found)),
    )
    rows = tuple(
        Row(
            (
                one.system.name,
                ":".join(filter(None, (one.system.provider, one.system.model))),
                *(_cell(one.system, name) for name in fields),
                one.responses,
                *(one.endings.get(kind, 0) for kind in Ending),
                one.searched,
            ),
            opens=("system", one.system.name),
        )
        for one in found
    )
    caption = t("The systems that have answered, with the settings they answered with.")
    yield Table(columns, rows, caption, t("Systems"), short=_SHORT)
    pairs = setting_pairs(one.system for one in found if one.responses)
    if pairs:
        yield _pair_table(pairs)


def _pair_table(pairs: Sequence[SettingPair]) -> Table:
    """Each opens its comparison."""
    columns = (Column(t("Model")), Column(t("First")), Column(t("Second")), Column(t("Setting")))
    rows = tuple(
        Row(
            (pair.model, pair.first, pair.second, difference_said(pair)),
            opens=("compared", "settings", pair.first, pair.second),
        )
        for pair in pairs
    )
    caption = t("One model under two settings: open a pair to compare it task by task.")
    return Table(columns, rows, caption, t("Settings of one model"), short=_SHORT)


def _cell(system: System, name: str) -> str:
    value = getattr(system, name)
    return "" if value in (None, ()) else translated(said_value(value))


def _plain(found: tuple[AnsweredSystems, ...]) -> list[dict[str, Any]]:
    return [
        one.system.model_dump(mode="json", exclude={"extra"}, exclude_none=True)
        | {"responses": one.responses, "searched": one.searched}
        | {str(kind): one.endings.get(kind, 0) for kind in Ending}
        for one in found
    ]


SYSTEMS: Final = Section(
    "systems-described",
    mark("Systems and their settings"),
    mark("Which models, versions and settings are compared?"),
    _compute,
    _blocks,
    _plain,
    after="corpus",
    places=(REPORT, EXPLORED),
    missing=mark("Of the systems here their names alone are known."),
    makes="system set {project} SYSTEM --model MODEL --reasoning-effort high",
)
