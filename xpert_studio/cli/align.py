"""``xpert-studio align``: how well do the judges follow the experts?"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from xpert_studio.cli.acting import VARIABLE, ProjectArgument, leading, now
from xpert_studio.cli.align_short import show_short
from xpert_studio.cli.output import (
    Column,
    Exit,
    JsonOption,
    Output,
    figure,
    interval,
    percent,
    with_interval,
)
from xpert_studio.cli.panel_options import FamilyOption, PanelOption, asked_panel
from xpert_studio.cli.score_display import say_uncertified
from xpert_studio.cli.values import chosen
from xpert_studio.core.errors import NotAllowedError, XpertError
from xpert_studio.core.metrics import GRADES, PAIRS, RANKS, Comparison, ExpertAgreement, Group
from xpert_studio.core.metrics.engine import together
from xpert_studio.core.metrics.evidence_floor import (
    evidence_by_level,
    said_shortfalls,
    shortfalls_of,
    shortfalls_of_certificate,
)
from xpert_studio.core.records import Certificate
from xpert_studio.core.store import ProjectFile, judges
from xpert_studio.core.wording import labelled, t, tn
from xpert_studio.core.workflow import need_alignment
from xpert_studio.core.workflow.blind_labels import all_labels
from xpert_studio.core.workflow.near_duplicates import NearDuplicate
from xpert_studio.core.workflow.self_decided import self_decided
from xpert_studio.report import Analysis, JudgeFindings, analyse
from xpert_studio.report.cautions import (
    caution_sentences,
    comparison_cautions,
    group_cautions,
    not_aligned,
)
from xpert_studio.report.certificate_sentences import (
    between_sentence,
    decided_words,
    validity_sentence,
)
from xpert_studio.report.certificates import certify
from xpert_studio.report.detail import Detail, judge_detail
from xpert_studio.report.figure_tables import (
    comparison_tables,
    group_tables,
    judge_tables,
    scale_table,
    self_tables,
)
from xpert_studio.report.part_names import GROUPINGS
from xpert_studio.report.sections.panels import panel_sentences, panel_tables
from xpert_studio.report.sections.provenance import reference_limits, stale_limits, unseen_limits
from xpert_studio.report.sentences import LIKENESS, evidence_sentence, treatment, weakest_sentence
from xpert_studio.report.small_groups import SmallGroups
from xpert_studio.report.trend import Between, Validity, between, certificates_of, validity

# What ``align`` knows of each judge, and how it says it: to programs, and in tables to people.

_MOST_ROWS = 50
_HEADINGS = ("judge", "response", "anchor", "reason")


def named_duplicates(project: ProjectFile, analysis: Analysis) -> list[tuple[object, ...]]:
    """Every near-duplicate of an anchor as a row; responses by their letters, not by system."""
    catalog = analysis.catalog
    found = [
        (judge_id, one)
        for judge_id, item in analysis.judges.items()
        for one in (*item.shown.excluded, *item.shown.borderline)
    ]
    wanted = {name for _, one in found for name in (one.response_id, one.anchor_id)}
    tasks = {
        name: catalog.tasks[catalog.response_task[place]]
        for place, name in enumerate(catalog.responses)
        if name in wanted
    }
    with project.reading() as tx:
        labels = all_labels(tx, set(tasks.values())) if tasks else {}
    names = {name: f"{task_id}:{labels[name]}" for name, task_id in tasks.items()}
    return [
        (
            judge_id,
            names[one.response_id],
            names[one.anchor_id],
            t(LIKENESS[one.reason]),
            percent(one.similarity),
            treatment(one),
        )
        for judge_id, one in found
    ]


def show_duplicates(output: Output, rows: Sequence[tuple[object, ...]]) -> None:
    """The rows as a table; nothing where there are none."""
    if not rows:
        return
    output.table(
        "Near-duplicates of anchors",
        [*map(Column, _HEADINGS), Column("similarity", number=True), Column("status")],
        rows[:_MOST_ROWS],
    )
    if len(rows) > _MOST_ROWS:
        output.say(t("{rows:,} more: --json lists all.", rows=len(rows) - _MOST_ROWS))


@dataclass(frozen=True, slots=True)
class Study:
    """One judge, looked at from all sides.

    Attributes:
        between: What happened between its last certificate and the one before; None where it has
            fewer than two.
    """

    findings: JudgeFindings
    detail: Detail
    certificates: tuple[Certificate, ...]
    validity: Validity
    between: Between | None

    @property
    def judge_id(self) -> str:
        """The judge's id."""
        return self.findings.judge.id

    def plain(self, analysis: Analysis, *, names_systems: bool = True) -> dict[str, Any]:
        """All of it for a program; without figures by system where these are hidden."""
        found = self.findings.alignment
        assert found is not None  # noqa: S101 - only judges with an alignment are studied
        missing = shortfalls_of(found)
        return (
            found.seen(names_systems=names_systems).to_dict()
            | {
                "by": {
                    by: _groups(groups, analysis.small)
                    for by, groups in self.detail.groups.items()
                    if names_systems or by != "system"
                },
                "fewest_tasks": analysis.small.fewest,
                "missing_evidence": [dataclasses.asdict(item) for item in missing],
                "evidence": {
                    "enough": not missing,
                    "missing": said_shortfalls(missing),
                    "levels": evidence_by_level(found, missing),
                },
            }
            | _beside(self.findings, analysis, names_systems=names_systems)
            | self._over_time(analysis.small)
        )

    def _over_time(self, small: SmallGroups) -> dict[str, Any]:
        weakest = self.detail.weakest
        made = self.validity.certificate
        return {
            "weakest": {
                "by": weakest.group.by if weakest.group else None,
                "name": weakest.group.name if weakest.group else None,
                "is_sure": weakest.is_sure,
                "compared": weakest.compared,
                "too_small": weakest.too_small,
            },
            "certificate": None if made is None else made.id,
            "certificate_is_current": self.validity.is_current,
            "certificate_missing_evidence": None
            if made is None
            else [dataclasses.asdict(item) for item in shortfalls_of_certificate(made)],
            "changed_since": list(self.validity.changed),
            "certificates": [_certificate(item) for item in self.certificates],
            "between_last_two": None if self.between is None else _between(self.between, small),
        }


def studied(project: ProjectFile, analysis: Analysis) -> list[Study]:
    """Every judge with an alignment, the best first."""
    found = []
    for findings in analysis.aligned():
        detail = judge_detail(analysis, findings)
        if detail is None:
            continue
        judge_id = findings.judge.id
        kept = tuple(certificates_of(project, judge_id))
        last = between(project, analysis, judge_id, kept[-2].id, kept[-1].id) if kept[1:] else None
        found.append(Study(findings, detail, kept, validity(project, analysis, judge_id), last))
    return found


def _groups(groups: tuple[Group, ...], small: SmallGroups) -> dict[str, Any]:
    return {
        group.name: _group(group) | {"few_tasks": small.includes(group.tasks)} for group in groups
    }


def _group(group: Group) -> dict[str, Any]:
    contrast = group.contrast
    values = together(group.rank, group.figures) if group.rank else group.figures.plain()
    return values | {"against_the_rest": None if contrast is None else contrast.plain()}


def _certificate(made: Certificate) -> dict[str, Any]:
    """A certificate with its figures as ``<id>`` and ``<id>_interval``."""
    values = made.model_dump(mode="json")
    figures = values["figures"]
    pairs = [
        *zip(figures["groups"], made.figures.groups, strict=True),
        *zip(figures.get("scales", ()), made.figures.scales, strict=True),
    ]
    for plain, kept in ((figures, made.figures), *pairs):
        plain.pop("values", None)
        for name, one in kept.values.items():
            plain.setdefault(name, one.value)
            plain.setdefault(f"{name}_interval", one.interval)
    return values


def _between(found: Between, small: SmallGroups) -> dict[str, Any]:
    return {
        "first": found.first.id,
        "second": None if found.second is None else found.second.id,
        "changed": list(found.changed),
        "checkpoints_edited": found.edited,
        "checkpoints_reweighted": found.reweighted,
        "checkpoints_added": found.added,
        "checkpoints_removed": found.removed,
        "verdicts_asked": found.asked,
        **dataclasses.asdict(found.progress),
        "parts": [
            dataclasses.asdict(part) | {"few_tasks": small.includes(part.tasks)}
            for part in found.progress.parts
        ],
    }


def _duplicates(found: Sequence[NearDuplicate], *, named: bool) -> list[dict[str, Any]]:
    """Near-duplicates; ids, which may name systems, are left out where these are hidden."""
    return [
        ({"response_id": one.response_id, "anchor_id": one.anchor_id} if named else {})
        | {"reason": one.reason.value, "similarity": one.similarity}
        for one in found
    ]


def _beside(item: JudgeFindings, analysis: Analysis, *, names_systems: bool) -> dict[str, Any]:
    """What a judge's figures stand beside: itself over trials, other judges, the experts."""
    return {
        "self_agreement": item.consistency.plain() if item.consistency else None,
        "undecided_over_trials": item.undecided,
        "near_copies_left_out": len(item.shown.excluded),
        "excluded_responses": _duplicates(item.shown.excluded, named=names_systems),
        "borderline_responses": _duplicates(item.shown.borderline, named=names_systems),
        "attachments_not_seen": item.unseen,
        "against": {
            (pair.second if pair.first == item.judge.id else pair.first): pair.plain()
            for pair in analysis.comparisons
            if item.judge.id in {pair.first, pair.second}
        },
        "experts": analysis.agreement.plain() if analysis.agreement else None,
        "panel": item.panel.plain(names_systems=names_systems) if item.panel else None,
    }


def show(
    output: Output,
    analysis: Analysis,
    studies: Sequence[Study],
    by: str | None,
    *,
    names_systems: bool,
) -> None:
    """Everything about the judges, the best first."""
    aligned = analysis.aligned()
    if not aligned:
        output.say(
            "Nothing to compare: no gold judgments on what the judges have scored.",
            "Import judgments, or score the responses that experts have judged.",
        )
        return
    for table in (
        *self_tables(aligned),
        *judge_tables(aligned, RANKS),
        *judge_tables(aligned, PAIRS),
        *judge_tables(aligned, GRADES),
    ):
        output.block(table)
    _show_cautions(output, aligned, names_systems=names_systems)
    _show_panels(output, aligned, names_systems=names_systems)
    _show_weakest(output, studies)
    if by is not None:
        for study in studies:
            _show_groups(output, study, by, analysis.small)
    if analysis.comparisons:
        _show_comparisons(output, analysis.comparisons)
    if analysis.agreement is not None:
        _show_experts(output, analysis.agreement)
    _show_certificates(output, studies)


def _show_experts(output: Output, found: ExpertAgreement) -> None:
    if found.items:
        alpha = found.figures["alpha"]
        output.say(
            t(
                "Experts among themselves: Krippendorff's α {alpha} on {checkpoints} judged by "
                "more than one.",
                alpha=with_interval(alpha.value, alpha.interval),
                checkpoints=tn("{n} checkpoint", "{n} checkpoints", found.items),
            )
        )
    for table in scale_table(found.scales, t("Experts among themselves, graded checkpoints")):
        output.block(table)


def _show_cautions(output: Output, aligned: list[JudgeFindings], *, names_systems: bool) -> None:
    for item in aligned:
        if item.alignment is not None:
            output.say(
                *(
                    labelled(item.judge.id, sentence)
                    for sentence in (
                        *caution_sentences(item.alignment.seen(names_systems=names_systems)),
                        evidence_sentence(item.alignment),
                    )
                )
            )


def _show_lacking(output: Output, analysis: Analysis, *, names_systems: bool) -> None:
    """Judges without an alignment, and why."""
    lacking = not_aligned(analysis)
    without = [item for item in analysis.judges.values() if item.judge.id in lacking]
    output.say(*(labelled(name, why) for name, why in lacking.items()))
    _show_panels(output, without, names_systems=names_systems)


def _show_panels(output: Output, judges: list[JudgeFindings], *, names_systems: bool) -> None:
    for panel in (item.panel for item in judges if item.panel is not None):
        output.say(*panel_sentences(panel, names_systems=names_systems))
        for table in panel_tables(panel, names_systems=names_systems):
            output.block(table)


def _show_weakest(output: Output, studies: Sequence[Study]) -> None:
    output.say(
        *(labelled(study.judge_id, weakest_sentence(study.detail.weakest)) for study in studies)
    )


def _show_groups(output: Output, study: Study, by: str, small: SmallGroups) -> None:
    groups = study.detail.groups[by]
    for table in group_tables(groups, small, judge=study.judge_id) if groups else ():
        output.block(table)
    output.say(*group_cautions(groups))


def _show_comparisons(output: Output, comparisons: tuple[Comparison, ...]) -> None:
    for table in comparison_tables(comparisons):
        output.block(table)
    output.say(*comparison_cautions(comparisons))


def _show_certificates(output: Output, studies: Sequence[Study]) -> None:
    output.say(*(labelled(study.judge_id, validity_sentence(study.validity)) for study in studies))
    for study in studies:
        if study.between is None:
            continue
        names = ("n", "CDR", "interval", "κ", "interval")
        output.table(
            t("{judge_id}, certificates", judge_id=study.judge_id),
            [Column("made"), Column("certificate"), *(Column(name, number=True) for name in names)],
            [_certificate_row(item) for item in study.certificates],
        )
        output.say(_between_last(study))


def _between_last(study: Study) -> str:
    assert study.between is not None  # noqa: S101 - asked of those that have two certificates
    said = t("Between the last two, {between}", between=between_sentence(study.between))
    return labelled(study.judge_id, said)


def _certificate_row(made: Certificate) -> list[object]:
    figures = made.figures
    return [
        f"{made.made_at:%Y-%m-%d %H:%M}",
        made.id,
        f"{figures.n:,}",
        figure(figures["cdr"].value),
        interval(figures["cdr"].interval),
        figure(figures["kappa"].value),
        interval(figures["kappa"].interval),
    ]


_GROUPINGS = ("tier", "dimension", "domain", "system", "expert")


def align(
    project: ProjectArgument,
    judge: Annotated[
        list[str] | None, typer.Option(help="Only these judges; may be repeated.")
    ] = None,
    panel: PanelOption = "",
    exclude_same_family: FamilyOption = False,
    by: Annotated[
        str | None, typer.Option(help="Also by tier, dimension, domain, system or expert.")
    ] = None,
    tolerance: Annotated[
        float, typer.Option(min=0, max=1, help="Score differences up to this are ties.")
    ] = 0.0,
    certify: Annotated[
        bool,
        typer.Option("--certify", help="Keep the figures with the hashes of all they rest on."),
    ] = False,
    full: Annotated[
        bool, typer.Option("--full", help="All figures and tests, and every near-duplicate.")
    ] = False,
    person: Annotated[
        str, typer.Option("--as", envvar=VARIABLE, help="Who you are: your id in the project.")
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Measure how well judges follow the experts: CDR, κ within checkpoints, and the evidence.

    The calibration of a judge: chance-corrected agreement (kappa), and the order of responses.

    Anchored responses, their near-duplicates, and responses whose attachments the judge did not see
    are excluded; near-duplicates are listed. Certificates say whether earlier results are still
    current, and what changed since.

    Example: xpert-studio align clinic.xpert --by dimension
    """
    output = Output(as_json=as_json)
    by = None if by is None else chosen(GROUPINGS, by, "--by", _GROUPINGS)
    problems: dict[str, XpertError] = {}
    made = asked_panel(panel, judge, exclude_same_family=exclude_same_family)
    with leading(project, person, output, read_only=not certify) as opened:
        with opened.reading() as tx:
            decided = decided_words(self_decided(tx))
            names_systems = not need_alignment(tx, person.strip()).tasks
        if by == "system" and not names_systems:
            raise NotAllowedError("Systems are hidden from you.", remedy="Choose another --by.")
        analysis = analyse(opened, judge_ids=judge or None, panel=made, tolerance=tolerance)
        if certify:
            problems = _certify(opened, analysis, person.strip(), tolerance=tolerance)
        studies = studied(opened, analysis)
        duplicates = named_duplicates(opened, analysis)
    limits = (
        *analysis.lacking,
        *stale_limits(analysis),
        *unseen_limits(analysis),
        *reference_limits(analysis),
    )
    for sentence in (decided, *limits):
        if sentence:
            output.note(sentence)
    lacking = {"lacking": list(analysis.lacking)} if analysis.lacking else {}
    output.data(
        {
            item.judge_id: item.plain(analysis, names_systems=names_systems) | lacking
            for item in studies
        }
        | _panels_without(analysis, names_systems=names_systems)
    )
    _show_lacking(output, analysis, names_systems=names_systems)
    if full or by is not None or not studies:
        show(output, analysis, studies, by, names_systems=names_systems)
        show_duplicates(output, duplicates)
    else:
        looked_at = [(one.findings, one.detail, one.validity) for one in studies]
        show_short(output, analysis, looked_at, names_systems=names_systems)
        output.say(*(_between_last(one) for one in studies if one.between is not None))
        output.say(t("--full shows all figures, tests and near-duplicates."))
    for judge_id, problem in problems.items():
        say_uncertified(output, judge_id, problem)
    if problems:
        raise typer.Exit(Exit.PARTLY)


def _panels_without(analysis: Analysis, *, names_systems: bool) -> dict[str, Any]:
    """Panels without an alignment, for a program: what lacks."""
    lacking = {name: analysis.judges[name].panel for name in not_aligned(analysis)}
    return {
        name: {
            "evidence": {"enough": False, "missing": ["no alignment"], "levels": {}},
            "panel": panel.plain(names_systems=names_systems),
        }
        for name, panel in lacking.items()
        if panel is not None
    }


def _certify(
    project: ProjectFile, analysis: Analysis, person_id: str, *, tolerance: float
) -> dict[str, XpertError]:
    """Certifies each judge, and keeps the panels among them; returns the problems by judge id."""
    problems: dict[str, XpertError] = {}
    with project.writing() as tx:
        for item in analysis.aligned():
            if item.panel is not None:
                judges.ensure_judge(tx, item.judge)
    for judge_id in [item.judge.id for item in analysis.aligned()]:
        try:
            certify(
                project,
                judge_id,
                now=now(),
                made_by=person_id or None,
                tolerance=tolerance,
            )
        except XpertError as error:
            problems[judge_id] = error
    return problems
