"""The responses of several systems to one task side by side, with values, evidence and failures."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.instruments import plain_decision, word_for
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import DIFFICULTIES, Checkpoint
from xpert_studio.core.records.transcripts import response_conversation
from xpert_studio.core.wording import clauses, listed, mark, percent, t, tn
from xpert_studio.core.workflow.blinding import blinding_for
from xpert_studio.core.workflow.views.beside import (
    EXPERTS,
    Marks,
    ResponsesView,
    Side,
    chosen_sides,
    responses_beside,
)
from xpert_studio.report.blocks import (
    Block,
    Cell,
    Column,
    Heading,
    Listing,
    Note,
    Row,
    Table,
    Text,
)
from xpert_studio.report.section import Section, View

_SHORT: Final = 12
ORDERS: Final = {"rank": mark("Rank on this task"), "letter": mark("Letter")}
"""In which order the responses stand."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What is shown.

    Attributes:
        view: All responses to the task.
        sides: Those that are shown, in their order.
        scores: By response, in the rater's marks; None for one that has none. Empty to whom
            results are hidden.
        rater: Whose marks, in words.
        turn: The turn of a conversation of which the texts are; None for all of it.
    """

    view: ResponsesView
    sides: tuple[Side, ...]
    scores: Mapping[str, float | None]
    rater: str
    turn: int | None

    def text_of(self, side: Side) -> str:
        """A response, or what the system says in the turn that is asked for."""
        said = response_conversation(self.view.task, side.response.text)
        return side.response.text if self.turn is None or said is None else said.spoken(self.turn)

    def points(self) -> tuple[Checkpoint, ...]:
        """The checkpoints of the turn that is asked for, and those of the whole."""
        return tuple(one for one in self.view.rubric if self.turn in {None, one.turn or self.turn})


def name_of(side: Side) -> str:
    """A response as the reader knows it: by its system, else by its letter."""
    return side.system or t("Response {letter}", letter=side.label)


def beside_of(view: View) -> Beside | None:
    """What is asked for: ``task``; ``systems``, ``by``, ``rater``, ``level`` and ``turn``.

    Systems are names with commas between them, or a tuple of names that may hold commas.

    Raises:
        NotAllowedError: The reader still has to judge a response to the task.
        NotFoundError: There is no such task, system, rater or level.
        UsageError: A turn or an order is none.
    """
    asked = view.asked
    task_id = asked.get("task")
    if not task_id:
        return None
    rater = asked.get("rater") or view.rater_id
    with view.project.reading() as tx:
        found = responses_beside(tx, view.person_id, task_id, rater)
        if level := asked.get("level"):
            found = responses_beside(
                tx, view.person_id, _at_level(found, level), asked.get("rater", "")
            )
        sees_scores = blinding_for(tx, view.person_id).sees_results
    scores = _scores(view, found) if sees_scores and found.rater else {}
    given = asked.get("systems") or ()
    names = [one.strip() for one in given.split(",")] if isinstance(given, str) else list(given)
    names = list(filter(None, names))
    sides = chosen_sides(found, names)
    if not names and _order(asked.get("by")) == "rank":
        sides = tuple(sorted(sides, key=lambda side: -(scores.get(side.response.id) or -1.0)))
    who = t("the experts") if found.rater == EXPERTS else found.rater
    return Beside(found, sides, scores, who, _turn(found, asked.get("turn")))


def _order(asked: Any) -> str:  # noqa: ANN401 - as it was typed
    if asked in {None, ""}:
        return "rank"
    if asked not in ORDERS:
        raise UsageError(
            Message("Responses are not ordered by {by}.", by=asked),
            remedy=Message("Order them by: {known}.", known=joined(ORDERS)),
        )
    return str(asked)


def _turn(responses_view: ResponsesView, asked: Any) -> int | None:  # noqa: ANN401 - as it was typed
    if asked in {None, ""}:
        return None
    texts = (
        response_conversation(responses_view.task, side.response.text)
        for side in responses_view.sides
    )
    turns = max((text.turns for text in texts if text is not None), default=0)
    number = int(asked) if str(asked).isdecimal() else 0
    if not 1 <= number <= turns:
        raise UsageError(
            Message("There is no turn {turn}.", turn=asked),
            remedy=Message("Turns are 1 to {turns}.", turns=turns)
            if turns
            else Message("The responses to that task have no turns."),
        )
    return number


def _at_level(responses_view: ResponsesView, level: str) -> str:
    """The task of the same scenario at another level of difficulty."""
    known = {one.difficulty: one.id for one in responses_view.levels if one.difficulty}
    named = DIFFICULTIES.find(level)
    if named is None or named not in known:
        raise NotFoundError(
            Message("The task has no level {level}.", level=level),
            remedy=Message(
                "Its scenario has: {known}.",
                known=joined(map(DIFFICULTIES.message, known)) or Message("none"),
            ),
        )
    return known[named]


def _scores(view: View, responses_view: ResponsesView) -> dict[str, float | None]:
    """The scores of the responses by the rater; none where the rater scored nothing."""
    results = view.results
    rater = next((one for one in results.raters if one.id == responses_view.rater), None)
    if rater is None:
        return {}
    places = {name: place for place, name in enumerate(results.catalog.responses)}
    scores = results.scores(rater.id).score
    known = ((side.response.id, places.get(side.response.id)) for side in responses_view.sides)
    values = ((id_, math.nan if place is None else float(scores[place])) for id_, place in known)
    return {id_: None if math.isnan(value) else value for id_, value in values}


def _blocks(beside: Beside) -> Iterator[Block]:
    said = _summary(beside)
    yield Text(said, short=said)
    if hidden := pending_words(beside.view):
        yield Note(hidden)
    if any(side.marks for side in beside.sides):
        yield _table(beside)
    for side in beside.sides:
        yield Heading(name_of(side))
        quoted = tuple(_quoted(beside, side))
        if quoted:
            yield Listing(quoted)
        yield Text(beside.text_of(side))


def pending_words(view: ResponsesView) -> str:
    """Says that decisions are hidden from who adjudicates; empty where that is not so."""
    if not view.pending:
        return ""
    return tn(
        "What was decided on {n} response is hidden: you may still judge or confirm it.",
        "What was decided on {n} responses is hidden: you may still judge or confirm them.",
        len(view.pending),
    )


def _summary(beside: Beside) -> str:
    parts = [beside.view.task.name, tn("{n} response", "{n} responses", len(beside.sides))]
    if beside.view.rater:
        parts.append(t("decided by {rater}", rater=beside.rater))
    if beside.turn is not None:
        parts.append(t("turn {turn}", turn=beside.turn))
    return clauses(parts) + "."


def _table(beside: Beside) -> Table:
    columns = (
        Column(t("Checkpoint")),
        Column(t("Weight"), "0"),
        *(Column(name_of(side)) for side in beside.sides),
    )
    rows = [
        Row(
            (point.text, point.weight, *(_cell(side, point) for side in beside.sides)),
            opens=("checkpoint", beside.view.task.id, point.id),
        )
        for point in beside.points()
    ]
    if beside.scores:
        scores = (beside.scores.get(side.response.id) for side in beside.sides)
        shown = ("–" if value is None else percent(value) for value in scores)
        rows.insert(0, Row((t("Score on this task"), None, *shown), apart=True))
    return Table(columns, tuple(rows), name=t("Checkpoint by checkpoint"), short=_SHORT)


def _cell(side: Side, point: Checkpoint) -> Cell:
    marks = side.marks.get(point.id)
    return None if marks is None else marks_words(marks, point)


def marks_words(marks: Marks, point: Checkpoint) -> str:
    """A value, and what else is said of it."""
    word = "–" if marks.value is None else t(word_for(marks.value, point))
    notes = listed(marks.notes)
    return t("{said} ({status})", said=word, status=notes) if notes else word


def _quoted(beside: Beside, side: Side) -> Iterator[str]:
    for number, point in enumerate(beside.view.rubric, start=1):
        marks = side.marks.get(point.id)
        for quote in marks.quotes if marks and point in beside.points() else ():
            yield f"{number}  “{quote.quote}”"


def _plain(beside: Beside) -> dict[str, Any]:
    def marked(side: Side, point: Checkpoint) -> dict[str, Any] | None:
        marks = side.marks.get(point.id)
        if marks is None:
            return None
        value = {} if marks.value is None else plain_decision(marks.value, point)
        return {
            **value,
            "quotes": [quote.quote for quote in marks.quotes],
            "reason": marks.reason or None,
            "notes": list(marks.notes),
        }

    return {
        "task": beside.view.task.id,
        "rater": beside.view.rater or None,
        "raters": list(beside.view.raters),
        "turn": beside.turn,
        "levels": {str(level.difficulty): level.id for level in beside.view.levels},
        "responses": [
            {
                "response": f"{beside.view.task.id}:{side.label}",
                "system": side.system,
                "score": beside.scores.get(side.response.id),
                "text": beside.text_of(side),
                "checkpoints": {point.id: marked(side, point) for point in beside.points()},
            }
            for side in beside.sides
        ],
    }


def asking_for(view: View, **asked: str | Sequence[str] | int | None) -> View:
    """A view that asks for responses; what is empty is not asked for."""
    given = {name: value for name, value in asked.items() if value}
    return replace(view, rater_id="").asking(**given)


RESPONSES: Final = Section(
    "responses",
    mark("Responses side by side"),
    mark("What did several systems answer to one task, and what was decided on each checkpoint?"),
    beside_of,
    _blocks,
    _plain,
    lambda found: found.view.task.name,
    places=(),
    asks=("task", "systems", "by", "rater", "level", "turn"),
    missing=mark("No task is named."),
)
