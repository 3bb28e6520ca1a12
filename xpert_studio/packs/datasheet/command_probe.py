"""``xpert-studio judge probe``: does a judge's verdict depend on style?"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from xpert_studio.api.commands import (
    Asks,
    AsOption,
    DryRun,
    JsonOption,
    NotFoundError,
    Output,
    ProjectArgument,
    ProjectFile,
    leading,
)
from xpert_studio.api.sections import View
from xpert_studio.cli.options import TERMS
from xpert_studio.core.records import RunTerms
from xpert_studio.core.store import responses, tasks
from xpert_studio.packs.datasheet.asking import WantedRepeats
from xpert_studio.packs.datasheet.command_asking import (
    JudgeOption,
    Subject,
    asked_and_kept,
    sees_results,
    subject_named,
)
from xpert_studio.packs.datasheet.edits import EDITS
from xpert_studio.packs.datasheet.records import PROBE
from xpert_studio.packs.datasheet.section import DATASHEET


def probe(
    project: ProjectArgument,
    judge: JudgeOption,
    terms: Annotated[RunTerms, TERMS],
    forms: Annotated[int, Asks("Responses to ask about.", within=(1, None))] = 20,
    dry_run: DryRun = False,
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Ask a judge about responses whose style alone was edited.

    Each is asked about twice as it is, and once reformatted, with polite phrases, and with a
    paragraph that says nothing: what changes more often than between the first two depends on
    style. Responses with gold come first. --dry-run says what it costs.

    Example: xpert-studio judge probe clinic.xpert --judge openai:gpt-5-mini --budget 2
    """
    output = Output(as_json=as_json)
    with leading(project, person, output, read_only=dry_run) as opened:
        subject = subject_named(opened, judge, terms)
        wanted = _wanted(opened, subject, forms)
        person, gold = person.strip(), subject.gold.scores
        kept = asked_and_kept(opened, person, output, subject, PROBE, wanted, gold, dry_run=dry_run)
        if kept and sees_results(opened, person, output):
            view = View.on(opened, person).asking(judge=subject.judge.id)
            if as_json:
                output.data(DATASHEET.data(view))
            output.section(DATASHEET.blocks(view), project, full=False)


def _wanted(project: ProjectFile, subject: Subject, forms: int) -> list[WantedRepeats]:
    with project.reading() as tx:
        known = {item.id: item for item in responses.all_responses(tx)}
        language = {task.id: task.language or "en" for task in tasks.all_tasks(tx)}
    chosen = subject.gold.some(forms) or replace(
        subject.gold, scores={name: {} for name in known}
    ).some(forms)
    found = [known[name] for name in chosen if known[name].text.strip()]
    if not found:
        raise NotFoundError(
            "There is no response with a text to ask about.", remedy="Add responses first."
        )
    as_they_are = [WantedRepeats(one, ask, "", one.text) for one in found for ask in (1, 2)]
    edited = [
        WantedRepeats(one, 1, edit.id, edit.apply(one.text, language[one.task_id]))
        for one in found
        for edit in EDITS
    ]
    return as_they_are + edited
