"""Certificates of judges: whether the last still holds, and what changed between the last two."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.records import Certificate
from xpert_studio.core.wording import labelled, listed, mark, t
from xpert_studio.report.blocks import Action, Block, Column, Row, Table, Text
from xpert_studio.report.certificate_sentences import between_sentence, validity_sentence
from xpert_studio.report.figure_tables import INTERVAL
from xpert_studio.report.section import Section, View
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
            yield _table(one)
            words = t("Between the last two, {between}", between=between_sentence(one.between))
            words = labelled(one.judge_id, words)
            yield Text(words, short=words)
    if without:
        yield Text(t("Not certified yet: {judges}.", judges=listed(without)))
        words = t("Keep these figures; --full shows all")
        yield Action(words, "align {project} --certify")


def _table(one: JudgeCertificates) -> Table:
    columns = (
        Column(t("Made")),
        Column(t("Certificate")),
        Column("n", "0"),
        Column("CDR", "0.000"),
        Column(INTERVAL, "0.00", interval=True),
        Column("κ", "0.000"),
        Column(INTERVAL, "0.00", interval=True),
    )
    rows = tuple(
        Row(
            (
                f"{made.made_at:%Y-%m-%d %H:%M}",
                made.id,
                made.figures.n,
                made.figures["cdr"].value,
                made.figures["cdr"].interval,
                made.figures["kappa"].value,
                made.figures["kappa"].interval,
            )
        )
        for made in one.certificates
    )
    return Table(
        columns, rows, t("{judge_id}, certificates", judge_id=one.judge_id), t("Certificates")
    )


CERTIFICATES: Final = Section(
    "certificates",
    mark("Certificates"),
    mark("Does the last certificate of each judge still hold?"),
    certificates_of_judges,
    _blocks,
    places=(),
)
