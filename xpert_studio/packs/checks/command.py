"""``xpert-studio checks``: the kinds of checks, and what one decides on a text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NoReturn

import typer
from pydantic.fields import FieldInfo

from xpert_studio.api import Message
from xpert_studio.api.checks import CannotCheckError, Program, Subject
from xpert_studio.api.instruments import Asks, UsageError
from xpert_studio.cli.output import Column, Exit, JsonOption, Output
from xpert_studio.cli.typed import text_of
from xpert_studio.core.instruments import INSTRUMENTS, only_settings, problem_of
from xpert_studio.core.instruments.deciding import sandbox
from xpert_studio.core.judge.checks_backend import decided
from xpert_studio.core.wording import labelled, spoken, t, translated
from xpert_studio.packs.checks.instrument import kind_names
from xpert_studio.packs.checks.kinds import KINDS
from xpert_studio.packs.checks.kinds.kind import CheckKind

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


def _kind(name: str) -> CheckKind:
    kind = kind_names().find(name)
    if kind is None:
        raise UsageError(
            Message("There is no check {name!r}.", name=name),
            remedy="'xpert-studio checks list' names all.",
        )
    return KINDS[kind]


def _parameter(name: str, field: FieldInfo) -> tuple[str, str, str]:
    meaning = ". ".join(t(text) for text in (field.title, field.description) if text)
    is_empty = field.is_required() or field.default in (None, "", ())
    return (
        name,
        meaning,
        t("required") if field.is_required() else str(field.default) * (not is_empty),
    )


def _data(kind: CheckKind) -> dict[str, Any]:
    schema = kind.parameters.model_json_schema()
    return {
        "check": kind.id,
        "title": kind.title,
        "heuristic": kind.is_heuristic,
        "parameters": schema.get("properties", {}),
        "required": schema.get("required", []),
    }


@app.command("list")
def list_(
    kind: Annotated[str, typer.Argument(help="Only this kind, with its parameters.")] = "",
    as_json: JsonOption = False,
) -> None:
    """List the kinds of checks, or the parameters of one.

    Example: xpert-studio checks list word_count
    """
    output = Output(as_json=as_json)
    kinds = [_kind(kind)] if kind else list(KINDS.values())
    output.data([_data(item) for item in kinds])
    if kind:
        output.table(
            labelled(kinds[0].id, t(kinds[0].title)),
            [Column("Parameter"), Column("Meaning"), Column("Default")],
            [_parameter(*item) for item in kinds[0].parameters.model_fields.items()],
        )
        return
    output.table(
        "",
        [Column("Check"), Column("Title"), Column("Parameters")],
        [(item.id, t(item.title), ", ".join(item.parameters.model_fields)) for item in kinds],
    )


def _not_allowed(_: Program) -> NoReturn:
    raise CannotCheckError(
        Message("The check runs the code of the text, which was not allowed."),
        Message("Add --allow-code: the code then runs in a sandbox, this once."),
    )


@app.command("try")
def try_(
    kind: Annotated[str, typer.Argument(help="A kind of 'checks list'.")],
    text: Annotated[str, typer.Argument(help="The response; @FILE or - reads it from there.")],
    parameter: Annotated[
        Sequence[str] | None,
        Asks("A parameter of the check; repeatable.", form="NAME=VALUE"),
    ] = None,
    prompt: Annotated[str, Asks("The task's prompt, for checks that read it.")] = "",
    allow_code: Annotated[
        bool,
        Asks("Let the check run the text's code, in a sandbox."),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Say what a check decides on a text; the exit code is 1 where it fails.

    Example: xpert-studio checks try word_count "Two words." --parameter at_most=50
    """
    output = Output(as_json=as_json)
    check = INSTRUMENTS["check"]
    given = {"check": _kind(kind).id, "parameter": parameter or []}
    settings = check.with_options({}, given)
    point = only_settings("check", settings)
    problem = problem_of(point)
    if problem is not None:
        raise UsageError(
            Message("The check {problem}", problem=problem),
            remedy=Message("'xpert-studio checks list {kind}' names its parameters.", kind=kind),
        )
    try:
        run = sandbox() if allow_code else _not_allowed
        subject = Subject(text_of(text), prompt=text_of(prompt))
        outcome = decided(subject, point, run, language=spoken())
    except CannotCheckError as error:
        raise UsageError(error.message, remedy=error.remedy) from error
    output.data({"passed": outcome.passed, "reason": str(outcome.reason)})
    word = t("passed") if outcome.passed else t("not passed")
    output.say(labelled(word, translated(outcome.reason)))
    if not outcome.passed:
        raise typer.Exit(Exit.PROBLEMS)
