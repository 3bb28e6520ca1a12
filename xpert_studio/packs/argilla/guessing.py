"""Questions of a dataset without settings, guessed from its records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from xpert_studio.api.formats import Message, joined, shown
from xpert_studio.packs.argilla.questions import (
    LABEL,
    LABELS,
    RATING,
    TEXT,
    AnswerOption,
    DatasetQuestion,
    QuestionSettings,
    plain,
    words,
)

RANKING: Final = "ranking"
SPAN: Final = "span"
UNKNOWN: Final = "unknown"
_LONGEST_LABEL: Final = 60
_MOST_LABELS: Final = 20


def guessed(name: str, values: Iterable[object]) -> DatasetQuestion:
    """A question as answers to it tell; ``guess_notes`` says so."""
    given = [value for value in values if value is not None and value != []]
    kind, options = _kind_of(given)
    settings = QuestionSettings(type=kind, options=[AnswerOption(value=value) for value in options])
    return DatasetQuestion(name=name, settings=settings)


def _kind_of(given: Sequence[Any]) -> tuple[str, Sequence[int | float | str]]:
    if not given:
        return UNKNOWN, ()
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in given):
        return _kind_of_numbers(given)
    if all(isinstance(value, str) for value in given):
        return _kind_of_texts(given)
    if not all(isinstance(value, list) for value in given):
        return UNKNOWN, ()
    items = [item for value in given for item in value]
    if all(isinstance(item, str) for item in items):
        chosen = {frozenset(value) for value in given}
        is_order = len(chosen) == 1 and len(given[0]) > 1
        return (RANKING, ()) if is_order else (LABELS, sorted(set(items)))
    if not all(isinstance(item, dict) for item in items):
        return UNKNOWN, ()
    return (SPAN if all("start" in item for item in items) else RANKING), ()


def _kind_of_numbers(given: Sequence[float]) -> tuple[str, Sequence[int]]:
    low, high = min(given), max(given)
    if any(value != int(value) for value in given):
        return UNKNOWN, ()
    ends = next(((a, b) for a, b in words().usual_scales if a <= low and high <= b), None)
    return (RATING, range(ends[0], ends[1] + 1)) if ends else (UNKNOWN, ())


def _kind_of_texts(given: Sequence[str]) -> tuple[str, Sequence[str]]:
    labels = sorted(set(given))
    known = {plain(label): label for label in labels}
    for pair in words().yes_no:
        if known.keys() <= set(pair) and len(known) == len(labels):
            return LABEL, [known.get(word, word) for word in pair]
    are_short = all(len(label) <= _LONGEST_LABEL and "\n" not in label for label in labels)
    if are_short and len(labels) <= _MOST_LABELS and len(given) >= 2 * len(labels):
        return LABEL, labels
    return TEXT, ()


def guess_note(questions: Iterable[DatasetQuestion], *, has_settings: bool) -> str:
    """What was taken from answers.

    Args:
        questions: The questions.
        has_settings: Whether the tool has a file that would say it.
    """
    told = joined(_guess_words(question) for question in questions)
    if not has_settings:
        return Message(
            "The file does not say what may be answered. It was taken from the answers: {told}.",
            told=told,
        )
    return Message(
        "The file has no settings. What its questions are was taken from the answers: {told}. "
        "Where that is wrong, put Argilla's .argilla/settings.json beside the file and import it "
        "into a new project.",
        told=told,
    )


def _guess_words(question: DatasetQuestion) -> str:
    options = [option.value for option in question.settings.options]
    if question.settings.type == RATING:
        return Message(
            "{name}: rating from {low} to {high}",
            name=question.name,
            low=options[0],
            high=options[-1],
        )
    if options:
        labels = joined(map(shown, options), most=8)
        if question.settings.type == LABEL:
            return Message("{name}: one of {labels}", name=question.name, labels=labels)
        return Message("{name}: any of {labels}", name=question.name, labels=labels)
    return Message("{name}: {kind}, not imported", name=question.name, kind=question.settings.type)
