"""Reads what was typed for the parameters of a command: numbers, ranges, letters, words, files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, Final, TypeVar

from xpert_studio.cli.acting import (
    line_ids,
    named_ids,
    named_response,
    only,
    rubric_at,
    short,
    text_of,
)
from xpert_studio.core.errors import UsageError
from xpert_studio.core.fields import Asks, Parameter, Through, fields_of
from xpert_studio.core.instruments import (
    INSTRUMENTS,
    abstention_in,
    instrument_names,
    need_readable,
    read_settings,
)
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.names import LISTS, Names
from xpert_studio.core.records import (
    Checklist,
    Checkpoint,
    Decision,
    Quote,
    Recipe,
    Record,
    Suggestion,
    SuggestionState,
    Triage,
)
from xpert_studio.core.store import Transaction, entities, responses, tasks
from xpert_studio.core.wording import mark, t
from xpert_studio.core.workflow import CommandContext, split_at
from xpert_studio.core.workflow.judge_names import judge_named, judges_heard
from xpert_studio.core.workflow.linting import proposed_split
from xpert_studio.core.workflow.recipes import recipe_named

Values = dict[str, Any]
Word = TypeVar("Word", bound=str)


def read_values(
    ctx: CommandContext, parameters: Sequence[Parameter], typed: Mapping[str, Any]
) -> Values:
    """The parameters of a command by what was typed; what was left out is left out.

    A text that the command needs is empty where it was left out: the command says what it is for.

    Args:
        ctx: The person's.
        parameters: Of the command.
        typed: By parameter; of several, a list.

    Raises:
        NotFoundError: There is nothing of that number or name.
        UsageError: It cannot be read.
    """
    values: Values = {}
    for item in parameters:
        if isinstance(item.asks, Through):
            answers = read_values(ctx, fields_of(item.asks.fields), typed)
            by = item.asks.by
            values |= _MAKERS[by](ctx, values, answers) if isinstance(by, str) else by(answers)
        elif item.name in typed:
            values[item.name] = _value(ctx, item, item.asks, values, typed)
        elif item.is_needed:
            values[item.name] = None if item.is_optional else ""
    return values


def _value(
    ctx: CommandContext, item: Parameter, asks: Asks, values: Values, typed: Mapping[str, Any]
) -> object:
    if asks.sets is not None:
        return asks.sets
    given = typed[item.name]
    texts = list(given) if item.is_many else [given]
    if asks.refers:
        found = _REFERRED[asks.refers](ctx, values, texts)
    elif item.kind in _WRITTEN:
        found = [_WRITTEN[item.kind](text, typed) for text in texts]
    elif issubclass(item.kind, Enum):
        parts = [part for text in texts for part in text.split(",")]
        names = LISTS[item.kind.__name__]
        found = list(dict.fromkeys(chosen(names, part, item.label.upper()) for part in parts))
    else:
        found = [text_of(text) for text in texts] if asks.is_text else texts
    return tuple(found) if item.is_many else only(found, given)


def chosen(names: Names[Word], text: str, option: str, among: Iterable[Word] = ()) -> Word:
    """An entry of a list by any of its names.

    Args:
        names: The list.
        text: What was typed.
        option: The option or argument, as it is typed.
        among: Only these entries; empty for all.

    Raises:
        UsageError: The list has no such entry.
    """
    found, offered = names.find(text), list(among or names)
    if found in offered:
        return found
    raise UsageError(
        Message("{option} has no {text!r}.", option=option, text=short(text)),
        remedy=Message("Choose one of: {known}.", known=joined(map(names.message, offered))),
    )


ALL: Final = Names("all", {"all": mark("all")})


def open_suggestions(tx: Transaction, task_id: str) -> list[Suggestion]:
    """The open suggestions for a rubric, in their order; refuses a task that is not there."""
    tasks.get_task(tx, task_id)
    found = entities.find_all(tx, Suggestion, task_id=task_id, state=SuggestionState.OPEN.value)
    return sorted(found, key=lambda item: item.position)


def _rubric(ctx: CommandContext, values: Values) -> tuple[Checkpoint, ...]:
    if "task_id" in values:
        return rubric_at(ctx, values["task_id"])
    with ctx.project.reading() as tx:
        return tasks.rubric_of(tx, responses.get_response(tx, values["response_id"]).task_id)


def _point(ctx: CommandContext, values: Values) -> Checkpoint:
    return next(item for item in _rubric(ctx, values) if item.id == values["checkpoint_id"])


def _suggestions(ctx: CommandContext, values: Values, texts: Sequence[str]) -> list[str]:
    """Suggestions by number, range, id, or all."""
    with ctx.project.reading() as tx:
        found = open_suggestions(tx, values["task_id"])
    if [ALL.find(item) for item in texts] == ["all"]:
        return [item.id for item in found]
    names = {str(item.position + 1): item.id for item in found} | {i.id: i.id for i in found}
    problem, remedy = (
        t("There is no open suggestion {}."),
        t("'xpert-studio draft show' lists them."),
    )
    return named_ids(names, texts, problem, remedy, has_gaps=True)


def _judges(ctx: CommandContext, _: Values, texts: Sequence[str]) -> list[str]:
    """Judges with verdicts by their ids, or beginnings of these."""
    with ctx.project.reading() as tx:
        heard = judges_heard(tx)
    return [judge_named(text, heard) for text in texts]


def _judged(ctx: CommandContext, values: Values, text: str) -> Decision:
    """A value of the checkpoint, as its instrument reads it, or an abstention."""
    point = _point(ctx, values)
    if (abstention := abstention_in(text)) is not None:
        return abstention
    instrument = need_readable(point)
    value = instrument.typed(text, point)
    if value is None:
        raise UsageError(f"{text!r} {instrument.no_value}.", remedy=instrument.how_to_write(point))
    return value


_REFERRED: Final[Mapping[str, Callable[[CommandContext, Values, Sequence[Any]], list[Any]]]] = {
    "checkpoint": lambda ctx, values, texts: line_ids(_rubric(ctx, values), texts),
    "response": lambda ctx, _, texts: [named_response(ctx, text) for text in texts],
    "suggestion": _suggestions,
    "judge": _judges,
    "value": lambda ctx, values, texts: [_judged(ctx, values, text) for text in texts],
    "place": lambda _, __, numbers: [number - 1 for number in numbers],
    "instrument": lambda _, __, texts: [
        chosen(instrument_names(), text, "--instrument") for text in texts
    ],
}
"""What a parameter refers to by what was typed; see ``Asks.refers``."""


def _settings(ctx: CommandContext, values: Values, answers: Values) -> Values:
    """How a checkpoint is answered: what no option names stays as it is."""
    if not answers and "instrument" not in values:
        return {}
    point = Checkpoint(task_id="-", id="-", text="-", weight=1)
    if "checkpoint_id" in values:
        point = _point(ctx, values)
    id_ = values.get("instrument", point.instrument)
    known = INSTRUMENTS.get(id_) or need_readable(point)
    found = dict(point.settings) if id_ == point.instrument else {}
    if "settings" in answers:
        found = read_settings(answers.pop("settings"))
    return {"instrument": id_, "settings": known.with_options(found, answers)}


def _decision(ctx: CommandContext, values: Values, answers: Values) -> Values:
    if "undecided" in answers:
        return {"value": None}
    for name in ("cannot_assess", "not_applicable"):
        if name in answers:
            return {"value": answers[name]}
    if "met" in answers:
        answers["value"] = "met" if answers["met"] else "not met"
    return {"value": _judged(ctx, values, answers["value"])} if "value" in answers else {}


def _parts(ctx: CommandContext, values: Values, answers: Values) -> Values:
    """The texts to split a checkpoint into."""
    point = _point(ctx, values)
    parts = answers.get("parts", ())
    if "at" in answers:
        parts = split_at(point.text, answers["at"])
    elif not parts:
        parts = proposed_split(ctx, point.task_id, point.id)
    if not parts:
        raise UsageError(
            "Where is that checkpoint to be split?",
            remedy="Write the parts, or say --at CHARACTERS.",
        )
    return {"parts": parts}


def _edited(_: CommandContext, values: Values, answers: Values) -> Values:
    ids = values["suggestion_ids"]
    if "text" in answers and len(ids) != 1:
        raise UsageError("A text is edited one suggestion at a time.")
    return {"edited": dict.fromkeys(ids, answers)} if answers else {}


_MAKERS: Final = {"settings": _settings, "parts": _parts, "decision": _decision, "edited": _edited}
"""What makes values of several answers; see ``Through.by``."""


def _answers(record: type[Record], letters: str, example: str) -> Values:
    """Letters y and n as the answers to the questions of a record."""
    names = [name for name, field in record.model_fields.items() if field.annotation is bool]
    said = letters.strip().lower()
    if len(said) != len(names) or set(said) - {"y", "n"}:
        raise UsageError(
            Message(
                "{letters!r} does not answer {names} questions with y or n.",
                letters=letters,
                names=len(names),
            ),
            remedy=Message("Say {example}.", example=example),
        )
    return {name: letter == "y" for name, letter in zip(names, said, strict=True)}


def _checklist(text: str, _: Mapping[str, Any]) -> Checklist:
    letters, rate, reason = (*text.split(",", 2), "", "")[:3]
    example = "ynyy, or with a pass rate from 0 to 1 and a reason: ynyy,0.3,It is rare but costly"
    answers = _answers(Checklist, letters, example)
    try:
        more = {
            "pass_rate": float(rate) if rate.strip() else None,
            "reason": reason.strip() or None,
        }
        return Checklist.model_validate(answers | more)
    except ValueError as error:
        raise UsageError(
            Message("{rate!r} is no pass rate.", rate=rate),
            remedy=Message("Say {example}.", example=example),
        ) from error


def _triage(text: str, typed: Mapping[str, Any]) -> Triage:
    answers = _answers(Triage, text, "yyyny")
    return Triage.model_validate(
        answers | {"reason": None if all(answers.values()) else typed.get("reason")}
    )


_WRITTEN: Final[Mapping[Any, Callable[[str, Mapping[str, Any]], Any]]] = {
    Checklist: _checklist,
    Triage: _triage,
    Quote: lambda text, _: Quote(quote=text),
    Recipe: lambda text, _: recipe_named(text),
}
"""What reads a value of a type that is written in its own way."""
