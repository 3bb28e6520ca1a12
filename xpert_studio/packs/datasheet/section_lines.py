"""The lines of a judge's datasheet: a figure each, with its interval, n, and what it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any, Final

from xpert_studio.api.sections import Estimate, mark, rater_name, t, translated
from xpert_studio.core.metrics.intervals import Interval
from xpert_studio.core.metrics.metric import Unit
from xpert_studio.core.metrics.registry import metric_named
from xpert_studio.core.metrics.task_estimates import Caution
from xpert_studio.core.records import Judge, Run
from xpert_studio.packs.attacks.results import AttackScore
from xpert_studio.packs.datasheet.edits import EDITS
from xpert_studio.packs.datasheet.effects import StyleEffect
from xpert_studio.report.analysis import Analysis, JudgeFindings
from xpert_studio.report.detail import Detail
from xpert_studio.report.part_names import grouping_name, part_name

_BY: Final = ("kappa_within", "youden_j")
"""What is said of systems and domains."""
_CAUTIONS: Final[dict[Caution, str]] = {
    "few tasks": mark("few tasks"),
    "approximate": mark("approximate interval"),
}


@dataclass(frozen=True, slots=True)
class DatasheetLine:
    """A line of a datasheet.

    Attributes:
        id: For programs; the same in every datasheet.
        title: What it is.
        rests_on: What its figure was computed from.
        unit: Of the value.
        value: None where it is not known.
        interval: 95 %, by cluster; None where there is none.
        n: Items behind it.
        clusters: Families of tasks behind it.
        caution: Why the interval is less sure; empty where it is not.
        missing: What has to be done for it to be known; empty where it is.
        command: The command that does it, from the name of the subcommand on, with ``{project}``;
            empty where it is known, or there is none.
        of: The system, domain or panel that it is of; empty for none.
    """

    id: str
    title: str
    rests_on: str
    unit: Unit
    value: float | None = None
    interval: Interval | None = None
    n: int = 0
    clusters: int = 0
    caution: str = ""
    missing: str = ""
    command: str = ""
    of: str = ""

    def plain(self) -> dict[str, Any]:
        """It for a program."""
        return asdict(self) | {"unit": self.unit.name.lower()}


def figure_line(
    id_: str, title: str, rests_on: str, unit: Unit, estimate: Estimate, *, of: str = "", n: int = 0
) -> DatasheetLine:
    """A line with a figure, and why it is less sure; arguments as of ``DatasheetLine``."""
    why = ""
    if estimate.value is None:
        why = _not_enough(id_)
    elif estimate.interval is None:
        why = t(
            "no interval: {tasks} tasks behind it, or no spread over them", tasks=estimate.tasks
        )
    elif estimate.caution is not None:
        why = t(_CAUTIONS[estimate.caution])
    return DatasheetLine(
        id_,
        title,
        rests_on,
        unit,
        estimate.value,
        estimate.interval,
        estimate.n or n,
        estimate.tasks,
        why,
        of=of,
    )


def _not_enough(id_: str) -> str:
    if id_ == "kappa_within_by_system":
        return t("not enough: needs two responses of a system to a checkpoint")
    if id_.startswith("kappa_within"):
        return t("not enough: needs two responses or more to a checkpoint")
    return t("not enough: undefined on what there is")


def _unknown(id_: str, title: str, unit: Unit, missing: str) -> DatasheetLine:
    return DatasheetLine(id_, title, "", unit, missing=missing)


def _unasked(id_: str, title: str, unit: Unit, judge: Judge | None, command: str) -> DatasheetLine:
    """What the judge was not asked yet, with the command; or that it cannot be asked here."""
    if judge is not None and judge.settings is None:
        said = t("it worked elsewhere, and how it was asked is not known: it cannot be asked here")
        return _unknown(id_, title, unit, said)
    return DatasheetLine(id_, title, "", unit, missing=t("not asked yet"), command=command)


def of_itself(found: JudgeFindings | None, judge: Judge | None) -> Iterator[DatasheetLine]:
    """Whether it agrees with itself."""
    metric = metric_named("unanimous")
    title = t(metric.title)
    if found is None or found.consistency is None:
        yield _unasked(metric.id, title, metric.unit, judge, "score {project} --judge … --trials 3")
        return
    rests_on = t(
        "verdicts of {trials} trials on the same responses", trials=found.consistency.trials
    )
    yield figure_line(metric.id, title, rests_on, metric.unit, found.consistency.figures[metric.id])


def against_gold(found: JudgeFindings | None) -> Iterator[DatasheetLine]:
    """Leniency, sensitivity and the like, against experts."""
    names = ("leniency", "kappa_within", "youden_j")
    aligned = found.alignment if found else None
    for name in names:
        metric = metric_named(name)
        if aligned is None or not aligned.criterion.n:
            missing = t("needs confirmed judgments on what the judge has scored")
            yield _unknown(name, t(metric.title), metric.unit, missing)
            continue
        yield figure_line(
            name,
            t(metric.title),
            t("gold judgments, without anchors and their near-duplicates"),
            metric.unit,
            aligned.criterion[name],
            n=aligned.criterion.n,
        )


def by_part(detail: Detail | None, kinds: Sequence[str]) -> Iterator[DatasheetLine]:
    """κ within and Youden's J by system or domain; one line where a figure is known of none."""
    for by, name in product(kinds, _BY):
        groups = detail.groups[by] if detail else ()
        metric, id_ = metric_named(name), f"{name}_by_{by}"
        if groups and all(group.figures[name].value is None for group in groups):
            title = t("{figure}, {part}", figure=t(metric.head), part=grouping_name(by))
            yield _unknown(id_, title, metric.unit, _not_enough(id_))
            continue
        for group in groups:
            title = t("{figure}, {part}", figure=t(metric.head), part=part_name(by, group.name))
            rests_on, one = t("gold judgments of this part"), group.figures[name]
            n = group.figures.n
            yield figure_line(id_, title, rests_on, metric.unit, one, of=group.name, n=n)


def of_attacks(scores: Sequence[AttackScore], judge: Judge | None) -> Iterator[DatasheetLine]:
    """What responses score that know nothing."""
    for score in scores:
        yield figure_line(
            f"attack_{score.attack.id}",
            t("Score of: {attack}", attack=translated(score.attack.title)),
            t(
                "a response that knows nothing to each task: {met} of {decided} checkpoints met",
                met=score.met,
                decided=score.decided,
            ),
            Unit.SHARE,
            score.score,
            n=score.decided,
        )
    if not scores:
        name = f"{judge.provider}:{judge.model}" if judge and judge.provider else "…"
        title = t("Score of an empty response, and of others that know nothing")
        command = f"attack {{project}} --judge {name}"
        yield _unasked("attack_empty", title, Unit.SHARE, judge, command)


def of_style(
    effects: Sequence[StyleEffect], judge_id: str, judge: Judge | None
) -> Iterator[DatasheetLine]:
    """What edits of style change that change nothing of what is said."""
    titles = {edit.id: t(edit.title) for edit in EDITS}
    if not effects:
        title = t("Verdicts changed by edits of style alone")
        command = f"judge probe {{project}} --judge {judge_id}"
        yield _unasked("style", title, Unit.SHARE, judge, command)
        return
    for effect in effects:
        asked = t(
            "the same responses asked with and without the edit ({day}); asked twice unedited, "
            "{again:.1%} differ",
            day=effect.at,
            again=effect.asked_again.value or 0.0,
        )
        edit = titles[effect.edit]
        yield figure_line(
            f"style_{effect.edit}",
            t("{edit}: verdicts changed", edit=edit),
            asked,
            Unit.SHARE,
            effect.changed,
        )
        yield figure_line(
            f"style_{effect.edit}_beyond",
            t("{edit}: changed beyond asking again", edit=edit),
            t("the share with the edit less that without"),
            Unit.DIFFERENCE,
            effect.beyond,
            n=effect.n,
        )
        yield figure_line(
            f"style_{effect.edit}_shift",
            t("{edit}: change of the score", edit=edit),
            t("mean score with the edit less that without"),
            Unit.DIFFERENCE,
            effect.shift,
            n=effect.n,
        )


def of_errors(length: Estimate | None, position: Estimate | None) -> Iterator[DatasheetLine]:
    """Length of the response, and place of the checkpoint."""
    rows = (
        (
            "length_effect",
            t("Leniency with longer responses (correlation)"),
            t("errors against gold, within checkpoints with two responses or more"),
            length,
        ),
        (
            "position_effect",
            t("Errors further down the rubric (correlation)"),
            t("distance from gold, within responses"),
            position,
        ),
    )
    for id_, title, rests_on, one in rows:
        if one is None or not one.n:
            missing = t("needs confirmed judgments on what the judge has scored")
            yield _unknown(id_, title, Unit.COEFFICIENT, missing)
        else:
            yield figure_line(id_, title, rests_on, Unit.COEFFICIENT, one)


def in_panels(analysis: Analysis, judge_id: str) -> Iterator[DatasheetLine]:
    """How many independent votes the panels come to that it is in."""
    for name, item in analysis.judges.items():
        if item.panel is None or judge_id not in item.panel.panel.judges:
            continue
        found = item.panel.effective
        title = t("Effective votes of the panel {panel}", panel=rater_name(name))
        if found is None:
            missing = t("needs confirmed judgments that several of its judges have scored")
            yield _unknown("effective_votes", title, Unit.POINTS, missing)
            continue
        rests_on = t(
            "errors of {judges} judges on {n} checkpoints", judges=found.judges, n=found.checkpoints
        )
        yield figure_line(
            "effective_votes",
            title,
            rests_on,
            Unit.POINTS,
            found.votes,
            of=name,
            n=found.checkpoints,
        )


def of_runs(made: Sequence[Run]) -> Iterator[DatasheetLine]:
    """What a verdict takes."""
    verdicts, calls = sum(run.ok for run in made), sum(run.calls for run in made)
    whole = t("all {calls} calls of its {runs} runs", calls=calls, runs=len(made))
    money, time = t("US dollars a verdict"), t("Seconds a verdict, calls side by side")
    if not verdicts:
        missing = t("it was asked elsewhere, or not yet: no run tells")
        yield _unknown("cost_a_verdict", money, Unit.MONEY, missing)
        yield _unknown("seconds_a_verdict", time, Unit.SECONDS, missing)
        return
    unknown = sum(run.unknown_cost_calls for run in made)
    if unknown:
        missing = t("of {unknown} calls the cost is not known", unknown=unknown)
        yield _unknown("cost_a_verdict", money, Unit.MONEY, missing)
    else:
        cost = sum(run.known_cost for run in made) / verdicts
        yield DatasheetLine(
            "cost_a_verdict", money, whole, Unit.MONEY, cost, n=verdicts, caution=_exact()
        )
    seconds = sum(run.seconds for run in made) / verdicts
    yield DatasheetLine(
        "seconds_a_verdict", time, whole, Unit.SECONDS, seconds, n=verdicts, caution=_exact()
    )


def _exact() -> str:
    return t("counted, no sample")
