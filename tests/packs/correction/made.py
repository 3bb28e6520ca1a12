"""Bundles of projects in which a judge errs as is asked for, and experts judged a part."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

POINTS = 6
"""Checkpoints a task."""
Label = Callable[[str, int], bool]


@dataclass(frozen=True)
class World:
    """What experts would say of everything.

    Attributes:
        truth: By system, tasks × checkpoints: met.
        said: The same of the judge.
    """

    systems: tuple[str, ...]
    truth: Mapping[str, np.ndarray]
    said: Mapping[str, np.ndarray]

    @property
    def tasks(self) -> int:
        return len(next(iter(self.truth.values())))

    def score(self, system: str) -> float:
        """What experts would give."""
        return float(self.truth[system].mean())


def world(
    seed: int, tasks: int, errors: Mapping[str, tuple[float, float]], points: int = POINTS
) -> World:
    """A world; ``errors`` are by system how often the judge misses a met, and how often it sees
    one where there is none."""
    chance = np.random.default_rng(seed)
    level = chance.beta(4, 3, tasks)[:, None]
    truth, said = {}, {}
    for place, (system, (miss, false)) in enumerate(errors.items()):
        good = np.clip(level + 0.08 * (place - len(errors) / 2), 0.02, 0.98)
        met = chance.random((tasks, points)) < good
        flip = chance.random(met.shape) < np.where(met, miss, false)
        truth[system], said[system] = met, met ^ flip
    return World(tuple(errors), truth, said)


def bundle(
    folder: Path,
    made: World,
    labelled: Label,
    *,
    families: int = 0,
    experts: Sequence[str] = ("eve",),
    disagree: float = 0.0,
) -> Path:
    """Writes a bundle of it.

    Args:
        folder: Where to.
        made: The world.
        labelled: Whether experts have judged a system's response to the task of a number.
        families: How many families the tasks stand in; 0 for none.
        experts: Who judged.
        disagree: How often each expert says the opposite.
    """
    folder.mkdir(parents=True)
    chance = np.random.default_rng(5)
    tasks = [
        {"id": f"t{n}", "title": f"Task {n}", "domain": "Law", "prompt": f"Do the work number {n}."}
        | ({"family": f"f{n % families}"} if families else {})
        for n in range(made.tasks)
    ]
    rows: dict[str, list[dict[str, object]]] = {
        "tasks": tasks,
        "checkpoints": [],
        "responses": [],
        "judgments": [],
        "verdicts": [],
        "judges": [{"id": "gauge", "provider": "p", "model": "m", "mode": "zero_shot"}],
    }
    points = next(iter(made.truth.values())).shape[1]
    for n in range(made.tasks):
        rows["checkpoints"] += [
            {"task_id": f"t{n}", "id": f"c{p}", "text": f"It says thing {p} of {n}.", "weight": 1}
            for p in range(points)
        ]
        for system in made.systems:
            id_ = f"t{n}-{system}"
            text = f"{system} answers task {n} at length. " * 5
            rows["responses"].append({"id": id_, "task_id": f"t{n}", "model": system, "text": text})
            for p in range(points):
                place = {"response_id": id_, "checkpoint_id": f"c{p}"}
                met = bool(made.said[system][n, p])
                rows["verdicts"].append({**place, "judge_id": "gauge", "met": met, "state": "ok"})
                for expert in experts if labelled(system, n) else ():
                    flip = chance.random() < disagree
                    said = bool(made.truth[system][n, p]) ^ flip
                    rows["judgments"].append(
                        {**place, "expert_id": expert, "met": said, "status": "confirmed"}
                    )
    for name, lines in rows.items():
        _write(folder / f"{name}.jsonl", lines)
    return folder


def _write(path: Path, rows: Iterable[dict[str, object]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
