"""``xpert-studio judge recheck``: is the judge still the same?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from xpert_studio.api.commands import (
    Asks,
    AsOption,
    DryRun,
    Exit,
    JsonOption,
    Output,
    ProjectArgument,
    ProjectFile,
    leading,
    open_project,
    t,
)
from xpert_studio.api.sections import View
from xpert_studio.cli.options import TERMS
from xpert_studio.core.records import RunTerms
from xpert_studio.core.workflow.unblinding import need_results
from xpert_studio.packs.datasheet.asking import Gold, WantedRepeats
from xpert_studio.packs.datasheet.command_asking import (
    JudgeOption,
    Subject,
    asked_and_kept,
    sees_results,
    subject_named,
)
from xpert_studio.packs.datasheet.frozen import asked_so_far, new_set, once_more
from xpert_studio.packs.datasheet.records import Asking
from xpert_studio.packs.datasheet.section_drift import DRIFT, drift_of
from xpert_studio.packs.datasheet.sequence import LEAST_ASKS


def recheck(
    project: ProjectArgument,
    judge: JudgeOption = "",
    *,
    terms: Annotated[RunTerms, TERMS],
    forms: Annotated[int, Asks("Gold forms of a set that is frozen now.", within=(1, None))] = 20,
    asks: Annotated[
        int,
        Asks(
            "How often a set that is frozen now is asked: its baseline.",
            within=(LEAST_ASKS, None),
        ),
    ] = LEAST_ASKS,
    anew: Annotated[bool, Asks("Freeze a new set, of the gold as it is now.")] = False,
    check: Annotated[
        bool, Asks("Exit with 1 at an alarm; without --judge nothing is asked.")
    ] = False,
    dry_run: DryRun = False,
    full: Annotated[bool, Asks("All looks, and the method.")] = False,
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Ask a judge again about a frozen set of gold forms, and say whether it drifts.

    The first time, gold forms are frozen as a set and asked three times or more: the baseline.
    Each time after that is a look. Hashes say what changed: the model behind the
    judge, the judge as it is configured, rubric, response. Without --judge the looks so far are
    shown. With --check the exit code is 1 where a judge drifts.

    Example: xpert-studio judge recheck clinic.xpert --judge openai:gpt-5-mini --check
    """
    output = Output(as_json=as_json)
    person = person.strip()
    if judge:
        with leading(project, person, output, read_only=dry_run) as opened:
            subject = subject_named(opened, judge, terms)
            series, wanted, gold = _wanted(opened, subject, forms, asks, anew=anew)
            asked_and_kept(opened, person, output, subject, series, wanted, gold, dry_run=dry_run)
            if dry_run or not sees_results(opened, person, output):
                return
    with open_project(project, output, read_only=True) as opened:
        with opened.reading() as tx:
            need_results(tx, person)
        found = drift_of(View.on(opened, person)) or ()
        if judge:
            found = tuple(one for one in found if one.id == series)
        output.data(DRIFT.plain(found) if DRIFT.plain else [])
        if found:
            output.section(DRIFT.laid_out(found), project, full=full)
        else:
            output.say(t("No set of gold forms was frozen yet: name a judge with --judge."))
    if check and any(one.alarm for one in found):
        raise typer.Exit(Exit.PROBLEMS)


def _wanted(
    project: ProjectFile, subject: Subject, forms: int, asks: int, *, anew: bool
) -> tuple[str, list[WantedRepeats], Gold]:
    """The set that is asked, and what of it: all of it once more, or a new one several times."""
    records = asked_so_far(project)
    series = "" if anew else _series_of(subject, [one for _, one in records])
    if series:
        return series, *once_more(project, series, records)
    # The same until it is kept, so that a run that broke off is taken up.
    number = len({one.series for _, one in records}) + 1
    made = new_set(project, subject.gold, forms, asks)
    return f"{subject.judge.id}@{number}", made, subject.gold.scores


def _series_of(subject: Subject, records: Sequence[Asking]) -> str:
    """The last set that was frozen for the judge, else for one of its family; empty for none."""
    first = sorted((record for record in records if record.ask == 1), key=lambda one: one.at)
    own = [one.series for one in first if one.judge == subject.judge.content_hash]
    family = [one.series for one in first if one.family == subject.judge.family]
    return next(iter([*own[-1:], *family[-1:]]), "")
