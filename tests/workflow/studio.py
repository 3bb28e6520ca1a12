"""A small project with people in every role, and the steps that lead a task through the pipeline."""

from __future__ import annotations

import inspect
import shutil
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import wraps
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from tests.built import Built, built
from tests.workflow.deciding import approve
from xpert_studio.core.errors import XpertError
from xpert_studio.core.records import (
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
from xpert_studio.core.store import ProjectFile, judges, responses, tasks
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.workflow import (
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
    """What was left: what a step returned, the file, and what clock and ids would be next."""

    returned: Any
    path: Path
    tick: int
    id: int


def step(method: Callable[..., Any]) -> Callable[..., Any]:
    """A step that is taken once a run: a studio that has done nothing else begins with a copy."""

    @wraps(method)
    def taken(self: Studio, *args: Any, **options: Any) -> Any:
        if not getattr(self, "_is_untouched", False):
            return method(self, *args, **options)
        return self._led(Step(method, args, tuple(sorted(options.items()))))

    return taken


class Step(NamedTuple):
    """A call of a method of the studio, or of a function that gets it."""

    call: Callable[..., Any]
    args: tuple[Any, ...]
    options: tuple[tuple[str, Any], ...]

    def __str__(self) -> str:
        name = f"{self.call.__module__}.{self.call.__qualname__}"
        return f"{name}{self.args!r}{dict(self.options)!r}"

    def of(self, studio: Studio) -> Any:
        """Takes it."""
        return self.call(studio, *self.args, **dict(self.options))


class Studio:
    """A project, a clock that only moves forward, ids that count up, and everybody's desk.

    The project is made, or copied, when something asks for it. Until then steps are remembered
    only: studios that begin with the same steps begin with copies of one file.
    """

    def __init__(self, path: Path, *, small: bool = True) -> None:
        self._path = path
        self._small = small
        self._steps: tuple[Step, ...] = ()
        self._project: ProjectFile | None = None

    @property
    def _is_untouched(self) -> bool:
        return self._project is None

    @property
    def project(self) -> ProjectFile:
        """The open project."""
        if self._project is None:
            begun = _built(self._small, self._steps)
            self._begin(begun.returned, begun.files / _NAME)
        assert self._project is not None
        return self._project

    @project.setter
    def project(self, project: ProjectFile) -> None:
        self._project = project

    def _led(self, next_step: Step) -> Any:
        steps = (*self._steps, next_step)
        try:
            kept = _built(self._small, steps).returned
        except XpertError:  # a step that is refused is refused here too
            return next_step.of(self.make())
        self._steps = steps
        return deepcopy(kept.returned)

    def through(self, lead: Callable[[Studio], Any]) -> Any:
        """Takes the steps of a function; returns what it returns, which can be pickled."""
        return self._led(Step(lead, (), ())) if self._is_untouched else lead(self)

    def make(self) -> Studio:
        """Has the project made now, for what reads its file."""
        assert self.project
        return self

    def put_aside(self, returned: Any = None) -> Kept:
        """Ends the work on it; other studios go on from there."""
        self.project.close()
        return Kept(returned, self.project.path, next(self._ticks), next(self._ids))

    def take_up(self, kept: Kept) -> None:
        """Begins as the one would go on that was put aside."""
        assert self._is_untouched
        self._begin(kept, kept.path)

    def _begin(self, kept: Kept, source: Path) -> None:
        shutil.copy(source, self._path)
        self._ticks, self._ids = count(kept.tick), count(kept.id)
        self._project = ProjectFile.open(self._path)

    def _found(self) -> None:
        """Makes the project, and adds people in every role."""
        self._ticks, self._ids = count(), count(1)
        info = ProjectInfo(
            name="Studio",
            created_at=START,
            canary="xpert-canary-studio",
            taxonomy=Taxonomy(domains=("Law", "Finance"), dimensions=("Accuracy", "Clarity")),
        )
        self.project = ProjectFile.create(self._path, info)
        found_project(self.project, "lena", now=START, name="Lena", domains=("Law",))
        lena = self.ctx("lena")
        for person_id, roles in PEOPLE.items():
            if person_id == "lena":
                continue
            domains = ("Law", "Finance") if person_id in {"wei", "omar"} else ("Law",)
            add_person(lena, person_id, name=person_id.title(), roles=roles, domains=domains)
            qualify(lena, person_id, "passed", exemption="bar exam")
        set_policies(lena, qualification_required=True)
        if self._small:
            set_policies(lena, min_checkpoints=2, max_checkpoints=6, max_tasks_per_expert=2)

    def now(self) -> datetime:
        self.make()
        return START + timedelta(seconds=next(self._ticks))

    def new_id(self) -> str:
        self.make()
        return f"{next(self._ids):07d}"

    def ctx(self, person_id: str) -> CommandContext:
        return CommandContext(self.project, person_id, self.now, self.new_id)

    def __getattr__(self, person_id: str) -> CommandContext:
        if person_id in PEOPLE:
            return self.ctx(person_id)
        raise AttributeError(person_id)

    @step
    def brief(self, task_id: str = "t1", author: str = "wei") -> str:
        create_brief(self.ctx(author), task_id=task_id, **BRIEF)
        return task_id

    @step
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

    @step
    def review(self, task_id: str = "t1", author: str = "wei", lines: int = 3) -> list[str]:
        ids = self.rubric(task_id, author, lines)
        submit_rubric(self.ctx(author), task_id)
        return ids

    @step
    def ready(self, task_id: str = "t1", author: str = "wei", lines: int = 3) -> list[str]:
        ids = self.review(task_id, author, lines)
        approve(self.ctx("maria" if author == "wei" else "wei"), task_id)
        draw_spot_checks(self.lena, seed=1, share=0.0)
        return ids

    @step
    def answered(self, task_id: str = "t1", models: tuple[str, ...] = ("aurora",)) -> list[str]:
        self.ready(task_id)
        change = add_responses(
            self.lena,
            [NewResponse(task_id, model, f"{model} says: leave at month 30.") for model in models],
        )
        return [response.id for response in change.after("response")]

    @step
    def judged(self, response_id: str, expert: str = "maria", *, met: bool = True) -> None:
        ctx = self.ctx(expert)
        open_form(ctx, response_id)
        from xpert_studio.core.workflow import form_view

        for line in form_view(ctx, response_id).lines:
            judge_line(
                ctx, response_id, line.checkpoint.id, value=met, rationale="It says so plainly."
            )
        submit_form(ctx, response_id)

    @step
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


_NAME = "studio.xpert"


def _built(small: bool, steps: tuple[Step, ...]) -> Built:
    """A studio after some steps, each of which begins with a copy of the one before it."""

    def make(folder: Path) -> Kept:
        studio = Studio(folder / _NAME, small=small)
        if not steps:
            studio._found()
            return studio.put_aside(None)
        studio._steps = steps[:-1]
        with studio.project:
            return studio.put_aside(steps[-1].of(studio))

    sources = [inspect.getsourcefile(step.call) or "" for step in steps]
    name = "; ".join([f"small={small}", *map(str, steps)])
    return built(name, make, sources)


__all__ = ["BRIEF", "PEOPLE", "SpotCheckOutcome", "Studio", "change_person"]
