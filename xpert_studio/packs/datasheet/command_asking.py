"""What the commands share that ask a judge again: who may, which judge, what it takes, the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final

import typer

from xpert_studio.api.carriers import ScoreRequest
from xpert_studio.api.changes import NotAllowedError
from xpert_studio.api.commands import Asks, Exit, NotFoundError, Output, ProjectFile, mark, now, t
from xpert_studio.cli.score_display import RunDisplay, plans_data, say_plan
from xpert_studio.core.judge.key_check import need_no_keys
from xpert_studio.core.judge.providers.registry import LOCAL, parse_judge_name
from xpert_studio.core.judge.request import request_of_judge
from xpert_studio.core.judge.run_control import end_on_signals
from xpert_studio.core.judge.scoring import prepare
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.records import Judge, RunState, RunTerms
from xpert_studio.core.store import judges
from xpert_studio.core.workflow.judge_names import judge_named
from xpert_studio.core.workflow.unblinding import need_results
from xpert_studio.packs.datasheet.asking import Gold, WantedRepeats, carry_out, prepared_asking
from xpert_studio.packs.datasheet.gold import GoldForms, gold_forms
from xpert_studio.packs.datasheet.keeping import keep
from xpert_studio.packs.datasheet.records import ASKING

JudgeOption = Annotated[
    str, Asks("A judge of the project, by its id or the beginning of it; or PROVIDER:MODEL.")
]
_CONTINUED: Final = mark("Run the command again: it asks only for what is missing.")


@dataclass(frozen=True, slots=True)
class Subject:
    """A judge that is asked again.

    Attributes:
        request: How.
        judge: What it comes to now: a change of prompt or settings is another judge.
        gold: The experts' judgments that it was not shown.
    """

    request: ScoreRequest
    judge: Judge
    gold: GoldForms


def subject_named(project: ProjectFile, name: str, terms: RunTerms) -> Subject:
    """A judge by what was typed.

    Raises:
        UsageError: It names several judges, or none that there can be.
        JudgeError: It cannot be set up.
    """
    known = _request(project, name)
    request = replace(
        replace(known, selection=Selection()).on(terms),
        base_url=terms.base_url or known.base_url,
        requests_per_minute=known.requests_per_minute,
        tokens_per_minute=known.tokens_per_minute,
    )
    plan = prepare(project, request).plan
    with project.reading() as tx:
        judge = judges.find_judge(tx, plan.judge.id) or plan.judge
        shown = [name for names in plan.anchors.values() for name in names]
        return Subject(request, judge, gold_forms(tx, judge, shown))


def _request(project: ProjectFile, name: str) -> ScoreRequest:
    with project.reading() as tx:
        known = [judge.id for judge in judges.all_judges(tx)]
    try:
        return request_of_judge(project, judge_named(name, known))
    except NotFoundError:
        provider, model = parse_judge_name(name)
        need_no_keys(model)
        return ScoreRequest(provider=provider, model=model)


def asked_and_kept(
    project: ProjectFile,
    person_id: str,
    output: Output,
    subject: Subject,
    series: str,
    wanted: Sequence[WantedRepeats],
    gold: Gold,
    *,
    dry_run: bool,
) -> bool:
    """Says what it takes, asks the judge, and keeps what it says.

    Returns:
        Whether records were written.

    Raises:
        Exit: The run did not come to its end.
    """
    with prepared_asking(
        project, subject.request, series, wanted, now=now(), is_dry=dry_run
    ) as asking:
        # What is not installed was said when the project was opened.
        known = asking.prepared.material.lacking
        output.note(*(said for said in asking.prepared.plan.notices if said not in known))
        say_plan(output, asking.prepared)
        if dry_run:
            output.data(plans_data([asking.prepared]))
            return False
        with RunDisplay(output, priced=subject.request.provider not in LOCAL) as display:
            run, records = carry_out(
                asking,
                gold,
                clock=now,
                on_progress=display.show,
                on_start=lambda engine: end_on_signals(engine, output.note),
            )
    if not records:
        output.note(str(run.message or run.state.value), t(_CONTINUED))
        raise typer.Exit(Exit.INTERRUPTED if run.state is RunState.INTERRUPTED else Exit.PARTLY)
    keep(project, person_id, ASKING, records, now)
    return True


def sees_results(project: ProjectFile, person_id: str, output: Output) -> bool:
    """Whether a person may see what came of it; says where not."""
    try:
        with project.reading() as tx:
            need_results(tx, person_id)
    except NotAllowedError:
        output.say(t("Kept. What came of it is hidden from you until you have judged."))
        return False
    return True
