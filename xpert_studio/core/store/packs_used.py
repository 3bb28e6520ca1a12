"""Which packs from outside a project uses: a setting that every change keeps up to date.

It is written in the transaction that first uses something of a pack. Without the pack it stays as
it is, and names what is lacking.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from sqlalchemy import ColumnElement, func, select

from xpert_studio.core.instruments import INSTRUMENTS, asked_for, problem_of, settings_only
from xpert_studio.core.messages import counted, joined
from xpert_studio.core.records import BINARY, Checkpoint, Judge, Record, RubricRevision, grouped
from xpert_studio.core.store import settings
from xpert_studio.core.store.schema import JUDGMENT, checkpoint, judge, judgment, response, verdict
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.values import not_set
from xpert_studio.core.used_packs import UsedPack, any_outside, remember, used_of


def note(tx: Transaction, more: Collection[UsedPack] = ()) -> None:
    """Notes which packs the project uses now.

    Args:
        tx: A writing transaction, at its end.
        more: What a bundle says that came in.
    """
    if not more and not any_outside():
        return
    before = settings.used_packs(tx)
    found = tuple(used_of(used(tx), [*before, *more]))
    if found != before:
        settings.put_used_packs(tx, found)
    remember(found)


def used(tx: Transaction) -> set[tuple[str, str]]:
    """Kind and id of all that checkpoints and judges need of packs, the program's own included."""
    found = {place for point in _kinds(tx, _asks(tx)) for place in asked_for(point)}
    query = select(judge.c.provider).where(judge.c.provider.is_not(None)).distinct()
    return found | {("providers", str(name)) for name in tx.connection.scalars(query)}


def _asks(tx: Transaction) -> ColumnElement[bool]:
    """Which checkpoints have to be looked at one by one, as their settings name more."""
    known = {name: INSTRUMENTS.get(name) for name in _instruments(tx)}
    return checkpoint.c.instrument.in_([id_ for id_, i in known.items() if i and i.asks_elsewhere])


def _kinds(tx: Transaction, asks: ColumnElement[bool]) -> Iterator[Checkpoint]:
    """Each instrument that checkpoints have, with their settings where these matter."""
    plain = select(checkpoint.c.instrument).where(~asks).distinct()
    yield from (settings_only(name, "") for name in tx.connection.scalars(plain))
    query = select(checkpoint.c.instrument, checkpoint.c.settings).where(asks).distinct()
    yield from (settings_only(*row) for row in tx.connection.execute(query))


def needed_by(record: Record) -> Iterable[tuple[str, str]]:
    """By kind and id, what packs bring that a record needs; the program's own included."""
    points: tuple[Checkpoint, ...] = ()
    if isinstance(record, Checkpoint):
        points = (record,)
    elif isinstance(record, RubricRevision):
        points = record.checkpoints
    elif isinstance(record, Judge) and record.provider:
        return (("providers", record.provider),)
    return (place for point in points for place in asked_for(point))


def packs_of(tx: Transaction, needed: Iterable[tuple[str, str]]) -> tuple[UsedPack, ...]:
    """The packs from outside that bring what is needed.

    Instruments of which nobody knows the pack stand under one without an id: so that a bundle
    brings back what it holds.
    """
    wanted = set(needed)
    found = used_of(wanted, settings.used_packs(tx))
    known = {place for pack in found for place in pack.brings()}
    lost = sorted(
        name for kind, name in wanted - known if kind == "instruments" and name not in INSTRUMENTS
    )
    return (*found, UsedPack(id="", instruments=tuple(lost))) if lost else tuple(found)


def lacking(tx: Transaction, *, thoroughly: bool = False) -> tuple[str, ...]:
    """What the project needs that is not installed, and what follows from it, in sentences.

    Args:
        tx: The transaction; what it says of packs is remembered.
        thoroughly: Also looks for settings that an instrument of the program cannot read.
    """
    known = settings.used_packs(tx)
    remember(known)
    c = checkpoint.c
    noted = {place for pack in known for place in pack.brings()}
    suspect = [name for name in _instruments(tx) if thoroughly or _is_suspect(name, noted)]
    if not suspect:
        return ()
    query = select(c.pk, c.task_pk, c.instrument, c.settings)
    rows = tx.connection.execute(query.where(c.instrument.in_(suspect), not_set(c.retired)))
    points = ((pk, task, settings_only(name, text)) for pk, task, name, text in rows)
    found = grouped(
        (problem, (pk, task, point.instrument))
        for pk, task, point in points
        if (problem := problem_of(point))
    )
    return tuple(_sentence(tx, problem, closed) for problem, closed in found.items())


def _instruments(tx: Transaction) -> list[str]:
    query = select(checkpoint.c.instrument).where(checkpoint.c.instrument != BINARY).distinct()
    return [str(name) for name in tx.connection.scalars(query)]


def _is_suspect(name: str, noted: Collection[tuple[str, str]]) -> bool:
    """Whether checkpoints of an instrument may lack a pack."""
    if ("instruments", name) in noted:
        return True
    if not noted and INSTRUMENTS.comes_along(name):
        return False  # nothing of a pack is imported before it is used
    known = INSTRUMENTS.get(name)
    return known is None or (known.asks_elsewhere and bool(noted))


def _sentence(tx: Transaction, problem: str, closed: Collection[tuple[int, int, str]]) -> str:
    points, within = [pk for pk, *_ in closed], {task for _, task, _ in closed}
    counts = (
        select(func.count()).where(judgment.c.checkpoint_pk.in_(points), *JUDGMENT.is_own()),
        select(func.count()).where(
            verdict.c.checkpoint_pk.in_(points), not_set(verdict.c.superseded)
        ),
        select(func.count()).where(response.c.task_pk.in_(within)),
    )
    judged, said, responses = (int(tx.connection.scalar(query) or 0) for query in counts)
    names = sorted({name for *_, name in closed})
    return counted(
        "The instrument {instruments} {problem} Checkpoints kept: {points:,}; judgments and "
        "verdicts of them, which count nowhere: {ratings:,}; responses without a score: "
        "{responses:,}.",
        "Instruments {instruments}: each {problem} Checkpoints kept: {points:,}; judgments and "
        "verdicts of them, which count nowhere: {ratings:,}; responses without a score: "
        "{responses:,}.",
        len(names),
        instruments=joined(names),
        problem=problem,
        points=len(points),
        ratings=judged + said,
        responses=responses,
    )
