"""What a row of the history says that a person did, in words that follow their name."""

from __future__ import annotations

from typing import Final

from xpert_studio.core.records import LogEntry
from xpert_studio.core.records.record_kinds import kind_of
from xpert_studio.core.wording import t, tn, translated
from xpert_studio.core.workflow.commands import words_of
from xpert_studio.core.workflow.views.seen_history import deed_of

_UNNAMED: Final = frozenset({"pack.put", "pack.remove"})
"""Commands for records of any pack: what was done is said by the kind of the records."""


def deed(event: LogEntry) -> str:
    """What was done; of an undo and a redo, what was undone or done again."""
    name = deed_of(event)
    said = translated(words_of(name).done)
    if name in _UNNAMED and "pack" in event.details:
        records = _records(event)
        said = t("wrote {records}", records=records)
        if name == "pack.remove":
            said = t("removed {records}", records=records)
    if event.command == "undo":
        return t("undid a change: {deed}", deed=said)
    return t("redid a change: {deed}", deed=said) if event.command == "redo" else said


def _records(event: LogEntry) -> str:
    pack, kind_id = (str(event.details.get(key, "")) for key in ("pack", "kind"))
    told = event.details.get("records")
    n = told if isinstance(told, int) else 1
    kind, _ = kind_of(pack, kind_id)
    if kind is None:
        return tn("{n} record of the pack {pack}", "{n} records of the pack {pack}", n, pack=pack)
    return kind.counted(n) if kind.counted else f"{t(kind.title)} ({n})"
