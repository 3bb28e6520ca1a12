"""``xpert-studio judge``: blind judgment of responses, and its meta-evaluation."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from xpert_studio.cli.acting import (
    AsOption,
    ProjectArgument,
    ResponseArgument,
    at_desk,
    desk_command,
    named_response,
    open_project,
    say_waiting,
)
from xpert_studio.cli.commands import More, add_commands
from xpert_studio.cli.output import (
    Column,
    Output,
)
from xpert_studio.cli.terminal_form import TerminalForm
from xpert_studio.core.errors import NotFoundError
from xpert_studio.core.fields import Asks
from xpert_studio.core.instruments import parts_of, plain_decision, word_for
from xpert_studio.core.records import (
    Change,
    Checkpoint,
    Judgment,
    Role,
    evidence_words,
    regions_said,
)
from xpert_studio.core.wording import labelled, rating_word, t, tn, translated
from xpert_studio.core.workflow import (
    CommandContext,
    FormView,
    form_view,
    need_judged,
    open_form,
    person_of,
    rights,
    waiting_for,
)
from xpert_studio.core.workflow.views.forms import judged_form, side_by_side
from xpert_studio.report.section import View
from xpert_studio.report.sections.agreement import AGREEMENT, spread_words


def say_forms(output: Output, ctx: CommandContext, response_id: str) -> None:
    """Every expert's decision on every line, with rationales; never the system's name.

    Raises:
        NotAllowedError: The person is neither a senior expert nor a lead, or still has to judge it.
        NotFoundError: No form was submitted that they may see.
    """
    with ctx.project.reading() as tx:
        person = person_of(tx, ctx.person_id)
        rights.need_role(person, Role.SENIOR, Role.LEAD)
        need_judged(tx, person, response_id)
    forms = side_by_side(ctx, response_id)
    if not forms:
        raise NotFoundError("There is no submitted form on that response that you may see.")
    experts = [form.expert.id for form in forms]
    rows: list[dict[str, Any]] = []
    for place, point in enumerate((line.checkpoint for line in forms[0].lines), start=1):
        marks = {
            form.expert.id: _mark(line.judgment, point, is_stale=line.is_stale)
            for form in forms
            if (line := form.lines[place - 1]).judgment is not None
        }
        said = {mark["said"] for mark in marks.values() if not mark["stale"]}
        found = [form.lines[place - 1].judgment for form in forms]
        rows.append(
            {
                "number": place,
                "id": point.id,
                "text": point.text,
                "disputed": len(said) > 1,
                "spread": spread_words([item for item in found if item], point),
                "experts": marks,
            }
        )
    response = forms[0]
    output.data({"task": response.task.id, "text": response.response_text, "lines": rows})
    output.say(f"{response.response_text}\n")
    output.table(
        "",
        [
            Column("", number=True),
            Column("checkpoint"),
            *(Column(name, is_name=True) for name in experts),
        ],
        [
            (
                f"{'≠ ' if row['disputed'] else ''}{row['number']}",
                "\n".join(filter(None, [row["text"], row["spread"]])),
                *(_cell(row["experts"].get(name)) for name in experts),
            )
            for row in rows
        ],
    )
    disputed = sum(row["disputed"] for row in rows)
    output.say(
        t(
            "The experts differ on {disputed} of {checkpoints} (marked ≠).",
            disputed=disputed,
            checkpoints=tn("{n} checkpoint", "{n} checkpoints", len(rows)),
        )
    )


def _mark(item: Judgment, point: Checkpoint, *, is_stale: bool) -> dict[str, Any]:
    return {
        **plain_decision(item.final, point),
        "said": word_for(item.final, point),
        "status": item.status.value,
        "stale": is_stale,
        "rationale": item.rationale,
        "note": item.note,
        "quotes": [quote.quote for quote in item.quotes],
        **regions_said(item.evidence),
    }


def _cell(mark: dict[str, Any] | None) -> str | None:
    if mark is None:
        return None
    status = t(mark["status"]) + (t(", stale") if mark["stale"] else "")
    head = t("{said} ({status})", said=rating_word(mark["said"]), status=status)
    return "\n".join(filter(None, [head, mark["rationale"], mark["note"] and f"→ {mark['note']}"]))


def _say_read(ctx: CommandContext, output: Output, values: dict[str, Any], change: Change) -> None:
    """The judgments that were marked as read, in full."""
    response_id, expert_id = values["response_id"], values["expert_id"]
    form = judged_form(ctx, response_id, expert_id)
    ids = values.get("checkpoint_ids") or [line.checkpoint.id for line in form.lines]
    for number, line in enumerate(form.lines, start=1):
        if line.judgment is None or line.checkpoint.id not in ids:
            continue
        said = rating_word(word_for(line.judgment.decision, line.checkpoint))
        output.say(
            f"{number}. {line.checkpoint.text}",
            *(f"   {part.words()}" for part in parts_of(line.checkpoint, is_rating=True)),
            "   " + labelled(said, line.judgment.rationale or t("no rationale")),
        )
        if line.judgment.final != line.judgment.decision:
            final = rating_word(word_for(line.judgment.final, line.checkpoint))
            output.say(
                "   " + t("overridden: {final}: {note}", final=final, note=line.judgment.note)
            )
        output.say(*(f"   {translated(evidence_words(one))}" for one in line.judgment.evidence))
    unread = change.details["unread"]
    response = f"{form.task.id}:{form.label}"
    output.data(
        {"response": response, "expert": expert_id, "read": list(ids), "unread": sorted(unread)}
    )
    rows = len(form.lines)
    output.say(t("{read} of {rows} judgments read.", read=rows - len(unread), rows=rows))


app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
add_commands(
    app,
    "judge",
    {
        "mark": More(first=lambda ctx, values: open_form(ctx, values["response_id"])),
        "read": More(
            first=lambda ctx, values: judged_form(ctx, values["response_id"], values["expert_id"]),
            says=_say_read,
        ),
    },
)


@desk_command(app, "list", read_only=True)
def list_forms(
    ctx: CommandContext,
    output: Output,
) -> None:
    """List the responses that you have to judge, and the forms to confirm.

    Example: xpert-studio judge list law.xpert --as maria
    """
    say_waiting(output, ctx)


@app.command("start")
def start(
    project: ProjectArgument,
    response: Annotated[
        str | None, typer.Argument(help="TASK:LETTER. Default: the first pending one.")
    ] = None,
    person: AsOption = "",
) -> None:
    """Judge a response in the terminal, keyboard only; stop and continue at any time.

    Keys: m or 1 met, n or 0 not met; on a scale a number, or the letter of a band; where the
    project allows it, y cannot assess, z does not apply; u undo; j and k move, g goes to a
    checkpoint; r rationale, e evidence; v shows the response, / searches it, p the grading policy;
    s submits the form, q stops.

    Example: xpert-studio judge start law.xpert a-lease-7k2m:A --as maria
    """
    output = Output(as_json=False)
    with at_desk(project, person, output) as ctx:
        response_id = _first(ctx) if response is None else named_response(ctx, response)
        open_form(ctx, response_id)
        TerminalForm(ctx, response_id, output).run()


def _first(ctx: CommandContext) -> str:
    waiting = waiting_for(ctx).to_judge
    if not waiting:
        raise NotFoundError(
            "No response to judge.",
            remedy="'xpert-studio judge list' says what does.",
        )
    return waiting[0].response_id


@desk_command(app, "show", read_only=True)
def show(ctx: CommandContext, output: Output, response: ResponseArgument) -> None:
    """Show a response with your form on it; the system is hidden.

    Example: xpert-studio judge show law.xpert a-lease-7k2m:A --as maria
    """
    view = form_view(ctx, named_response(ctx, response))
    output.data(_view_data(view))
    output.say(
        t(
            "{task}, response {label}\n\n{response_text}",
            task=view.task.name,
            label=view.label,
            response_text=view.response_text,
        )
        + "\n"
    )
    for place, line in enumerate(view.lines, start=1):
        decision = line.decision
        said = rating_word(word_for(line.said, line.checkpoint))
        stale = t(", edited since: decide again") if line.is_stale else ""
        locked = t(", confirmed") if line.is_locked else ""
        output.say(
            f"{place:>3}  {line.checkpoint.text}  [{said}{stale}{locked}]",
            *(f"     {part.words()}" for part in parts_of(line.checkpoint, is_rating=True)),
        )
        if decision and decision.rationale:
            output.say(f"     {decision.rationale}")
        evidence = decision.evidence if decision else ()
        output.say(*(f"     {translated(evidence_words(one))}" for one in evidence))
    output.say(*map(translated, view.not_asked))
    output.say(
        "\n"
        + t(
            "{done} of {lines} checkpoints can be submitted.", done=view.done, lines=len(view.lines)
        )
    )


def _view_data(view: FormView) -> dict[str, Any]:
    form = view.form
    return {
        "task": view.task.id,
        "response": f"{view.task.id}:{view.label}",
        "prompt": view.task.full_prompt,
        "text": view.response_text,
        "grading_policy": view.grading_policy,
        "opened_at": form.opened_at.isoformat() if form else None,
        "submitted_at": (form.submitted_at.isoformat() if form and form.submitted_at else None),
        "seconds": form.seconds if form else 0,
        "done": view.done,
        "lines": [
            {
                "number": place,
                "id": line.checkpoint.id,
                "text": line.checkpoint.text,
                **plain_decision(line.said, line.checkpoint),
                "rationale": (line.decision and line.decision.rationale) or "",
                "evidence": [q.quote for q in line.decision.quotes] if line.decision else [],
                **regions_said(line.decision.evidence if line.decision else ()),
                "stale": line.is_stale,
                "locked": line.is_locked,
            }
            for place, line in enumerate(view.lines, start=1)
        ],
    }


@desk_command(app, "forms", read_only=True)
def forms(
    ctx: CommandContext,
    output: Output,
    response: ResponseArgument,
) -> None:
    """Show the submitted forms on a response side by side; for seniors and leads.

    Example: xpert-studio judge forms law.xpert a-lease-7k2m:A --as omar
    """
    say_forms(output, ctx, named_response(ctx, response))


@app.command("agreement")
def agreement(
    project: ProjectArgument,
    output: Output,
    gold_only: Annotated[bool, Asks("Only confirmed judgments.", name="gold")] = False,
    limit: Annotated[int, Asks("Disagreements to list.")] = 20,
    person: AsOption = "",
) -> None:
    """Inter-rater reliability: how well experts agree where two judged the same (kappa, alpha).

    Lists where they do not, the weightiest first.

    Example: xpert-studio judge agreement law.xpert
    """
    with open_project(project, output, read_only=True) as opened:
        view = View.on(opened, person.strip()).asking(gold_only=gold_only, limit=limit)
        if output.as_json:
            output.data(AGREEMENT.data(view))
        else:
            output.section(AGREEMENT.blocks(view), project, full=True)
