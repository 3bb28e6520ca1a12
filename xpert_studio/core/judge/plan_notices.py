"""What a run leaves out, and what is said of it before it starts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from xpert_studio.core.errors import JudgeError
from xpert_studio.core.instruments import instrument_of
from xpert_studio.core.judge.attached import unseen_names
from xpert_studio.core.judge.material import Material
from xpert_studio.core.judge.providers.registry import EMBEDDED
from xpert_studio.core.judge.work import JudgeCall
from xpert_studio.core.messages import Message, counted, joined
from xpert_studio.core.records import (
    CHECKS,
    Anchor,
    Checkpoint,
    Judge,
    JudgeMode,
    Task,
    grouped,
)
from xpert_studio.core.wording import mark

NO_RUBRIC: Final = "no rubric"
NO_ANCHOR: Final = "no anchor"
_LACKING: Final = {
    NO_RUBRIC: mark("Excluded, having no rubric: {tasks}."),
    NO_ANCHOR: mark("Excluded, having no anchor: {tasks}."),
}


def unseen_responses(unseen: Mapping[str, str], names: Mapping[str, str]) -> Iterator[str]:
    """Which responses a judge of pictures is not asked about, as they have none."""
    if unseen:
        yield counted(
            "{n} response has no picture and is not judged: {tasks}.",
            "{n} responses have no picture and are not judged: {tasks}.",
            len(unseen),
            tasks=_listed([*dict.fromkeys(names[task_id] for task_id in unseen.values())]),
        )


def left_out_tasks(
    judge: Judge,
    material: Material,
    anchors: Mapping[str, tuple[Anchor, ...]],
    wanted: Collection[str],
) -> dict[str, str]:
    """Tasks of which a judge cannot rate every checkpoint, and why.

    Why is ``NO_RUBRIC``, ``NO_ANCHOR``, or the titles of instruments that it cannot rate.

    A run takes whole tasks: a score over some of a task's checkpoints is not its score.

    Raises:
        JudgeError: It can rate none of those with a rubric.
    """
    if judge.provider == CHECKS:
        return {}
    rated = [task_id for task_id in wanted if task_id in material.rubrics]
    found = {task_id: NO_RUBRIC for task_id in wanted if task_id not in {*rated, *material.checked}}
    refused = {
        task_id: titles
        for task_id in rated
        if (titles := _refused(judge, material.rubrics[task_id]))
    }
    if refused and len(refused) == len(rated):
        raise JudgeError(
            "The built-in judge rates binary checkpoints only, and every selected task has others.",
            remedy="Choose a judge with a language model, or other tasks.",
        )
    found |= refused
    if judge.mode is JudgeMode.ANCHORED:
        found |= {task_id: NO_ANCHOR for task_id in rated if task_id not in {*anchors, *refused}}
    return found


def _refused(judge: Judge, rubric: Sequence[Checkpoint]) -> str:
    """Titles of the instruments of a rubric that the judge cannot rate; empty for none."""
    if judge.provider != EMBEDDED[0]:
        return ""
    instruments = [instrument_of(point) for point in rubric]
    return ", ".join(
        sorted({instrument.title for instrument in instruments if not instrument.embedded})
    )


def task_names(known: Mapping[str, Task]) -> dict[str, str]:
    """What notices call each task, by id: its title, with the id where several have the same."""
    used = Counter(task.name for task in known.values())
    return {
        task_id: task.name if used[task.name] == 1 else f"{task.name} · {task_id}"
        for task_id, task in known.items()
    }


def left_out_notices(left_out: Mapping[str, str], names: Mapping[str, str]) -> tuple[str, ...]:
    """The tasks that are left out, a notice each reason."""
    reasons = grouped((reason, names[task_id]) for task_id, reason in left_out.items())
    lacking = [
        Message(said, tasks=_listed(reasons[reason]))
        for reason, said in _LACKING.items()
        if reason in reasons
    ]
    others = [
        Message(
            "Excluded, as the built-in judge cannot rate all checkpoints ({titles}): {tasks}.",
            titles=titles,
            tasks=_listed(excluded),
        )
        for titles, excluded in reasons.items()
        if titles not in _LACKING
    ]
    return (*lacking, *others)


def unseen_notices(asks: Sequence[JudgeCall], names: Mapping[str, str]) -> tuple[str, ...]:
    """Which attachments the judge is not shown, or not wholly, and why."""
    unseen = unseen_names((names[ask.task.id], file) for ask in asks for file in ask.files.unseen)
    return tuple(
        Message(
            "Attachments that the judge is not shown in full ({gap}): {names}. These "
            "verdicts do not count for alignment.",
            gap=gap,
            names=files,
        )
        for gap, files in unseen.items()
    )


def _listed(names: Sequence[str]) -> str:
    return counted(
        "1 task ({names})", "{n} tasks ({names})", len(names), names=joined(names, most=5)
    )
