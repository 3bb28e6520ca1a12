"""``xpert-studio system``: what is known of the systems that have answered."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from xpert_studio.api.commands import (
    AsOption,
    Message,
    NotFoundError,
    Output,
    Transaction,
    add_commands,
    joined,
    mark,
    reading,
    t,
    translated,
)
from xpert_studio.core.records import SYSTEM_FIELDS, System
from xpert_studio.core.store import responses
from xpert_studio.core.workflow.systems import (
    HIDDEN,
    need_sees_systems,
    said_value,
    seen_systems,
    sees_systems,
)

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
add_commands(app, "system")

_OTHERS = ("thinking_tokens", "temperature", "max_output_tokens", "system_prompt", "tools")


@app.command("list")
@reading
def list_systems(tx: Transaction, output: Output, person: AsOption = "") -> None:
    """List the systems that have answered, with what is known of their models and settings.

    Example: xpert-studio system list law.xpert --as lena
    """
    person = person.strip()
    counted = responses.count_by_model(tx) if sees_systems(tx, person) else {}
    found = seen_systems(tx, person)
    output.data([plain_system(one, counted.get(one.name, 0)) for one in found.values()])
    if not sees_systems(tx, person):
        output.note(translated(HIDDEN))
        return
    rows = [_row(one, counted.get(one.name, 0)) for one in found.values()]
    output.records(
        "",
        (
            "name",
            "responses",
            "provider",
            "model",
            "version",
            "reasoning effort",
            "search",
            "others",
        ),
        rows,
        number="responses",
        nothing=t("No system has answered yet."),
    )
    if rows and not any(one.is_described for one in found.values()):
        output.say(t("Of these systems the name alone is known. 'system set' says more."))


def plain_system(system: System, answered: int) -> dict[str, Any]:
    """A system for a program: what is known of it, and how many responses it gave."""
    known = system.model_dump(mode="json", exclude={"extra"}, exclude_none=True)
    if not known["tools"]:
        del known["tools"]
    return known | {"responses": answered}


def _row(system: System, answered: int) -> dict[str, Any]:
    others = [
        f"{t(SYSTEM_FIELDS[name])} {translated(said_value(value))}"
        for name, value in system.settings.items()
        if name in _OTHERS
    ]
    return {
        "name": system.name,
        "responses": answered,
        "provider": system.provider,
        "model": system.model,
        "version": system.version,
        "reasoning effort": system.reasoning_effort,
        "search": None if system.search is None else translated(said_value(system.search)),
        "others": ", ".join(others),
    }


@app.command("show")
@reading
def show(
    tx: Transaction,
    output: Output,
    system: Annotated[str, typer.Argument(help="What the system is called.", metavar="SYSTEM")],
    person: AsOption = "",
) -> None:
    """Show all that is known of a system.

    Example: xpert-studio system show law.xpert aurora-2 --as lena
    """
    need_sees_systems(tx, person.strip())
    known = seen_systems(tx, person.strip())
    if system not in known:
        raise NotFoundError(
            Message("There is no system {name}.", name=system),
            remedy=Message("Systems: {names}.", names=joined(known) or Message("none yet")),
        )
    found, answered = known[system], responses.count_by_model(tx).get(system, 0)
    output.data(plain_system(found, answered))
    said = {
        t(SYSTEM_FIELDS[name]): value if isinstance(value, str) else translated(said_value(value))
        for name in SYSTEM_FIELDS
        if (value := getattr(found, name)) not in (None, ())
    }
    output.say(*(f"{title}: {value}" for title, value in said.items()))
    output.say(f"{t(RESPONSES)}: {answered}")
    if not found.is_described:
        output.say(t("The name alone is known. 'system set' says more."))


RESPONSES = mark("Responses")
