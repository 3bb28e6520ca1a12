"""Measures how long the window takes to be painted, and the stalls of its event loop.

    python tests/benchmarks/bench_window.py [--tasks 1346] [--seconds 20] [--causes]

The first window is started anew, three times. Then a project of XpertBench's size is open; its
tasks are scrolled, filtered and searched, a rubric is edited, home, judging, alignment, results and
runs are looked at, while a scoring run records 100 verdicts a second in a process of its own.
Before that it prints what the first look at Agreement costs (aims: 2 s of CPU, 30 ms of the window's
thread at once), and changes of theme, language and text size (0.4 s of CPU).

A stall is the time by which a timer of 5 ms comes late; beside it stands the processor time that
the window's thread itself has used meanwhile, which other programs on the machine do not add to.
Prints the longest of both, their percentiles, and what was being done. ``--causes`` prints where
the window's thread was while it was late. Aim: at most 33 ms.
"""

from __future__ import annotations

import argparse
import itertools
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from datetime import UTC, datetime

from PySide6.QtCore import QEventLoop, QObject, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

ROOT = Path(__file__).resolve().parents[2]
TICK_MS = 5
LATE_MS = 15
PERSON = "wei"
CALLS_A_MINUTE = 360
"""With 17 checkpoints a call, about 100 verdicts a second."""


_MOVES = itertools.count()


def rest(milliseconds: int) -> None:
    """Lets the window's events come, as the program does.

    ``QTest.qWait`` would hold Python's lock all the while: background work would crawl, and get in
    the way for far longer than it does in the program.
    """
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def touch(window) -> None:
    """Moves the mouse, as whoever works does all the time.

    Keys that ``QTest`` types into a widget do not come through the window's handle, by which the
    program sees that somebody is at work and loads nothing meanwhile.
    """
    QTest.mouseMove(window.windowHandle(), QPoint(4 + next(_MOVES) % 9, 4))


class Stall(NamedTuple):
    """By how much a tick came late, and what the window's thread used of it, in milliseconds."""

    wall: float
    cpu: float
    doing: str


class Stalls(QObject):
    """A timer that writes down by how much it came late, and what was being done."""

    def __init__(self, *, causes: bool) -> None:
        super().__init__()
        self.found: list[Stall] = []
        self.where: Counter[str] = Counter()
        self.doing = ""
        self._last, self._used = time.perf_counter(), time.thread_time()
        self._thread = threading.get_ident()
        self._timer = QTimer(self, interval=TICK_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._timer.start()
        if causes:
            threading.Thread(target=self._look, daemon=True).start()

    def stop(self) -> None:
        """Looks no more."""
        self._timer.stop()

    def _tick(self) -> None:
        now, used = time.perf_counter(), time.thread_time()
        wall, cpu = (now - self._last) * 1000 - TICK_MS, (used - self._used) * 1000
        self.found.append(Stall(wall, cpu, self.doing))
        self._last, self._used = now, used

    def _look(self) -> None:
        """Writes down where the window's thread is while its timer is late."""
        while True:
            time.sleep(0.004)
            if time.perf_counter() - self._last < LATE_MS / 1000:
                continue
            frame = sys._current_frames().get(self._thread)
            lines = []
            while frame is not None:
                if "xpert_studio" in frame.f_code.co_filename:
                    place = Path(frame.f_code.co_filename)
                    lines.append(f"{place.parent.name}/{place.name}:{frame.f_lineno}")
                frame = frame.f_back
            self.where[" < ".join(lines[:5])] += 1


def make_project(path: Path, tasks: int) -> None:
    """A project with so many tasks, their rubrics, responses and verdicts, and an author in it."""
    from tests.benchmarks.synthetic import Size, write_bundle
    from xpert_studio.core.exchange import import_bundle
    from xpert_studio.core.records import Role, Stage
    from xpert_studio.core.store import ProjectFile, entities
    from xpert_studio.core.store import tasks as stored
    from xpert_studio.core.workflow import found_project, new_project

    now = datetime.now(UTC)
    folder = path.with_suffix(".bundle")
    write_bundle(folder, Size.scaled(tasks))
    with new_project(path, now=now) as project:
        import_bundle(project, folder, now=now)
        found_project(
            project, PERSON, now=now, name="Wei", roles=(Role.AUTHOR, Role.EXPERT, Role.SENIOR),
            domains=project.info().taxonomy.domains,
        )  # fmt: skip
    with ProjectFile.open(path) as project, project.writing() as tx:
        first = stored.all_tasks(tx)[0]
        entities.put(tx, first.model_copy(update={"author_id": PERSON, "stage": Stage.RUBRIC}))


def start_run(path: Path) -> list[subprocess.Popen[str]]:
    """A model on loopback, and the command line that scores with it: 6 calls a second."""
    loopback = [sys.executable, str(ROOT / "tests" / "loopback"), "--delay", "0.2"]
    server = subprocess.Popen(loopback, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert server.stdout is not None
    url = f"http://127.0.0.1:{server.stdout.readline().strip()}/v1"
    command = [
        sys.executable, "-m", "xpert_studio.start", "score", str(path), "--judge",
        "compatible:local", "--base-url", url, "--rpm", str(CALLS_A_MINUTE), "--json",
    ]  # fmt: skip
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    run = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    return [run, server]


def count_verdicts(path: Path) -> int:
    """How many verdicts there are."""
    from xpert_studio.core.store import ProjectFile, verdicts

    with ProjectFile.open(path, read_only=True) as project, project.reading() as tx:
        return sum(sum(own.values()) for own in verdicts.count_by_judge(tx).values())


def use(app, stalls: Stalls, seconds: float) -> None:
    """Scrolls, filters, searches, opens, edits, judges; over and over."""
    from xpert_studio.desktop.places import Place

    window = app.window
    end = time.monotonic() + seconds
    turn = 0
    while time.monotonic() < end:
        turn += 1
        touch(window)
        _scroll(window, stalls)
        touch(window)
        _filter(window, stalls, "task" if turn % 2 else "10")
        touch(window)
        stalls.doing = "home"
        window.go(Place("home"))
        rest(300)
        touch(window)
        _edit(window, stalls, turn)
        touch(window)
        stalls.doing = "search"
        window.go(Place("search", item="response" if turn % 2 else "condition"))
        rest(500)
        for page in ("judging", "alignment", "results", "runs"):
            touch(window)
            stalls.doing = page
            window.go(Place(page))
            rest(700)


def _scroll(window, stalls: Stalls) -> None:
    from xpert_studio.desktop.places import Place

    stalls.doing = "open the tasks"
    window.go(Place("tasks"))
    rest(400)
    stalls.doing = "scroll the tasks"
    bar = window.page("tasks").table.verticalScrollBar()
    for step in range(40):
        bar.setValue(bar.maximum() * step // 40)
        rest(15)


def _filter(window, stalls: Stalls, words: str) -> None:
    stalls.doing = "filter the tasks"
    page = window.page("tasks")
    for char in words:
        QTest.keyClicks(page.filters.words, char)
        rest(60)
    rest(300)
    page.filters.clear()
    rest(200)


def _edit(window, stalls: Stalls, turn: int) -> None:
    from xpert_studio.desktop.places import Place

    stalls.doing = "open a rubric"
    first = window.page("tasks").model.row_at(0)
    task_id = first.id if first else "task-0"
    window.go(Place("task", task_id=task_id, tab="rubric"))
    rest(600)
    panel = window.page("task").panel("rubric")
    table = panel.table
    if not panel.model.rowCount() or not panel.model.is_open:
        return
    stalls.doing = "edit a rubric"
    for place in range(4):
        line = panel.model.record(place)
        table.write_in(line.id)
        for char in f" and {turn}":
            QTest.keyClicks(table.editor, char)
            rest(8)
        QTest.keyClick(table.editor, Qt.Key.Key_Escape)
        rest(80)
    for weight in (3, 4, 5):
        window.book.run_id(f"rubric.weight_{weight}")
        rest(40)
    rest(300)


def main() -> None:
    """Makes the project, starts the run, uses the window, prints what was measured."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tasks", type=int, default=1346)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--causes", action="store_true")
    arguments = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    with tempfile.TemporaryDirectory() as name:
        start_up(Path(name))
        measure(Path(name), arguments.tasks, arguments.seconds, causes=arguments.causes)


FIRST_PAINT = """
import time; begun = time.perf_counter()
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from xpert_studio.desktop.app import App
from xpert_studio.desktop.prefs import Prefs
QApplication.setStyle("Fusion")
qt = QApplication([])
app = App(qt, Prefs())
app.start()
app.window.repaint()
print(time.perf_counter() - begun, time.process_time())
"""


def start_up(folder: Path) -> None:
    """Prints how long a new process takes to the first window as painted; the best of three."""
    environment = os.environ | {"PYTHONPATH": str(ROOT), "XPERT_STUDIO_CONFIG": str(folder / "c")}
    took = []
    for _ in range(3):
        command = [sys.executable, "-c", FIRST_PAINT]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        took.append([float(word) for word in done.stdout.split()])
    wall, cpu = (min(column) for column in zip(*took, strict=True))
    print(f"to the first window as painted: {wall * 1000:.0f} ms, {cpu * 1000:.0f} ms of CPU")


def second_opening(app) -> None:
    """Prints how long alignment and results take that were looked at before."""
    from xpert_studio.desktop.places import Place

    for page in ("alignment", "results"):
        took = []
        for _ in range(4):
            app.window.go(Place("home"))
            rest(400)
            begun, used = time.perf_counter(), time.process_time()
            app.window.go(Place(page))
            calm = 0
            while calm < 3:
                rest(5)
                calm = calm + 1 if app.bridge.is_idle else 0
            took.append((time.perf_counter() - begun, time.process_time() - used))
        wall, cpu = (statistics.median(column) for column in zip(*took[1:], strict=True))
        print(f"{page} on second opening: {wall * 1000:.0f} ms, {cpu * 1000:.0f} ms of CPU")


def settled_cost(app, do: Callable[[], object]) -> tuple[float, float]:
    """Seconds of CPU until nothing is under way, and milliseconds of the window's thread at once."""
    stalls, used, calm = Stalls(causes=False), time.process_time(), 0
    do()
    while calm < 8:
        rest(10)
        calm = calm + 1 if app.bridge.is_idle else 0
    stalls.stop()
    return time.process_time() - used, max(stall.cpu for stall in stalls.found)


def first_agreement(app) -> None:
    """Prints what the first look at the agreement of experts takes."""
    from xpert_studio.desktop.places import Place

    cpu, most = settled_cost(app, lambda: app.window.go(Place("agreement")))
    print(f"first opening of agreement: {cpu:.2f} s of CPU, at most {most:.0f} ms at once")
    app.window.go(Place("home"))


def changed_looks(app) -> None:
    """Prints what a change of theme, language and text size takes, with all pages made."""
    for name, value in (("theme", "dark"), ("language", "zh"), ("text_size", 150)):
        before = getattr(app.prefs, name)
        for one in (value, before):
            setattr(app.prefs, name, one)
            begun = time.process_time()
            app.rebuild()
            print(f"{name} {one}: {time.process_time() - begun:.2f} s of CPU")
            rest(6000)  # the pages are made ready again


def measure(folder: Path, tasks: int, seconds: float, *, causes: bool) -> None:
    """One measurement."""
    os.environ["XPERT_STUDIO_CONFIG"] = str(folder / "config")
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    from xpert_studio.desktop.app import App
    from xpert_studio.desktop.idle import Garbage
    from xpert_studio.desktop.prefs import Prefs

    path = folder / "large.xpert"
    make_project(path, tasks)
    prefs = Prefs(name="Wei")
    prefs.people[str(path)] = PERSON
    qt = QApplication(sys.argv[:1])
    app = App(qt, prefs)
    app.garbage, app.warms_up = Garbage(app), True
    begun = time.perf_counter()
    app.open_project(path)
    qt.processEvents()
    print(f"open a project of {tasks} tasks: {(time.perf_counter() - begun) * 1000:.0f} ms")
    rest(6000)  # the pages are made ready while nobody waits
    first_agreement(app)
    second_opening(app)
    changed_looks(app)
    processes = start_run(path)
    before, waited = count_verdicts(path), 0
    while count_verdicts(path) == before and waited < 120:
        rest(1000)  # planning so large a run takes a while
        waited += 1
    before, since = count_verdicts(path), time.monotonic()
    stalls = Stalls(causes=causes)
    use(app, stalls, seconds)
    made = (count_verdicts(path) - before) / (time.monotonic() - since)
    for process in processes:
        process.terminate()
        process.wait()
    print(f"meanwhile {made:.0f} verdicts a second were recorded")
    show(stalls, seconds)
    app.window.close()
    app.bridge.close()


def show(stalls: Stalls, seconds: float) -> None:
    """Prints the stalls."""
    print(f"{len(stalls.found)} ticks in {seconds:.0f} s and more")
    for name, column in (("wall", 0), ("CPU of the window's thread", 1)):
        late = sorted((stall[column] for stall in stalls.found), reverse=True)
        thousandth, hundredth = late[len(late) // 1000], late[len(late) // 100]
        print(
            f"{name}: longest stall {late[0]:.0f} ms, 99.9th percentile {thousandth:.1f} ms, "
            f"99th {hundredth:.1f} ms, over 33 ms: {sum(ms > 33 for ms in late)}"
        )
        for stall in sorted(stalls.found, key=lambda one: -one[column])[:8]:
            print(f"  {stall.wall:5.0f} ms, {stall.cpu:5.0f} ms of CPU  {stall.doing}")
    for where, count in stalls.where.most_common(20):
        print(f"{count:5} × {where}")


if __name__ == "__main__":
    main()
