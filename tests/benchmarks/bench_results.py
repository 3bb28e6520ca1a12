"""Results over XpertBench's size, beside reading those rows; and how smoothly verdicts scroll.

    python tests/benchmarks/bench_results.py [--tasks 1346] [--rounds 5]

Each part of the results page is timed as a ratio to reading every column of every row they rest on
from SQLite as Python values (as in ``bench_figures``): the leaderboard with all alignment figures,
heat maps, item analysis, a comparison of two systems, the list of all verdicts. Then the same in the
window, figures and libraries at hand: how long until each part is seen, and by how much the window's
own thread came late while 320,000 verdicts were scrolled, sorted and filtered.

Aims: all parts together at most three times the reading; every part seen within a second; no stall
over 50 ms.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QApplication  # noqa: E402

from tests.benchmarks.bench_figures import read_seconds  # noqa: E402
from tests.benchmarks.bench_window import Stalls  # noqa: E402
from tests.benchmarks.synthetic import Size, write_bundle  # noqa: E402
from xpert_studio.core.exchange import import_bundle  # noqa: E402
from xpert_studio.core.store import ProjectFile  # noqa: E402
from xpert_studio.core.workflow import found_project, new_project  # noqa: E402
from xpert_studio.report import analyse  # noqa: E402
from xpert_studio.report.results import (  # noqa: E402
    Results,
    TaskScope,
    VerdictQuery,
    read_facets,
)
from xpert_studio.report.results.charts import board_chart, part_chart  # noqa: E402
from xpert_studio.report.small_groups import SmallGroups  # noqa: E402

LEAD, JUDGE = "lead", "judge-1"
STEPS = 200


def make_project(path: Path, tasks: int) -> None:
    """A project of that size, with a lead who judges nothing."""
    now = datetime.now(UTC)
    bundle = path.with_suffix(".bundle")
    write_bundle(bundle, Size.scaled(tasks))
    with new_project(path, now=now) as project:
        import_bundle(project, bundle, now=now)
        found_project(project, LEAD, now=now, name="Lead", domains=())


def parts(project: ProjectFile) -> dict[str, Callable[[], object]]:
    """What is timed, in the order in which a page asks for it."""
    kept: dict[str, Results] = {}

    def results() -> Results:
        return kept["results"]

    def board() -> object:
        kept["results"] = Results(analyse(project), read_facets(project))
        return results().board(JUDGE)

    def heat() -> object:
        domain = TaskScope("domain", results().catalog.domains[0])
        return results().board(JUDGE, domain), results().board("experts")

    def charts() -> object:
        found = results().board(JUDGE).leaderboard
        return board_chart(found), part_chart(found, "domain", small=SmallGroups())

    def items() -> object:
        found = results().checkpoints(JUDGE)
        return found.find(), found.counts

    def pair() -> object:
        return results().compared(JUDGE, *results().catalog.systems[:2])

    def verdicts() -> object:
        found = results().verdicts(project, JUDGE)
        return found.find(VerdictQuery(sort="task")), found.counts()

    return {
        "leaderboard and alignment": board,
        "another scope, the experts": heat,
        "two charts": charts,
        "item analysis": items,
        "two systems compared": pair,
        "all verdicts, sorted": verdicts,
    }


def time_figures(path: Path, rounds: int) -> None:
    """Prints each part as a ratio to reading the rows."""
    with ProjectFile.open(path, read_only=True) as project:
        for work in parts(project).values():  # imports the libraries
            work()
        reading: list[float] = []
        taken: dict[str, list[float]] = {}
        for _ in range(rounds):
            reading.append(read_seconds(path))
            for name, work in parts(project).items():
                begun = time.perf_counter()
                work()
                taken.setdefault(name, []).append(time.perf_counter() - begun)
    whole = statistics.median(reading)
    print(f"{'reading the rows':28} {whole:6.2f} s")
    total = 0.0
    for name, seconds in taken.items():
        middle = statistics.median(seconds)
        total += middle
        print(f"{name:28} {middle:6.2f} s   {middle / whole:5.2f} times the reading")
    print(f"{'all of it':28} {total:6.2f} s   {total / whole:5.2f} times (aim: at most 3)")


class Window:
    """The program with the project open, on a screen that nobody sees."""

    def __init__(self, path: Path) -> None:
        from xpert_studio.desktop.app import App
        from xpert_studio.desktop.prefs import Prefs

        QApplication.setStyle("Fusion")
        prefs = Prefs(name="Bench")
        prefs.people[str(path.absolute())] = LEAD
        self.qt = QApplication([])
        self.app = App(self.qt, prefs)
        self.app.dress()
        self.app.open_project(path)
        self.window = self.app.window
        self.window.resize(1360, 880)
        self.stalls = Stalls()
        self.settle()

    def settle(self) -> None:
        """Waits until nothing is under way."""
        calm = 0
        while calm < 8:
            QTest.qWait(10)
            calm = calm + 1 if self.app.bridge.is_idle else 0

    def longest(self) -> float:
        """The longest stall since this was asked last, in milliseconds."""
        found = max((ms for ms, _ in self.stalls.found), default=0.0)
        self.stalls.found.clear()
        return found

    def show(self, tab: str, is_there: Callable[[], bool]) -> None:
        """Goes to a part of the page; prints how long until it is seen, and the longest stall."""
        from xpert_studio.desktop.places import Place

        self.longest()
        begun = time.perf_counter()
        self.window.go(Place("results", tab=tab))
        while not is_there():
            QTest.qWait(2)
        seen = time.perf_counter() - begun
        self.settle()
        print(f"{tab:28} {seen:6.2f} s until seen, longest stall {self.longest():4.0f} ms")

    def close(self) -> None:
        """Ends the program."""
        self.window.close()
        self.app.bridge.close()


def time_window(path: Path) -> None:
    """Prints how long each part of the page takes to be seen, and the stalls while scrolling."""
    at = Window(path)
    page = at.window.page("results")
    for name in ("leaderboard", "heatmaps", "items", "compare", "verdicts"):
        page.section(name)
    at.app.session.bridge.read(at.app.session.analyse, lambda _: None, owner=at.window)
    at.settle()  # computed once; the sections below measure the display
    sections = page.section
    grids = {
        "leaderboard": sections("leaderboard").ranked,
        "heatmaps": sections("heatmaps").card.grid,
        "items": sections("items").grid,
        "compare": sections("compare").grid,
        "verdicts": sections("verdicts").grid,
    }
    for tab, grid in grids.items():
        at.show(tab, lambda grid=grid: grid.rowCount() > 0)
    table = sections("verdicts").table
    print(f"{grids['verdicts'].rowCount():,} verdicts in the table")
    scroll(at, table, "jumps over all of them", lambda bar, n: bar.maximum() * n // STEPS)
    scroll(at, table, "a screen at a time", lambda bar, _: bar.value() + bar.pageStep())
    for key in ("task", "checkpoint", "answer"):
        table._sort(table.column_of(key))
        at.settle()
        print(f"{'sorted by ' + key:28} longest stall {at.longest():4.0f} ms")
    at.close()


def scroll(at: Window, table, how: str, to: Callable) -> None:
    bar = table.verticalScrollBar()
    at.longest()
    busy = time.thread_time()
    for step in range(STEPS):
        bar.setValue(to(bar, step))
        QTest.qWait(16)
    busy = (time.thread_time() - busy) / STEPS * 1000
    print(
        f"{'scrolled: ' + how:28}   longest stall {at.longest():4.0f} ms, {busy:.1f} ms of the "
        "window's thread a step"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tasks", type=int, default=Size.tasks)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XPERT_STUDIO_CONFIG"] = folder
        path = Path(folder, "p.xpert")
        make_project(path, options.tasks)
        time_figures(path, options.rounds)
        time_window(path)


if __name__ == "__main__":
    main()
