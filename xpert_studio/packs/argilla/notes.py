"""What is told of an imported Argilla dataset: what was taken how, and what was left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from xpert_studio.api.formats import Message, joined, shown
from xpert_studio.packs.argilla.guessing import RANKING, SPAN
from xpert_studio.packs.argilla.questions import TEXT, AskedQuestion


def notes_of(
    unrated: Counter[tuple[str, str]],
    asked: Iterable[AskedQuestion],
    *,
    confirms: bool,
) -> list[str]:
    """The notes.

    Args:
        unrated: Answers that are no ratings, by question and its type.
        asked: The questions.
        confirms: Whether answers count as confirmed; else they came in as submitted.
    """
    questions = list(asked)
    kinds = [
        (question, unrated[question.name, question.type])
        for question in questions
        if not question.points
    ]
    labels = [question for question in questions if question.is_labels]
    return [
        _weight_note(questions),
        _CONFIRMED if confirms else _SUBMITTED,
        *([_labels_note(labels)] if labels else []),
        *(_unrated_note(question, count) for question, count in kinds),
    ]


_CONFIRMED: Final = Message("Submitted answers count as confirmed.")
_SUBMITTED: Final = Message(
    "Answers came in as submitted and not as confirmed, each as of an external rater."
)


def _weight_note(questions: Iterable[AskedQuestion]) -> str:
    met = [
        Message("{name}: {label}", name=question.name, label=shown(question.yes))
        for question in questions
        if question.yes is not None
    ]
    if not met:
        return Message("The dataset gives questions no points: each weighs 1.")
    return Message(
        "The dataset gives questions no points: each weighs 1. Labels that mean met: {met}.",
        met=joined(met),
    )


def _labels_note(questions: Iterable[AskedQuestion]) -> str:
    return Message(
        "Each label of {questions} became a checkpoint, which is met where the label was chosen. A "
        "label says what a response is, not how good it is: these checkpoints have a weight of 0 "
        "and are not scored.",
        questions=joined(shown(question.name) for question in questions),
    )


_UNRATED: Final = {
    TEXT: Message(
        "Texts are not ratings. Answers to {name} that were not imported: {count:,}.",
    ),
    RANKING: Message(
        "Rankings compare responses, which no checkpoint does. Answers to {name} that were not "
        "imported: {count:,}."
    ),
    SPAN: Message(
        "Marked passages are not ratings. Answers to {name} that were not imported: {count:,}."
    ),
}
"""By the type of a question that gives no ratings."""
_OTHER: Final = Message(
    "The question {name} is of a type that is not known ({kind}). Answers to it that were not "
    "imported: {count:,}."
)


def _unrated_note(question: AskedQuestion, count: int) -> str:
    note = _UNRATED.get(question.type, _OTHER)
    values = {"name": shown(question.name), "kind": shown(question.type)}
    return Message(note.template, count=count, **values)


COUNTED: Final = {
    "draft": Message("Answers that are drafts, and were not imported: {n:,}."),
    "discarded": Message(
        "Answers that were discarded by their annotators, and not imported: {n:,}.",
    ),
    "unstated": Message(
        "The file does not say whether answers were submitted: {n:,} came in as submitted, "
        "and drafts or discarded ones may be among them. Argilla's to_disk and to_json leave "
        "the status out; rows of records.to_datasets() have it: save them as records.jsonl "
        "beside the .argilla folder, and import that into a new project.",
    ),
    "nameless": Message(
        "Answers without an annotator: {n:,}. They came in as those of one expert.",
    ),
    "agentless": Message("Suggestions that name no agent, and were not imported: {n:,}."),
    "numbered": Message(
        "Suggestions that give a label by a number which only the Hub's own files explain, and "
        "were not imported: {n:,}. Argilla's records.json has their labels.",
    ),
    "systemless": Message(
        "Records whose metadata names no model or system: {n:,}. Their responses came in as of "
        "“{unknown_system}”.",
    ),
    "pictures": Message("Pictures, which were not imported: {n:,}."),
    "vectors": Message("Records with vectors, which were not imported: {n:,}."),
    "guidelines": Message("The dataset has guidelines. The project's grading policy is as it was."),
}
"""Messages on what was counted."""
