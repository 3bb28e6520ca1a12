"""Attack baselines: responses that know nothing of the task. What they score is worth nothing.

Each is a function of the task and its rubric, so that everyone who attacks a benchmark gets the
same responses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from xpert_studio.instruments import INSTRUMENTS, problem_of
from xpert_studio.instruments.checks import CannotCheckError, Subject
from xpert_studio.messages import Message
from xpert_studio.records import Checkpoint, Task

LONGEST: Final = 100_000
"""Characters of an attack's text."""
_REFUSALS: Final = {
    "en": "I'm sorry, but I can't help with that.",
    "zh": "抱歉，我无法提供帮助。",
}


@dataclass(frozen=True, slots=True)
class Attack:
    """A response without knowledge.

    Attributes:
        id: As results name it.
        title: For people.
        text: The response to a task with its rubric; None where it does not apply.
    """

    id: str
    title: str
    text: Callable[[Task, Sequence[Checkpoint]], str | None]

    @property
    def system(self) -> str:
        """The name of the pseudo-system that responds so."""
        return f"attack:{self.id}"


def _options(rubric: Sequence[Checkpoint]) -> list[str]:
    """The options of the first choice of a rubric; none without one."""
    for point in rubric:
        options = point.settings.get("options")
        if point.instrument == "choice" and isinstance(options, list):
            return [str(option) for option in options]
    return []


def _letter(place: int) -> str:
    return f"Answer: {chr(ord('A') + place)}"


def _first(_: Task, rubric: Sequence[Checkpoint]) -> str | None:
    return _letter(0) if _options(rubric) else None


def _longest(_: Task, rubric: Sequence[Checkpoint]) -> str | None:
    options = _options(rubric)
    lengths = [len(option) for option in options]
    return _letter(lengths.index(max(lengths))) if options else None


def _refusal(task: Task, _: Sequence[Checkpoint]) -> str:
    is_chinese = (task.language or "").lower().startswith("zh")
    return _REFUSALS["zh" if is_chinese else "en"]


def _keywords(_: Task, rubric: Sequence[Checkpoint]) -> str:
    return "\n".join(point.text for point in rubric)[:LONGEST]


ATTACKS: Final = (
    Attack("empty", "Empty response", lambda _, __: ""),
    Attack("prompt", "Prompt repeated", lambda task, _: task.full_prompt[:LONGEST]),
    Attack("refusal", "Refusal", _refusal),
    Attack("keywords", "Rubric strung together", _keywords),
    Attack("first", "First option", _first),
    Attack("longest", "Longest option", _longest),
)
"""In the order in which they are shown."""


def passes_by_program(task: Task, rubric: Sequence[Checkpoint], attack: Attack) -> dict[str, bool]:
    """What an attack meets of the checkpoints that a program decides, by their ids.

    Those that need what is not there (code to be run, a latency) are left out.
    """
    text = attack.text(task, rubric)
    found: dict[str, bool] = {}
    if text is None:
        return found
    subject = Subject(text, prompt=task.full_prompt, materials=task.materials or "")
    for point in rubric:
        known = INSTRUMENTS.get(point.instrument)
        if known is None or not known.by_program or problem_of(point) is not None:
            continue
        try:
            found[point.id] = known.decide(subject, point).passed
        except CannotCheckError:
            continue
    return found


def met_by(task: Task, rubric: Sequence[Checkpoint]) -> dict[str, list[Attack]]:
    """The attacks that each checkpoint that a program decides is met by, by its id."""
    found: dict[str, list[Attack]] = {}
    for attack in ATTACKS:
        for name, passed in passes_by_program(task, rubric, attack).items():
            if passed:
                found.setdefault(name, []).append(attack)
    return found


def named(attacks: Sequence[Attack]) -> list[Message]:
    """The titles of attacks."""
    return [Message(attack.title) for attack in attacks]
