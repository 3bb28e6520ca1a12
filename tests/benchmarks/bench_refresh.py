"""What the window looks at anew after each command, at XpertBench's size.

    python tests/benchmarks/bench_refresh.py [--tasks 1346]

Aim: at most 16 ms in all, with 30 assignments sent to others.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.benchmarks.synthetic import Size, write_bundle  # noqa: E402
from xpert_studio.core.exchange import import_bundle  # noqa: E402
from xpert_studio.core.records import Role  # noqa: E402
from xpert_studio.core.records.assignments import Purpose, Scope  # noqa: E402
from xpert_studio.core.store import people, tasks  # noqa: E402
from xpert_studio.core.workflow import (  # noqa: E402
    CommandContext,
    add_person,
    change_brief,
    create_brief,
    found_project,
    new_project,
    set_policies,
)
from xpert_studio.core.workflow.assignments.sending import send_assignment  # noqa: E402
from xpert_studio.core.workflow.views.assignments import latest_assignments  # noqa: E402
from xpert_studio.core.workflow.views.overview import overview  # noqa: E402
from xpert_studio.core.workflow.waiting import latest_waiting  # noqa: E402

ASSIGNMENTS, TIMES = 30, 31


def now() -> datetime:
    return datetime.now(UTC)


def prepared(folder: Path, count: int):
    """A project with tasks under way, and assignments of a twentieth of them each."""
    write_bundle(folder / "bundle", Size(tasks=count, verdicts=count))
    made = new_project(
        folder / "p.xpert",
        now=now(),
        fill=lambda project: import_bundle(project, folder / "bundle", now=now()),
    )
    with made.reading() as tx:
        there = [person.id for person in people.all_people(tx)]
    if not there:
        found_project(made, "lena", now=now(), name="Lena", domains=("Law",))
    lead = CommandContext(made, "lena", now)
    set_policies(lead, max_tasks_per_expert=count + 9, qualification_required=False)
    with made.reading() as tx:
        domains = sorted({task.domain for task in tasks.outlines(tx)})
        ids = [task.id for task in tasks.outlines(tx)]
        stages = {task.standing for task in tasks.outlines(tx)}
    print(f"{len(ids):,} tasks, stages {', '.join(sorted(stages))}")
    for person in ("maria", "wei"):
        add_person(lead, person, name=person, roles=tuple(Role), domains=tuple(domains))
    create_brief(
        CommandContext(made, "wei", now), task_id="own", title="A lease", domain=domains[0]
    )
    for number in range(ASSIGNMENTS):
        scope = Scope(task_ids=tuple(ids[number::20]))
        with send_assignment(lead, Purpose.REVIEW, "maria", scope):
            pass
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tasks", type=int, default=Size.tasks)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        made = prepared(Path(folder), options.tasks)
        for person in ("lena", "maria", "wei"):
            for matters in (False, True):
                measure(
                    CommandContext(made, person, now),
                    CommandContext(made, "wei", now),
                    matters=matters,
                )
        made.close()


def measure(ctx: CommandContext, author: CommandContext, *, matters: bool) -> None:
    """Prints what each view takes after a command, and all of them together.

    Args:
        ctx: Who looks.
        author: Who edits.
        matters: Edits the title, which lists of what waits name; else a text.
    """
    latest, assigned = latest_waiting(ctx), latest_assignments(ctx)
    views = {
        "waiting": latest.get,
        "assignments": assigned.get,
        "overview": lambda: overview(ctx, waiting=latest.get()),
    }
    took: dict[str, list[float]] = {name: [] for name in views}
    for number in range(TIMES):
        text = f"You advise tenant {number}."
        change_brief(author, "own", **({"title": text} if matters else {"context": text}))
        for name, view in views.items():
            begun = time.perf_counter()
            view()
            took[name].append(1e3 * (time.perf_counter() - begun))
    medians = {name: statistics.median(values) for name, values in took.items()}
    listed = ", ".join(f"{name} {value:.1f} ms" for name, value in medians.items())
    total = sum(medians.values())
    edited = "a title" if matters else "a text"
    print(
        f"{ctx.person_id}, after an edit of {edited}: {listed}; ratio to the aim of 16 ms: {total / 16:.2f}"
    )


if __name__ == "__main__":
    main()
