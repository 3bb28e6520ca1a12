"""Certificates of judges: whether the last still holds, and what changed between the last two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.records import Certificate, CertifiedFigure
from xpert_studio.core.wording import labelled, listed, mark, moment, t
from xpert_studio.report.blocks import Action, Block, Cell, Column, InForm, Row, Table, Text
from xpert_studio.report.cautions import caution_hint
from xpert_studio.report.certificate_sentences import (
    between_sentence,
    changed_verdicts,
    validity_sentence,
)
from xpert_studio.report.figure_tables import INTERVAL
from xpert_studio.report.figure_words import certified_evidence
from xpert_studio.report.judge_comparison_charts import moved_chart, time_chart
from xpert_studio.report.part_names import Called
from xpert_studio.report.section import Section, View
from xpert_studio.report.sections.looked_at import LookedAt, figure_of, looked_at
from xpert_studio.report.trend import Between, Validity, between, certificates_of, validity


@dataclass(frozen=True, slots=True)
class JudgeCertificates:
    """The certificates of one judge.

    Attributes:
        certificates: The oldest first.
        validity: Whether the last still holds.
        between: What happened between the last two; None with fewer.
    """

    judge_id: str
    certificates: tuple[Certificate, ...]
    validity: Validity
    between: Between | None


def certificates_of_judges(view: View) -> tuple[JudgeCertificates, ...] | None:
    """Of every judge with an alignment, the best first; None without any."""
    project, analysis = view.project, view.analysis
    found = []
    for item in analysis.aligned():
        judge_id = item.judge.id
        kept = tuple(certificates_of(project, judge_id))
        last = between(project, analysis, judge_id, kept[-2].id, kept[-1].id) if kept[1:] else None
        found.append(JudgeCertificates(judge_id, kept, validity(project, analysis, judge_id), last))
    return tuple(found) or None


def _blocks(found: tuple[JudgeCertificates, ...]) -> Iterator[Block]:
    without = []
    for one in found:
        if one.validity.certificate is None:
            without.append(one.judge_id)
            continue
        said = labelled(one.judge_id, validity_sentence(one.validity))
        yield Text(said, short=said)
        if one.between is not None:
            yield certificates_table(one.certificates, judge_id=one.judge_id)
            words = t("Between the last two, {between}", between=between_sentence(one.between))
            words = labelled(one.judge_id, words)
            yield Text(words, short=words)
    if without:
        yield Text(t("Not certified yet: {judges}.", judges=listed(without)))
        words = t("Keep these figures; --full shows all")
        yield Action(words, "align {project} --certify")


def certificates_table(
    certificates: Sequence[Certificate], called: Called = str, judge_id: str = ""
) -> Table:
    """Certificates, the newest first; a row is one that others can be compared with.

    Args:
        certificates: The oldest first.
        called: Names of people by id.
        judge_id: Whose, for the caption; empty where that is known.
    """
    rows = tuple(
        Row(
            (
                f"{made.made_at:%Y-%m-%d %H:%M}",
                made.id,
                made.figures.n,
                *_certified(made.figures["cdr"], made.figures.tasks),
                *_certified(made.figures["kappa"], made.figures.criterion_tasks),
                made.figures["accuracy"].value,
                labelled(word, missing) if missing else word,
                made.figures.tasks,
                made.figures.pairs,
                made.left_out,
                made.tolerance,
                called(made.made_by) if made.made_by else t("a run’s end"),
            ),
            opens=("first", made.id),
        )
        for made in reversed(certificates)
        for word, missing in (certified_evidence(made),)
    )
    return Table(
        columns=(
            Column(t("Made")),
            Column(t("Certificate"), detail=True),
            Column("n", "0"),
            Column("CDR", "0.000"),
            Column(INTERVAL, "0.00", interval=True),
            Column("κ", "0.000"),
            Column(INTERVAL, "0.00", interval=True),
            Column(t("Accuracy"), "0.0%"),
            Column(t("Evidence")),
            Column(t("Tasks"), "0", detail=True),
            Column(t("Pairs"), "0", detail=True),
            Column(t("Excluded"), "0", detail=True),
            Column(t("Tie threshold"), "0.0%", detail=True),
            Column(t("Made by"), detail=True),
        ),
        rows=rows,
        caption=t("{judge_id}, certificates", judge_id=judge_id) if judge_id else "",
        name=t("Certificates"),
    )


def _certified(figure: CertifiedFigure, tasks: int | None) -> tuple[Cell, Cell]:
    return figure.value, InForm(
        figure.interval, "0.00", why=caution_hint(figure.caution, figure.tasks or tasks or 0)
    )


CERTIFICATES: Final = Section(
    "certificates",
    mark("Certificates"),
    mark("Does the last certificate of each judge still hold?"),
    certificates_of_judges,
    _blocks,
    places=(),
)


@dataclass(frozen=True, slots=True)
class OverTime:
    """One judge over time.

    Attributes:
        found: The judge.
        certificates: The oldest first.
        between: What happened between two of them, or one and now; None where they are the same.
        names: What both are called.
        by: What is compared group by group.
    """

    found: LookedAt
    certificates: tuple[Certificate, ...]
    between: Between | None
    names: tuple[str, str]
    by: str


BY: Final = ("dimension", "tier", "domain", "system")
"""What a judge's agreement before and after can be shown by, the usual one first."""


def _over_time(view: View) -> OverTime | None:
    """What is asked for: ``first`` and ``second``, certificates, empty for now; and ``by``."""
    found = looked_at(view)
    kept = certificates_of(view.project, found.judge.judge.id) if found else []
    if found is None or not kept:
        return None
    made = {one.id: moment(one.made_at) for one in kept}
    first, second = view.asked.get("first") or kept[-2:][0].id, view.asked.get("second", "")
    return OverTime(
        found,
        tuple(kept),
        between=(
            between(view.project, found.look.analysis, found.judge.judge.id, first, second or None)
            if first != second
            else None
        ),
        names=(made.get(first, first), made.get(second) or t("now")),
        by=view.asked.get("by", BY[0]),
    )


def _time_blocks(shown: OverTime) -> Iterator[Block]:
    found, moved = shown.found, shown.between
    if moved is not None:
        yield Text(
            t(
                "{first} to {second}: {between}",
                first=shown.names[0],
                second=shown.names[1],
                between=between_sentence(moved),
            )
        )
        yield Text(changed_verdicts(moved))
    times = [moment(certificate.made_at) for certificate in shown.certificates]
    caption = t("CDR of each certificate, with 95 % intervals.")
    yield from figure_of(time_chart(shown.certificates, times), caption)
    if moved is not None:
        change = moved.progress
        chart = moved_chart(
            change.parts,
            shown.by,
            whole=(change.kappa.before, change.kappa.after),
            names=shown.names,
            judge_id=found.judge.judge.id,
            called=found.called,
            small=found.look.analysis.small,
        )
        caption = t("κ before and after, on the answers that both have.")
        yield from figure_of(chart, caption)
    yield certificates_table(shown.certificates, found.called)


OVER_TIME: Final = Section(
    "judge-over-time",
    mark("A judge over time"),
    mark("What has changed since a judge was certified, and what did that do to its figures?"),
    _over_time,
    _time_blocks,
    places=(),
    asks=("first", "second", "by"),
    missing=mark(
        "There is no certificate of this judge yet. At the end of a run the figures are kept with "
        "the hashes of judge, prompt, rubrics and judgments."
    ),
    makes="align {project} --certify",
)
