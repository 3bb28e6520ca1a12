"""``xpert-studio attack``: what responses without any knowledge score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final

import typer

from xpert_studio.api.carriers import ScoreRequest
from xpert_studio.api.commands import (
    Asks,
    AsOption,
    Exit,
    Fill,
    JsonOption,
    Output,
    ProjectArgument,
    ProjectFile,
    leading,
    now,
    open_project,
    t,
)
from xpert_studio.api.sections import Action, Block, Text
from xpert_studio.cli.options import TERMS
from xpert_studio.cli.score_display import RunDisplay, plans_data, say_plan
from xpert_studio.core.exchange.scope import ExportScope, wanted_tasks
from xpert_studio.core.judge.providers.registry import EMBEDDED, LOCAL
from xpert_studio.core.judge.run_control import end_on_signals
from xpert_studio.core.metrics import pooled
from xpert_studio.core.metrics.alignment import Alignment
from xpert_studio.core.metrics.evidence_floor import lacks_of
from xpert_studio.core.records import RunState
from xpert_studio.core.store.rating_table import read_frames
from xpert_studio.core.workflow.blinding import blinding_for
from xpert_studio.packs.attacks.request import AttackRequest
from xpert_studio.packs.attacks.results import (
    AttackRow,
    AttackScore,
    attack_rows,
    attack_scores,
    findings,
    judges_that_read_nothing,
)
from xpert_studio.packs.attacks.runs import carry_out_attack, prepared_attack
from xpert_studio.packs.attacks.section import (
    READING_NOTHING,
    about,
    about_reading_nothing,
    attack_table,
    met_sentence,
    met_table,
    reading_nothing_table,
)
from xpert_studio.report.analysis import EXPERTS
from xpert_studio.report.blocks import SectionBlocks
from xpert_studio.report.table_part import only_tasks

_NO_FINDINGS: Final = f"{EMBEDDED[0]}:"


def attack(
    project: ProjectArgument,
    request: Annotated[AttackRequest, Fill(only=(*TERMS.only, "tasks", "judge"))],
    dry_run: Annotated[bool, Asks("Say what the judge would take; send nothing.")] = False,
    full: Annotated[bool, Asks("All attacks, and what each meets.")] = False,
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Attack the benchmark with responses that know nothing, and say what they score.

    The exit code is 1 where one meets a checkpoint, scores a choice above chance, or where a judge
    that reads nothing has enough evidence. With a judge it may cost money: --dry-run says
    how much. What the built-in judge decides is shown, and is no finding.

    Example: xpert-studio attack clinic.xpert --judge openai:gpt-5-mini --budget 2
    """
    output = Output(as_json=as_json)
    wanted = frozenset(request.tasks)
    with open_project(project, output, read_only=True) as opened, opened.reading() as tx:
        wanted_tasks(tx, ExportScope(wanted))  # refuses tasks that the project does not have
    if request.judge:
        asked = request.of_judge()
        with leading(project, person, output, read_only=dry_run) as opened:
            _ask_judge(opened, asked, output, dry_run=dry_run)
        if dry_run:
            return
    with open_project(project, output, read_only=True) as opened, opened.reading() as tx:
        rows = attack_rows(tx, wanted or None)
        frames = read_frames(tx, judge_ids=())
        blinding = blinding_for(tx, person.strip())
    scores = attack_scores(rows)
    frames = only_tasks(frames, wanted) if wanted else frames
    experts = pooled(frames.catalog, frames.experts, name=EXPERTS).marks if frames.experts else None
    # What such judges reach tells how the experts decided.
    sees_judgments = blinding.sees_judgments and not blinding.to_judge
    judges = judges_that_read_nothing(frames.catalog, experts) if experts and sees_judgments else []
    found = [row for row in findings(rows, scores) if not row.judge_id.startswith(_NO_FINDINGS)]
    output.data(
        {
            "attacks": [_score_data(item) for item in scores],
            "findings": [_row_data(row) for row in found],
            "judges": [_judge_data(item) for item in judges],
        }
    )
    made = SectionBlocks("attack", t("Benchmark quality"), tuple(_blocks(judges, scores, found)))
    output.section(made, project, full=full)
    if found or any(not lacks_of(item) for item in judges):
        raise typer.Exit(Exit.PROBLEMS)


def _ask_judge(
    opened: ProjectFile, request: ScoreRequest, output: Output, *, dry_run: bool
) -> None:
    with prepared_attack(opened, request, now=now(), is_dry=dry_run) as attack:
        output.note(*attack.prepared.plan.notices)
        say_plan(output, attack.prepared)
        if dry_run:
            output.data(plans_data([attack.prepared]))
        if dry_run or not attack.prepared.plan.asks:
            return
        with RunDisplay(output, priced=request.provider not in LOCAL) as display:
            run = carry_out_attack(
                opened,
                attack,
                clock=now,
                on_progress=display.show,
                on_start=lambda engine: end_on_signals(engine, output.note),
            )
    if run.state is RunState.INTERRUPTED:
        raise typer.Exit(Exit.INTERRUPTED)
    if run.state is not RunState.DONE:
        output.note(str(run.message or run.state.value))


def _blocks(
    judges: Sequence[Alignment], scores: Sequence[AttackScore], found: Sequence[AttackRow]
) -> Iterator[Block]:
    said = met_sentence(found)
    if not scores:
        said = t("No checkpoint is decided by program, so attacks are judged by none.")
    yield Text(said, short=said)
    if judges:
        about_judges = about_reading_nothing(judges)
        yield Text(about_judges, short=about_judges)
        yield reading_nothing_table(judges)
    if scores:
        yield Text(about())
        yield attack_table(scores)
    if found:
        yield met_table(found)
        yield Action(t("All attacks, and what each meets"), "attack {project} --full")


def _score_data(item: AttackScore) -> dict[str, Any]:
    return {
        "attack": item.attack.id,
        "judge": item.judge_id,
        **item.score.named("score"),
        "tasks": item.score.tasks,
        "chance": item.chance,
        "beats_chance": item.beats_chance,
        "met": item.met,
        "decided": item.decided,
        "checkpoints": item.expected,
    }


def _judge_data(item: Alignment) -> dict[str, Any]:
    figures = item.figures
    lacks = lacks_of(item)
    shown = [name for name in READING_NOTHING if name in figures]
    return {
        "judge": item.judge,
        **{key: value for name in shown for key, value in figures[name].named(name).items()},
        "evidence": {"enough": not lacks, "missing": lacks},
    }


def _row_data(row: AttackRow) -> dict[str, Any]:
    return {
        "task": row.task.id,
        "attack": row.attack.id,
        "judge": row.judge_id,
        "score": row.score,
        "met": list(row.met),
        "decided": row.decided,
        "checkpoints": row.expected,
    }
