"""``xpert-studio suite compare`` and ``gate``: evaluations against the ones before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypedDict

import typer

from xpert_studio.api.commands import (
    Asks,
    AsOption,
    Exit,
    JsonOption,
    Message,
    NotFoundError,
    Output,
    ProjectArgument,
    ProjectFile,
    Through,
    Transaction,
    UsageError,
    open_project,
    t,
)
from xpert_studio.api.sections import Text
from xpert_studio.core.atomic_files import write_whole
from xpert_studio.core.metrics.alignment import Alignment
from xpert_studio.core.workflow.blinding import blinding_for
from xpert_studio.core.workflow.unblinding import need_results
from xpert_studio.packs.suites.compare import EvaluationComparison, against_last
from xpert_studio.packs.suites.definition import chosen_suites
from xpert_studio.packs.suites.evaluations import Evaluation, evaluations_in, newest_of_each
from xpert_studio.packs.suites.gate import (
    Condition,
    Threshold,
    at_least,
    no_regression,
    read_threshold,
    worst_of,
)
from xpert_studio.packs.suites.judge_part import judge_part, part_sentence
from xpert_studio.packs.suites.junit import gates_xml
from xpert_studio.packs.suites.records import SUITE_STAGES, SuiteStage
from xpert_studio.packs.suites.section_blocks import (
    comparison_blocks,
    condition_sentence,
    evaluations_table,
    plain_evaluation,
    trials_sentence,
)
from xpert_studio.report.analysis import analyse
from xpert_studio.report.blocks import SectionBlocks

NamesArgument = Annotated[
    list[str] | None, typer.Argument(help="Suites; all if omitted.", metavar="NAME")
]
ChangedOption = Annotated[
    Sequence[str] | None,
    Asks(
        "Only suites whose triggers match a changed file; comma-separated, or @FILE with one a "
        "line.",
        is_list=True,
        needs_name=False,
    ),
]
StageOption = Annotated[SuiteStage | None, Asks("Only suites of this stage.", choices=SUITE_STAGES)]
BaseOption = Annotated[str | None, Asks("The branch to compare with; the same one if omitted.")]
JUnit = Annotated[Path | None, Asks("Write JUnit XML to this file.")]


class _Thresholds(TypedDict, total=False):
    at_least: Annotated[
        Sequence[str],
        Asks(
            "Demand a figure, such as pass_rate=0.8 or pass_rate[Edits]=0.8; repeatable.",
            form="FIGURE=VALUE",
        ),
    ]
    surely: Annotated[bool, Asks("The lower end of intervals has to reach --at-least.", sets=True)]


def _thresholds(answers: Mapping[str, Any]) -> dict[str, Any]:
    is_lower = answers.get("surely", False)
    typed = answers.get("at_least", ())
    return {"thresholds": tuple(read_threshold(one, is_lower=is_lower) for one in typed)}


@dataclass(frozen=True, slots=True)
class Gate:
    """What is demanded of each evaluation.

    Attributes:
        thresholds: Figures of at least a value.
        no_regression: Whether a significant regression is refused.
        base: The branch that is compared with; the same one where None.
        accept_changed: Whether an evaluation of another definition is the first of a series.
    """

    thresholds: Annotated[tuple[Threshold, ...], Through(_Thresholds, _thresholds)] = ()
    no_regression: Annotated[bool, Asks("Demand no significant regression.")] = False
    base: BaseOption = None
    accept_changed: Annotated[
        bool, Asks("Where the definition changed, let the evaluation begin anew.")
    ] = False

    def __bool__(self) -> bool:
        return bool(self.thresholds) or self.no_regression

    def conditions(
        self, project: ProjectFile, one: Evaluation, found: Sequence[EvaluationComparison]
    ) -> tuple[Condition, ...]:
        """What an evaluation meets.

        Args:
            project: Where the agreement of its judge is computed, if it is asked for.
            one: The evaluation.
            found: Comparisons with the evaluations before, corrected together.
        """
        own = next((item for item in found if item.after.id == one.id), None)
        made = (
            [no_regression(own, accept_changed=self.accept_changed)] if self.no_regression else []
        )

        def agreement(judge_id: str) -> Alignment | None:
            try:
                findings = analyse(project, judge_ids=[judge_id], with_comparisons=False).judges
            except NotFoundError:
                return None
            return findings[judge_id].alignment if judge_id in findings else None

        return (*made, *(at_least(wanted, one, agreement) for wanted in self.thresholds))


@dataclass(frozen=True, slots=True)
class Newest:
    """Which lines of evaluations are asked for: the newest of each."""

    system: Annotated[str, Asks("Only of this system.")] = ""
    branch: Annotated[str | None, Asks("Only of this branch.")] = None
    stage: StageOption = None


HIDDEN = Message("Evaluations are shown to leads who have judged what they have to judge.")


def is_hidden(tx: Transaction, person_id: str) -> bool:
    """Whether evaluations are kept from a person."""
    return blinding_for(tx, person_id).hides_results


def show_evaluations(
    project: ProjectFile,
    output: Output,
    made: Sequence[Evaluation],
    found: Sequence[EvaluationComparison],
) -> None:
    """Shows evaluations, and each against the one before."""
    if made:
        trials = (Text(said) for one in made if (said := trials_sentence(one)))
        blocks = (evaluations_table(made), *trials, *comparison_blocks(found))
        output.section(SectionBlocks("suite", t("Evaluations"), blocks), project.path, full=True)
    else:
        output.say(t("There are no evaluations of this yet."))


def tell_gate(
    project: ProjectFile,
    output: Output,
    made: Sequence[Evaluation],
    found: Sequence[EvaluationComparison],
    gate: Gate,
    junit: Path | None,
    more: dict[str, Any],
) -> bool | None:
    """Says whether evaluations meet what is demanded, and writes it as JUnit XML.

    Returns:
        Whether all do; None where none is broken, and one cannot be told.
    """
    gated = [(one, gate.conditions(project, one, found)) for one in made]
    if junit is not None:
        write_whole(junit, gates_xml(gated))
    is_met = worst_of([condition for _, conditions in gated for condition in conditions])
    output.data(
        more
        | {
            "gate": {True: "met", False: "not_met", None: "undecided"}[is_met],
            "evaluations": [
                plain_evaluation(one) | {"conditions": [item.plain() for item in conditions]}
                for one, conditions in gated
            ],
            "comparisons": [one.plain() for one in found],
        }
    )
    for one, conditions in gated:
        blocks = (evaluations_table([one]),)
        output.section(SectionBlocks("suite", one.suite, blocks), project.path, full=False)
        output.say(*map(condition_sentence, conditions))
    words = {
        True: t("The gate holds."),
        False: t("The gate does not hold."),
        None: t("The gate cannot be told: see why above."),
    }
    output.say(words[is_met])
    return is_met


def _newest(
    project: ProjectFile,
    person_id: str,
    names: Sequence[str],
    asked: Newest,
) -> tuple[list[Evaluation], list[Evaluation]]:
    """All evaluations, and the newest of each line that is asked for.

    Raises:
        NotAllowedError: The person may not see results.
        NotFoundError: There is no such suite.
    """
    with project.reading() as tx:
        need_results(tx, person_id)
        wanted = {suite.name for suite in chosen_suites(tx, names, asked.stage, None)}
        known = evaluations_in(tx, person_id)
    newest = [
        one
        for one in newest_of_each(known)
        if one.suite in wanted
        and asked.system in {"", one.first.system}
        and asked.branch in {None, one.first.branch}
    ]
    return known, newest


def compare(
    project: ProjectArgument,
    asked: Newest,
    names: NamesArgument = None,
    base: BaseOption = None,
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Compare the newest evaluations with the ones before: what regressed, and whether by chance.

    Example: xpert-studio suite compare law.xpert smoke --system agent --base main
    """
    output = Output(as_json=as_json)
    with open_project(project, output, read_only=True) as opened:
        known, newest = _newest(opened, person.strip(), names or (), asked)
        found = against_last(known, newest, base)
        with opened.reading() as tx:
            parts = [judge_part(tx, one) for one in found]
        output.data(
            [
                one.plain() | {"judge_part": part.plain() if part else None}
                for one, part in zip(found, parts, strict=True)
            ]
        )
        show_evaluations(opened, output, newest, found)
        output.say(*(part_sentence(part) for part in parts if part is not None))


def gate(
    project: ProjectArgument,
    asked: Newest,
    demanded: Gate,
    names: NamesArgument = None,
    junit: JUnit = None,
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Say whether the newest evaluations meet what is demanded; the exit code says it too.

    0: all conditions are met. 1: one is not. 4: one cannot be told, as where the definition of the
    suite has changed since the evaluation before.

    Example: xpert-studio suite gate law.xpert smoke --no-regression --at-least pass_rate=0.8
    """
    output = Output(as_json=as_json)
    if not demanded:
        raise UsageError(
            "Nothing is demanded.", remedy="Add --no-regression, or --at-least pass_rate=0.8."
        )
    with open_project(project, output, read_only=True) as opened:
        known, newest = _newest(opened, person.strip(), names or (), asked)
        if not newest:
            raise NotFoundError(
                "There are no evaluations of this yet.",
                remedy="'xpert-studio suite run' makes one.",
            )
        found = against_last(known, newest, demanded.base)
        is_met = tell_gate(opened, output, newest, found, demanded, junit, {})
    if not is_met:
        raise typer.Exit(Exit.PARTLY if is_met is None else Exit.PROBLEMS)
