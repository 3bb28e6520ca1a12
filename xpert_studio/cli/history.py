"""``xpert-studio history``, ``undo`` and ``redo``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from xpert_studio.cli.acting import AsOption, ProjectArgument, at_desk, reading, say_change
from xpert_studio.cli.output import Exit, Output
from xpert_studio.core.fields import Asks
from xpert_studio.core.records import POLICY_NAMES, LogEntry
from xpert_studio.core.store import (
    Transaction,
    log,
    people,
    tasks,
)
from xpert_studio.core.store.log_chain import head_of, verify_log
from xpert_studio.core.wording import listed, mark, t, tn, translated
from xpert_studio.core.workflow import redo as do_again
from xpert_studio.core.workflow import undo as take_back
from xpert_studio.core.workflow.assignments.sending import fits_log
from xpert_studio.core.workflow.commands import words_of
from xpert_studio.core.workflow.views.seen_history import HistoryReader
from xpert_studio.report.deeds import deed
from xpert_studio.report.part_names import logged_list

TaskOption = Annotated[str | None, Asks("On this task.", name="task")]
ChangeOption = Annotated[str | None, Asks("This change, as the history names it.", name="change")]


@reading
def history(
    tx: Transaction,
    output: Output,
    task_id: TaskOption = None,
    who: Annotated[str | None, Asks("Of this person only.", name="by")] = None,
    limit: Annotated[int, Asks("The newest so many; 0 is all.")] = 30,
    person: AsOption = "",
    verify: Annotated[bool, Asks("Check that no row was altered, dropped or moved.")] = False,
    against: Annotated[
        Sequence[Path] | None,
        Asks(
            "Verify with this assignment or submission, made in this project before. May be "
            "repeated."
        ),
    ] = None,
) -> None:
    """Show who did what, when and why, newest first.

    It is the provenance of the project: where each text, judgment and figure comes from. Each row
    holds the hash of the previous row. --verify recomputes them, and compares the length and the
    newest hash with those in the project and its certificates; it ends with code 1 if they differ.
    --against also finds a log that was recomputed from some row on.

    Example: xpert-studio history law.xpert --task a-lease-7k2m
    """
    if verify or against:
        _verify(tx, output, against or ())
        return
    if task_id is not None:
        tasks.get_task(tx, task_id)
    reader = HistoryReader.of(tx, person.strip())
    found = [
        reader.shown(event)
        for event in log.all_entries(tx, task_id=task_id)
        if (who is None or event.actor_id == who) and reader.sees(event)
    ]
    states = log.states(tx)
    names = {person.id: person.called for person in people.all_people(tx)}
    newest = found[::-1][: limit or None]
    rows = []
    for event in newest:
        state = states.get(event.id or "")
        rows.append({**event.model_dump(mode="json"), "state": state.value if state else None})
    output.data(rows)
    output.say(
        *(
            _sentence(event, names, str(row["state"] or ""))
            for event, row in zip(newest, rows, strict=True)
        )
    )
    if not rows:
        output.say("Nothing has happened yet.")


def _verify(tx: Transaction, output: Output, against: Iterable[Path]) -> None:
    from xpert_studio.core.exchange.assignment_files import read_witness

    problems, head = verify_log(tx), head_of(tx)
    for path in against:
        assignment_id, witness = read_witness(path)
        if assignment_id is None or witness is None:
            problems.append(t("{path} says nothing of the log.", path=path.name))
        elif not fits_log(tx, assignment_id, witness):
            problems.append(t("The log is not the one that {path} was made with.", path=path.name))
    output.data({"problems": problems, "rows": head.length, "head": head.hash})
    output.say(*problems)
    if problems:
        output.say("Go back to a backup from before: 'xpert-studio backup' lists them.")
        raise typer.Exit(Exit.PROBLEMS)
    output.say(
        t(
            "The log fits: {rows}, head {hash}.",
            rows=tn("{n} row", "{n} rows", head.length),
            hash=head.hash[:16],
        )
    )


_GONE: Final = frozenset({mark("undone"), mark("dropped")})


def _sentence(event: LogEntry, names: dict[str, str], state: str) -> str:
    who = names.get(event.actor_id or "", event.actor_id) or t("the program")
    parts = [f"{event.at:%Y-%m-%d %H:%M}", who, deed(event)]
    if event.task_id:
        parts.append(event.task_id)
    if event.before or event.after:
        sides = (_side(side) if side else "–" for side in (event.before, event.after))
        parts[-1] = t("{said} ({status})", said=parts[-1], status=" → ".join(sides))
    if event.reason:
        parts.append(f"“{event.reason}”")
    tail = f"  [{listed(filter(None, (event.id, t(state) if state in _GONE else '')))}]"
    return " ".join(parts) + (tail if state else "")


_POLICY: Final = re.compile(r"(\w+)=([^,]*)")


def _side(text: str) -> str:
    """What was there before or after: its names in the language spoken, policies one by one."""
    names = logged_list(text)
    if names is not None:
        return listed(map(names.word, text.split(", ")))
    found = _POLICY.findall(text)
    if found and all(name in POLICY_NAMES for name, _ in found):
        return listed(f"{POLICY_NAMES.word(name)}={value}" for name, value in found)
    return t(text)


def undo(
    project: ProjectArgument,
    output: Output,
    person: AsOption = "",
    task_id: TaskOption = None,
    change_id: ChangeOption = None,
) -> None:
    """Take back your newest step; it works across restarts.

    Example: xpert-studio undo law.xpert --as wei
    """
    _turn(take_back, t("Undid"), project, person, task_id, change_id, output)


def redo(
    project: ProjectArgument,
    output: Output,
    person: AsOption = "",
    task_id: TaskOption = None,
    change_id: ChangeOption = None,
) -> None:
    """Do again what you undid last.

    Example: xpert-studio redo law.xpert --as wei
    """
    _turn(do_again, t("Did again"), project, person, task_id, change_id, output)


def _turn(
    verb: Any,  # noqa: ANN401 - workflow.undo or workflow.redo
    word: str,
    project: Any,  # noqa: ANN401 - a path
    person: str,
    task_id: str | None,
    change_id: str | None,
    output: Output,
) -> None:
    with at_desk(project, person, output) as ctx:
        change = verb(ctx, task_id=task_id, change_id=change_id)
        done = translated(words_of(change.command).done)
        if change.task_id:
            done = t("{done} on {task}", done=done, task=change.task_id)
        say_change(output, change, t("{word}: {done}.", word=word, done=done))
