"""Suites and evaluations as blocks, for commands and sections alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from xpert_studio.api.sections import (
    PROBABILITY,
    Block,
    Column,
    Estimate,
    Heading,
    Listing,
    Row,
    Table,
    Text,
    View,
    between,
    labelled,
    listed,
    mark,
    percent,
    t,
    translated,
)
from xpert_studio.core.records import CHECKS
from xpert_studio.packs.suites.compare import (
    CHANGES,
    ComparisonTest,
    EvaluationComparison,
    TaskChange,
    best_case_p,
)
from xpert_studio.packs.suites.evaluations import Evaluation, evaluations_in
from xpert_studio.packs.suites.gate import Condition, comparison_sentence
from xpert_studio.packs.suites.records import SUITE_STAGES, Suite
from xpert_studio.packs.suites.trials import trials_of

MOST_SHORT: Final = 6
NO_EVALUATION: Final = mark(
    "No suite has been evaluated yet. Define one, and evaluate a system with it."
)
DEFINE: Final = "suite define {project} NAME --capability NAME=TASKS"
"""The command that a suite begins with."""
BEST_CASES: Final = range(1, 11)


def known_to(view: View) -> list[Evaluation]:
    """The evaluations of a project, oldest first."""
    with view.project.reading() as tx:
        return evaluations_in(tx)


def named(evaluation: Evaluation) -> str:
    """An evaluation's system, with its revision where there is one."""
    first = evaluation.first
    return f"{first.system}@{first.revision}" if first.revision else first.system


def with_branch(evaluation: Evaluation) -> str:
    """An evaluation's system and revision, with its branch where there is one."""
    branch = evaluation.first.branch
    return (
        t("{system} on {branch}", system=named(evaluation), branch=branch)
        if branch
        else named(evaluation)
    )


def day_of(evaluation: Evaluation) -> str:
    """The day of an evaluation, in UTC."""
    return evaluation.at.date().isoformat()


def in_points(moved: Estimate | None) -> tuple[float | None, tuple[float, float] | None]:
    """A difference of shares with its interval, in points; None for what is not known."""
    points = None if moved is None else moved.times(100)
    return (None, None) if points is None else (points.value, points.interval)


def in_percent(rate: Estimate) -> tuple[float, float | None, float | None]:
    """A share and the ends of its interval, as charts take them; 0 where it is undefined."""
    scaled = rate.times(100)
    return scaled.value or 0.0, *(scaled.interval or (None, None))


def suite_heading(suite: str, found: Sequence[object]) -> Iterator[Heading]:
    """The name of a suite above what is said of it, where that is said of several."""
    if len(found) > 1:
        yield Heading(t("Suite {name}", name=suite))


def suites_table(suites: Sequence[Suite]) -> Table:
    """The suites of a project."""
    columns = (
        Column(t("Suite")),
        Column(t("Version"), "0"),
        Column(t("Stage")),
        Column(t("Capabilities"), "0"),
        Column(t("Passes with")),
        Column(t("Judges")),
        Column(t("Trials"), "0"),
        Column(t("Triggers"), detail=True),
    )
    rows = tuple(
        Row(
            (
                suite.name,
                suite.version,
                SUITE_STAGES.title(suite.stage),
                len(suite.capabilities),
                pass_rule(suite),
                deciders(suite),
                suite.trials,
                listed(suite.triggers),
            )
        )
        for suite in suites
    )
    return Table(columns, rows, t("Suites"), short=MOST_SHORT)


def deciders(suite: Suite) -> str:
    """Who decides on the responses of a suite."""
    judges = (t("checks by program") if judge == CHECKS else judge for judge in suite.judges)
    return listed([*judges, *([suite.panel] if suite.panel else [])])


def pass_rule(suite: Suite) -> str:
    """With what a response passes, in words."""
    said = t("all points") if suite.pass_at == 1 else t("{n} of points", n=percent(suite.pass_at))
    return t("{said}, all essential", said=said) if suite.needs_essentials else said


def evaluations_table(evaluations: Sequence[Evaluation], *, names_ids: bool = False) -> Table:
    """Evaluations with their pass rates, in the order given; with ids where these are typed."""
    columns = [
        Column(t("Date")),
        Column(t("Suite")),
        Column(t("System")),
        Column(t("Branch")),
        Column(t("Passed"), "0"),
        Column(t("of"), "0"),
        Column(t("Pass rate"), "0.0%"),
        Column(t("95 % interval"), "0.0%", interval=True),
        Column(t("Score"), "0.0%", detail=True),
        Column(t("95 % interval"), "0.0%", interval=True, detail=True),
        Column(t("Clusters"), "0", detail=True),
        *([Column(t("Evaluation"), detail=True)] if names_ids else []),
    ]
    rows = []
    for evaluation in evaluations:
        rate, score = evaluation.pass_rate(), evaluation.score()
        rows.append(
            Row(
                (
                    f"{evaluation.at:%Y-%m-%d %H:%M}",
                    f"{evaluation.suite} {evaluation.first.suite_version}",
                    named(evaluation),
                    evaluation.first.branch or "–",
                    sum(task.passed for task in evaluation.tasks.values() if task.is_known),
                    rate.n,
                    rate.value,
                    rate.interval,
                    score.value,
                    score.interval,
                    rate.tasks,
                    *([evaluation.id] if names_ids else []),
                ),
                opens=("evaluation", evaluation.id),
            )
        )
    caption = t(
        "Passed counts responses. Intervals are over clusters of tasks: Wilson’s where each has "
        "one response. Judge error is not included."
    )
    return Table(tuple(columns), tuple(rows), caption, t("Evaluations"), short=MOST_SHORT)


def trials_sentence(evaluation: Evaluation) -> str:
    """What several trials of each task say; empty where there is one."""
    found = trials_of(evaluation)
    if found is None:
        return ""
    return t(
        "{system}, {k} trials: pass@{k} {any}, pass^{k} {all}, two trials differ on {flip}.",
        system=with_branch(evaluation),
        k=found.k,
        any=_with_interval(found.any_passes),
        all=_with_interval(found.all_pass),
        flip=_with_interval(found.flip_rate),
    )


def _with_interval(estimate: Estimate) -> str:
    value = percent(estimate.value)
    if estimate.interval is None:
        return value
    return t("{said} ({status})", said=value, status=between(*map(percent, estimate.interval)))


def comparison_blocks(found: Sequence[EvaluationComparison]) -> Iterator[Block]:
    """Evaluations against the ones before: what each says, and the tasks that changed."""
    for one in found:
        first = one.after.first
        yield Heading(
            t(
                "{suite}: {after} against {before}",
                suite=first.suite,
                after=listed([named(one.after), *([first.branch] if first.branch else [])]),
                before=f"{named(one.before)} ({day_of(one.before)})",
            )
        )
        yield Text.brief(comparison_sentence(one))
        lines = tuple(
            f"{t(CHANGES[change])}: {listed(task.title for task in tasks)}"
            for change in TaskChange
            if change is not TaskChange.STABLE and (tasks := one.of(change))
        )
        if lines:
            yield Listing(lines)
    yield from best_cases(found)


def best_cases(found: Iterable[EvaluationComparison]) -> Iterator[Table]:
    """With how many discordant pairs which p can be reached at all, where that test was made."""
    if not any(one.test is ComparisonTest.MCNEMAR for one in found):
        return
    columns = (Column(t("Tasks that changed"), "0"), Column(t("Best-case p"), PROBABILITY))
    rows = tuple(Row((pairs, best_case_p(pairs))) for pairs in BEST_CASES)
    caption = t(
        "The lowest p of McNemar’s exact test, where all changed tasks changed alike: below six "
        "no change can be significant."
    )
    yield Table(columns, rows, caption, t("Best-case p"))


def plain_evaluation(evaluation: Evaluation) -> dict[str, Any]:
    """An evaluation for a program."""
    first, rate, score = evaluation.first, evaluation.pass_rate(), evaluation.score()
    trials = trials_of(evaluation)
    by_capability = {
        name: {
            **evaluation.pass_rate(name).named("pass_rate"),
            **evaluation.score(name).named("score"),
            "tasks": len(evaluation.showing(name)),
        }
        for name in evaluation.capabilities
    }
    return {
        "evaluation": evaluation.id,
        "at": evaluation.at.isoformat(),
        "suite": evaluation.suite,
        "suite_version": first.suite_version,
        "suite_hash": first.suite_hash,
        "system": first.system,
        "branch": first.branch,
        "revision": first.revision,
        "judge": first.judge,
        "judge_hash": first.judge_hash,
        "trials": evaluation.trials,
        "passed": sum(task.passed for task in evaluation.tasks.values() if task.is_known),
        "responses": rate.n,
        "clusters": rate.tasks,
        **rate.named("pass_rate"),
        **score.named("score"),
        "seconds": evaluation.mean("seconds"),
        "tokens": evaluation.mean("tokens"),
        "cost": evaluation.mean("cost"),
        "capabilities": by_capability,
        "tasks": {
            name: {
                "title": task.title,
                "cluster": task.cluster,
                "passed": list(task.passes),
                "scores": list(task.scores),
                "task_hash": task.task_hash,
                "rubric_hash": task.rubric_hash,
            }
            for name, task in evaluation.tasks.items()
        },
        **(
            {
                "k": trials.k,
                **trials.any_passes.named("pass_at_k"),
                **trials.all_pass.named("pass_to_the_k"),
                **trials.flip_rate.named("flip_rate"),
            }
            if trials
            else {}
        ),
    }


def condition_sentence(condition: Condition) -> str:
    """A demand, whether it is met, and why."""
    words = {True: t("met"), False: t("not met"), None: t("cannot be told")}
    head = t("{said} ({status})", said=condition.name, status=words[condition.is_met])
    return labelled(head, translated(condition.said))
