"""Gold judgments of a made world, put into a project as a senior expert's confirmations."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from tests.packs.correction.made import POINTS, Label, World
from xpert_studio.core.records import Judgment, JudgmentStatus, RatingState, Response
from xpert_studio.core.store import ProjectFile, entities

WHEN = datetime(2026, 11, 1, tzinfo=UTC)


def label(
    path: str, made: World, labelled: Label, *, points: int = POINTS, abstain: int = 0
) -> None:
    """Judges responses as experts would.

    Args:
        path: The project.
        made: What they would say.
        labelled: Whether they judge a system's response to the task of a number.
        points: Only the first checkpoints.
        abstain: From so many of the last checkpoints.
    """
    with ProjectFile.open(Path(path)) as project, project.writing() as tx:
        for response in entities.find_all(tx, Response):
            n = int(response.task_id.removeprefix("t"))
            if not labelled(response.model, n):
                continue
            for p in range(points):
                left = p >= POINTS - abstain
                judged = Judgment(
                    response_id=response.id,
                    checkpoint_id=f"c{p}",
                    expert_id="eve",
                    value=None if left else float(made.truth[response.model][n, p]),
                    state=RatingState.CANNOT_ASSESS if left else RatingState.OK,
                    rationale="So.",
                    status=JudgmentStatus.CONFIRMED,
                    judged_at=WHEN,
                )
                entities.put(tx, judged)
