"""The section of one evaluation: its answer, and what became of each task."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from xpert_studio.api.changes import NotFoundError
from xpert_studio.api.sections import (
    PROBABILITY,
    Action,
    Block,
    Column,
    KeyFigure,
    Note,
    Row,
    Section,
    Settings,
    Table,
    Text,
    View,
    between,
    in_a_row,
    labelled,
    listed,
    mark,
    percent,
    shown,
    signed_points,
    t,
)
from xpert_studio.core.records import CHECKS
from xpert_studio.core.store import Transaction
from xpert_studio.packs.suites.answers import (
    ANSWERS,
    answer_of,
    answer_sentence,
    comparison_of,
)
from xpert_studio.packs.suites.compare import (
    CHANGES,
    REASONS,
    EvaluationComparison,
    Reason,
    TaskChange,
)
from xpert_studio.packs.suites.evaluations import Evaluation, TaskResult, evaluations_in
from xpert_studio.packs.suites.judge_part import JudgePart, judge_part, part_sentence
from xpert_studio.packs.suites.section_blocks import (
    DEFINE,
    NO_EVALUATION,
    best_cases,
    day_of,
    in_points,
    named,
    plain_evaluation,
    trials_sentence,
    with_branch,
)

_SHORT: Final = 12
_UNKNOWN_PART: Final = mark(
    "Judge or system? How much of the change is the judge’s is known where it is asked again about "
    "a frozen set with each evaluation."
)


@dataclass(frozen=True, slots=True)
class Looked:
    """An evaluation that is looked at.

    Attributes:
        comparison: With the one before, or with the last one on the branch that was asked for.
        base: That branch; None for its own.
        part: How much of the change is the judge's; None where it is not known.
    """

    evaluation: Evaluation
    comparison: EvaluationComparison | None
    base: str | None = None
    part: JudgePart | None = None


def _compute(view: View) -> Looked | None:
    """Asked for: ``evaluation``, the newest where empty; ``base``, a branch to compare with.

    Raises:
        NotFoundError: There is no such evaluation.
    """
    with view.project.reading() as tx:
        known = evaluations_in(tx)
        found = look_at(known, view.asked.get("evaluation") or "", view.asked.get("base"))
        return found and with_judge_part(tx, found)


def with_judge_part(tx: Transaction, looked: Looked) -> Looked:
    """The same with how much of the change is the judge's, where that is known."""
    return replace(looked, part=judge_part(tx, looked.comparison) if looked.comparison else None)


def look_at(
    known: Sequence[Evaluation], evaluation: str = "", base: str | None = None
) -> Looked | None:
    """One evaluation with what it is compared with; None where there is none at all.

    Args:
        known: All evaluations, oldest first.
        evaluation: Its id; the newest where empty.
        base: See ``comparison_of``.

    Raises:
        NotFoundError: There is no such evaluation.
    """
    if not known:
        return None
    found = next((one for one in known if one.id == evaluation), None if evaluation else known[-1])
    if found is None:
        raise NotFoundError(
            "There is no such evaluation.", remedy="'xpert-studio suite show' lists them."
        )
    return Looked(found, comparison_of(known, found, base), base)


def _blocks(looked: Looked) -> Iterator[Block]:
    one, comparison = looked.evaluation, looked.comparison
    yield Text.brief(looked_sentence(looked))
    yield from figures(one, comparison)
    if looked.part is not None:
        yield Text.brief(part_sentence(looked.part))
    elif asks_for_part(comparison):
        yield Note(t(_UNKNOWN_PART), short=t(_UNKNOWN_PART))
        yield Action(
            t("Ask the judge about a frozen set, too"), "suite run {project} … --frozen 20"
        )
    if more := trials_sentence(one):
        yield Text.brief(more)
    yield tasks_table(one, comparison)
    yield Settings(settings_of(one))
    yield from best_cases([comparison] if comparison else [])


def asks_for_part(comparison: EvaluationComparison | None) -> bool:
    """Whether it is a question how much of a change is the judge's."""
    if comparison is None or comparison.after.first.judge == CHECKS:
        return False
    return Reason.JUDGE in comparison.reasons or comparison.is_beyond_noise


def evaluation_name(evaluation: Evaluation) -> str:
    """An evaluation as people call it: system with revision, branch and day."""
    return t("{system}, {day}", system=with_branch(evaluation), day=day_of(evaluation))


def looked_sentence(looked: Looked) -> str:
    """Which evaluation, against which, and the answer with its reason."""
    name, comparison = evaluation_name(looked.evaluation), looked.comparison
    if comparison is not None:
        head = t("{name}, against {before}.", name=name, before=evaluation_name(comparison.before))
        return in_a_row((head, answer_sentence(comparison)))
    if looked.base is None:
        return labelled(name, answer_sentence(None))
    return labelled(name, t("There is no earlier evaluation on that branch."))


def figures(evaluation: Evaluation, comparison: EvaluationComparison | None) -> Iterator[KeyFigure]:
    """Pass rate and, where it can be compared, the change, as key figures."""
    rate = evaluation.pass_rate()
    yield KeyFigure(
        t("Pass rate"),
        percent(rate.value, 1),
        between(*(percent(end, 1) for end in rate.interval)) if rate.interval else "",
        t("{n} responses, {clusters} clusters", n=rate.n, clusters=rate.tasks),
        meaning=t("Share of responses that pass, with its 95 % interval."),
    )
    change = comparison.difference if comparison else None
    if comparison is None or change is None or change.value is None:
        return
    ends = None if change.interval is None else [signed_points(end) for end in change.interval]
    yield KeyFigure(
        t("Change, points"),
        signed_points(change.value),
        between(*ends) if ends else "",
        t("p {p}, corrected {corrected}", p=_p(comparison.p), corrected=_p(comparison.corrected_p)),
        meaning=t("The p-value is corrected over all evaluations of the project."),
    )
    for what in (TaskChange.REGRESSED, TaskChange.IMPROVED):
        n = len(comparison.of(what))
        yield KeyFigure(t(CHANGES[what]), str(n), "", t("of {n} tasks", n=len(evaluation.tasks)))


def _p(value: float | None) -> str:
    return shown(value, PROBABILITY) if value is not None else t("undefined")


def tasks_table(evaluation: Evaluation, comparison: EvaluationComparison | None) -> Table:
    """The tasks of an evaluation: those that regressed first, then as they matter.

    A row opens ``("response", task, response, judge)``: a response that failed, else the first.
    """
    before = comparison.before.tasks if comparison else {}
    became = comparison.tasks if comparison else {}
    order = {change: place for place, change in enumerate(_ORDER)}
    tasks = sorted(
        evaluation.tasks.values(),
        key=lambda task: (order.get(became.get(task.task), len(order)), task.share or 0.0),
    )
    columns = [
        Column(t("Task")),
        Column(t("Change")),
        Column(t("Before")),
        Column(t("Now")),
        Column(t("Score"), "0%", detail=True),
        Column(t("Capabilities"), detail=True),
    ]
    rows = []
    for task in tasks:
        change = became.get(task.task)
        words = t(CHANGES[change]) if change else t("New") if comparison else ""
        was, now = _passed(before.get(task.task)), _passed(task)
        cells = [task.title, words, was, now, task.score, listed(task.capabilities)]
        if comparison is None:
            del cells[1:3]
        opens = (
            ("response", task.task, task.telling, evaluation.first.judge) if task.telling else ()
        )
        rows.append(Row(tuple(cells), opens=opens))
    if comparison is None:
        del columns[1:3]
    caption = t("Tasks of this evaluation, those that regressed first. A row opens its response.")
    return Table(tuple(columns), tuple(rows), caption, t("Tasks"), short=_SHORT)


_ORDER: Final = (
    TaskChange.REGRESSED,
    TaskChange.IMPROVED,
    TaskChange.UNSTEADY,
    TaskChange.UNDECIDED,
    None,
    TaskChange.STABLE,
)


def _passed(task: TaskResult | None) -> str:
    """Whether the responses to a task passed, in a word; how many of several."""
    if task is None:
        return "–"
    if not task.is_known:
        return t("undecided")
    if len(task.passes) == 1:
        return t("passed") if task.passed else t("failed")
    return t("{n} of {total} passed", n=task.passed, total=len(task.passes))


def settings_of(evaluation: Evaluation) -> tuple[tuple[str, str], ...]:
    """What was evaluated, and by what: names and values."""
    first = evaluation.first
    known: Mapping[str, str] = {
        t("Suite"): t(
            "{suite}, version {version}", suite=evaluation.suite, version=first.suite_version
        ),
        t("System"): named(evaluation),
        t("Branch"): first.branch,
        t("Evaluated"): f"{evaluation.at:%Y-%m-%d %H:%M} UTC",
        t("Trials"): str(evaluation.trials),
        t("Decided by"): first.judge,
    }
    return tuple((name, value) for name, value in known.items() if value)


def answers_table(
    evaluations: Sequence[Evaluation], found: Mapping[str, EvaluationComparison]
) -> Table:
    """Evaluations with their answers, in the order given; a row opens ``("evaluation", id)``.

    Args:
        evaluations: What is listed.
        found: Comparisons with the evaluations before, by the id of the later one.
    """
    columns = (
        Column(t("Evaluation")),
        Column(t("Pass rate"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True),
        Column(t("Change, points"), "+0.0", detail=True),
        Column(t("95 % interval"), "+0.0", interval=True, detail=True),
        Column(t("Against the one before")),
    )
    rows = []
    for evaluation in evaluations:
        rate, own = evaluation.pass_rate(), found.get(evaluation.id)
        called = t("{day}, {system}", day=day_of(evaluation), system=with_branch(evaluation))
        cells = (called, rate.value, rate.interval)
        change = in_points(own.difference if own else None)
        rows.append(Row((*cells, *change, _answer_words(own)), opens=("evaluation", evaluation.id)))
    caption = t("Evaluations, newest first; p-values are corrected over all of them.")
    return Table(columns, tuple(rows), caption, t("Evaluations"), short=_SHORT)


def _answer_words(found: EvaluationComparison | None) -> str:
    """An answer in few words; where it cannot be compared, with what differs."""
    answer = t(ANSWERS[answer_of(found)])
    if found is None or found.is_comparable:
        return answer
    return labelled(answer, listed(t(REASONS[reason]) for reason in found.reasons))


def _plain(looked: Looked) -> dict[str, Any]:
    comparison = looked.comparison
    return {
        **plain_evaluation(looked.evaluation),
        "answer": answer_of(comparison).value,
        "comparison": comparison.plain() if comparison else None,
        "judge_part": looked.part.plain() if looked.part else None,
    }


SUITE_EVALUATION: Final = Section(
    "suite-evaluation",
    mark("Evaluation of a suite"),
    mark("What became of each task since the evaluation before?"),
    _compute,
    _blocks,
    _plain,
    after="suite-trend",
    places=(),
    missing=NO_EVALUATION,
    makes=DEFINE,
)
