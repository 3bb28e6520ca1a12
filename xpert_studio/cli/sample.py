"""``xpert-studio sample``: the whole way on the sample project, with nothing but this program."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import Annotated, Final

import typer

from xpert_studio.cli.acting import note_warnings, now
from xpert_studio.cli.output import Output, counts, duration
from xpert_studio.core.exchange import export_bundle, import_bundle
from xpert_studio.core.exchange.bundle_import import import_sample
from xpert_studio.core.extras import EXTRAS
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.scoring import BASELINE, BASELINE_MODEL, prepare, score
from xpert_studio.core.processes import own_name
from xpert_studio.core.records import JUDGE_MODES, JudgeMode, Role, Visibility
from xpert_studio.core.resources import LOOK_AROUND, SAMPLE, sample_project_path
from xpert_studio.core.store import ProjectFile
from xpert_studio.core.typesetting import PDF
from xpert_studio.core.wording import in_a_row, labelled, listed, t, tn, translated
from xpert_studio.core.workflow import new_project
from xpert_studio.core.workflow.rights import ROLE_NAMES
from xpert_studio.report import analyse
from xpert_studio.report.analysis import Analysis
from xpert_studio.report.blocks import Action, Block, Note, Table, Text
from xpert_studio.report.page import report_page
from xpert_studio.report.section import View
from xpert_studio.report.sections.results import BOARD
from xpert_studio.report.sentences import verdict_on
from xpert_studio.report.writing import write_report


def sample(
    output: Output,
    folder: Annotated[Path, typer.Argument(help="Where to put the results.")] = Path("out"),
) -> None:
    """Take the sample project through scoring, alignment, leaderboard, report and bundle.

    Example: xpert-studio sample out
    """
    begun = time.monotonic()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "sample.xpert"
    path.unlink(missing_ok=True)  # ours: made anew by every run
    results = {"project": path, "bundle": folder / "sample-bundle.zip"}

    def take_in(project_file: ProjectFile) -> None:
        taken = import_bundle(project_file, sample_project_path(SAMPLE), now=now())
        main = {name: n for name, n in taken.added.items() if name in _COUNTED}
        output.say(t("1. Took in the sample bundle: {counts}.", counts=counts(main)))

    with new_project(path, name="Four professions (sample)", now=now(), fill=take_in) as project:
        note_warnings(project, output)
        modes = (JudgeMode.ZERO_SHOT, JudgeMode.ANCHORED)
        said = listed(_score(project, mode) for mode in modes)
        output.say(
            t(
                "2. Scored every response with the built-in judge (no LLM): {verdicts}.",
                verdicts=said,
            )
        )
        analysis = analyse(project)
        page = report_page(project, analysis, now=now())
        for suffix in _reports():
            results[suffix] = folder / f"sample-report.{suffix}"
            write_report(page, results[suffix])
        export_bundle(
            project, results["bundle"], visibility=Visibility.PRIVATE, now=now(), replace=True
        )
        board, judges = BOARD.blocks(View.of(project, analysis)), _own_judges(analysis)
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
        t(
            "3. Wrote the report ({formats}), the bundle and the project to {folder}.",
            formats=listed(_REPORTS[suffix] for suffix in _reports()),
            folder=folder,
        )
    )
    _say_roles(output, look_around)
    if board is not None:
        output.section(replace(board, blocks=tuple(_in_brief(board.blocks))), path, full=False)
    output.say(*judges)
    took = duration(time.monotonic() - begun)
    output.say(t("Done in {duration}. Nothing left this machine.", duration=took))


_REPORTS: Final = {"html": "HTML", "xlsx": "Excel", "pdf": "PDF"}
_COUNTED: Final = frozenset({"people", "tasks", "checkpoints", "responses", "judgments"})


def _reports() -> list[str]:
    """The endings of reports that can be written here."""
    return [suffix for suffix in _REPORTS if suffix != PDF or EXTRAS[PDF].is_there]


def _in_brief(blocks: Iterable[Block]) -> Iterator[Block]:
    """The verdict, the board and what limits it: the rest is what ``leaderboard`` says."""
    found = list(blocks)
    yield next(block for block in found if isinstance(block, Text) and block.short)
    yield from (block for block in found if isinstance(block, Table | Note))
    yield Action(t("All that the board says"), "leaderboard {project}")


def _own_judges(analysis: Analysis) -> list[str]:
    """What can be said of the judge that was just run."""
    return [
        verdict_on(item)
        for item in analysis.aligned()
        if (item.judge.provider, item.judge.mode) == (BASELINE, JudgeMode.ANCHORED)
    ]


def _score(project: ProjectFile, mode: JudgeMode) -> str:
    """Scores in one mode, and says how many verdicts there are."""
    request = ScoreRequest(provider=BASELINE, model=BASELINE_MODEL, mode=mode)
    run = score(project, prepare(project, request), clock=now, on_progress=lambda _: None)
    verdicts = tn("{n} verdict", "{n} verdicts", run.ok)
    return in_a_row((JUDGE_MODES.title(mode), verdicts))


def _say_roles(output: Output, path: Path) -> None:
    output.say(
        t(
            "4. A second copy holds work for each role: {program} task list {path} --waiting "
            "--as NAME",
            program=own_name(),
            path=quote(str(path)),
        ),
        "   "
        + listed(
            labelled(translated(ROLE_NAMES[Role(role)]), person_id)
            for role, person_id in LOOK_AROUND.items()
        ),
        t(
            "5. Why each system fails, as experts named it: {command}",
            command="sections sample.xpert failures",
        ),
    )
