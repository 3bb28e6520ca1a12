"""Draws every page of the window: light, dark, Chinese, and at 150 % text size.

    python packaging/screenshots.py FOLDER [--only light dark zh large] [--pages home tasks ...]
        [--size 1280x720] [--text-size 125]

Opens the sample project on a screen that nobody sees, as the people who would be on each page.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import assignment_story
import shot_window
from shot_window import enter, rest, settle

from xpert_studio.core.language import CONFIG_VARIABLE
from xpert_studio.core.records import Role
from xpert_studio.core.resources import LOOK_AROUND
from xpert_studio.core.store import ProjectFile
from xpert_studio.desktop.app import App
from xpert_studio.desktop.idle import Garbage
from xpert_studio.desktop.places import Place, beside_place, verdict_place
from xpert_studio.desktop.prefs import Prefs

# Qt is imported by the window's own modules first.
from PySide6.QtCore import Qt  # isort: skip
from PySide6.QtTest import QTest  # isort: skip
from PySide6.QtWidgets import QApplication  # isort: skip

PANEL = "panel:majority:15310222"
"""The panel of the sample."""

VARIANTS: dict[str, dict[str, object]] = {
    "light": {"theme": "light", "language": "en", "text_size": 100},
    "dark": {"theme": "dark", "language": "en", "text_size": 100},
    "zh": {"theme": "light", "language": "zh", "text_size": 100},
    "large": {"theme": "light", "language": "en", "text_size": 150},
}
MEMO = """# Memo on the break clause

The notice **was served in time**: the last day was 30 April 2025 (section 4(2)).

| Point | Date |
|---|---|
| Posted | 28 April 2025 |
| Served | 30 April 2025 |
| Break | 31 October 2025 |

- The *email* of 28 April does **not** count as service (clause 22.2).
- Rent must be paid in full until the break date.

> The Landlord's objection fails: clause 22.3 fixes the day of service.
"""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: who looks at what, and what is done before it is taken."""

    name: str
    person: str
    place: Place
    prepare: Callable[[App], None] | None = None


def task(task_id: str, tab: str) -> Place:
    """A part of a task's workspace."""
    return Place("task", task_id=task_id, tab=tab)


def write_in_line(app: App) -> None:
    """Opens the editor of the fourth line, which the linter has something to say of."""
    panel = app.window.page("task").panel("rubric")  # type: ignore[union-attr, attr-defined]
    panel.table.write_in(panel.model.record(3).id)


def dispute_some(app: App) -> None:
    """Disputes a judge's verdict and an expert's judgment, and resolves one of them."""
    from xpert_studio.core.store import tasks, verdicts
    from xpert_studio.packs.disputes.changes import add, resolve
    from xpert_studio.packs.disputes.records import Outcome
    from xpert_studio.packs.disputes.seen import seen_disputes

    session = app.window.session  # type: ignore[union-attr]
    response = "law-lease-break:borealis-1-large"
    with session.project.reading() as tx:
        points = [one.id for one in tasks.rubric_of(tx, "law-lease-break")]
        judge = next(iter(verdicts.judges_on(tx, response)))
        is_there = bool(seen_disputes(tx, session.person_id))
    said = (
        (points[0], judge, "", "The memo quotes “section 4(2)”, which the judge overlooked."),
        (points[1], "", "expert-amara", "The date is right, the reason for it is not."),
    )
    for point, judge_id, expert_id, reason in () if is_there else said:
        change = add(session.ctx, response, point, judge_id, expert_id, reason=reason)
        if judge_id:
            resolve(session.ctx, change.details["dispute"], Outcome.JUDGE, reason="It is quoted.")
    session.changed_outside.emit()


COURSE = """Criterion,Comment,Weight,Excellent (4),Good (2),Poor (0)
Thesis,of the whole essay,40,Clear and arguable,Clear,Missing
Evidence,with page numbers,60,Ample and cited,Some,None
"""


def import_course(app: App) -> None:
    """Drops the rubric of a course on the window."""
    path = Path(tempfile.gettempdir()) / "Course essay.csv"
    path.write_text(COURSE, encoding="utf-8")
    app.open_dropped(path)


def read_some(app: App) -> None:
    """Reads nine checkpoints, and looks at one with a change request."""
    for _ in range(9):
        app.window.book.run_id("review.read")  # type: ignore[union-attr]


def look_at_vocabulary(app: App) -> None:
    """Scrolls to the dimensions with what they mean."""
    page = app.window.page("project")  # type: ignore[union-attr]
    page.area.verticalScrollBar().setValue(page.vocabulary.y() + 60)  # type: ignore[attr-defined]


def side(number: int) -> Callable[[App], None]:
    """Shows a part beside the rubric."""

    def show(app: App) -> None:
        panel = app.window.page("task").panel("rubric")  # type: ignore[union-attr, attr-defined]
        panel.side.tabs.setCurrentIndex(number)

    return show


def draft_here(app: App) -> None:
    """Has a draft made, whose suggestions stand among the lines."""
    panel = app.window.page("task").panel("rubric")  # type: ignore[union-attr, attr-defined]
    panel.draft.ask()
    panel.draft.start.click()


def judge_two(app: App) -> None:
    """Decides two lines, with a quote."""
    page = app.window.page("judging")  # type: ignore[union-attr]
    page.queue.list.activated.emit(page.queue.model.index(0))  # type: ignore[attr-defined]
    settle(app)
    form = page.form  # type: ignore[attr-defined]
    if form.model.rows[0].value is None:
        form.decide(True)
        form.detail.rationale.setPlainText("The memo names 30 April 2025 as the last day.")
        form.detail.rationale.finish()
        view = form.reading.response
        at = view.document().toPlainText().index("the last day was")
        cursor = view.textCursor()
        cursor.setPosition(at)
        cursor.setPosition(at + 30, cursor.MoveMode.KeepAnchor)
        view.setTextCursor(cursor)
        form.add_evidence()
        cursor.clearSelection()
        view.setTextCursor(cursor)
        form.lines.go_to(1)
        form.decide(False)
    settle(app)
    form.lines.go_to(0)


def confirm_one(app: App) -> None:
    """Opens the first form that waits to be confirmed."""
    page = app.window.page("judging")  # type: ignore[union-attr]
    row = next(n for n, one in enumerate(page.queue.model) if getattr(one, "expert_id", None))  # type: ignore[attr-defined]
    page.queue.list.activated.emit(page.queue.model.index(row))  # type: ignore[attr-defined]


def draw_gold(app: App) -> None:
    """Draws two gold subsets."""
    page = app.window.page("tasks").part("samples")  # type: ignore[union-attr, attr-defined]
    for size, seed in ((3, 7), (4, 20)):
        page.draw.form.show_values({"size": size, "seed": seed})  # type: ignore[attr-defined]
        page.draw.act.click()  # type: ignore[attr-defined]
        settle(app)


def look_ahead(app: App) -> None:
    """Waits for the preview; holds out a task."""
    page = app.window.page("publish")  # type: ignore[union-attr]
    for key, value in (("held_out", "chosen"), ("without_rubrics", True)):
        page.options.form.inputs[key].show(value)  # type: ignore[attr-defined]
    page.options.form.inputs["held_out_chosen"].widget.model.toggle(1)  # type: ignore[attr-defined]


def publish(kind: str) -> Callable[[App], None]:
    """Chooses what is published, and publishes it."""

    def run(app: App) -> None:
        page = app.window.page("publish")  # type: ignore[union-attr]
        page.kinds.look_at(kind)  # type: ignore[attr-defined]
        rest(app)
        page.writing.replace.setChecked(True)  # type: ignore[attr-defined]
        page.writing.act.click()  # type: ignore[attr-defined]
        settle(app)
        QTest.qWait(3000)

    return run


def open_case(app: App) -> None:
    """Opens the first disagreement of the queue."""
    page = app.window.page("alignment")  # type: ignore[union-attr]
    part = page.tabs.overview  # type: ignore[attr-defined]
    page.shell.go(part.place_of(part.model.key_at(0)).place())  # type: ignore[attr-defined]


def open_row_menu(app: App) -> None:
    """Opens the menu of the first system."""
    table = app.window.page("results").seen.blocks.tables[0]  # type: ignore[union-attr, attr-defined]
    table.setFocus()
    at = table.visualRect(table.currentIndex()).center()
    table.customContextMenuRequested.emit(at)


def prepared_run(app: App) -> None:
    """Waits for the plan of the form, with a model that is paid."""
    form = app.window.page("runs").composer  # type: ignore[union-attr, attr-defined]
    form.judge.inputs["provider"].show("openai")
    form.judge.inputs["model"].show("gpt-5-mini")
    rest(app)


def panel_run(app: App) -> None:
    """The same with another judge beside it, as a panel."""
    form = app.window.page("runs").composer  # type: ignore[union-attr, attr-defined]
    prepared_run(app)
    form.panel.inputs["others"].show(["baseline"])
    form.panel.inputs["typed"].show("anthropic:claude-sonnet-5-5")


def prompts(app: App) -> None:
    """Shows exactly what will be asked."""
    prepared_run(app)
    app.window.page("runs").composer.show_prompts()  # type: ignore[union-attr, attr-defined]


def show_tour(app: App) -> None:
    """Begins the tour."""
    app.window.show_tour()  # type: ignore[union-attr, attr-defined]


def show_welcome(app: App) -> None:
    """Closes the project: the first window."""
    app.close_project()


def open_palette(app: App) -> None:
    """Opens the palette and types in it."""
    app.window.shell.book.run_id("edit.palette")  # type: ignore[union-attr]
    QTest.qWait(200)
    popup = QApplication.activePopupWidget()
    if popup is not None:
        QTest.keyClicks(popup.focusWidget() or popup, "re")


SHOTS = (
    Shot("home", "senior-okafor", Place("home")),
    Shot("home-lead", "lead-moreau", Place("home")),
    Shot("home-author", LOOK_AROUND[Role.AUTHOR], Place("home")),
    Shot("tour", LOOK_AROUND[Role.AUTHOR], Place("home"), show_tour),
    Shot("welcome", "lead-moreau", Place("home"), show_welcome),
    Shot("tasks", "lead-moreau", Place("tasks")),
    Shot("brief", "author-halloran", task("law-privacy-notice", "brief")),
    Shot("rubric", "author-kowalska", task("eng-anchor-bolts", "rubric"), write_in_line),
    Shot("import", "author-kowalska", task("eng-anchor-bolts", "rubric"), import_course),
    Shot("balance", "author-kowalska", task("eng-anchor-bolts", "rubric"), side(2)),
    Shot("draft", "author-kowalska", task("eng-anchor-bolts", "rubric"), draft_here),
    Shot("review", "expert-amara", task("law-nda-review", "review"), read_some),
    Shot("spot-check", "senior-okafor", task("med-warfarin-zh", "review")),
    Shot("responses", "lead-moreau", task("law-lease-break", "responses")),
    Shot("task-history", "author-kowalska", task("eng-anchor-bolts", "history")),
    Shot("queue", "expert-amara", Place("judging")),
    Shot("judging", "expert-amara", Place("judging"), judge_two),
    Shot("confirm-form", "senior-okafor", Place("judging"), confirm_one),
    Shot("confirm", "senior-okafor", Place("judging")),
    Shot("sheet", "senior-okafor", Place("judging", task_id="law-lease-break",
         item="law-lease-break:borealis-1-large", expert_id="expert-amara")),
    Shot("side-by-side", "lead-moreau", Place("judging", task_id="law-lease-break",
         item="law-lease-break:borealis-1-large", tab="side_by_side")),
    Shot("agreement", "lead-moreau", Place("agreement")),
    Shot("corpus", "lead-moreau", Place("tasks", tab="figures")),
    Shot("gold", "lead-moreau", Place("tasks", tab="samples"), draw_gold),
    Shot("publish", "lead-moreau", Place("publish", item="kind/public"), look_ahead),
    Shot("publish-report", "lead-moreau", Place("publish"), publish("report")),
    Shot("published", "lead-moreau", Place("publish", tab="past"), publish("private")),
    Shot("site", "lead-moreau", Place("site")),
    Shot("wishes", "lead-moreau", Place("wishes")),
    Shot("wishes-author", "author-kowalska", Place("wishes")),
    Shot("assignments-none", "lead-moreau", Place("assignments")),
    Shot("assignments", "lead-moreau", Place("assignments"), assignment_story.sent),
    Shot("assignment-send", "lead-moreau", Place("assignments", tab="send", item="judge"),
         rest),
    Shot("assignment-conflicts", "lead-moreau", Place("assignments"),
         assignment_story.importing(assignment_story.differing_submission, decides=True)),
    Shot("assignment-import", "lead-moreau", Place("assignments"),
         assignment_story.importing(assignment_story.reviewed, decides=False)),
    Shot("assignment-offered", "lead-moreau", Place("assignments"), assignment_story.offered),
    Shot("assignment-own", "lead-moreau", Place("assignments"),
         assignment_story.guest("assignments")),
    Shot("assignment-own-home", "lead-moreau", Place("assignments"),
         assignment_story.guest("home")),
    Shot("assignment-copy", "lead-moreau", Place("assignments"), assignment_story.copy),
    Shot("alignment", "lead-moreau", Place("alignment")),
    Shot("alignment-fails", "lead-moreau", Place("alignment", tab="overview")),
    Shot("alignment-figures", "lead-moreau", Place("alignment", tab="figures")),

    Shot("alignment-time", "lead-moreau", Place("alignment", tab="time")),
    Shot("alignment-cases", "lead-moreau", Place("alignment", tab="cases", item="said=fp")),
    Shot("alignment-pairs", "lead-moreau",
         Place("alignment", tab="pairs", item="order=agree")),
    Shot("alignment-case", "lead-moreau", Place("alignment", tab="overview"), open_case),
    Shot("panel-case", "lead-moreau",
         Place("alignment", tab="overview", judge_id=PANEL), open_case),
    Shot("panel-figures", "lead-moreau",
         Place("alignment", tab="figures", judge_id=PANEL)),
    Shot("runs", "lead-moreau", Place("runs")),
    Shot("run-verdicts", "lead-moreau", Place("runs", tab="verdicts")),
    Shot("new-run", "lead-moreau", Place("runs", tab="new"), prepared_run),
    Shot("new-panel", "lead-moreau", Place("runs", tab="new"), panel_run),
    Shot("new-comparison", "lead-moreau", Place("runs", tab="new", item="compare"), prepared_run),
    Shot("prompts", "lead-moreau", Place("runs", tab="new"), prompts),
    Shot("verdict", "lead-moreau",
         verdict_place("law-lease-break", "law-lease-break:borealis-1-large")),
    Shot("exchange", "lead-moreau",
         verdict_place("law-lease-break", "law-lease-break:borealis-1-large", tab="exchange")),
    Shot("beside", "lead-moreau", beside_place("law-lease-break")),
    Shot("disputes", "lead-moreau", Place("disputes"), dispute_some),
    Shot("results", "lead-moreau", Place("results", tab="leaderboard")),
    Shot("results-experts", "lead-moreau", Place("results", judge_id="experts")),
    Shot("results-panel", "lead-moreau", Place("results", judge_id=PANEL)),
    Shot("results-levels", "lead-moreau",
         Place("results", item="show=levels", judge_id="scripted-judge-levels")),
    Shot("results-cost", "lead-moreau", Place("results", item="show=efficiency&sort=cost")),
    Shot("results-recipe", "lead-moreau", Place("results", item="show=recipe")),
    Shot("results-strengths", "lead-moreau", Place("results", item="show=pair-comparisons")),
    Shot("results-passed", "lead-moreau", Place("results", item="show=results&figure=pass_rate")),
    Shot("results-menu", "lead-moreau", Place("results", tab="leaderboard"), open_row_menu),
    *(
        Shot(f"explore-{name}", "lead-moreau", Place("results", tab="explore", item=f"show={name}"))
        for name in ("tasks", "items", "verdicts", "disagreements", "heatmap", "spreads",
                     "specialisation", "failures")
    ),
    *(
        Shot(f"compare-{name}", "lead-moreau", Place("results", tab="compare", item=f"show={name}"))
        for name in ("pair", "win-matrix", "ranks", "judge-beside-another")
    ),
    Shot("results-system", "lead-moreau", Place("results", tab="system", item="system=aurora-2")),
    Shot("results-pair", "lead-moreau",
         beside_place("law-lease-break", "", "", "aurora-2", "cirrus-mini")),
    Shot("comparing-pair", "expert-lin", Place("judging", "law-lease-break", "pairs")),
    Shot("people", "lead-moreau", Place("people", item="expert-amara")),
    Shot("project", "lead-moreau", Place("project")),
    Shot("project-vocabulary", "lead-moreau", Place("project"), look_at_vocabulary),
    Shot("history", "lead-moreau", Place("history")),
    Shot("search", "lead-moreau", Place("search", item="notice")),
    Shot("settings-look", "lead-moreau", Place("settings", tab="look")),
    Shot("settings-shortcuts", "lead-moreau", Place("settings", tab="shortcuts")),
    Shot("settings-providers", "lead-moreau", Place("settings", tab="providers")),
    Shot("palette", "lead-moreau", Place("home"), open_palette),
)  # fmt: skip


def score_all(project: ProjectFile) -> None:
    """Scores the sample with the embedded judge, both ways, and certifies what comes of it."""
    from xpert_studio.core.judge.scoring import (
        BASELINE,
        BASELINE_MODEL,
        ScoreRequest,
        prepare,
        score,
    )
    from xpert_studio.core.records import JudgeMode
    from xpert_studio.desktop.session import now
    from xpert_studio.report.certificates import certify_after

    for mode in JudgeMode:
        request = ScoreRequest(provider=BASELINE, model=BASELINE_MODEL, mode=mode)
        prepared = prepare(project, request)
        run = score(project, prepared, clock=now, on_progress=lambda _: None)
        certify_after(project, run, now=now())


@contextmanager
def program() -> Iterator[tuple[App, Path]]:
    """The program with the sample project, in a folder of its own."""
    from xpert_studio.core.workflow import CommandContext, NewResponse, add_responses
    from xpert_studio.desktop import opening
    from xpert_studio.desktop.session import now

    with tempfile.TemporaryDirectory() as name:
        os.environ[CONFIG_VARIABLE] = name
        os.environ["XDG_CACHE_HOME"] = name
        QApplication.setStyle("Fusion")
        qt = QApplication([])
        with opening.sample_project(Path(name)) as project:
            ctx = CommandContext(project, "lead-moreau", now)
            add_responses(ctx, [NewResponse("law-lease-break", "nova-9", MEMO)])
            score_all(project)
            path = project.path
        app = App(qt, Prefs(name="Screenshots"))
        app.garbage = Garbage(app)  # no widget is collected away from its thread
        yield app, path
        if app.window is not None:
            app.window.close()
        app.bridge.close()


def take(app: App, path: Path, folder: Path, variant: str, wanted: set[str]) -> None:
    """Takes all pictures of one variant."""
    for name, value in VARIANTS[variant].items():
        setattr(app.prefs, name, value)
    app.dress()
    last = ""
    for shot in SHOTS:
        if wanted and shot.name not in wanted:
            continue
        if shot.person != last:
            enter(app, path, shot.person)
            last = shot.person
        window = app.window
        window.notice.hide()  # type: ignore[union-attr]
        window.go(shot.place)  # type: ignore[union-attr]
        settle(app)
        if shot.prepare is not None:
            shot.prepare(app)
            rest(app)
            app.window.notice.hide()  # type: ignore[union-attr]
        window = app.window  # another one, where another project was opened
        picture = window.grab()  # type: ignore[union-attr]
        last = last if app.session is not None and app.session.path == path else ""
        popup = QApplication.activePopupWidget() or QApplication.activeModalWidget()
        if popup is not None:
            picture = popup.grab()
            popup.close()
        target = folder / variant / f"{shot.name}.png"
        target.parent.mkdir(parents=True, exist_ok=True)
        picture.save(str(target))
        QTest.keyClick(window, Qt.Key.Key_Escape)
    print(f"{variant}: {folder / variant}")


def main() -> None:
    """Takes what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", nargs="*", choices=list(VARIANTS), default=list(VARIANTS))
    parser.add_argument("--pages", nargs="*", default=[])
    parser.add_argument(
        "--size", default="x".join(map(str, shot_window.SIZE)), help="of the window"
    )
    parser.add_argument("--text-size", type=int, help="in per cent, in place of the variant's")
    arguments = parser.parse_args()
    wide, _, high = arguments.size.partition("x")
    shot_window.SIZE = int(wide), int(high)
    if arguments.text_size:
        for variant in VARIANTS.values():
            variant["text_size"] = arguments.text_size
    with program() as (app, path):
        for variant in arguments.only:
            take(app, path, arguments.folder, variant, set(arguments.pages))


if __name__ == "__main__":
    main()
