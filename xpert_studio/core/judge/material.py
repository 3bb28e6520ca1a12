"""What a run works on, read from the project: tasks, rubrics, responses, gold forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from xpert_studio.core.instruments import decided_by_program, judged
from xpert_studio.core.judge.members import Heard, read_heard
from xpert_studio.core.judge.pages import Renderings
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.judge.tracks import (
    of_dimensions,
)
from xpert_studio.core.records import (
    CHECKS,
    AnchorChoice,
    AnnotationForm,
    Checkpoint,
    GradingPolicy,
    Judge,
    JudgeSettings,
    Response,
    Subset,
    Task,
)
from xpert_studio.core.store import (
    ProjectFile,
    entities,
    judgments,
    packs_used,
    renderings,
    responses,
    settings,
    tasks,
)


class Gold(Enum):
    """Which gold forms a run has use for: worked examples, and what a judge is fitted on."""

    NONE = "none"
    SELECTED = "of the selected tasks"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Material:
    """What a run works on, read in one consistent view of the project.

    ``responses`` are the selected ones; ``forms`` are the gold forms it has use for. Of every
    rubric ``rubrics`` has what judge models decide, ``checked`` what a program decides.
    ``may_abstain``: a judge may answer that it cannot assess a checkpoint, or that it does not
    apply. ``lacking`` says which checkpoints are in neither, as nothing installed can read them;
    ``renderings`` are the pictures that are kept of attached files; ``heard`` is what the judges
    say whose verdicts others are made of.
    """

    policy: GradingPolicy
    tasks: Mapping[str, Task]
    rubrics: Mapping[str, tuple[Checkpoint, ...]]
    responses: tuple[Response, ...]
    all_responses: tuple[Response, ...]
    forms: tuple[AnnotationForm, ...]
    choices: tuple[AnchorChoice, ...] = ()
    checked: Mapping[str, tuple[Checkpoint, ...]] = field(default_factory=dict)
    may_abstain: bool = False
    lacking: tuple[str, ...] = ()
    renderings: Renderings = field(default_factory=dict)
    heard: Heard = field(default_factory=Heard)

    def rubrics_for(self, judge: Judge) -> Mapping[str, tuple[Checkpoint, ...]]:
        """What a judge decides, by task id."""
        if judge.provider == CHECKS:
            return self.checked
        return of_dimensions(self.rubrics, (judge.settings or JudgeSettings()).dimensions)

    def heard_by(self, judge: Judge) -> Heard:
        """What a judge hears of others; nothing where it hears none."""
        return self.heard if judge.settings and judge.settings.members else Heard()


def read_material(
    project: ProjectFile,
    selection: Selection,
    *,
    gold: Gold = Gold.ALL,
    members: Sequence[str] = (),
) -> Material:
    """Reads what a run works on.

    Args:
        project: The project.
        selection: Which responses.
        gold: Which gold forms there is use for; they take the longest to read.
        members: Names of judges whose verdicts there is use for.

    Raises:
        NotFoundError: Something named is not in the project, or nothing is selected.
        UsageError: Several judges are named so.
    """
    with project.reading() as tx:
        all_responses = tuple(responses.all_responses(tx))
        known_tasks = {task.id: task for task in tasks.all_tasks(tx)}
        chosen = selection.pick(all_responses, known_tasks, entities.find_all(tx, Subset))
        of_tasks = {response.task_id for response in chosen} if gold is Gold.SELECTED else None
        every = tasks.rubrics(tx)
        info = settings.project_info(tx)
        return Material(
            policy=info.grading_policy,
            tasks=known_tasks,
            rubrics=_parts(every, judged),
            checked=_parts(every, decided_by_program),
            responses=chosen,
            all_responses=all_responses,
            forms=(
                ()
                if gold is Gold.NONE
                else tuple(judgments.forms(tx, gold_only=True, task_ids=of_tasks))
            ),
            choices=tuple(entities.find_all(tx, AnchorChoice)),
            may_abstain=info.policies.may_abstain,
            lacking=packs_used.lacking(tx, thoroughly=True),
            renderings=renderings.all_renderings(tx),
            heard=read_heard(tx, members, chosen),
        )


def _parts(
    rubrics: Mapping[str, tuple[Checkpoint, ...]],
    part: Callable[[Sequence[Checkpoint]], tuple[Checkpoint, ...]],
) -> dict[str, tuple[Checkpoint, ...]]:
    """A part of every rubric; those that have none of it are left out."""
    return {task_id: found for task_id, rubric in rubrics.items() if (found := part(rubric))}
