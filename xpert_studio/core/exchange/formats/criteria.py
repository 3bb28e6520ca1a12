"""Checkpoints as criteria for a model: those that a program decides are put in words.

Formats of criteria know no program. What decides a checkpoint here is written below its text, and
its instrument and settings go beside it, so that the way back gives the same checkpoint.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from pydantic import ValidationError

from xpert_studio.core.exchange.formats.content import Content
from xpert_studio.core.exchange.formats.points import avoiding
from xpert_studio.core.exchange.formats.registry import FORMATS
from xpert_studio.core.exchange.provenance import CriterionOrigin, origin_of
from xpert_studio.core.instruments import INSTRUMENTS, is_by_program, parts_of, problem_of
from xpert_studio.core.messages import counted
from xpert_studio.core.records import BINARY, Checkpoint


def in_words(point: Checkpoint) -> str:
    """The text of a checkpoint, and below it what a program would decide it by."""
    words = _words(point)
    return f"{point.text}\n\n{words}" if words else point.text


def without_words(text: str, answer: Mapping[str, Any]) -> str:
    """The text of a checkpoint, of one that ``in_words`` gave; any other text as it is.

    Args:
        text: As it was written.
        answer: The checkpoint's instrument and settings.
    """
    own = own_text(text, _answered_so(answer))
    return own if own and own.strip() else text


def own_text(written: str, point: Checkpoint) -> str | None:
    """A criterion without the words that decide a checkpoint; None where those are other words."""
    words = _words(point)
    if not words:
        return written
    return written.removesuffix(f"\n\n{words}") if written.endswith(f"\n\n{words}") else None


AnyCriterion = TypeVar("AnyCriterion", bound=CriterionOrigin)


def standing(point: Checkpoint, kind: type[AnyCriterion]) -> AnyCriterion | None:
    """The criterion that a checkpoint came as, while it still says the same; else None."""
    origin = origin_of(point, kind)
    own = own_text(origin.asked, point) if origin else None
    if origin is None or own is None:
        return None
    return origin if point.text == (avoiding(own) if origin.worth < 0 else own) else None


def asked_by(criterion: CriterionOrigin, answer: Mapping[str, Any]) -> str:
    """What a checkpoint asks for: the criterion, or that the fault it names is avoided.

    Args:
        criterion: As it came.
        answer: The checkpoint's instrument and settings.
    """
    text = without_words(criterion.asked, answer)
    return avoiding(text) if criterion.worth < 0 else text


def _words(point: Checkpoint) -> str:
    """What decides a checkpoint; empty where no program does. A gate is no matter of a model."""
    if not is_by_program(point):
        return ""
    return "\n".join(part.words() for part in parts_of(point) if part.key != "gate")


def readable(answer: Mapping[str, Any], format_id: str) -> dict[str, Any] | None:
    """How a checkpoint is answered, as a file says it; None where that makes no sense.

    Args:
        answer: Its instrument and settings, which may be anything.
        format_id: The format of the file.
    """
    known = INSTRUMENTS.get(str(answer["instrument"]))
    try:
        point = _answered_so(answer)
    except ValidationError:
        return None
    is_carried = point.instrument in FORMATS[format_id].instruments
    is_sound = known is not None and is_carried and problem_of(point) is None
    return {"instrument": point.instrument, "settings": point.settings} if is_sound else None


def _answered_so(answer: Mapping[str, Any]) -> Checkpoint:
    """A checkpoint that has only an instrument and settings.

    Raises:
        ValidationError: They are none.
    """
    return Checkpoint.model_validate(
        {"task_id": "-", "id": "-", "text": "-", "weight": 1, **answer}
    )


PLAIN: Final[Mapping[str, Any]] = {"instrument": BINARY, "settings": {}}
"""How a checkpoint is answered that is met or not met, and nothing more."""


def decided_by_a_model(
    content: Content, tool: str, *, but: Callable[[Checkpoint], bool] = lambda _: False
) -> tuple[str, ...]:
    """How many checkpoints a program decides here, and a model in another tool.

    Args:
        content: What goes out.
        tool: The tool's name.
        but: Whether the tool has a program of its own for a checkpoint.
    """
    points = (point for rubric in content.rubrics.values() for point in rubric)
    count = sum(is_by_program(point) and not but(point) for point in points)
    if not count:
        return ()
    return (
        counted(
            "1 checkpoint that a program decides here is a criterion for a model in {tool}, which "
            "may decide it otherwise.",
            "{n:,} checkpoints that a program decides here are criteria for a model in {tool}, "
            "which may decide them otherwise.",
            count,
            tool=tool,
        ),
    )
