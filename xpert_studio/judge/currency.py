"""Whether a verdict still stands for what the project says now, or would be asked anew."""

from __future__ import annotations

from xpert_studio.errors import JudgeError
from xpert_studio.judge.planning import Gold, anchors_for, read_material
from xpert_studio.judge.selection import Selection
from xpert_studio.judge.work import KeyMaker
from xpert_studio.records import RatingState, Verdict
from xpert_studio.store import ProjectFile, judges


def would_be_known(project: ProjectFile, verdict: Verdict) -> bool:
    """Whether the next run of its judge takes a verdict as known, and does not ask again.

    It does while nothing that the verdict depends on has changed: policy, prompt, checkpoint,
    response, anchors.

    Args:
        project: The project.
        verdict: One made here; of one that came from elsewhere nothing is known.

    Raises:
        NotFoundError: Its response is gone.
    """
    if verdict.key is None or verdict.state is not RatingState.OK:
        return False
    with project.reading() as tx:
        judge = judges.get_judge(tx, verdict.judge_id)
    material = read_material(
        project, Selection(response_ids=(verdict.response_id,)), gold=Gold.SELECTED
    )
    (response,) = material.responses
    try:
        anchors = anchors_for(judge, material)
    except JudgeError:  # there is no anchor any more
        return False
    keys = KeyMaker(judge, material.policy).keys(
        material.tasks[response.task_id],
        material.rubrics.get(response.task_id, ()),
        response,
        anchors.get(response.task_id, ()),
        verdict.trial,
    )
    return keys.get(verdict.checkpoint_id) == verdict.key
