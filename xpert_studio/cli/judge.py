"""``xpert-studio judge``: blind judgment of responses, and its meta-evaluation."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from xpert_studio import workflow
from xpert_studio.cli.acting import (
    AsOption,
    LineArgument,
    ProjectArgument,
    ResponseArgument,
    at_desk,
    desk_command,
    line_id,
    line_ids,
    named_response,
    open_project,
    say_change,
    say_waiting,
    text_of,
)
from xpert_studio.cli.expert_agreement import say_agreement, say_sheets
from xpert_studio.cli.output import JsonOption, Output
from xpert_studio.cli.terminal_sheet import TerminalSheet
from xpert_studio.errors import NotFoundError, UsageError
from xpert_studio.instruments import instrument_of, parts_of, word_for
from xpert_studio.records import Checkpoint, Quote
from xpert_studio.report.seen_agreement import read_agreement
from xpert_studio.store import responses, tasks
from xpert_studio.workflow import (
    Desk,
    judge_line,
    open_sheet,
    read_sheet,
    sheet_view,
    submit_sheet,
    waiting_for,
)
from xpert_studio.workflow.blinding import unblind as look
from xpert_studio.workflow.judging import LineDecision, SheetLine, SheetView
from xpert_studio.workflow.views.sheets import judged_sheet

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
ExpertArgument = Annotated[str, typer.Argument(help="Whose sheet.", metavar="EXPERT")]


@desk_command(app, "list", read_only=True)
def list_sheets(
    desk: Desk,
    output: Output,
) -> None:
    """List the responses that wait for your judgment, and sheets to confirm.

    Example: xpert-studio judge list law.xpert --as maria
    """
    say_waiting(output, desk)


@app.command("start")
def start(
    project: ProjectArgument,
    response: Annotated[
        str | None, typer.Argument(help="TASK:LETTER; what waits first where left out.")
    ] = None,
    person: AsOption = "",
) -> None:
    """Judge a response in the terminal, keyboard only; stop and go on at any point.

    Keys: m or 1 met, n or 0 not met; on a scale a number, or the letter of a band; u undo; j and k
    move, g goes to a line; r rationale, e evidence; v shows the response, / searches it, p the
    grading policy; s hands the sheet in, q stops.

    Example: xpert-studio judge start law.xpert a-lease-7k2m:A --as maria
    """
    output = Output(as_json=False)
    with at_desk(project, person, output) as desk:
        response_id = _first(desk) if response is None else named_response(desk, response)
        open_sheet(desk, response_id)
        TerminalSheet(desk, response_id, output).run()


def _first(desk: Desk) -> str:
    waiting = waiting_for(desk).to_judge
    if not waiting:
        raise NotFoundError(
            "No response waits for your judgment.",
            remedy="'xpert-studio judge list' says what does.",
        )
    return waiting[0].response_id


@desk_command(app, "show", read_only=True)
def show(desk: Desk, output: Output, response: ResponseArgument) -> None:
    """Show a response with your sheet on it; nothing tells which system wrote it.

    Example: xpert-studio judge show law.xpert a-lease-7k2m:A --as maria
    """
    view = sheet_view(desk, named_response(desk, response))
    output.data(_view_data(view))
    output.say(f"{view.task.name}, response {view.label}\n\n{view.response_text}\n")
    for place, line in enumerate(view.lines, start=1):
        decision = line.decision
        said = word_for(decision.value if decision else None, line.checkpoint)
        stale = ", edited since: decide again" if line.is_stale else ""
        locked = ", confirmed" if line.is_locked else ""
        output.say(f"{place:>3}  {line.checkpoint.text}  [{said}{stale}{locked}]")
        for part in parts_of(line.checkpoint, is_rating=True):
            output.say(f"     {part.words()}")
        if decision and decision.rationale:
            output.say(f"     {decision.rationale}")
        for quote in decision.evidence if decision else ():
            output.say(f"     “{quote.quote}”")
    output.say(f"\n{view.done} of {len(view.lines)} lines can be handed in.")


def _view_data(view: SheetView) -> dict[str, Any]:
    sheet = view.sheet
    return {
        "task": view.task.id,
        "response": f"{view.task.id}:{view.label}",
        "prompt": view.task.full_prompt,
        "text": view.response_text,
        "grading_policy": view.grading_policy,
        "opened_at": sheet.opened_at.isoformat() if sheet else None,
        "submitted_at": (sheet.submitted_at.isoformat() if sheet and sheet.submitted_at else None),
        "seconds": sheet.seconds if sheet else 0,
        "done": view.done,
        "lines": [
            {
                "number": place,
                "id": line.checkpoint.id,
                "text": line.checkpoint.text,
                **_value_data(line),
                "rationale": (line.decision and line.decision.rationale) or "",
                "evidence": [q.quote for q in line.decision.evidence] if line.decision else [],
                "stale": line.is_stale,
                "locked": line.is_locked,
            }
            for place, line in enumerate(view.lines, start=1)
        ],
    }


def _value_data(line: SheetLine) -> dict[str, Any]:
    return instrument_of(line.checkpoint).plain(line.decision.value if line.decision else None)


def _value(text: str, point: Checkpoint) -> float:
    """The value that an option gives.

    Raises:
        UsageError: It is no value of the checkpoint.
    """
    instrument = instrument_of(point)
    value = instrument.typed(text, point)
    if value is None:
        raise UsageError(f"{text!r} {instrument.no_value}.", remedy=instrument.how_to_write(point))
    return value


@desk_command(app, "mark")
def mark(
    desk: Desk,
    output: Output,
    response: ResponseArgument,
    line: LineArgument,
    met: Annotated[bool | None, typer.Option("--met/--not-met", help="Your decision.")] = None,
    value: Annotated[
        str | None, typer.Option(help="Your decision on a checkpoint that is not binary.")
    ] = None,
    undecided: Annotated[bool, typer.Option("--undecided", help="Take it back.")] = False,
    rationale: Annotated[str | None, typer.Option(help="Why.")] = None,
    quote: Annotated[
        list[str] | None, typer.Option(help="A passage of the response; may be repeated.")
    ] = None,
) -> None:
    """Decide one line: met or not, with a rationale and quotes.

    Example: xpert-studio judge mark law.xpert T:A 3 --met --rationale "Says so." --as maria
    """
    fields: LineDecision = {}
    if undecided:
        fields["value"] = None
    elif met is not None:
        value = "met" if met else "not met"
    if rationale is not None:
        fields["rationale"] = text_of(rationale)
    if quote is not None:
        fields["evidence"] = tuple(Quote(quote=text) for text in quote)
    response_id = named_response(desk, response)
    open_sheet(desk, response_id)
    rubric = _rubric_of(desk, response_id)
    id_ = line_id(rubric, line)
    if value is not None:
        fields["value"] = _value(value, next(point for point in rubric if point.id == id_))
    say_change(output, judge_line(desk, response_id, id_, **fields), f"Line {line} is saved.")


@desk_command(app, "submit")
def submit(
    desk: Desk,
    output: Output,
    response: ResponseArgument,
) -> None:
    """Hand your sheet in; every line needs a decision and a rationale.

    Example: xpert-studio judge submit law.xpert a-lease-7k2m:A --as maria
    """
    change = submit_sheet(desk, named_response(desk, response))
    say_change(output, change, f"Handed in: {change.details['lines']} lines.")


@desk_command(app, "sheets", read_only=True)
def sheets(
    desk: Desk,
    output: Output,
    response: ResponseArgument,
) -> None:
    """Show the submitted sheets on a response side by side; for seniors and leads.

    Example: xpert-studio judge sheets law.xpert a-lease-7k2m:A --as omar
    """
    say_sheets(output, desk, named_response(desk, response))


@desk_command(app, "read")
def read(
    desk: Desk,
    output: Output,
    response: ResponseArgument,
    expert: ExpertArgument,
    lines: Annotated[list[str] | None, typer.Argument(help="Lines; all where left out.")] = None,
) -> None:
    """Print an expert's judgments in full, and mark them as read: those can be confirmed together.

    Example: xpert-studio judge read law.xpert a-lease-7k2m:A maria 1-9 --as omar
    """
    response_id = named_response(desk, response)
    sheet = judged_sheet(desk, response_id, expert)
    rubric = [line.checkpoint for line in sheet.lines]
    ids = line_ids(rubric, lines) if lines else [point.id for point in rubric]
    read_sheet(desk, response_id, expert, ids)
    for number, line in enumerate(sheet.lines, start=1):
        if line.judgment is None or line.checkpoint.id not in ids:
            continue
        said = word_for(line.judgment.value, line.checkpoint)
        output.say(f"{number}. {line.checkpoint.text}")
        for part in parts_of(line.checkpoint, is_rating=True):
            output.say(f"   {part.words()}")
        output.say(f"   {said}: {line.judgment.rationale or 'no rationale'}")
        if line.judgment.final_value != line.judgment.value:
            final = word_for(line.judgment.final_value, line.checkpoint)
            output.say(f"   overridden: {final}: {line.judgment.note}")
        for quote in line.judgment.evidence:
            output.say(f"   “{quote.quote}”")
    unread = judged_sheet(desk, response_id, expert).unread
    output.data({"response": response, "expert": expert, "read": ids, "unread": sorted(unread)})
    output.say(f"{len(rubric) - len(unread)} of {len(rubric)} judgments read.")


@desk_command(app, "confirm")
def confirm(
    desk: Desk,
    output: Output,
    response: ResponseArgument,
    expert: ExpertArgument,
    lines: Annotated[
        list[str] | None, typer.Argument(help="Lines; where left out, all that you have read.")
    ] = None,
    note: Annotated[str, typer.Option(help="What there is to say.")] = "",
) -> None:
    """Confirm another expert's judgments.

    Example: xpert-studio judge confirm law.xpert a-lease-7k2m:A maria --as omar
    """
    response_id = named_response(desk, response)
    ids = None if not lines else line_ids(_rubric_of(desk, response_id), lines)
    change = workflow.confirm(desk, response_id, expert, ids, note=note or None)
    say_change(output, change, f"Confirmed {change.details['lines']} lines.")


@desk_command(app, "override")
def override(
    desk: Desk,
    output: Output,
    response: ResponseArgument,
    expert: ExpertArgument,
    line: LineArgument,
    note: Annotated[str, typer.Option(help="Why; needed.")] = "",
    value: Annotated[
        str | None, typer.Option(help="What it is, on a checkpoint that is not binary.")
    ] = None,
) -> None:
    """Override another expert's judgment on a line, with a note.

    Example: xpert-studio judge override law.xpert T:A maria 3 --note "It says 31." --as omar
    """
    response_id = named_response(desk, response)
    rubric = _rubric_of(desk, response_id)
    id_ = line_id(rubric, line)
    point = next(point for point in rubric if point.id == id_)
    other = None if value is None else _value(value, point)
    change = workflow.override(desk, response_id, expert, id_, note=note, value=other)
    say_change(output, change, f"Line {line} is overridden.")


@desk_command(app, "unblind")
def unblind(
    desk: Desk,
    output: Output,
    responses: Annotated[
        list[str] | None,
        typer.Argument(
            help="TASK:LETTER; all that wait for you where left out.", metavar="RESPONSES"
        ),
    ] = None,
) -> None:
    """See systems, judgments and verdicts before you have judged: for leads; it is recorded.

    Judgments that you make on these responses afterwards are marked as unblinded. It cannot be
    undone.

    Example: xpert-studio judge unblind law.xpert a-lease-7k2m:B --as lena
    """
    found = look(desk, [named_response(desk, name) for name in responses or ()])
    output.data({"unblinded": list(found)})
    output.say(
        f"Unblinded {len(found)} responses; judgments you make on them from now on are marked."
        if found
        else "Nothing was hidden from you."
    )


@app.command("agreement")
def agreement(
    project: ProjectArgument,
    gold_only: Annotated[bool, typer.Option("--gold", help="Only confirmed judgments.")] = False,
    limit: Annotated[int, typer.Option(help="Disagreements to list.")] = 20,
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """How well experts agree wherever two have judged the same: κ, α, and where they do not.

    Example: xpert-studio judge agreement law.xpert
    """
    output = Output(as_json=as_json)
    with open_project(project, output, read_only=True) as opened:
        found = read_agreement(opened, person.strip(), gold_only=gold_only)
        say_agreement(output, found, limit=limit)


def _rubric_of(desk: Desk, response_id: str) -> tuple[Checkpoint, ...]:
    with desk.project.reading() as tx:
        return tasks.rubric_of(tx, responses.get_response(tx, response_id).task_id)
