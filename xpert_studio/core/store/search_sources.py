"""What is searched, and how texts are made ready for it.

Most Chinese queries are two characters long, and Chinese has no spaces: so every character and
every two neighbours are tokens. English words are tokens as they stand; parts of words are found by
the trigram index beside this one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Table, select
from sqlalchemy.sql import Select

from xpert_studio.core.han import HAN
from xpert_studio.core.names import Listed, Names
from xpert_studio.core.records.tasks import BRIEF_TEXTS
from xpert_studio.core.store.schema import JUDGMENT, checkpoint, comment, judgment, response, task
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.values import in_portions, not_set
from xpert_studio.core.wording import mark

_RUN: Final = re.compile(rf"[{HAN}]+|[^\W_{HAN}]+")
_HAN_RUN: Final = re.compile(rf"[{HAN}]+")
_ACCENTS: Final = re.compile("[\u0300-\u036f]+")
_IS_HAN: Final = re.compile(rf"[{HAN}]")


def folded(text: str) -> str:
    """A text as it is compared: without regard to case, width and accents."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize(
        "NFC", _ACCENTS.sub("", unicodedata.normalize("NFKD", text).casefold())
    )


def latin(text: str) -> str:
    """What of a folded text the index of trigrams is for: Chinese has its own index."""
    return text if text.isascii() else _HAN_RUN.sub(" ", text)


def tokens(text: str) -> list[str]:
    """The tokens of a folded text, in order: words, and Chinese characters and pairs."""
    if text.isascii():
        return _RUN.findall(text)
    found: list[str] = []
    for run in _RUN.findall(text):
        if not _IS_HAN.match(run):
            found.append(run)
            continue
        found.extend(run)
        found.extend(run[place : place + 2] for place in range(len(run) - 1))
    return found


def terms(query: str) -> list[str]:
    """The terms of a query, folded: words and Chinese runs; text in quotes stays together."""
    found: list[str] = []
    for quoted, bare in re.findall(r'["“”「](.+?)["“”」]|(\S+)', folded(query)):
        if quoted:
            found.append(" ".join(quoted.split()))
            continue
        found.extend(_RUN.findall(bare))
    return list(dict.fromkeys(term for term in found if term))


def is_han(term: str) -> bool:
    """Whether a term has Chinese in it."""
    return bool(_IS_HAN.search(term))


def token_query(term: str) -> str | None:
    """What to ask the index of tokens for a term; None where that index cannot find it.

    Words match as beginnings of words; Chinese of two and more characters by its pairs.
    """
    runs = _RUN.findall(term)
    if not runs:
        return None
    parts = []
    for run in runs:
        if not _IS_HAN.match(run):
            parts.append(f'"{run}"*')
        elif len(run) == 1:
            parts.append(f'"{run}"')
        else:
            parts.extend(f'"{run[place : place + 2]}"' for place in range(len(run) - 1))
    return " AND ".join(parts)


def trigram_query(term: str) -> str | None:
    """What to ask the index of trigrams; None for what is shorter than three characters."""
    return '"' + term.replace('"', '""') + '"' if len(term) >= 3 else None


class HitKind(Listed):
    """What was found."""

    TASK = "task"
    CHECKPOINT = "checkpoint"
    RESPONSE = "response"
    RATIONALE = "rationale"
    COMMENT = "comment"


HIT_KINDS: Final = Names(
    "HitKind",
    {
        HitKind.TASK: mark("task"),
        HitKind.CHECKPOINT: mark("checkpoint"),
        HitKind.RESPONSE: mark("response"),
        HitKind.RATIONALE: mark("rationale"),
        HitKind.COMMENT: mark("comment"),
    },
    also={HitKind.COMMENT: ("remark",)},  # as earlier versions call it
)


@dataclass(frozen=True, slots=True)
class Source:
    """A table whose texts are searched."""

    kind: HitKind
    table: Table
    fields: tuple[str, ...]
    entity: str

    def read(self) -> Select[Any]:
        """Row and texts of all rows that may be found: an expert's drafts may not."""
        query = select(self.table.c.pk, *(self.table.c[name] for name in self.fields))
        return query.where(*JUDGMENT.is_own()) if self.table is judgment else query


SOURCES: Final = (
    Source(HitKind.TASK, task, BRIEF_TEXTS, "task"),
    Source(HitKind.CHECKPOINT, checkpoint, ("text", "notes"), "checkpoint"),
    Source(HitKind.RESPONSE, response, ("text",), "response"),
    Source(HitKind.RATIONALE, judgment, ("rationale", "note"), "judgment"),
    Source(HitKind.COMMENT, comment, ("text", "replies"), "comment"),
)


def texts_after(tx: Transaction, source: Source, last: int) -> Iterator[tuple[int, int, str]]:
    """Row, field and text of the rows after one."""
    for pk, *values in tx.connection.execute(
        source.read().where(source.table.c.pk > last).order_by(source.table.c.pk)
    ):
        for field, text in enumerate(values):
            if text:
                yield pk, field, text


def texts_of(tx: Transaction, source: Source, pks: Sequence[int]) -> Iterator[tuple[int, int, str]]:
    """Row, field and text of some rows."""
    for some in in_portions(pks):
        for pk, *values in tx.connection.execute(source.read().where(source.table.c.pk.in_(some))):
            for field, text in enumerate(values):
                if text:
                    yield pk, field, text


def pk_of(tx: Transaction, source: Source, key: tuple[str, ...]) -> int | None:
    """The row of a record by its key, where it still is."""
    table = source.table
    if source.kind is HitKind.CHECKPOINT:
        query = (
            select(table.c.pk)
            .join(task, task.c.pk == table.c.task_pk)
            .where(task.c.id == key[0], table.c.id == key[1])
        )
    elif source.kind is HitKind.RATIONALE:
        query = (
            select(table.c.pk)
            .join(response, response.c.pk == table.c.response_pk)
            .join(checkpoint, checkpoint.c.pk == table.c.checkpoint_pk)
            .where(response.c.id == key[0], checkpoint.c.id == key[1], table.c.expert_id == key[2])
            .where(*JUDGMENT.is_own())
        )
    else:
        query = select(table.c.pk).where(table.c.id == key[0])
    found = tx.connection.scalar(query)
    return None if found is None else int(found)


Key = tuple[tuple[str, ...], str]


def keys_of(tx: Transaction, source: Source, pks: Sequence[int]) -> dict[int, Key]:
    """Key and task by row, of rows that are there."""
    readers: dict[HitKind, Callable[[], Any]] = {
        HitKind.TASK: lambda: select(task.c.pk, task.c.id, task.c.id),
        HitKind.CHECKPOINT: lambda: (
            select(checkpoint.c.pk, task.c.id, task.c.id, checkpoint.c.id)
            .join(task, task.c.pk == checkpoint.c.task_pk)
            .where(not_set(checkpoint.c.retired))
        ),
        HitKind.RESPONSE: lambda: select(response.c.pk, task.c.id, response.c.id).join(
            task, task.c.pk == response.c.task_pk
        ),
        HitKind.RATIONALE: lambda: (
            select(judgment.c.pk, task.c.id, response.c.id, checkpoint.c.id, judgment.c.expert_id)
            .join(response, response.c.pk == judgment.c.response_pk)
            .join(checkpoint, checkpoint.c.pk == judgment.c.checkpoint_pk)
            .join(task, task.c.pk == response.c.task_pk)
        ),
        HitKind.COMMENT: lambda: select(comment.c.pk, comment.c.task_id, comment.c.id),
    }
    found: dict[int, Key] = {}
    for some in in_portions(pks):
        for pk, task_id, *key in tx.connection.execute(
            readers[source.kind]().where(source.table.c.pk.in_(some))
        ):
            found[pk] = tuple(key), task_id
    return found
