"""``xpert-studio packet``: working together offline, by files."""

from __future__ import annotations

from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from xpert_studio.cli.acting import (
    VARIABLE,
    AsOption,
    ProjectArgument,
    at_desk,
    desk_command,
    named_response,
    note_warnings,
    now,
)
from xpert_studio.cli.output import Column, JsonOption, Output, counts
from xpert_studio.cli.packet_taking import PacketFile, take
from xpert_studio.errors import UsageError
from xpert_studio.exchange.packets import (
    PacketSent,
    answer_to_file,
    copy_to_file,
    read_packet,
    request_to_file,
)
from xpert_studio.records import Purpose
from xpert_studio.store import SUFFIX
from xpert_studio.store.packets import PacketRow
from xpert_studio.workflow import Desk
from xpert_studio.workflow.packets import choose, close_packet, open_packet
from xpert_studio.workflow.views import Errand, packets_of

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
Message = Annotated[str, typer.Option(help="What there is to say along with it.")]
Replace = Annotated[bool, typer.Option("--replace", help="Replace the file that is there.")]
_PURPOSES = "review, judge, confirm, write, or sync for a copy of the whole project"


@app.command("send")
def send(
    project: ProjectArgument,
    file: PacketFile,
    purpose: Annotated[str, typer.Option(help=f"What for: {_PURPOSES}.")],
    recipient: Annotated[
        str, typer.Option("--for", help="For whom: their id. May be left out for sync.")
    ] = "",
    tasks: Annotated[
        list[str] | None,
        typer.Option("--tasks", help="Of these tasks; repeated or comma-separated."),
    ] = None,
    responses: Annotated[
        list[str] | None,
        typer.Option("--responses", help="Of these responses: TASK:LETTER or id."),
    ] = None,
    baseline_only: Annotated[
        bool, typer.Option("--baseline-only", help="To judge: the baseline's responses only.")
    ] = False,
    message: Message = "",
    replace: Replace = False,
    person: AsOption = "",
    as_json: JsonOption = False,
) -> None:
    """Make a packet for somebody: what waits for them, or what is named.

    A packet for judging or confirming holds no system names and no other judgments.

    Example: xpert-studio packet send law.xpert for-maria.xpacket --for maria --purpose review --as lena
    """  # noqa: E501 - a command is one line
    output = Output(as_json=as_json)
    wanted = _purpose(purpose)
    with at_desk(project, person, output) as desk:
        if wanted is Purpose.SYNC:
            sent = copy_to_file(
                desk, file, person_id=recipient or None, message=message, replace=replace
            )
        else:
            if not recipient:
                raise UsageError("For whom is it?", remedy="Say it with --for THEIR-ID.")
            scope = choose(
                desk,
                recipient,
                wanted,
                task_ids=_split(tasks),
                response_ids=[named_response(desk, name) for name in _split(responses)],
                baseline_only=baseline_only,
            )
            sent = request_to_file(
                desk, file, wanted, recipient, scope, message=message, replace=replace
            )
    whom = f" for {recipient}" if recipient else ""
    _say_sent(output, sent, f"Wrote {sent.path}{whom}: {counts(sent.rows)}.")


@app.command("open")
def open_(
    file: PacketFile,
    project: Annotated[
        Path, typer.Argument(help="The project to make of it (.xpert).", metavar="PROJECT")
    ],
    person: Annotated[
        str, typer.Option("--as", envvar=VARIABLE, help="Who you are; whom it is for by default.")
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """Make a project of a packet that was sent to you; into one there is, use 'packet take'.

    Example: xpert-studio packet open for-maria.xpacket review.xpert
    """
    output = Output(as_json=as_json)
    content = read_packet(file)
    target = project if project.suffix == SUFFIX else project.with_name(project.name + SUFFIX)
    if target.exists():
        raise UsageError(
            f"{target} exists.", remedy="Choose another name, or use 'packet take' to merge it in."
        )
    packet = content.packet
    with open_packet(content, target, now=now(), person_id=person or None) as opened:
        note_warnings(opened, output)
        path = opened.path
    output.data({"project": str(path), "packet": packet.model_dump(mode="json")})
    output.say(f"Made {path} of the packet from {packet.made_by}.")
    if packet.message:
        output.say(f"“{packet.message}”")
    if packet.for_person:
        output.say(
            f"You are {packet.for_person}. When you are done: "
            f"xpert-studio packet answer {quote(str(path))} answer.xpacket "
            f"--as {packet.for_person}"
        )


@desk_command(app, "answer")
def answer(
    desk: Desk,
    output: Output,
    file: PacketFile,
    to: Annotated[
        str | None, typer.Option("--to", help="Which packet to answer, where several came in.")
    ] = None,
    message: Message = "",
    replace: Replace = False,
) -> None:
    """Make the answer to a packet, with what you added or changed; may be made again later.

    Example: xpert-studio packet answer review.xpert answer.xpacket --as maria
    """
    sent = answer_to_file(desk, file, to=to, message=message, replace=replace)
    asked = [
        errand for errand in packets_of(desk).asked if errand.packet.id == sent.packet.answers_to
    ]
    _say_sent(output, sent, f"Wrote {sent.path}: {counts(sent.rows)}.")
    for errand in asked:
        if errand.done < errand.of:
            output.say(
                f"{errand.done} of {errand.of} done; you can go on and answer again with the rest."
            )


@desk_command(app, "list", read_only=True)
def list_packets(desk: Desk, output: Output) -> None:
    """List what is out with whom, what came back, and what you were asked for.

    Example: xpert-studio packet list law.xpert --as lena
    """
    view = packets_of(desk)
    output.data(
        {
            "sent": [_errand_data(errand) for errand in view.sent],
            "asked": [_errand_data(errand) for errand in view.asked],
            "exchanged": [_row_data(row) for row in view.exchanged],
            "waiting": view.waiting,
        }
    )
    _table(output, "Sent", "for", view.sent)
    _table(output, "You were asked", "by", view.asked)
    if view.exchanged:
        _exchanged(output, view.exchanged)
    if not (view.sent or view.asked or view.exchanged):
        output.say("No packet went out or came in yet.")


@desk_command(app, "close")
def close(
    desk: Desk,
    output: Output,
    packet_id: Annotated[str, typer.Argument(help="The packet that went out.", metavar="PACKET")],
    reopen: Annotated[bool, typer.Option("--reopen", help="Wait for an answer again.")] = False,
) -> None:
    """Stop waiting for the answer to a packet; an answer that comes after all can still be taken.

    Example: xpert-studio packet close law.xpert pk-7f3k2m9q4w --as lena
    """
    close_packet(desk, packet_id, closed=not reopen)
    output.data({"packet": packet_id, "closed": not reopen})
    output.say(f"{packet_id} is {'waited for again' if reopen else 'no longer waited for'}.")


def _purpose(text: str) -> Purpose:
    try:
        found = Purpose(text.strip().lower())
    except ValueError:
        found = Purpose.ANSWERS
    if found is Purpose.ANSWERS:
        raise UsageError(f"{text!r} is no purpose.", remedy=f"Choose one of: {_PURPOSES}.")
    return found


def _split(values: list[str] | None) -> list[str]:
    parts = (part.strip() for value in values or () for part in value.split(","))
    return [part for part in parts if part]


def _say_sent(output: Output, sent: PacketSent, sentence: str) -> None:
    for warning in sent.warnings:
        output.note(warning)
    output.data(
        {
            "file": str(sent.path),
            "packet": sent.packet.model_dump(mode="json"),
            "rows": sent.rows,
            "warnings": list(sent.warnings),
        }
    )
    output.say(sentence)


def _exchanged(output: Output, rows: tuple[PacketRow, ...]) -> None:
    names = ("packet", "way", "purpose", "by", "answers", "when", "state")
    output.table(
        "Answers and copies",
        [Column(name) for name in names],
        [
            (
                row.packet.id,
                row.way.value,
                row.packet.purpose.value,
                row.packet.made_by,
                row.packet.answers_to,
                f"{row.at:%Y-%m-%d %H:%M}",
                "undone" if row.is_undone else None,
            )
            for row in rows
        ],
    )


def _table(output: Output, title: str, whom: str, errands: tuple[Errand, ...]) -> None:
    if not errands:
        return
    names = ("packet", "purpose", whom, "since", "done", "of", "answered", "state")
    output.table(
        title,
        [Column(name, number=name in {"done", "of"}) for name in names],
        [
            (
                errand.packet.id,
                errand.packet.purpose.value,
                errand.packet.for_person if whom == "for" else errand.packet.made_by,
                f"{errand.at:%Y-%m-%d}",
                errand.done,
                errand.of,
                f"{errand.answered_at:%Y-%m-%d}" if errand.answered_at else None,
                _state(errand),
            )
            for errand in errands
        ],
    )


def _state(errand: Errand) -> str:
    if errand.closed_at is not None:
        return "closed"
    return "waiting" if errand.is_waiting else "done"


def _errand_data(errand: Errand) -> dict[str, object]:
    return {
        "packet": errand.packet.model_dump(mode="json"),
        "at": errand.at,
        "done": errand.done,
        "of": errand.of,
        "answered_at": errand.answered_at,
        "state": _state(errand),
    }


def _row_data(row: PacketRow) -> dict[str, object]:
    return {
        "packet": row.packet.model_dump(mode="json"),
        "way": row.way.value,
        "at": row.at,
        "change": row.change_id,
        "undone": row.is_undone,
    }


app.command("take")(take)
