"""Whose verdicts are rewards, what they come to, and what is certified of that judge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from xpert_studio.api import Message
from xpert_studio.api.instruments import UsageError
from xpert_studio.api.sections import View, shown, t
from xpert_studio.core.exchange.formats.content import Content
from xpert_studio.core.exchange.formats.writing import write_json
from xpert_studio.core.exchange.markdown import inline
from xpert_studio.core.metrics.cdr import pairs_within
from xpert_studio.core.metrics.exact import orders, whole_totals
from xpert_studio.core.metrics.scores import answered, counted, unreadable
from xpert_studio.core.records import CHECKS
from xpert_studio.core.records.columns import Catalog, Ratings
from xpert_studio.packs.datasheet.section import Datasheet
from xpert_studio.packs.datasheet.section_lines import DatasheetLine
from xpert_studio.packs.rewards.section import gameability
from xpert_studio.report.analysis import Analysis, JudgeFindings, analyse
from xpert_studio.report.certificate_sentences import validity_sentence
from xpert_studio.report.trend import Validity, validity

CERTIFICATE: Final = "certificate.json"
GAMEABILITY: Final = "gameability.json"
_KEPT: Final = frozenset(
    {"id", "judge_id", "made_at", "bindings", "left_out", "method", "tolerance", "evidence",
     "log_length", "log_hash", "datasheet"}
)  # fmt: skip
"""Of a certificate; groups are left out: they name experts, systems and domains."""


def _chosen_judge(analysis: Analysis, judge_id: str) -> JudgeFindings | None:
    """The judge that was named; else the one that leads, or the first. None where there is none.

    Raises:
        UsageError: A panel was named, which is no model that can be asked.
    """
    known = [
        item
        for item in (*analysis.aligned(), *analysis.judges.values())
        if item.panel is None and item.judge.id != CHECKS
    ]
    if judge_id and not known:
        raise UsageError(
            Message("{judge} is no judge that can be asked by itself.", judge=judge_id),
            remedy="Name one of the judges of which it is made.",
        )
    return known[0] if known else None


def whole(catalog: Catalog, marks: Ratings) -> Ratings:
    """The answers to responses of which every checkpoint is decided.

    Args:
        catalog: What there is to judge.
        marks: One rater's answers, with what programs decide.
    """
    marks = counted(catalog, marks)
    marks = marks.where(answered(catalog, marks) & marks.has_score)
    asked = np.bincount(catalog.checkpoint_task, minlength=len(catalog.tasks))
    decided = np.bincount(marks.response, minlength=len(catalog.responses))
    is_whole = (decided == asked[catalog.response_task]) & ~unreadable(catalog)
    return marks.where(is_whole[marks.response])


def worth_by_response(catalog: Catalog, marks: Ratings) -> dict[str, list[tuple[str, float]]]:
    """What each checkpoint earns, by response id.

    Args:
        catalog: What there is to judge.
        marks: As ``whole`` gives them.

    Returns:
        Checkpoints with what they earn, 0 to 1, in the order in which ``response_scores`` adds
        them up: a sum in this order is the same to the last digit.
    """
    found: dict[str, list[tuple[str, float]]] = {}
    columns = (marks.response.tolist(), marks.checkpoint.tolist(), marks.score.tolist())
    for response, point, score in zip(*columns, strict=True):
        said = found.setdefault(catalog.responses[response], [])
        said.append((catalog.checkpoints[point], score))
    return found


Ordered = tuple[str, str, int, float]
"""Two responses to one task, their order (1: the first is better, 0: a tie), and the margin."""


def ordered_by(catalog: Catalog, marks: Ratings, tolerance: float) -> Iterator[Ordered]:
    """Every two responses to one task in the order of their scores, compared exactly.

    Args:
        catalog: What there is to judge.
        marks: As ``whole`` gives them.
        tolerance: Differences up to this are ties.
    """
    weight = catalog.checkpoint_weight[marks.checkpoint]
    size = len(catalog.responses)
    (points,), wholes = whole_totals(marks.response, weight, [marks.score], size)
    place = np.flatnonzero(wholes)
    points, wholes = points[place], wholes[place]
    one, other = pairs_within(catalog.response_task[place])
    order = orders(points, wholes, one, other, tolerance)
    scores = np.asarray(points / wholes, np.float64)
    for first, second, sign in zip(one.tolist(), other.tolist(), order.tolist(), strict=True):
        margin = abs(float(scores[first] - scores[second]))
        yield catalog.responses[place[first]], catalog.responses[place[second]], sign, margin


class Evidence(NamedTuple):
    """What a reward by a judge rests on.

    Attributes:
        held: Whether the judge's last certificate still holds.
        sheet: What can be gamed with it.
    """

    held: Validity
    sheet: Datasheet

    def write(self, folder: Path) -> None:
        """Writes both beside an export, without people and groups."""
        write_json(folder / CERTIFICATE, _certificate(self.held))
        write_json(folder / GAMEABILITY, self.sheet.plain())

    def told(self) -> str:
        """Both in Markdown."""
        heads = (t("Figure"), t("Value"), t("95 % interval"), "n", t("Clusters"), t("Caution"))
        rows = [heads, ("---",) * len(heads), *map(_cells, self.sheet.lines)]
        table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
        return f"{validity_sentence(self.held)}\n\n{table}"


class Judged(NamedTuple):
    """What goes out as one judge sees it.

    Attributes:
        analysis: The figures on it.
        findings: Of the judge; None without one.
        evidence: What a reward by the judge rests on.
    """

    analysis: Analysis
    findings: JudgeFindings | None = None
    evidence: Evidence | None = None


def judged(content: Content, judge_id: str, *, needs_name: bool = False) -> Judged:
    """What goes out as a judge sees it.

    Args:
        content: What goes out, with what experts and judges said.
        judge_id: The judge; the one that leads, or the first, where empty.
        needs_name: Whether there is none where empty.

    Raises:
        NotFoundError: The judge that was named has no verdicts.
        UsageError: It is a panel, which is no model that can be asked.
    """
    project = content.rated.project
    names = [judge_id] if judge_id else None
    ids = {task.id for task in content.tasks}
    analysis = analyse(project, judge_ids=names, task_ids=ids, with_comparisons=False)
    findings = None if needs_name and not judge_id else _chosen_judge(analysis, judge_id)
    if findings is None:
        return Judged(analysis)
    own = findings.judge.id
    on_all = analyse(project, judge_ids=[own], with_comparisons=False)
    found = gameability(View.of(project, analysis).asking(judge=own)) or ()
    sheet = next(iter(found), Datasheet(own, ()))
    return Judged(analysis, findings, Evidence(validity(project, on_all, own), sheet))


def _cells(line: DatasheetLine) -> tuple[str, ...]:
    if line.missing:
        return inline(line.title), "–", "–", "", "", inline(line.missing)
    interval = shown(line.interval, line.unit.interval_form) if line.interval else "–"
    figures = (shown(line.value, line.unit.form), interval, f"{line.n:,}", f"{line.clusters:,}")
    return inline(line.title), *figures, inline(line.caution)


def _certificate(held: Validity) -> Mapping[str, Any]:
    """The last certificate without people and groups, and whether it holds."""
    said = {"said": validity_sentence(held), "holds": held.is_current, "changed": held.changed}
    made = held.certificate
    if made is None:
        return said | {"missing": t("not enough: the judge has no certificate")}
    rows = made.model_dump(mode="json")
    kept = {name: value for name, value in rows.items() if name in _KEPT}
    figures = {name: value for name, value in rows["figures"].items() if name != "groups"}
    return said | {"certificate": kept | {"figures": figures}}
