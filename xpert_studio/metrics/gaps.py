"""What keeps a system out of the ranking: missing responses, verdicts never made, unusable ones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from xpert_studio.records.columns import Catalog, Marks


@dataclass(frozen=True, slots=True)
class Gap:
    """What one system lacks on the tasks of a board.

    Attributes:
        tasks_without_response: Tasks it has not answered.
        never_asked: Checkpoints of its responses that the rater has not answered.
        unusable: Checkpoints with an answer that counts neither way: invalid, failed, undecided.
        responses: Responses that lack something.
    """

    tasks_without_response: int
    never_asked: int
    unusable: int
    responses: int

    def __bool__(self) -> bool:
        return bool(self.tasks_without_response or self.never_asked or self.unusable)


def gaps(catalog: Catalog, marks: Marks) -> dict[str, Gap]:
    """What each system lacks, by its name; those that lack nothing are left out.

    The board covers the tasks on which the rater has answered anything, as in ``leaderboard``.

    Args:
        catalog: What there is to judge.
        marks: The rater's answers.
    """
    tasks, systems = len(catalog.tasks), len(catalog.systems)
    in_scope = np.zeros(tasks, np.bool_)
    in_scope[catalog.response_task[marks.response]] = True
    answered = np.zeros((systems, tasks), np.bool_)
    answered[catalog.response_system, catalog.response_task] = True
    size = len(catalog.responses)
    wanted = np.bincount(catalog.checkpoint_task, minlength=tasks)[catalog.response_task]
    made = np.bincount(marks.response, minlength=size)
    unusable = np.bincount(marks.response[~marks.has_score], minlength=size)
    mine = in_scope[catalog.response_task]
    never = np.where(mine, wanted - made, 0)
    found = {}
    for code, system in enumerate(catalog.systems):
        own = mine & (catalog.response_system == code)
        gap = Gap(
            tasks_without_response=int((in_scope & ~answered[code]).sum()),
            never_asked=int(never[own].sum()),
            unusable=int(unusable[own].sum()),
            responses=int(((never[own] > 0) | (unusable[own] > 0)).sum()),
        )
        if gap:
            found[system] = gap
    return found
