"""Systems as a lead describes them, and two names of one system made one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypedDict

from pydantic import ValidationError
from typing_extensions import Unpack

from xpert_studio.core.errors import ConflictError, UsageError, first_fault
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message, joined
from xpert_studio.core.records import SYSTEM_FIELDS, Response, ResponseRole, Role, System
from xpert_studio.core.records.systems import (
    Effort,
    OutputTokens,
    Search,
    SystemPrompt,
    Temperature,
    ThinkingTokens,
)
from xpert_studio.core.store import responses
from xpert_studio.core.wording import mark
from xpert_studio.core.workflow.blinding import fix_blind_labels
from xpert_studio.core.workflow.command_context import UnitOfWork
from xpert_studio.core.workflow.commands import SystemName, command
from xpert_studio.core.workflow.responding import need_system, need_unjudged
from xpert_studio.core.workflow.systems import differences_said, need_sees_systems

_MOST_NAMED = 5


class SystemFields(TypedDict, total=False):
    """What can be said of a system; what is left out stays as it is."""

    provider: Annotated[str, Asks("Its provider.", "openai", title=mark("Provider"))]
    model: Annotated[str, Asks("What its provider calls it.", "gpt-5-mini", title=mark("Model"))]
    version: Annotated[
        str, Asks("Which version answered.", "gpt-5-mini-2025-08-07", title=mark("Version"))
    ]
    date: Annotated[
        str, Asks("When it answered or was released.", "2026-11-30", title=mark("Date"))
    ]
    reasoning_effort: Effort
    thinking_tokens: ThinkingTokens
    temperature: Temperature
    max_output_tokens: OutputTokens
    search: Search
    system_prompt: SystemPrompt
    tools: Annotated[
        Sequence[str], Asks("Other tools that it has; repeatable.", "python", name="tool")
    ]
    input_price: Annotated[
        float,
        Asks(
            "US dollars for a million tokens of input.",
            "0.25",
            within=(0, None),
            title=mark("Price of input"),
        ),
    ]
    output_price: Annotated[
        float,
        Asks(
            "US dollars for a million tokens of output.",
            "2",
            within=(0, None),
            title=mark("Price of output"),
        ),
    ]
    note: Annotated[str, Asks("What else is to be known.", title=mark("Note"), is_text=True)]
    unknown: Annotated[
        Sequence[str],
        Asks("Fields of which nothing is known any more; repeatable.", "temperature"),
    ]


@command(
    "system.set",
    "Describe system",
    done="described a system",
    line="system set SYSTEM",
    told="System: {system}.",
    by=(Role.LEAD,),
)
def describe_system(
    unit: UnitOfWork,
    name: SystemName,
    **fields: Unpack[SystemFields],
) -> None:
    """Say what is known of a system: its model, version, settings, tools and price.

    Args:
        unit: By a lead who may see systems.
        name: What the system is called.
        fields: What is known of it; ``unknown`` has names of fields, in any language.

    Raises:
        UsageError: It has given no response, nothing is said, or a value cannot be one.
    """
    unit.on(None, f"system/{name}")
    need_sees_systems(unit.tx, unit.person.id)
    known = unit.find(System, name)
    if known is None:
        need_system(unit, name)
    said: dict[str, Any] = {**fields}
    unknown = list(map(_field, said.pop("unknown", ())))
    if not said and not unknown:
        raise UsageError(
            Message("Nothing is said of {system}.", system=name),
            remedy="Say one thing at least, such as --reasoning-effort high.",
        )
    made = _described(known or System(name=name), said, unknown)
    unit.put(*([made] if made.is_described else []))
    if known is not None and not made.is_described:
        unit.remove(known)
    unit.tell(after=name, system=name, fields=sorted({*said, *unknown}))


def _field(name: str) -> str:
    found = SYSTEM_FIELDS.find(name)
    if found in {None, "name"}:
        raise UsageError(
            Message("A system has no field {name}.", name=name),
            remedy=Message("Fields: {names}.", names=joined(list(SYSTEM_FIELDS)[1:])),
        )
    return str(found)


def _described(known: System, said: dict[str, Any], unknown: Sequence[str]) -> System:
    """A system with what is said of it, and without what is not known any more.

    Raises:
        UsageError: A value cannot be one; names the field.
    """
    blank = System(name=known.name)
    said = {
        name: " ".join(value.split()) or None
        if isinstance(value, str) and name not in {"system_prompt", "note"}
        else value
        for name, value in said.items()
    }
    if said.get("tools") is not None:
        said["tools"] = tuple(said["tools"])
    fields = dict(known) | {name: getattr(blank, name) for name in unknown} | said
    try:
        return System.model_validate(fields, strict=False)
    except ValidationError as error:
        place, detail = first_fault(error)
        cause = detail.get("ctx", {}).get("error")
        raise UsageError(
            Message(
                "{field}: {problem}.",
                field=SYSTEM_FIELDS.title(place) if place in SYSTEM_FIELDS else place,
                problem=cause.args[0] if cause else detail["msg"],
            ),
            remedy="Correct the value.",
        ) from error


@command(
    "system.merge",
    "Merge systems",
    done="merged two systems",
    line="system merge SYSTEM INTO",
    told="{responses} responses are now of {into}.",
    by=(Role.LEAD,),
)
def merge_systems(
    unit: UnitOfWork,
    model: SystemName,
    into: Annotated[str, Asks("The system that both are.", "aurora-2", "into")],
) -> None:
    """Make the responses of a system those of another, where two names stand for one system.

    What is known of either is known of both; they must not differ in it. An exclusion of the
    first from leaderboards ends. Judgments, verdicts and comparisons stay with their responses.

    Raises:
        UsageError: They are one, or one of them has given no response.
        ConflictError: Both have answered a task, or they differ in what is known of them.
        StageError: One is the baseline, and a person has begun to judge the other.
    """
    own = list(responses.all_responses(unit.tx, models=[model]))
    others = list(responses.all_responses(unit.tx, models=[into]))
    scopes = (f"task/{item.task_id}/responses/{item.id}" for item in own)
    unit.on(None, *scopes, f"system/{model}", f"system/{into}", "baseline")
    need_sees_systems(unit.tx, unit.person.id)
    need_system(unit, model)
    need_system(unit, into)
    if model == into:
        raise UsageError(Message("{model} is one system already.", model=model))
    _need_apart(own, others, model, into)
    fix_blind_labels(unit.tx, {item.task_id for item in own})
    role = others[0].role
    if ResponseRole.BASELINE in {role, own[0].role} and role is not own[0].role:
        need_unjudged(unit, [*own, *others])
    together = _together(unit.find(System, model), unit.find(System, into), into)
    unit.put(*(item.model_copy(update={"model": into, "role": role}) for item in own))
    if (old := unit.find(System, model)) is not None:
        unit.remove(old)
    if together is not None:
        unit.put(together)
    kept = tuple(item for item in unit.info.excluded_systems if item.system != model)
    if kept != unit.info.excluded_systems:
        unit.scopes = (*unit.scopes, "project")
        unit.put(unit.info.model_copy(update={"excluded_systems": kept}))
    unit.tell(before=model, after=into, into=into, responses=len(own))


def _need_apart(own: Sequence[Response], others: Sequence[Response], model: str, into: str) -> None:
    """No task has an answer of both.

    Raises:
        ConflictError: One has; names some.
    """
    both = sorted({item.task_id for item in own} & {item.task_id for item in others})
    if both:
        raise ConflictError(
            Message(
                "{model} and {into} have both answered {n} tasks: {tasks}.",
                model=model,
                into=into,
                n=len(both),
                tasks=joined(both, most=_MOST_NAMED),
            ),
            remedy="They are two systems there; remove the responses of one that do not count.",
        )


def _together(one: System | None, other: System | None, name: str) -> System | None:
    """What is known of two systems that are one.

    Raises:
        ConflictError: They differ in something that is known of both.
    """
    if one is None or other is None:
        found = one or other
        return found and found.model_copy(update={"name": name})
    fields = [field for field in SYSTEM_FIELDS if field not in {"name", "note"}]
    pairs = {field: (getattr(other, field), getattr(one, field)) for field in fields}
    unlike = {
        field: pair
        for field, pair in pairs.items()
        if None not in pair and () not in pair and pair[0] != pair[1]
    }
    if unlike:
        raise ConflictError(
            Message("What is known of the two differs: {said}.", said=differences_said(unlike)),
            remedy="If they are one system, correct it with 'xpert-studio system set'.",
        )
    whole = {
        field: theirs if ours in (None, ()) else ours for field, (ours, theirs) in pairs.items()
    }
    notes = dict.fromkeys(filter(None, (other.note, one.note)))
    return other.model_copy(update=whole | {"note": "\n".join(notes) or None})
