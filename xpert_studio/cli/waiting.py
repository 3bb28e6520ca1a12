"""Prints what waits for a person."""

from __future__ import annotations

from xpert_studio.cli.output import Output
from xpert_studio.records import Task
from xpert_studio.workflow import Desk, waiting_for
from xpert_studio.workflow.waiting import WaitingSheet


def say_waiting(output: Output, desk: Desk) -> None:
    """What the person may do now, with the command that does it."""
    found = waiting_for(desk)
    output.data(
        {
            **{
                name: [task.id for task in getattr(found, name)]
                for name in ("own", "triage", "reviews", "spot_checks", "to_draw")
            },
            "to_judge": [_sheet(item) for item in found.to_judge],
            "to_confirm": [_sheet(item) for item in found.to_confirm],
        }
    )
    _say(output, "Your own to go on with", [_line(task) for task in found.own])
    _say(output, "Briefs to decide on (task accept, return)", [_line(t) for t in found.triage])
    _say(output, "Rubrics to review (review show)", [_line(task) for task in found.reviews])
    _say(output, "Rubrics to spot-check (review spot-check)", [_line(t) for t in found.spot_checks])
    _say(output, "Responses to judge (judge start)", [_sheet_line(i) for i in found.to_judge])
    _say(output, "Sheets to confirm (judge confirm)", [_sheet_line(i) for i in found.to_confirm])
    _say(
        output,
        "Approved, waiting for the draw of spot checks (review draw)",
        [_line(task) for task in found.to_draw],
    )
    if not found:
        output.say("Nothing waits for you.")


def _say(output: Output, heading: str, lines: list[str]) -> None:
    if lines:
        output.say(f"{heading}:")
        for line in lines:
            output.say(f"  {line}")


def _line(task: Task) -> str:
    return f"{task.id}  {task.name} ({task.domain or 'no domain'}, {task.standing.value})"


def _sheet(item: WaitingSheet) -> dict[str, object]:
    return {
        "response": f"{item.task.id}:{item.label}",
        "expert": item.expert_id,
        "open": item.is_open,
    }


def _sheet_line(item: WaitingSheet) -> str:
    begun = ", begun" if item.is_open else ""
    by = f", judged by {item.expert_id}" if item.expert_id else ""
    return f"{item.task.id}:{item.label}  {item.task.name}{begun}{by}"
