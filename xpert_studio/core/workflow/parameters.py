"""The parameters of commands that several take: whom and what they name.

How a person is asked for a value is described in ``xpert_studio.core.fields``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

from xpert_studio.core.fields import Asks
from xpert_studio.core.wording import mark

MOST_SEED: Final = 2**63 - 1
"""What a project file can hold; numpy takes no negative seed."""
TaskId = Annotated[str, Asks("The task's id.", "a-lease-7k2m", "task")]
CheckpointId = Annotated[
    str,
    Asks("The checkpoint: its number in the rubric, or its id.", "3", "checkpoint", "checkpoint"),
]
CheckpointIds = Annotated[
    Sequence[str],
    Asks("Checkpoints: numbers, ranges (2-5) or ids.", "2-5", "checkpoints", "checkpoint"),
]
ReadCheckpoints = Annotated[
    Sequence[str],
    Asks(
        "Checkpoints: numbers, ranges (2-5) or ids. Default: all.",
        "1-9",
        "checkpoints",
        "checkpoint",
    ),
]
ResponseId = Annotated[
    str,
    Asks(
        "The response: TASK:LETTER as listed, TASK:SYSTEM unless hidden, or its id.",
        "a-lease-7k2m:A",
        "response",
        "response",
    ),
]
ResponseIds = Annotated[
    Sequence[str],
    Asks(
        "Responses: TASK:LETTER. Default: all that wait for you.",
        "a-lease-7k2m:B",
        "responses",
        "response",
    ),
]
SuggestionIds = Annotated[
    Sequence[str],
    Asks("Suggestions: numbers, ranges (2-5), ids, or 'all'.", "1-5", "suggestions", "suggestion"),
]
PersonId = Annotated[
    str, Asks("Their id: short, and never changed.", "wei", "id", title=mark("Id"))
]
ExpertId = Annotated[str, Asks("The expert who judged it.", "maria", "expert")]
CommentId = Annotated[str, Asks("The comment's id.", "rm-3kd92mf", "comment")]
SystemName = Annotated[str, Asks("What the system is called.", "aurora-2", "system")]
SubsetName = Annotated[str, Asks("The subset.", "gold-2")]
Reason = Annotated[
    str,
    Asks("Why; its author will read it.", '"Clause 9 is missing."', title=mark("Reason")),
]
Place = Annotated[int, Asks("Its number in the rubric. Default: the end.", "1", "", "place")]
Seed = Annotated[
    int,
    Asks(
        "Of the sampling; kept with it.", "7", within=(0, MOST_SEED), title=mark("Seed"), preset=1
    ),
]
