"""A small project with people in every role, and the steps that lead a task through the pipeline."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from tests.workflow.deciding import approve
from xpert_studio.records import (
    Checklist,
    Difficulty,
    Judge,
    ProjectInfo,
    Role,
    SpotCheckOutcome,
    Taxonomy,
    Triage,
    Verdict,
)
from xpert_studio.store import ProjectFile, judges, responses, tasks
from xpert_studio.store.bulk_import import Intake
from xpert_studio.workflow import (
    CommandContext,
    NewResponse,
    accept,
    add_checkpoint,
    add_person,
    add_responses,
    change_person,
    create_brief,
    draw_spot_checks,
    found_project,
    judge_line,
    open_form,
    qualify,
    set_policies,
    submit_brief,
    submit_form,
    submit_rubric,
)

YES = Triage(challenging=True, typical=True, definable=True, objective=True, examined=True)
"""What is found of a brief that is accepted."""
START = datetime(2026, 5, 4, 9, tzinfo=UTC)
PEOPLE = {
    "lena": (Role.LEAD,),
    "wei": (Role.AUTHOR, Role.EXPERT, Role.REVIEWER),
    "maria": (Role.REVIEWER, Role.EXPERT, Role.AUTHOR),
    "omar": (Role.SENIOR, Role.REVIEWER),
    "ada": (Role.SENIOR, Role.EXPERT),
}
BRIEF = {
    "title": "Ending a lease early",
    "domain": "Law",
    "language": "en",
    "difficulty": Difficulty.HARD,
    "context": "You advise a tenant of business premises.",
    "materials": "The lease has run for two of five years. Clause 9 allows a break at month 30.",
    "deliverables": "A memo that says whether and when the tenant can leave.",
    "reference_answer": "The tenant can leave at month 30 with six months' notice.",
    "checklist": Checklist(
        professional=True, typical=True, clear_success=True, hard_for_models=True, pass_rate=0.4
    ),
}


@dataclass(frozen=True)
class Kept:
    """A studio that was put aside: its file, and what its clock and its ids would be next."""

    path: Path
    tick: int
    id: int


class Studio:
    """A project, a clock that only moves forward, ids that count up, and everybody's desk."""

    def __init__(self, path: Path, *, small: bool = True) -> None:
        self._ticks = count()
        self._ids = count(1)
        info = ProjectInfo(
            name="Studio",
            created_at=START,
            canary="xpert-canary-studio",
            taxonomy=Taxonomy(domains=("Law", "Finance"), dimensions=("Accuracy", "Clarity")),
        )
        self.project = ProjectFile.create(path, info)
        found_project(self.project, "lena", now=START, name="Lena", domains=("Law",))
        lena = self.ctx("lena")
        for person_id, roles in PEOPLE.items():
            if person_id == "lena":
                continue
            domains = ("Law", "Finance") if person_id in {"wei", "omar"} else ("Law",)
            add_person(lena, person_id, name=person_id.title(), roles=roles, domains=domains)
            qualify(lena, person_id, "passed", examination="bar exam")
        set_policies(lena, qualification_required=True)
        if small:
            set_policies(lena, min_checkpoints=2, max_checkpoints=6, max_tasks_per_expert=2)

    def put_aside(self) -> Kept:
        """Ends the work on it; other studios go on from there."""
        self.project.close()
        return Kept(self.project.path, next(self._ticks), next(self._ids))

    def take_up(self, kept: Kept) -> None:
        """Goes on as the one would that was put aside."""
        self.project.close()
        shutil.copy(kept.path, self.project.path)
        self.project = ProjectFile.open(self.project.path)
        self._ticks, self._ids = count(kept.tick), count(kept.id)

    def now(self) -> datetime:
        return START + timedelta(seconds=next(self._ticks))

    def new_id(self) -> str:
        return f"{next(self._ids):07d}"

    def ctx(self, person_id: str) -> CommandContext:
        return CommandContext(self.project, person_id, self.now, self.new_id)

    def __getattr__(self, person_id: str) -> CommandContext:
        if person_id in PEOPLE:
            return self.ctx(person_id)
        raise AttributeError(person_id)

    # The way of a task, each step from where the one before it ends.

    def brief(self, task_id: str = "t1", author: str = "wei") -> str:
        create_brief(self.ctx(author), task_id=task_id, **BRIEF)
        return task_id

    def rubric(self, task_id: str = "t1", author: str = "wei", lines: int = 3) -> list[str]:
        self.brief(task_id, author)
        submit_brief(self.ctx(author), task_id)
        accept(self.lena, task_id, YES)
        texts = [
            "States that the break date is month 30.",
            "States that six months' notice is needed.",
            "Names clause 9 as the ground.",
            "Warns that rent is due until the break date.",
        ]
        ids = []
        for text in texts[:lines]:
            change = add_checkpoint(self.ctx(author), task_id, text=text, dimension="Accuracy")
            ids.append(change.one("checkpoint").id)
        return ids

    def review(self, task_id: str = "t1", author: str = "wei", lines: int = 3) -> list[str]:
        ids = self.rubric(task_id, author, lines)
        submit_rubric(self.ctx(author), task_id)
        return ids

    def ready(self, task_id: str = "t1", author: str = "wei", lines: int = 3) -> list[str]:
        ids = self.review(task_id, author, lines)
        approve(self.ctx("maria" if author == "wei" else "wei"), task_id)
        draw_spot_checks(self.lena, seed=1, share=0.0)
        return ids

    def answered(self, task_id: str = "t1", models: tuple[str, ...] = ("aurora",)) -> list[str]:
        self.ready(task_id)
        change = add_responses(
            self.lena,
            [NewResponse(task_id, model, f"{model} says: leave at month 30.") for model in models],
        )
        return [response.id for response in change.after("response")]

    def judged(self, response_id: str, expert: str = "maria", *, met: bool = True) -> None:
        ctx = self.ctx(expert)
        open_form(ctx, response_id)
        from xpert_studio.workflow import form_view

        for line in form_view(ctx, response_id).lines:
            judge_line(
                ctx, response_id, line.checkpoint.id, value=met, rationale="It says so plainly."
            )
        submit_form(ctx, response_id)

    def scored(self, response_id: str, judge_id: str = "j1", *, met: bool = True) -> None:
        """A judge's verdicts on every checkpoint of a response, as one from elsewhere brings them."""
        judge = Judge(id=judge_id, provider="elsewhere", model="m")
        with self.project.writing() as tx:
            judges.ensure_judge(tx, judge)
            intake = Intake(tx)
            task_id = responses.get_response(tx, response_id).task_id
            for point in tasks.rubric_of(tx, task_id):
                intake.verdict(
                    Verdict(
                        response_id=response_id,
                        checkpoint_id=point.id,
                        judge_id=judge_id,
                        value=met,
                        rationale="The judge's reason.",
                    )
                )
            intake.flush()


__all__ = ["BRIEF", "PEOPLE", "SpotCheckOutcome", "Studio", "change_person"]
