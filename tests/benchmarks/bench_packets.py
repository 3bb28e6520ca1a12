"""Packets of a project of XpertBench's size: made, read, opened as a project, answered, taken in.

    python tests/benchmarks/bench_packets.py

Seconds are of the processor. Aim: at twice the size, no step takes more than two and a half times as long. A request is about 300
tasks of the project, a copy about all of it; in both copies fifty lines were edited meanwhile.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.benchmarks.synthetic import DOMAINS, Size, write_bundle  # noqa: E402
from xpert_studio.exchange import import_bundle  # noqa: E402
from xpert_studio.exchange.packets import (  # noqa: E402
    answer_to_file,
    copy_to_file,
    open_file,
    read_packet,
    request_to_file,
)
from xpert_studio.records import Purpose, Role  # noqa: E402
from xpert_studio.store import ProjectFile, tasks  # noqa: E402
from xpert_studio.workflow import (  # noqa: E402
    Desk,
    add_person,
    edit_checkpoint,
    found_project,
    hand_over,
    judge_line,
    new_project,
    open_sheet,
    qualify,
    reopen,
    sheet_view,
    submit_sheet,
)
from xpert_studio.workflow.packets import choose, plan_packet, take_packet  # noqa: E402

Seconds = dict[str, float]
EDITS = 50
JUDGED = 60


def now() -> datetime:
    return datetime.now(UTC)


@contextmanager
def timed(found: Seconds, name: str) -> Iterator[None]:
    begun = time.process_time()
    yield
    found[name] = time.process_time() - begun


def make(folder: Path, size: Size) -> Path:
    """The project, with a lead, an expert who may judge all of it, and an author at work."""
    write_bundle(folder / "bundle", replace(size, verdicts=0))  # which stay where they are
    path = folder / "a.xpert"
    with new_project(path, now=now()) as project:
        import_bundle(project, folder / "bundle", now=now())
        found_project(project, "lena", now=now())
        lena = Desk(project, "lena", now)
        add_person(lena, "maria", roles=(Role.EXPERT,), domains=DOMAINS)
        add_person(lena, "wei", roles=(Role.AUTHOR,), domains=DOMAINS)
        for person in ("maria", "wei"):
            qualify(lena, person, "passed")
        hand_over(lena, "task-00000", "wei")
        reopen(lena, "task-00000", reason="more lines")
    return path


def request(path: Path, folder: Path, asked: int) -> Seconds:
    """A request to judge the baseline's responses to some tasks, and its answer."""
    found: Seconds = {}
    with ProjectFile.open(path) as project:
        lena = Desk(project, "lena", now)
        with project.reading() as tx:
            ids = [task.id for task in tasks.outlines(tx)][1 : asked + 1]
        with timed(found, "choose"):
            scope = choose(lena, "maria", Purpose.JUDGE, task_ids=ids, baseline_only=True)
        with timed(found, "send"):
            request_to_file(lena, folder / "judge.xpacket", Purpose.JUDGE, "maria", scope)
        with timed(found, "open"):
            part = open_file(folder / "judge.xpacket", folder / "part.xpert", now=now())
        with part:
            judge_some(Desk(part, "maria", now))
            with timed(found, "answer"):
                answer_to_file(Desk(part, "maria", now), folder / "answer.xpacket")
        take(found, lena, folder / "answer.xpacket")
    return found


def judge_some(desk: Desk) -> None:
    with desk.project.reading() as tx:
        given = [row[0] for row in tx.connection.exec_driver_sql("select id from response")]
    for response_id in given[:JUDGED]:
        open_sheet(desk, response_id)
        for line in sheet_view(desk, response_id).lines:
            judge_line(desk, response_id, line.checkpoint.id, value=1, rationale="It says so.")
        submit_sheet(desk, response_id)


def copy(path: Path, folder: Path) -> Seconds:
    """A copy of all of it, opened as a project, and taken into a copy of the file."""
    found: Seconds = {}
    other = folder / "b.xpert"
    shutil.copy(path, other)
    with ProjectFile.open(path) as project, ProjectFile.open(other) as second:
        lena, there = Desk(project, "lena", now), Desk(second, "lena", now)
        edit(lena, "Names the clause.")
        edit(there, "Names the notice.", start=EDITS // 5)
        with timed(found, "send"):
            copy_to_file(lena, folder / "copy.xpacket")
        with timed(found, "open"):
            open_file(folder / "copy.xpacket", folder / "c.xpert", now=now()).close()
        take(found, there, folder / "copy.xpacket")
    return found


def edit(desk: Desk, text: str, start: int = 0) -> None:
    """Some lines, each in a change of its own; of the second copy's, most are others."""
    author = Desk(desk.project, "wei", now)
    with desk.project.reading() as tx:
        lines = [line.id for line in tasks.rubric_of(tx, "task-00000")]
    for number in range(EDITS):
        edit_checkpoint(author, "task-00000", lines[(start + number) % len(lines)],
                        text=f"{text[:-1]} {number}.")  # fmt: skip


def take(found: Seconds, desk: Desk, path: Path) -> None:
    with timed(found, "read"):
        content = read_packet(path)
    with timed(found, "plan"):
        plan_packet(desk, content)
    with timed(found, "take"):
        take_packet(desk, content)
    with timed(found, "take again"):
        take_packet(desk, content)


def measured(size: Size, asked: int) -> dict[str, Seconds]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = make(folder, size)
        return {
            f"request about {asked} tasks": request(path, folder, asked),
            f"copy of {size.tasks} tasks": copy(path, folder),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=Size.tasks)
    parser.add_argument("--asked", type=int, default=300)
    parser.add_argument("--once", action="store_true", help="the whole size only")
    options = parser.parse_args()
    whole = measured(Size.scaled(options.tasks), options.asked)
    half = {} if options.once else measured(Size.scaled(options.tasks // 2), options.asked // 2)
    befores = iter(half.values())
    for name, found in whole.items():
        print(name)
        before = next(befores, {})
        for step, seconds in found.items():
            times = f"  {seconds / before[step]:5.2f} times half the size" if before else ""
            print(f"  {step:<12}{seconds:7.2f} s{times}")


if __name__ == "__main__":
    main()
