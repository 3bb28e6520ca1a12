"""The section of types that judges name: measured against the experts', and what rests on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

from xpert_studio.api.sections import (
    JUDGE,
    RATER,
    REPORT,
    Block,
    Column,
    Heading,
    Note,
    Row,
    Section,
    Table,
    Text,
    View,
    clauses,
    headline,
    labelled,
    listed,
    mark,
    t,
    tn,
    told_apart,
)
from xpert_studio.core.metrics.evidence_floor import NEEDED_CLUSTERS
from xpert_studio.core.metrics.metric import Unit
from xpert_studio.core.store import verdicts
from xpert_studio.packs.failures.failing import Failure, failures_of
from xpert_studio.packs.failures.measured import JudgeTypes, TypeAgreement, judge_types
from xpert_studio.packs.failures.records import Known, tags_in, types_in
from xpert_studio.packs.failures.section import case_table, profile_blocks
from xpert_studio.packs.failures.section_found import ASKS, Failures, analysed, plain
from xpert_studio.report.analysis import JudgeFindings
from xpert_studio.report.figure_words import with_interval
from xpert_studio.report.results.results import EXPERTS
from xpert_studio.report.results.scope import restricted

JUDGED_ID: Final = "failures-judged"
_SHORT: Final = 8
_MOST_CASES: Final = 20


@dataclass(frozen=True, slots=True)
class Measured:
    """A judge's types.

    Attributes:
        name: What the judge is called.
        found: They against the experts'.
        titles: What types are called, by id.
        profiles: What systems fail by as the judge names it, by the types on which a claim may
            rest; None where there is none.
    """

    name: str
    found: JudgeTypes
    titles: dict[str, str]
    profiles: Failures | None

    def title(self, type_id: str) -> str:
        """What a type is called; of all together that."""
        return self.titles.get(type_id, type_id) if type_id else t("All types")


@dataclass(frozen=True, slots=True)
class JudgedTypes:
    """All judges that name types."""

    view: View
    judges: tuple[Measured, ...]


def _compute(view: View) -> JudgedTypes | None:
    if not view.names_systems or not view.results.raters:
        return None
    only = view.asked.get("judge")
    asked = [
        one
        for one in view.analysis.judges.values()
        if one.judge.settings is not None
        and one.judge.settings.tag_failures
        and only in {None, one.judge.id}
    ]
    if not asked:
        return None
    with view.project.reading() as tx:
        tags, known = tags_in(tx, view.person_id), types_in(tx)
    experts = (
        failures_of(view.results.catalog, view.results.marks(EXPERTS, view.scope), tags)
        if any(one.id == EXPERTS for one in view.results.raters)
        else ()
    )
    names = told_apart([one.judge for one in asked])
    return JudgedTypes(
        view,
        tuple(
            _measured(view, name, one, experts, dict(known))
            for name, one in zip(names, asked, strict=True)
        ),
    )


def _measured(
    view: View,
    name: str,
    judge: JudgeFindings,
    experts: tuple[Failure, ...],
    known: dict[str, Known],
) -> Measured:
    catalog = view.results.catalog
    with view.project.reading() as tx:
        own = list(verdicts.all_verdicts(tx, judge_id=judge.judge.id, fresh_only=True))
    marks = restricted(catalog, judge.marks, view.results.tasks_in(view.scope))
    found = judge_types(catalog, judge.judge.id, marks, own, experts, judge.left_out)
    supported = found.supported
    made = analysed(view, found.failures, known, only=supported) if supported else None
    return Measured(name, found, {one.id: one.title for one in known.values()}, made)


def _blocks(judged_types: JudgedTypes) -> Iterator[Block]:
    for one in judged_types.judges:
        if len(judged_types.judges) > 1:
            yield Heading(one.name)
        yield headline(_said(one))
        if one.found.whole is None:
            continue
        yield _table(one)
        if one.found.apart:
            yield _apart_table(judged_types.view, one)
        if one.profiles is not None:
            yield Heading(t("What systems fail by, as {judge} names it", judge=one.name))
            yield Text(_resting(one))
            yield from profile_blocks(one.profiles, JUDGED_ID)
            if one.profiles.asked:
                yield case_table(one.profiles, JUDGED_ID)
        if one.found.unknown:
            yield Note(
                tn(
                    "In {n} verdict it named a type that it was not given; it is not counted.",
                    "In {n} verdicts it named a type that it was not given; these are not counted.",
                    one.found.unknown,
                )
            )


def _said(measured: Measured) -> str:
    """Whether claims may rest on a judge's types, and what is missing."""
    found = measured.found
    if found.whole is None:
        return t(
            "{judge} names types; no failure that it finds too has one by an expert: how far it "
            "names the experts’ is not known, and nothing is said by its types.",
            judge=measured.name,
        )
    said = t(
        "Of {n} failures that experts gave a type to and {judge} finds too, on {tasks} families of "
        "tasks: κ {kappa} over all types; it gives all points to {unseen} more.",
        n=found.compared,
        judge=measured.name,
        tasks=found.whole.kappa.tasks,
        kappa=with_interval(Unit.COEFFICIENT, found.whole.kappa),
        unseen=found.unseen,
    )
    if found.supported:
        return f"{said} {_resting(measured)}"
    return (
        said
        + " "
        + t(
            "Not enough evidence for a claim by its types: it takes {n} families of tasks, and a κ "
            "whose interval lies above 0.",
            n=NEEDED_CLUSTERS,
        )
    )


def _resting(measured: Measured) -> str:
    names = listed(measured.title(name) for name in measured.found.supported)
    return t("Claims may rest on its word for: {types}.", types=names)


def _table(measured: Measured) -> Table:
    columns = (
        Column(t("Type")),
        Column(t("By experts"), "0"),
        Column(t("By the judge"), "0"),
        Column(t("By both"), "0"),
        Column(t("Precision"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True, detail=True),
        Column(t("Recall"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True, detail=True),
        Column("κ", "0.00"),
        Column(t("95 % interval"), "0.00", interval=True),
        Column(t("Families"), "0"),
        Column(t("A claim may rest on it")),
    )
    whole = (measured.found.whole,) if measured.found.whole else ()
    rows = tuple(
        Row(
            (
                measured.title(each.type),
                each.experts,
                each.judge,
                each.both,
                each.precision.value,
                each.precision.interval,
                each.recall.value,
                each.recall.interval,
                each.kappa.value,
                each.kappa.interval,
                each.kappa.tasks,
                "" if not each.type else t("yes") if each.is_supported else t("no"),
            ),
            apart=not each.type,
        )
        for each in (*measured.found.types, *whole)
    )
    caption = t(
        "Failures by both that experts gave a type to ({n}); precision is the share of what the "
        "judge named that experts named too, recall the reverse; 95 % intervals over families of "
        "tasks. Responses that are no evidence of alignment are left out.",
        n=measured.found.compared,
    )
    return Table(columns, rows, caption, t("Types by the judge and by experts"), short=_SHORT)


def _apart_table(view: View, measured: Measured) -> Table:
    catalog = view.results.catalog
    shown = (
        measured.found.apart if view.asked.get("in_full") else measured.found.apart[:_MOST_CASES]
    )
    rows = []
    for mine, theirs in shown:
        task = int(catalog.response_task[mine.response])
        response, point = catalog.responses[mine.response], catalog.checkpoints[mine.checkpoint]
        cells = (
            clauses(map(measured.title, sorted(theirs))),
            clauses(map(measured.title, sorted(mine.types))) or t("none"),
            catalog.task_titles[task] or catalog.tasks[task],
            catalog.checkpoint_texts[mine.checkpoint],
            f"{response}/{point}",
        )
        rows.append(Row(cells, opens=("response", catalog.tasks[task], response)))
    columns = tuple(
        Column(name)
        for name in (t("By experts"), t("By the judge"), t("Task"), t("Checkpoint"), t("Case"))
    )
    caption = t("{n} of {all} cases.", n=len(shown), all=len(measured.found.apart))
    return Table(columns, tuple(rows), caption, t("Named otherwise"), short=_SHORT)


def _plain(judged_types: JudgedTypes) -> list[dict[str, Any]]:
    def row(type_agreement: TypeAgreement) -> dict[str, Any]:
        return asdict(type_agreement) | {"supported": type_agreement.is_supported}

    return [
        {
            "judge": one.found.judge_id,
            "compared": one.found.compared,
            "unseen": one.found.unseen,
            "unknown": one.found.unknown,
            "types": [row(each) for each in one.found.types],
            "whole": row(one.found.whole) if one.found.whole else None,
            "supported": list(one.found.supported),
            "profiles": plain(one.profiles) if one.profiles else None,
        }
        for one in judged_types.judges
    ]


def _title(judged_types: JudgedTypes) -> str:
    compared = sum(one.found.compared for one in judged_types.judges)
    return labelled(t("Types of failures by judges"), t("{n} compared", n=compared))


JUDGED: Final = Section(
    JUDGED_ID,
    mark("Types of failures by judges"),
    mark("Does a judge name the types of failures that experts name?"),
    _compute,
    _blocks,
    _plain,
    _title,
    after="failures",
    places=(REPORT, RATER, JUDGE),
    asks=ASKS,
    missing=mark("No judge was asked to name types of failures."),
    makes="score {project} --judge PROVIDER:MODEL --tag-failures",
)
