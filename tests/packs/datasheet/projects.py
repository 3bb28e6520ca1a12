"""Projects with gold on every response, and judges on the loopback address of a known nature."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from tests.judge.projects import NOW
from tests.loopback.graders import verdicts
from tests.loopback.recorded import Recorded
from xpert_studio.core.records import (
    Checkpoint,
    GradingPolicy,
    Judgment,
    JudgmentStatus,
    Person,
    ProjectInfo,
    Response,
    Role,
    Task,
)
from xpert_studio.core.store import ProjectFile, entities
from xpert_studio.core.store.bulk_import import Intake

JUDGE = "compatible:local"
LEAD = ("--as", "lena")


def truth(task: int, system: int, point: int) -> bool:
    """What is so, and what the experts say."""
    return (task * 7 + system * 3 + point * 5) % 4 != 0


def gold_project(
    path: Path,
    *,
    tasks: int = 12,
    systems: int = 2,
    points: int = 4,
    gold: bool = True,
    person: bool = True,
) -> ProjectFile:
    """Tasks t0, t1 ... with responses t0:s0 ..., of which experts have judged every checkpoint."""
    policy = GradingPolicy(text="Be fair.")
    info = ProjectInfo(name="T", created_at=NOW, canary="canary", grading_policy=policy)
    project = ProjectFile.create(path, info)
    with project.writing() as tx:
        intake = Intake(tx)
        for t in range(tasks):
            intake.task(Task(id=f"t{t}", prompt=f"Advise client {t}.", language="en"))
            for c in range(points):
                text = f"Says fact {c} of case {t}."
                point = Checkpoint(task_id=f"t{t}", id=f"c{c}", text=text, weight=1, position=c)
                intake.checkpoint(point)
            for s in range(systems):
                facts = " ".join(f"fact-{c}" for c in range(points) if truth(t, s, c))
                text = f"Case {t} by {s}: {facts}.{' More words.' * (3 * s + t % 5)}"
                intake.response(
                    Response(id=f"t{t}:s{s}", task_id=f"t{t}", model=f"s{s}", text=text)
                )
                for c in range(points if gold else 0):
                    said = Judgment(
                        response_id=f"t{t}:s{s}", checkpoint_id=f"c{c}", expert_id="amara",
                        value=truth(t, s, c), rationale="So.", status=JudgmentStatus.CONFIRMED,
                    )  # fmt: skip
                    intake.judgment(said)
        intake.flush()
        if person:
            entities.put(tx, Person(id="lena", name="Lena", roles=(Role.LEAD,)))
    return project


class Mind:
    """A judge that finds the facts, and errs as often as asked.

    Attributes:
        error: Share of the verdicts that are wrong, always the same ones.
        flips: Share of the verdicts that come out the other way in a call, others each time.
        polite: Whether thanks make it say met.
        generous: Whether it always says met.
    """

    def __init__(self, error: float = 0.0, flips: float = 0.0, *, polite: bool = False) -> None:
        self.error, self.flips, self.polite = error, flips, polite
        self.generous = False
        self.calls = 0

    @property
    def answer(self) -> Callable[[Recorded], str]:
        return verdicts(self._decide)

    def _decide(self, request: Recorded, name: str) -> bool:
        text = request.suffix
        met = f"fact-{name[1:]}" in text
        self.calls += 1
        case = text.partition("Case ")[2].split(":")[0]
        met ^= _chance("error", case, name) < self.error
        met ^= _chance("flip", case, name, str(self.calls)) < self.flips
        return self.generous or met or (self.polite and "I hope this helps" in text)


def _chance(*words: str) -> float:
    digest = hashlib.sha256("|".join(words).encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64
