"""How a command answers tasks of a certain kind; of others it writes the response to its output."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from xpert_studio.core.packs import Registry
from xpert_studio.core.records import Task
from xpert_studio.core.workflow import CommandContext, NewResponse


@dataclass(frozen=True, slots=True)
class Commanded:
    """A command that is to answer a task.

    Attributes:
        words: The command.
        system: What the project calls the system that answers.
        name: What the person calls it: without revision and trial.
        trial: From 1.
        seconds: It may take.
        is_stopped: Looked at while it runs: whether it is to end now.
    """

    words: tuple[str, ...]
    system: str
    name: str
    trial: int
    seconds: float
    is_stopped: Callable[[], bool] = lambda: False


@dataclass(frozen=True, slots=True)
class Answering:
    """How tasks of a kind are answered by a command.

    Attributes:
        id: In manifests.
        applies: Whether a task is of the kind.
        answer: Runs the command, for a lead; raises ``XpertError`` where it gives no response.
    """

    id: str
    applies: Callable[[Task], bool]
    answer: Callable[[CommandContext, Task, Commanded], NewResponse]


ANSWERING: Final[Registry[Answering]] = Registry("answering")


def answering_of(task: Task) -> Answering | None:
    """How a command answers a task; None where it writes the response to its output."""
    return next((one for one in ANSWERING.values() if one.applies(task)), None)
