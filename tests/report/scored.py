"""A scored project in which it is known who is good at what, and what is wrong with which line.

Ten systems, the later the better; on each of six tasks six checkpoints: the first is met by the
better half, the second says the same in other words, the third is met by the worse half only, the
fourth by nobody, the fifth by everybody, the sixth by the best three.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from tests.built import built_project
from xpert_studio.core.records import (
    Checkpoint,
    Difficulty,
    Judge,
    Judgment,
    JudgmentStatus,
    Person,
    ProjectInfo,
    RatingState,
    Response,
    ResponseRole,
    Role,
    Stratum,
    Subset,
    Task,
    Taxonomy,
    Tier,
    Verdict,
)
from xpert_studio.core.store import ProjectFile, entities
from xpert_studio.core.store.bulk_import import Intake

NOW = datetime(2026, 5, 4, 9, tzinfo=UTC)
SYSTEMS = (
    "aurora", "borealis", "cirrus", "drift", "文心一号", "=1+1", "gale", "halo", "iris", "juno",
)  # fmt: skip
DOMAINS = ("Law", "Finance")
TIERS = (
    Tier.ESSENTIAL,
    Tier.ESSENTIAL,
    Tier.IMPORTANT,
    Tier.IMPORTANT,
    Tier.OPTIONAL,
    Tier.OPTIONAL,
)
WEIGHTS = (10, 10, 3, 2, 7, 9)
DIMENSIONS = ("Accuracy", "Accuracy", "Clarity", "Clarity", "Depth", "Depth")
TEXTS = (
    "States the last day for serving the notice.",
    "Says until when the notice could be served.",
    "Leaves the client a wide choice.",
    "Cites the unreported decision of 1931.",
    "Is written in full sentences.",
    "指出违约金的计算方法。",
)
JUDGE, OTHER = "judge-a", "judge-b"
TASKS = 6


def is_met(system: int, line: int) -> bool:
    """Who meets which line, on every task."""
    return (system >= 5, system >= 5, system < 5, False, True, system >= 7)[line]


@built_project
def scored_project(path: Path, *, with_gaps: bool = True, gold: bool = True) -> ProjectFile:
    """The project; with gaps, ``juno`` has not answered the last task, a verdict on ``iris`` is
    invalid, one has failed, and one was never made.
    """
    info = ProjectInfo(
        name="Scored",
        created_at=NOW,
        canary="xpert-canary-scored",
        taxonomy=Taxonomy(domains=DOMAINS, dimensions=("Accuracy", "Clarity", "Depth")),
    )
    project = ProjectFile.create(path, info)
    with project.writing() as tx:
        intake = Intake(tx)
        for person, roles in (("lena", (Role.LEAD,)), ("amara", (Role.EXPERT,))):
            intake.person(Person(id=person, name=person.title(), roles=roles, domains=DOMAINS))
        for name in (JUDGE, OTHER):
            intake.judge(Judge(id=name, provider="loopback", model=name))
        for number in range(TASKS):
            _task(intake, number, with_gaps=with_gaps, gold=gold)
        intake.flush()
        entities.put(
            tx,
            Subset(
                name="gold",
                seed=1,
                task_ids=("t0", "t1"),
                strata=(Stratum(domain="Law", available=3, drawn=1),),
                sampled_by="lena",
                sampled_at=NOW,
            ),
        )
    return project


def _task(intake: Intake, number: int, *, with_gaps: bool, gold: bool) -> None:
    task_id = f"t{number}"
    intake.task(
        Task(
            id=task_id, title=f"Task {number}", prompt="Advise.", domain=DOMAINS[number % 2],
            language="zh-CN" if number == 5 else "en",
            difficulty=Difficulty.HARD if number < 3 else Difficulty.BASIC,
        )
    )  # fmt: skip
    for line, text in enumerate(TEXTS):
        intake.checkpoint(
            Checkpoint(
                task_id=task_id, id=f"c{line}", text=text, weight=WEIGHTS[line], tier=TIERS[line],
                dimension=DIMENSIONS[line], position=line + 1,
            )
        )  # fmt: skip
    for system, name in enumerate(SYSTEMS):
        if with_gaps and name == "juno" and number == TASKS - 1:
            continue
        role = ResponseRole.CANDIDATE if system else ResponseRole.BASELINE
        response_id = f"{task_id}:{system}"
        intake.response(
            Response(id=response_id, task_id=task_id, model=name, text=f"{name}: yes.", role=role)
        )
        for line in range(len(TEXTS)):
            for judge in (JUDGE, OTHER):
                _verdict(intake, response_id, line, judge, with_gaps=with_gaps)
    if gold:
        for system in (0, 9 if number < TASKS - 1 else 8):
            _sheet(intake, f"{task_id}:{system}", system)


def _verdict(intake: Intake, response_id: str, line: int, judge: str, *, with_gaps: bool) -> None:
    system = int(response_id.partition(":")[2])
    state, problem = RatingState.OK, None
    if with_gaps and judge == JUDGE and response_id == "t1:8":
        if line == 0:
            return
        state = {1: RatingState.INVALID, 2: RatingState.ERROR}.get(line, RatingState.OK)
        problem = None if state is RatingState.OK else "The reply was cut off."
    met = is_met(system, line) if state is RatingState.OK else None
    if judge == OTHER and line == 5:
        met = not met
    intake.verdict(
        Verdict(
            response_id=response_id, checkpoint_id=f"c{line}", judge_id=judge, value=met, state=state,
            rationale=f"Because of line {line}.", problem=problem,
            flags=("quotes_not_found",) if response_id == "t0:3" and line == 4 else (),
        )
    )  # fmt: skip


def _sheet(intake: Intake, response_id: str, system: int) -> None:
    for line in range(len(TEXTS)):
        intake.judgment(
            Judgment(
                response_id=response_id, checkpoint_id=f"c{line}", expert_id="amara",
                value=is_met(system, line) if line != 4 else response_id != "t0:0",
                rationale="It says so.", status=JudgmentStatus.CONFIRMED,
            )
        )  # fmt: skip
