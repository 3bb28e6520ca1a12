"""Verdicts of checks in a bundle: what a program decides is decided again, and never believed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import groupby

from xpert_studio.core.exchange.problems import ImportReport
from xpert_studio.core.instruments import instrument_of, is_absent, is_by_program
from xpert_studio.core.judge.checks_backend import verdict_on
from xpert_studio.core.judge.work import CheckKeys
from xpert_studio.core.messages import Message
from xpert_studio.core.records import Checkpoint, Response, Task, Verdict
from xpert_studio.core.store import Transaction, files, responses, tasks
from xpert_studio.core.store.bulk_import import ImportOutcome

_SAID = ("value", "state", "problem", "rationale")


def decide_again(
    tx: Transaction,
    claimed: Iterable[Verdict],
    add: Callable[[Verdict], ImportOutcome],
    report: ImportReport,
) -> None:
    """Adds the verdicts that this program comes to where a bundle claims one of a check.

    Where the project has one already it stays. What nothing installed can decide is kept as it is
    claimed, and counts nowhere meanwhile. Verdicts of checks that run code are left out: the
    code of a bundle is run only where a lead allows it.

    Args:
        tx: Holds the tasks, checkpoints and responses of the bundle.
        claimed: Verdicts of the bundle whose judge is the program.
        add: Adds a verdict.
        report: Counts what was added, and what was other than claimed.
    """
    counts = dict.fromkeys(("added", "there", "other", "code", "kept"), 0)
    for verdict, made in _decided_all(tx, claimed):
        if made is None:
            counts["code"] += 1
            continue
        is_new = add(made) is ImportOutcome.NEW
        counts["kept"] += is_new and made is verdict
        counts["added" if is_new else "there"] += 1
        counts["other"] += any(getattr(made, name) != getattr(verdict, name) for name in _SAID)
    report.count("verdicts", added=counts["added"], unchanged=counts["there"])
    _tell(report, counts["other"], counts["code"], counts["kept"])


def _decided_all(
    tx: Transaction, claimed: Iterable[Verdict]
) -> Iterator[tuple[Verdict, Verdict | None]]:
    """Each claim and what the program decides; every task and response is read once."""
    task_of = {outline.id: outline.task_id for outline in responses.outlines(tx)}
    ordered = sorted(claimed, key=lambda item: (task_of[item.response_id], item.response_id))
    for task_id, of_task in groupby(ordered, key=lambda item: task_of[item.response_id]):
        task = tasks.get_task(tx, task_id)
        points = {point.id: point for point in tasks.rubric_of(tx, task_id)}
        for response_id, of_response in groupby(of_task, key=lambda item: item.response_id):
            response = responses.get_response(tx, response_id)
            for verdict in of_response:
                point = points[verdict.checkpoint_id]
                yield verdict, _decided(tx, task, response, point, verdict)


def _decided(
    tx: Transaction, task: Task, response: Response, point: Checkpoint, claimed: Verdict
) -> Verdict | None:
    """What the program decides; None where it would have to run code of the response."""
    if not is_by_program(point) or is_absent(point):
        return claimed  # of a line that was a check once no figure counts it
    if instrument_of(point).runs_code(point):
        return None
    keys = CheckKeys()
    made = keys.for_rubric(task, (point,), ())(keys.of_response(response), claimed.trial)
    return verdict_on(
        task,
        response,
        point,
        key=made[point.id],
        trial=claimed.trial,
        at=claimed.judged_at,
        bytes_of=partial(files.get_blob, tx),
    )


def _tell(report: ImportReport, other: int, code: int, kept: int) -> None:
    if kept:
        report.warn(
            Message(
                "Verdicts of checks that could not be decided here were kept as they came: {n:,}.",
                n=kept,
            )
        )
    if other:
        report.warn(
            Message(
                "Verdicts of checks that were not what this program decides: {n:,}; its own "
                "were taken.",
                n=other,
            )
        )
    if code:
        report.warn(
            Message(
                "Verdicts of checks that run code were left out: {n:,}; "
                "'xpert-studio score --checks' decides them.",
                n=code,
            )
        )
