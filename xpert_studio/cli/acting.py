"""What commands share: the project, who acts on which line, what was done, and what waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import typer

from xpert_studio.cli.options import with_signature
from xpert_studio.cli.output import Output
from xpert_studio.cli.typed import only
from xpert_studio.core.errors import NotFoundError, UsageError
from xpert_studio.core.fields import Asks
from xpert_studio.core.messages import Message
from xpert_studio.core.records import ROLES, STAGES, Change, Checkpoint, Task
from xpert_studio.core.store import ProjectFile, tasks, verify_short
from xpert_studio.core.wording import in_a_row, labelled, listed, t, tn
from xpert_studio.core.workflow import COMMANDS, WORDS, CommandContext, waiting_for
from xpert_studio.core.workflow.blinding import response_for
from xpert_studio.core.workflow.command_context import acting_lead, only_person, person_of
from xpert_studio.core.workflow.pack_work import waiting_pieces
from xpert_studio.core.workflow.waiting import WaitingForm
from xpert_studio.report.part_names import domain_name

ProjectArgument = Annotated[
    Path, typer.Argument(help="The project file (.xpert).", metavar="PROJECT", show_default=False)
]


def now() -> datetime:
    """The time, in UTC: the one clock of the command line."""
    return datetime.now(UTC)


def open_project(path: Path, output: Output, *, read_only: bool = False) -> ProjectFile:
    """Opens a project and passes on what a person should know about how.

    A command writes by ``at_desk`` or ``leading``, which ask who does.

    Raises:
        DamagedProjectError: A row is not as it was written; large tables are checked where all of
            their rows are read.
    """
    with output.progress("Updating the project file") as on_progress:
        project = ProjectFile.open(path, read_only=read_only, on_progress=on_progress)
    note_warnings(project, output)
    try:
        with project.reading() as tx:
            verify_short(tx)
    except BaseException:
        project.close()
        raise
    return project


def note_warnings(project: ProjectFile, output: Output) -> None:
    """Passes on what a person should know about how a project was opened or made."""
    output.note(*project.warnings)


VARIABLE: Final = "XPERT_STUDIO_AS"
"""Your ID in projects, in place of ``--as``."""

_RESPONSE_IN_KEY: Final[dict[str, set[int]]] = {
    "open_form": {0},
    "decision": {0},
    "judgment": {0},
    "anchor_choice": {1},
    "attribution": {1},
    "comparison": {0, 1, 5},
}
_LONGEST_RANGE: Final = 40
_NAMED: Final = frozenset({"checkpoint", "person", "comment", "subset"})
"""The kinds of records of which the user sees the ID of a new one."""
_Work = TypeVar("_Work", bound=Callable[..., None])
AsOption = Annotated[
    str,
    typer.Option("--as", envvar=VARIABLE, help="Who you are: your id in the project."),
]
LeadOption = Annotated[
    str,
    typer.Option("--as", envvar=VARIABLE, help="A lead: it is written down in the history."),
]
TaskArgument = Annotated[str, typer.Argument(help="The task's id.", metavar="TASK")]
LineArgument = Annotated[
    str,
    typer.Argument(
        help="The checkpoint: its number in the rubric, or its id.", metavar="CHECKPOINT"
    ),
]
ResponseArgument = Annotated[
    str,
    typer.Argument(
        help="The response: TASK:LETTER as listed, TASK:SYSTEM unless hidden, or its id.",
        metavar="RESPONSE",
    ),
]


DryRun = Annotated[bool, Asks("Say what it would take; send nothing.")]
ShowPrompt = Annotated[bool, Asks("Print the first prompt; send nothing.")]


@contextmanager
def leading(
    project: Path, person_id: str, output: Output, *, read_only: bool = False
) -> Iterator[ProjectFile]:
    """Opens a project for what only leads do; in one without people anybody may.

    Args:
        project: The file.
        person_id: Who is named; empty for nobody.
        output: Of the command.
        read_only: It is only looked at after all, as by a dry run: then anybody may.

    Raises:
        NotAllowedError: It is nobody, or no lead.
    """
    with open_project(project, output, read_only=read_only) as opened:
        if not read_only:
            with opened.reading() as tx:
                acting_lead(tx, person_id.strip())
        yield opened


@contextmanager
def at_desk(
    project: Path, person_id: str, output: Output, *, read_only: bool = False
) -> Iterator[CommandContext]:
    """Opens a project with a person at work on it.

    Raises:
        UsageError: No person was named, and it is no solo project of one person.
    """
    with open_project(project, output, read_only=read_only) as opened:
        with opened.reading() as tx:
            found = person_id.strip() or only_person(tx)
        if not found:
            raise UsageError(
                "Who are you?",
                remedy=Message(
                    "Say it with --as YOUR-ID, or once with {variable}=YOUR-ID.", variable=VARIABLE
                ),
            )
        yield CommandContext(opened, found, now)


def desk_command(
    app: typer.Typer, name: str, *, read_only: bool = False
) -> Callable[[_Work], _Work]:
    """Registers a command in which a person acts on a project.

    The function takes context and output, and its own arguments and options. The
    command takes the project before those, and ``--as`` and ``--json`` after them.
    """

    def register(work: _Work) -> _Work:
        def run(
            project: ProjectArgument, output: Output, person: AsOption = "", **own: object
        ) -> None:
            with at_desk(project, person, output, read_only=read_only) as ctx:
                work(ctx, output, **own)

        app.command(name)(asking(run, _own(work), work.__doc__))
        return work

    return register


def reading(work: Callable[..., None]) -> Callable[..., None]:
    """Makes a command of a function that reads a project.

    The function takes the transaction, the output, and its own arguments and options. The
    command takes the project before those, and ``--as`` and ``--json`` after them. What every
    person sees alike does not depend on ``--as``; the function takes it where it does.
    """
    own = [item for item in _own(work) if item.name != "person"]
    depends = len(own) < len(_own(work))

    def run(
        project: ProjectArgument,
        output: Output,
        person: AsOption = "",
        **given: object,
    ) -> None:
        with open_project(project, output, read_only=True) as opened, opened.reading() as tx:
            if depends:
                given["person"] = person
            elif person.strip():
                person_of(tx, person.strip())
            work(tx, output, **given)

    return asking(run, own, work.__doc__)


def _own(work: Callable[..., None]) -> list[Parameter]:
    """What a function takes beside its first two."""
    return list(signature(work, eval_str=True).parameters.values())[2:]


def asking(
    run: Callable[..., None], own: Sequence[Parameter], text: str | None
) -> Callable[..., None]:
    """A command that asks for more than it names, behind its own first, with that help."""
    first, *last, _ = signature(run, eval_str=True).parameters.values()
    return with_signature(run, (first, *own, *last), text)


def line_id(rubric: Sequence[Checkpoint], reference: str) -> str:
    """A checkpoint by its number, from 1, or its id; see ``line_ids``."""
    return only(line_ids(rubric, [reference]), reference)


def line_ids(rubric: Sequence[Checkpoint], references: Sequence[str]) -> list[str]:
    """Checkpoints by numbers, ranges and ids, each once, in the order given.

    Raises:
        NotFoundError: The rubric has no such checkpoint.
    """
    names = {str(place): point.id for place, point in enumerate(rubric, start=1)}
    return named_ids(
        names | {point.id: point.id for point in rubric},
        references,
        t("The rubric has no checkpoint {}."),
        t("Its checkpoints are 1 to {rubric}.", rubric=len(rubric))
        if rubric
        else t("It has no checkpoints yet."),
    )


def named_ids(
    ids: Mapping[str, str],
    references: Sequence[str],
    problem: str,
    remedy: str,
    *,
    has_gaps: bool = False,
) -> list[str]:
    """Ids by what was typed for them, each once, in the order given.

    Args:
        ids: By number and by id.
        references: Numbers, ranges of them, and ids.
        problem: What is said of a reference that names nothing, which stands in its braces.
        remedy: What is said to do then.
        has_gaps: Whether a range names what there is of it; else all of it has to be there.

    Raises:
        NotFoundError: There is none of that name.
    """
    found: dict[str, None] = {}
    for reference in references:
        start, dash, end = reference[:_LONGEST_RANGE].partition("-")
        wanted = [reference]
        if dash and reference not in ids and start.isdecimal() and end.isdecimal():
            last = min(int(end), int(start) + len(ids))
            wanted = [str(number) for number in range(int(start), last + 1)]
        hit = [name for name in wanted if name in ids]
        if not hit or (len(hit) < len(wanted) and not has_gaps):
            missing = next(name for name in [*wanted, reference] if name not in ids)
            raise NotFoundError(problem.format(missing), remedy=remedy)
        found |= dict.fromkeys(ids[name] for name in hit)
    return list(found)


def rubric_at(ctx: CommandContext, task_id: str) -> tuple[Checkpoint, ...]:
    """The rubric of a task as it stands; refuses a task that is not there."""
    with ctx.project.reading() as tx:
        tasks.get_task(tx, task_id)
        return tasks.rubric_of(tx, task_id)


def named_response(ctx: CommandContext, reference: str) -> str:
    """A response by ``TASK:LETTER``, ``TASK:SYSTEM`` or its id; see ``response_for``.

    Raises:
        NotFoundError: There is none.
    """
    with ctx.project.reading() as tx:
        return response_for(tx, ctx.person_id, reference)


def say_change(output: Output, change: Change, sentence: str = "", **more: object) -> None:
    """Says what was done, with what the command tells of it, and what became stale by it.

    Args:
        output: Where.
        change: What was done.
        sentence: In place of the words of the command.
        more: For programs; ``next`` also for a person, as what to do next.
    """
    told = {
        name: value for name, value in change.details.items() if name not in {"response", "against"}
    }
    output.data(
        {
            **told,
            "change": change.id or None,
            "command": change.command,
            "task": change.task_id,
            "actor": change.actor_id,
            "records": [
                {"kind": edit.kind, "key": _key(edit), "is": _fate(edit)} for edit in change.edits
            ],
            "made_stale": asdict(change.made_stale),
            "renewed": asdict(change.renewed),
            **more,
        }
    )
    if not change and not change.told:
        output.say("Nothing had to be changed.")
        return
    output.say(sentence or _done(change, {**told, **more}))
    for stale, words in (
        (change.made_stale, t("now rest on a text that was edited, and no longer count")),
        (change.renewed, t("count again")),
    ):
        if stale:
            output.say(
                t(
                    "{counts} {words}.",
                    counts=_in_words(stale.judgments, stale.verdicts),
                    words=words,
                )
            )
    if "next" in more:
        output.say(t("Next: {next}", next=more["next"]))


def _done(change: Change, told: Mapping[str, object]) -> str:
    """What was done, to what, with the id that a new record has."""
    done = t(WORDS[change.command].done)
    new = [edit.key[-1] for edit in change.edits if edit.before is None and edit.kind in _NAMED]
    names = listed(filter(None, [change.task_id, *new[:1]]))
    values = {
        name: _listed(value, are_words=name == "roles") if isinstance(value, list) else value
        for name, value in told.items()
    }
    done = f"{done[0].upper()}{done[1:]}"
    if names:
        done = t("{said} ({status})", said=done, status=names)
    more = t(COMMANDS[change.command].told, **values)
    return in_a_row((t("{done}.", done=done), more)).rstrip()


def _listed(items: Sequence[object], *, are_words: bool) -> str:
    """Several ids, or words of ours, which are translated."""
    return listed(ROLES.word(str(item)) if are_words else str(item) for item in items) or t("none")


def _key(edit: Any) -> list[str | None]:  # noqa: ANN401 - records.Edit, which is imported late
    """A record's key without the response's id, which may tell the system."""
    places = _RESPONSE_IN_KEY.get(edit.kind, set())
    return [None if at in places else part for at, part in enumerate(edit.key)]


def _fate(edit: Any) -> str:  # noqa: ANN401 - records.Edit, which is imported late
    return "new" if edit.before is None else "removed" if edit.after is None else "changed"


def _in_words(judgments: int, verdicts: int) -> str:
    found = [tn("{n} judgment", "{n} judgments", judgments)] if judgments else []
    found += [tn("{n} verdict", "{n} verdicts", verdicts)] if verdicts else []
    return listed(found)


def say_waiting(output: Output, ctx: CommandContext) -> None:
    """What the person may do now, with the command that does it."""
    found, others = waiting_for(ctx), dict(waiting_pieces(ctx))
    output.data(
        {
            **{
                name: [task.id for task in getattr(found, name)]
                for name in ("own", "triage", "reviews", "spot_checks", "to_draw")
            },
            "to_judge": [_form(item) for item in found.to_judge],
            "to_confirm": [_form(item) for item in found.to_confirm],
            **{queue.id: [piece.item for piece in pieces] for queue, pieces in others.items()},
        }
    )
    parts: dict[str, Sequence[Task | WaitingForm]] = {
        t("Your own tasks"): found.own,
        t("Briefs to decide on (task accept, return)"): found.triage,
        t("Rubrics to review (review show)"): found.reviews,
        t("Rubrics to spot-check (review spot-check)"): found.spot_checks,
        t("Responses to judge (judge start)"): found.to_judge,
        t("Forms to confirm (judge confirm)"): found.to_confirm,
        t("Approved rubrics, before spot checks are sampled (review sample)"): found.to_draw,
    }
    lines = {
        heading: [_line(i) if isinstance(i, Task) else _form_line(i) for i in items]
        for heading, items in parts.items()
    }
    for queue, pieces in others.items():
        heading = t("{said} ({status})", said=t(queue.title), status=queue.command)
        lines[heading] = [f"{piece.item}  {piece.note}" for piece in pieces]
    for heading, said in lines.items():
        if said:
            output.say("\n  ".join([labelled(heading, "").rstrip(), *said]))
    if not found and not others:
        output.say("You have nothing to do.")


def _line(task: Task) -> str:
    about = listed((domain_name(task.domain) or t("no domain"), STAGES.word(task.standing)))
    return f"{task.id}  " + t("{said} ({status})", said=task.name, status=about)


def _form(item: WaitingForm) -> dict[str, object]:
    return {
        "response": f"{item.task.id}:{item.label}",
        "expert": item.expert_id,
        "open": item.is_open,
        "asked_for": item.is_asked_for,
        "apart": item.is_apart,
    }


def _form_line(item: WaitingForm) -> str:
    state = f", {item.state}" if item.state else ""
    by = t(", judged by {expert_id}", expert_id=item.expert_id) if item.expert_id else ""
    return f"{item.task.id}:{item.label}  {item.task.name}{state}{by}"
