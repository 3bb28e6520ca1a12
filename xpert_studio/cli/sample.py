"""``xpert-studio sample``: the whole way on the sample project, with nothing but this program."""

from __future__ import annotations

import time
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from xpert_studio.cli.acting import note_warnings, now
from xpert_studio.cli.output import JsonOption, Output, counts, duration
from xpert_studio.core.exchange import export_bundle, import_bundle
from xpert_studio.core.exchange.bundle_import import import_sample
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.scoring import BASELINE, BASELINE_MODEL, prepare, score
from xpert_studio.core.processes import own_name
from xpert_studio.core.records import JUDGE_MODES, JudgeMode, Role, Visibility
from xpert_studio.core.resources import LOOK_AROUND, SAMPLE, sample_project_path
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.wording import t, tn, translated
from xpert_studio.core.workflow import new_project
from xpert_studio.core.workflow.rights import ROLE_NAMES
from xpert_studio.report import analyse
from xpert_studio.report.page import report_page
from xpert_studio.report.sentences import summary_sentences
from xpert_studio.report.writing import write_report


def sample(
    folder: Annotated[Path, typer.Argument(help="Where to put the results.")] = Path("out"),
    as_json: JsonOption = False,
) -> None:
    """Take the sample project through scoring, alignment, leaderboard, report and bundle.

    Example: xpert-studio sample out
    """
    output = Output(as_json=as_json)
    begun = time.monotonic()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "sample.xpert"
    path.unlink(missing_ok=True)  # ours: made anew by every run
    results = {"project": path, "bundle": folder / "sample-bundle.zip"}

    def take_in(made: ProjectFile) -> None:
        taken = import_bundle(made, sample_project_path(SAMPLE), now=now())
        output.say(t("1. Took in the sample bundle: {counts}.", counts=counts(taken.added)))

    with new_project(path, name="Four professions (sample)", now=now(), fill=take_in) as project:
        note_warnings(project, output)
        output.say("2. Scored every response with the built-in judge (no LLM):")
        for mode in (JudgeMode.ZERO_SHOT, JudgeMode.ANCHORED):
            _score(project, mode, output)
        analysis = analyse(project)
        output.say("3. Compared the judge with the experts:")
        output.say(*(f"   {sentence}" for sentence in summary_sentences(analysis)))
        page = report_page(project, analysis, now=now())
        for suffix in ("html", "pdf", "xlsx"):
            results[suffix] = folder / f"sample-report.{suffix}"
            write_report(page, results[suffix])
        export_bundle(
            project, results["bundle"], visibility=Visibility.PRIVATE, now=now(), replace=True
        )
    results["look_around"] = look_around = folder / "look-around.xpert"
    look_around.unlink(missing_ok=True)
    new_project(
        look_around,
        name="Four professions (sample)",
        now=now(),
        fill=lambda made: import_sample(made, now=now()),
    ).close()
    output.data({name: str(where.absolute()) for name, where in results.items()})
    output.say(
        "4. Wrote the results:",
        *(
            f"   {results[name]}  ({what})"
            for name, what in (
                ("html", t("the report, to open in a browser")),
                ("pdf", t("the same as a PDF")),
                ("xlsx", t("the same as an Excel workbook")),
                ("bundle", t("the project as an exchange bundle")),
                ("project", t("the project file; try: {program} leaderboard", program=own_name())),
            )
        ),
    )
    _say_roles(output, look_around)
    output.say(
        t(
            "Done in {duration}. Nothing left this machine.",
            duration=duration(time.monotonic() - begun),
        )
    )


def _score(project: ProjectFile, mode: JudgeMode, output: Output) -> None:
    request = ScoreRequest(provider=BASELINE, model=BASELINE_MODEL, mode=mode)
    run = score(project, prepare(project, request), clock=now, on_progress=lambda _: None)
    output.say(
        "   "
        + t(
            "{mode}: {verdicts} in {duration}.",
            mode=JUDGE_MODES.title(mode),
            verdicts=tn("{n} verdict", "{n} verdicts", run.ok),
            duration=duration(run.seconds),
        )
    )


def _say_roles(output: Output, path: Path) -> None:
    output.say("5. A second copy holds work for each role. List it with:")
    for role, person_id in LOOK_AROUND.items():
        output.say(
            "   " + t("as {role_names}:", role_names=translated(ROLE_NAMES[Role(role)])),
            f"     {own_name()} task list {quote(str(path))} --waiting --as {person_id}",
        )
