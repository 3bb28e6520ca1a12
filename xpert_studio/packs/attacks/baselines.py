"""Attack baselines: responses that know nothing of the task. What they score is worth nothing.

Each is a function of the task and its rubric, so that everyone who attacks a benchmark gets the
same responses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Final

from xpert_studio.api import Message
from xpert_studio.api.instruments import Checkpoint
from xpert_studio.api.runners import CannotCheckError
from xpert_studio.core.instruments import is_by_program
from xpert_studio.core.instruments.deciding import Subject
from xpert_studio.core.judge.checks_backend import decided
from xpert_studio.core.records import Task
from xpert_studio.core.wording import language_of
from xpert_studio.packs.choice.instrument import MOST_OPTIONS, NOT_CHOSEN

LONGEST: Final = 100_000
"""Characters of an attack's text."""
_DECISIVE: Final = {
    "en": "Yes. This is certain, and nothing more has to be known: the answer is 42.",
    "zh": "是的。这一点是确定的，无需了解更多：答案是 42。",
}
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
    title: Message
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


def chance_of(point: Checkpoint) -> float:
    """How often a letter drawn by chance meets a checkpoint of a choice; 0 for others."""
    options = len(_options([point]))
    if not options:
        return 0.0
    named = 1 / options
    return 1 - named if point.settings.get("several") == NOT_CHOSEN else named


def _letter(place: int) -> str:
    return f"Answer: {ascii_uppercase[place]}"


def _always(place: int) -> Attack:
    def text(_: Task, rubric: Sequence[Checkpoint]) -> str | None:
        return _letter(place) if len(_options(rubric)) > place else None

    letter = ascii_uppercase[place]
    return Attack(f"always_{letter.lower()}", Message("Always {letter}", letter=letter), text)


def _longest(_: Task, rubric: Sequence[Checkpoint]) -> str | None:
    options = _options(rubric)
    lengths = [len(option) for option in options]
    return _letter(lengths.index(max(lengths))) if options else None


def _in_its_language(texts: Mapping[str, str]) -> Callable[[Task, Sequence[Checkpoint]], str]:
    return lambda task, _: texts[language_of(task.language)]


def _without_context(task: Task, _: Sequence[Checkpoint]) -> str | None:
    """The required deliverables, without context and materials."""
    if task.prompt is not None or not (task.context or task.materials):
        return None
    return (task.deliverables or "")[:LONGEST] or None


def _keywords(_: Task, rubric: Sequence[Checkpoint]) -> str:
    return "\n".join(point.text for point in rubric)[:LONGEST]


ATTACKS: Final = (
    Attack("empty", Message("Empty response"), lambda _, __: ""),
    Attack("prompt", Message("Prompt repeated"), lambda task, _: task.full_prompt[:LONGEST]),
    Attack("no_context", Message("Prompt repeated without its context"), _without_context),
    Attack("refusal", Message("Refusal"), _in_its_language(_REFUSALS)),
    Attack("decisive", Message("Decisive answer"), _in_its_language(_DECISIVE)),
    Attack("keywords", Message("Rubric strung together"), _keywords),
    *map(_always, range(MOST_OPTIONS)),
    Attack("longest", Message("Longest option"), _longest),
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
        if not is_by_program(point):
            continue
        try:
            found[point.id] = decided(subject, point).passed
        except CannotCheckError:
            continue
    return found


def met_by(task: Task, rubric: Sequence[Checkpoint]) -> dict[str, list[Attack]]:
    """The attacks that each checkpoint that a program decides is met by, by its id.

    Of a choice one letter is always right: what says something there is what an attack scores on
    many (``report.attack_results``).
    """
    found: dict[str, list[Attack]] = {}
    rubric = [point for point in rubric if not chance_of(point)]
    if not any(map(is_by_program, rubric)):
        return found
    for attack in ATTACKS:
        for name, passed in passes_by_program(task, rubric, attack).items():
            if passed:
                found.setdefault(name, []).append(attack)
    return found


def named(attacks: Sequence[Attack]) -> list[Message]:
    """The titles of attacks."""
    return [attack.title for attack in attacks]
