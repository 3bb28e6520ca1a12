"""Scripted histories of evaluations with known changes, and a project to run suites on."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.program import Said
from xpert_studio.core.records import Checkpoint, PackRecord, Task, Tier, content_hash
from xpert_studio.core.store import ProjectFile, entities
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.store.responses import all_responses
from xpert_studio.packs.suites.evaluations import Evaluation
from xpert_studio.packs.suites.records import RESULT, Result

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
HASH = content_hash("one")
OTHER = content_hash("other")
Outcome = bool | None | Sequence[bool | None]


def evaluation(
    outcomes: Mapping[str, Outcome],
    day: int = 0,
    *,
    families: Mapping[str, str] | None = None,
    capabilities: Mapping[str, Sequence[str]] | None = None,
    edited: Sequence[str] = (),
    **more: object,
) -> Evaluation:
    """An evaluation by whether each task passed, in one trial or several.

    Args:
        outcomes: By task.
        day: After the first.
        families: Of tasks that have one.
        capabilities: Of tasks that show other ones than "All".
        edited: Tasks of another text.
        more: Fields of its results.
    """
    results = []
    make = Result if len(outcomes) < 500 else Result.model_construct  # which takes a tenth
    for task, said in outcomes.items():
        trials = [said] if said is None or isinstance(said, bool) else list(said)
        for trial, passed in enumerate(trials, start=1):
            fields = {
                "evaluation": f"e{day}",
                "at": START + timedelta(days=day),
                "suite": "core",
                "suite_version": 1,
                "suite_hash": HASH,
                "system": "agent",
                "trial": trial,
                "task": task,
                "cluster": (families or {}).get(task, task),
                "capabilities": tuple((capabilities or {}).get(task, ("All",))),
                "task_hash": OTHER if task in edited else HASH,
                "rubric_hash": HASH,
                "judge": "checks",
                "judge_hash": HASH,
                "score": None if passed is None else float(passed),
                "passed": passed,
            }
            results.append(make(**(fields | more)))
    return Evaluation(tuple(results))


def keep(project: ProjectFile, evaluations: Sequence[Evaluation]) -> None:
    """Puts evaluations into a project, on responses of their tasks, which are the project's."""
    with project.writing() as tx:
        given = {one.task_id: one.id for one in all_responses(tx)}
        for one in evaluations:
            for n, result in enumerate(one.results):
                record = PackRecord(
                    pack="suites", kind="result", id=f"{one.id}-{n}",
                    response_id=given[result.task], content=RESULT.written(result),
                )  # fmt: skip
                entities.put(tx, record)


def outcomes(passed: int, failed: int = 0, start: int = 0) -> dict[str, bool]:
    """So many tasks that pass, then so many that fail."""
    names = [f"t{n:03}" for n in range(start, start + passed + failed)]
    return {name: place < passed for place, name in enumerate(names)}


def paired(both: int, lost: int, won: int, neither: int = 0) -> tuple[Evaluation, Evaluation]:
    """Two evaluations with so many tasks that passed both times, only first, only then, never."""
    before = [True] * (both + lost) + [False] * (won + neither)
    after = [True] * both + [False] * lost + [True] * won + [False] * neither
    names = [f"t{n:03}" for n in range(len(before))]
    first, second = (dict(zip(names, side, strict=True)) for side in (before, after))
    return evaluation(first), evaluation(second, 1)


AGENT = """
import json, os, sys
prompt = sys.stdin.read()
wrong = json.loads(os.environ.get("WRONG", "[]"))
task = os.environ["XPERT_TASK"]
if task in json.loads(os.environ.get("BROKEN", "[]")):
    sys.exit("no such tool")
print("nothing" if task in wrong else f"The answer to {task} is RIGHT: {len(prompt)}")
"""
TASKS = 12


def bench(
    xpert,
    path: Path,
    tasks: int = TASKS,
    *,
    families: int = 0,
    judged: bool = False,
    tier: Tier | None = None,
) -> Path:
    """A solo project of mei: tasks whose one checkpoint a program decides, and an agent's program.

    The first half has the tag ``edits``, the other ``bugs``.

    Args:
        xpert: Runs the program.
        path: The folder.
        tasks: How many.
        families: In how many families; each task is its own where 0.
        judged: Whether there is a checkpoint that a judge decides, too.
        tier: Of the checkpoints that a program decides.
    """
    file = path / "b.xpert"
    assert xpert("new", file, "--as", "mei", "--solo").code == 0
    with ProjectFile.open(file) as project, project.writing() as tx:
        intake = Intake(tx)
        for n in range(tasks):
            intake.task(
                Task(
                    id=f"t{n:02}",
                    title=f"Task {n}",
                    prompt=f"Do the thing of case {n}.",
                    tags=("edits" if n < tasks / 2 else "bugs",),
                    family=f"f{n % families}" if families else None,
                )
            )
            check = {"check": "contains_all", "parameters": {"texts": ["RIGHT"]}}
            intake.checkpoint(
                Checkpoint(
                    task_id=f"t{n:02}", id="c1", text="Says RIGHT.", weight=3,
                    instrument="check", settings=check, tier=tier,
                )
            )  # fmt: skip
            if judged:
                text = "Says why."
                intake.checkpoint(
                    Checkpoint(task_id=f"t{n:02}", id="c2", text=text, weight=1, position=1)
                )
        intake.flush()
    (path / "agent.py").write_text(AGENT)
    return file


def command(path: Path) -> str:
    """The command that runs the agent."""
    return f"'{sys.executable}' '{path / 'agent.py'}'"


def run(xpert, path: Path, monkeypatch, revision: str, *more: object, wrong=(), broken=()) -> Said:
    """Runs the suite ``core`` on a revision of the agent that is wrong on some tasks."""
    monkeypatch.setenv("WRONG", json.dumps(list(wrong)))
    monkeypatch.setenv("BROKEN", json.dumps(list(broken)))
    words = ("suite", "run", path / "b.xpert", "core", "--system", "agent")
    return xpert(*words, "--revision", revision, "--command", command(path), "--json", *more)
