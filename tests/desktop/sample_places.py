"""A place on every page of the sample project, with what makes each of them hold something."""

from __future__ import annotations

from pathlib import Path

from tests.built import built
from tests.desktop.importing_help import COURSE as COURSE_TABLE
from xpert_studio.core.exchange.assignment_transfer import (
    assignment_to_file,
    open_assignment_file,
    submission_to_file,
)
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.scoring import BASELINE, BASELINE_MODEL, prepare, score
from xpert_studio.core.records.assignments import Purpose
from xpert_studio.core.store import ProjectFile, tasks
from xpert_studio.core.workflow import CommandContext, edit_checkpoint
from xpert_studio.core.workflow.assignments.choosing import choose
from xpert_studio.desktop import opening
from xpert_studio.desktop.pages import pages
from xpert_studio.desktop.places import Place, beside_place, verdict_place
from xpert_studio.desktop.session import now
from xpert_studio.packs.disputes.changes import add as dispute

TASK = "eng-anchor-bolts"
SUBMISSION = "wei.xsubmission"
"""A submission in which a checkpoint was edited differently from here, in the current folder."""
COURSE = "Course essay.csv"
"""A rubric of a course, in the current folder."""
PLACES = (
    *(Place(entry.id) for entry in pages() if entry.id != "task"),
    *(Place("task", task_id=TASK, tab=tab) for tab in ("brief", "rubric", "review", "responses", "history")),
    Place("judging", task_id="law-lease-break", item="law-lease-break:aurora-2", expert_id="expert-amara"),
    Place("settings", tab="shortcuts"),
    Place("settings", tab="providers"),
    Place("settings", tab="library"),
    *(Place("runs", tab=tab) for tab in ("new", "verdicts", "calls")),
    *(
        verdict_place("law-lease-break", "law-lease-break:aurora-2", tab=tab)
        for tab in ("verdict", "exchange", "hashes", "earlier")
    ),
    *(
        Place("results", tab="explore", item=f"show={name}")
        for name in ("heatmap", "spreads", "items", "tasks", "verdicts", "disagreements")
    ),
    *(Place("results", tab="compare", item=f"show={name}") for name in ("pair", "win-matrix", "ranks")),
    Place("results", item="show=pair-comparisons"),
    Place("results", item="show=efficiency&sort=cost"),
    Place("runs", tab="new", item="compare"),
    *(Place("suite-runs", tab=tab) for tab in ("define", "run")),
    *(Place("assignments", tab="send", item=purpose) for purpose in ("review", "judge", "write")),
    Place("assignments", tab="import", item=SUBMISSION),
    Place("importing", item=COURSE),
    Place("results", tab="system", item="system=aurora-2"),
    beside_place("law-lease-break"),
    beside_place("law-lease-break", "", "", "aurora-2", "cirrus-mini"),
)  # fmt: skip


_import_sample = opening.sample_project


def copied_sample(folder: Path) -> ProjectFile:
    """``opening.sample_project``, with a copy in the place of what it would import."""
    if not list(folder.glob("*.xpert")):
        built("sample", _make_sample).into(folder)
    return _import_sample(folder)


def _make_sample(folder: Path) -> None:
    _import_sample(folder).close()


def make_scored_sample(folder: Path) -> Path:
    """The sample scored by the embedded judge, with assignments sent and one that came back."""
    return folder / built("scored sample", _make).into(folder)


def scored_sample(folder: Path) -> Path:
    """The sample scored by the embedded judge, alone."""
    return folder / built("only scored", _score_sample).into(folder)


def _make(folder: Path) -> str:
    path = folder / _score_sample(folder)
    with ProjectFile.open(path) as project:
        _dispute_a_judgment(project)
        _write_assignments(project, folder)
    (folder / COURSE).write_text(COURSE_TABLE, encoding="utf-8")
    return path.name


def _score_sample(folder: Path) -> str:
    with opening.sample_project(folder) as project:
        request = ScoreRequest(provider=BASELINE, model=BASELINE_MODEL)
        score(project, prepare(project, request), clock=now, on_progress=lambda _: None)
        return project.path.name


def _dispute_a_judgment(project: ProjectFile) -> None:
    lead, response = CommandContext(project, "lead-moreau", now), "law-lease-break:aurora-2"
    with project.reading() as tx:
        point = tasks.rubric_of(tx, "law-lease-break")[0].id
    dispute(lead, response, point, "", "expert-amara", reason="“30 April” is not enough.")


def _write_assignments(project: ProjectFile, folder: Path) -> None:
    """An assignment that was sent, and an author's submission that differs from the project."""
    lead = CommandContext(project, "lead-moreau", now)
    for purpose, person in ((Purpose.REVIEW, "expert-amara"), (Purpose.WRITE, "author-kowalska")):
        path = folder / f"{purpose.value}.xassignment"
        scope = choose(lead, person, purpose)
        assignment_to_file(lead, path, purpose, person, scope, message="By Friday.")
    with open_assignment_file(path, folder / "own.xpert", now=now()) as other:
        for one, text in ((project, "Gives the depth."), (other, "Gives the embedment depth.")):
            with one.reading() as tx:
                line = tasks.rubric_of(tx, TASK)[0]
            edit_checkpoint(CommandContext(one, "author-kowalska", now), TASK, line.id, text=text)
        ctx = CommandContext(other, "author-kowalska", now)
        submission_to_file(ctx, folder / SUBMISSION, message="From Lyon.")
