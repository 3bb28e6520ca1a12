"""What a judge would have to be asked again after edits, and what people have to decide anew.

The count is the planner's own: what has a usable verdict under today's rubric, grading policy and
anchors is known, everything else would be asked.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from xpert_studio.core.errors import XpertError
from xpert_studio.core.judge.request import request_of_judge
from xpert_studio.core.judge.scoring import prepare
from xpert_studio.core.store import ProjectFile, judges, staleness


@dataclass(frozen=True, slots=True)
class AskAgain:
    """What the next run of a judge would do, over what it has covered so far.

    Attributes:
        items: Verdicts there should be.
        known: Of those, how many need not be asked.
        calls: Calls that asking for the rest takes.
        tasks: On how many tasks something is asked.
        stale: Verdicts that rest on a text which was edited since.
        stale_judgments: Judgments that do: their experts decide anew before the lines count again.
        is_new_judge: Whether it would be another judge by then, as the embedded one is once it is
            fitted anew: then everything is asked.
        refused: Why it cannot be asked at all; None where it can.
    """

    items: int = 0
    known: int = 0
    calls: int = 0
    tasks: int = 0
    stale: int = 0
    stale_judgments: int = 0
    is_new_judge: bool = False
    refused: XpertError | None = field(default=None, compare=False)

    @property
    def missing(self) -> int:
        """Verdicts that would be asked for."""
        return self.items - self.known


def what_to_ask_again(project: ProjectFile, judge_id: str) -> AskAgain:
    """What the next run of a judge would do.

    Args:
        project: The project; nothing is written or sent.
        judge_id: The judge.

    Raises:
        NotFoundError: There is no such judge.
    """
    with project.reading() as tx:
        judges.get_judge(tx, judge_id)
        stale = staleness.count_stale(tx, judge_id=judge_id)
    so_far = AskAgain(stale=stale.verdicts, stale_judgments=stale.judgments)
    try:
        prepared = prepare(project, request_of_judge(project, judge_id))
    except XpertError as error:
        return replace(so_far, refused=error)
    plan = prepared.plan
    return replace(
        so_far,
        items=plan.items,
        known=plan.known,
        calls=prepared.estimate.calls,
        tasks=len({ask.task.id for ask in plan.asks}),
        is_new_judge=plan.judge.id != judge_id,
    )
