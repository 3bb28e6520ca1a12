"""``xpert-studio packet take``: what a packet would change, conflict by conflict, and doing it."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from xpert_studio.cli.acting import AsOption, ProjectArgument, at_desk, short, text_of
from xpert_studio.cli.exit_codes import Exit
from xpert_studio.cli.output import JsonOption, Output
from xpert_studio.errors import UsageError
from xpert_studio.exchange.packets import read_packet
from xpert_studio.instruments import parts_of, written_settings
from xpert_studio.instruments.columns import settings_only
from xpert_studio.records import BINARY
from xpert_studio.workflow import Desk
from xpert_studio.workflow.merging.three_way import Choice, FieldDiff, Side
from xpert_studio.workflow.merging.together import UNKNOWN
from xpert_studio.workflow.merging.weighing import Item
from xpert_studio.workflow.packets import PacketContent, Plan, plan_packet, take_packet

PacketFile = Annotated[Path, typer.Argument(help="The packet (.xpacket).", metavar="FILE")]
Chosen = dict[tuple[str, tuple[str, ...], str], "Choice"]
_WAYS: Final = ("ask", "mine", "theirs")
_SHOWN: Final = ("taken", "merged", "refused", "held")


def take(
    project: ProjectArgument,
    file: PacketFile,
    decide: Annotated[
        str,
        typer.Option(
            help="Where both sides changed the same: mine, theirs, or ask (on a terminal)."
        ),
    ] = "ask",
    choose: Annotated[
        list[str] | None,
        typer.Option(
            "--choose",
            help="One decision, by the name that --dry-run gives it: NAME=mine, NAME=theirs, or "
            "NAME=text:TEXT (@FILE and - work too). May be repeated.",
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be done, and do nothing.")
    ] = False,
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Take a packet in: an answer, a copy of the project, or another request into your part of it.

    What only one side changed is taken. What both changed is decided by a person; what nobody
    decides stays as it is (exit code 4), and the packet can be taken again. Taking is one step:
    'xpert-studio undo' takes it back.

    Example: xpert-studio packet take law.xpert answer.xpacket --as lena
    """
    output = Output(as_json=as_json)
    if decide not in _WAYS:
        raise UsageError(f"{decide!r} decides nothing.", remedy=f"Say {', '.join(_WAYS)}.")
    content = read_packet(file)
    with at_desk(project, person, output) as desk:
        choices = _decided(desk, content, decide, _named(choose), output, asks=not dry_run)
        if dry_run:
            plan = plan_packet(desk, content, choices)
            _say_plan(output, plan, {"dry_run": True})
            output.say("\nNothing was changed: this is what would be done.")
        else:
            taken = take_packet(desk, content, choices)
            plan = taken.plan
            more = {"change": taken.change.id or None, "approved": list(taken.approved)}
            _say_plan(output, plan, more)
            _say_end(output, plan, taken.change.id, taken.approved)
    if plan.is_open or _refused(plan):
        raise typer.Exit(Exit.PARTLY)


def _refused(plan: Plan) -> bool:
    return any(item.fate.value == "refused" for item in plan.items)


# Deciding.


def _named(values: list[str] | None) -> dict[str, Choice]:
    found = {}
    for value in values or ():
        name, equals, said = value.partition("=")
        if said in {"mine", "theirs"}:
            found[name] = Choice(Side(said))
        elif equals and said.startswith("text:"):
            text = text_of(said.removeprefix("text:")).strip()
            if not text:
                raise UsageError(
                    "An empty text decides nothing.", remedy="Write what is to stand there."
                )
            found[name] = Choice(Side.EDITED, text)
        else:
            raise UsageError(
                f"{value!r} is no decision.",
                remedy="Write NAME=mine, NAME=theirs or NAME=text:TEXT.",
            )
    return found


def _decided(
    desk: Desk,
    content: PacketContent,
    decide: str,
    named: Mapping[str, Choice],
    output: Output,
    *,
    asks: bool,
) -> Chosen:
    """Decides what is asked, as long as a decision raises another question."""
    choices: Chosen = {}
    left: set[object] = set()
    asks = asks and decide == "ask" and sys.stdin.isatty() and not output.as_json
    used: set[str] = set()
    while True:
        plan = plan_packet(desk, content, choices)
        asked = {
            (item.kind, item.key, diff.group): (item, diff)
            for item in plan.items
            for diff in item.conflicts
            if diff.is_open and (item.kind, item.key, diff.group) not in left
        }
        if not asked:
            break
        for at, (item, diff) in asked.items():
            choice: Choice | None = named.get(name_of(item, diff))
            used.add(name_of(item, diff))
            if choice is None and decide in {"mine", "theirs"}:
                choice = Choice(Side(decide))
            if choice is None and asks:
                choice = _ask(output, item, diff)
            if choice is None:
                left.add(at)
            else:
                choices[at] = choice
    unknown = sorted(named.keys() - used)
    if unknown:
        raise UsageError(
            f"Nothing called {', '.join(unknown)} is to be decided.",
            remedy="'packet take --dry-run' names what is.",
        )
    return choices


def _ask(output: Output, item: Item, diff: FieldDiff) -> Choice | None:
    _say_conflict(output, item, diff)
    is_text = isinstance(diff.mine, str) and isinstance(diff.theirs, str)
    more = ", e(dit)" if is_text else ""
    while True:
        said = typer.prompt(f"m(ine), t(heirs){more}, or Enter to leave it", default="").strip()
        if not said:
            return None
        if said in {"m", "mine"}:
            return Choice(Side.MINE)
        if said in {"t", "theirs"}:
            return Choice(Side.THEIRS)
        if is_text and said in {"e", "edit"}:
            text = typer.prompt("Text", default="").strip()
            if text:
                return Choice(Side.EDITED, text)


# Saying.


def name_of(item: Item, diff: FieldDiff) -> str:
    """What a decision is called on the command line."""
    return ":".join((item.kind, *item.key)) + f"#{diff.group}"


def _say_plan(output: Output, plan: Plan, more: Mapping[str, Any]) -> None:
    packet = plan.packet
    output.data(
        {
            **more,
            "packet": packet.model_dump(mode="json"),
            "taken_before": plan.before is not None,
            "counts": _counts(plan),
            "items": [_item_data(item) for item in plan.items if item.fate.value != "same"],
        }
    )
    output.say(f"{packet.purpose.value.capitalize()} from {packet.made_by}, {packet.made_at:%F}.")
    if packet.message:
        output.say(f"“{packet.message}”")
    for fate in _SHOWN:
        found = [item for item in plan.items if item.fate.value == fate]
        if not found:
            continue
        output.say(f"\n{fate.capitalize()} ({len(found)}):")
        for item in found:
            why = f": {item.reason}" if item.reason else ""
            output.say(f"  {_words(item)}{why}")
    undecided = [item for item in plan.items if any(diff.is_open for diff in item.conflicts)]
    if undecided:
        output.say(f"\nTo decide ({len(undecided)}):")
        for item in undecided:
            for diff in item.conflicts:
                if diff.is_open:
                    _say_conflict(output, item, diff)


def _counts(plan: Plan) -> dict[str, int]:
    found: dict[str, int] = {}
    for item in plan.items:
        found[item.fate.value] = found.get(item.fate.value, 0) + 1
    return found


def _say_conflict(output: Output, item: Item, diff: FieldDiff) -> None:
    output.say(f"\n  {name_of(item, diff)}   ({diff.name})")
    for label, value in (("was", diff.base), ("mine", diff.mine), ("theirs", diff.theirs)):
        said = _settings(item, value) if diff.name == "settings" else ""
        output.say(f"    {label + ':':<8}{said or _shown(value)}")


def _settings(item: Item, value: object) -> str:
    """What the settings of a checkpoint say."""
    content = item.mine or item.theirs or {}
    if not isinstance(value, dict):
        return ""
    point = settings_only(content.get("instrument", BINARY), written_settings(value))
    return "; ".join(part.words() for part in parts_of(point))


def _shown(value: object) -> str:
    if value is UNKNOWN:
        return "(not known)"
    if value is None:
        return "–"
    if isinstance(value, str):
        return short(value, 400)
    if isinstance(value, dict) and isinstance(value.get("text"), str):
        return short(value["text"], 400)
    return short(json.dumps(value, ensure_ascii=False), 400)


def _words(item: Item) -> str:
    content = item.result or item.theirs or item.mine or {}
    named = content.get("text") or content.get("title") or content.get("name") or ""
    quoted = f" “{short(named, 60)}”" if isinstance(named, str) and named else ""
    fate = " (removed)" if item.result is None and item.mine is not None else ""
    return f"{item.kind.replace('_', ' ')} {' '.join(item.key)}{quoted}{fate}"


def _say_end(output: Output, plan: Plan, change_id: str, approved: tuple[str, ...]) -> None:
    for task_id in approved:
        output.say(f"The rubric of {task_id} has enough approvals now and is approved.")
    if change_id:
        output.say(f"\nTaken in as one step ({change_id}).")
    elif plan.before is not None:
        output.say(f"\nIt was taken in before ({plan.before.at:%F %R}); nothing had to be changed.")
    else:
        output.say("\nNothing had to be changed.")
    if plan.is_open:
        output.say("What is not decided stays as it is; take the packet again to decide the rest.")


def _item_data(item: Item) -> dict[str, Any]:
    return {
        "kind": item.kind,
        "key": list(item.key),
        "fate": item.fate.value,
        "reason": None if item.reason is None else str(item.reason),
        "fields": [
            {
                "name": diff.name,
                "decision": name_of(item, diff),
                "asks": diff.asks,
                "chosen": None if diff.choice is None else diff.choice.side.value,
                "base": None if diff.base is UNKNOWN else diff.base,
                "base_known": diff.base is not UNKNOWN,
                "mine": diff.mine,
                "theirs": diff.theirs,
            }
            for diff in item.fields
        ],
    }
