"""Full-text search over tasks, rubrics, responses, rationales and comments.

The index lies beside the user's other caches, not in the project file: it can be made anew at any
time, and a file from another person cannot bring a doctored one along. It is brought up to date
before each search from what was added (row numbers only grow) and what the journal says was
edited.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy import func, select

from xpert_studio.core.records import grouped
from xpert_studio.core.store import log, log_steps, settings
from xpert_studio.core.store.search_sources import (
    SOURCES,
    HitKind,
    Key,
    Source,
    folded,
    is_han,
    keys_of,
    latin,
    pk_of,
    terms,
    texts_after,
    texts_of,
    token_query,
    tokens,
    trigram_query,
)
from xpert_studio.core.store.transaction import Transaction
from xpert_studio.core.store.values import in_portions

__all__ = ["Hit", "HitKind", "SearchIndex"]

_VERSION: Final = 4
_LOOKED_UP: Final = 20_000
_CANDIDATES: Final = 1000
_LONGEST: Final = 200_000
_BATCH: Final = 100
_HELD: Final = 32 << 20
"""Bytes of new tokens that an index holds before it writes them: fewer parts have to be merged."""
_SCHEMA: Final = f"""
DROP TABLE IF EXISTS doc;
DROP TABLE IF EXISTS mark;
DROP TABLE IF EXISTS word;
DROP TABLE IF EXISTS tri;
CREATE TABLE doc (
    rowid INTEGER PRIMARY KEY,
    source INTEGER,
    pk INTEGER,
    field INTEGER,
    dead INTEGER DEFAULT 0
);
CREATE INDEX doc_by_row ON doc (source, pk);
CREATE TABLE mark (name TEXT PRIMARY KEY, value);
-- Tokens come folded and apart.
CREATE VIRTUAL TABLE word USING fts5(
    body, content='', detail=none, tokenize='ascii', prefix='2 3'
);
CREATE VIRTUAL TABLE tri USING fts5(body, content='', tokenize='trigram');
INSERT INTO word (word, rank) VALUES ('hashsize', {_HELD});
INSERT INTO tri (tri, rank) VALUES ('hashsize', {_HELD});
PRAGMA user_version = {_VERSION};
"""  # noqa: S608 - our own numbers
_SNIPPET: Final = 60


_WEIGHT: Final = {
    HitKind.TASK: 3.0,
    HitKind.CHECKPOINT: 2.0,
    HitKind.COMMENT: 1.5,
    HitKind.RATIONALE: 1.2,
    HitKind.RESPONSE: 1.0,
}


@dataclass(frozen=True, slots=True)
class Hit:
    """One place where the query was found.

    Attributes:
        key: The task's id; task and checkpoint; the response's id; response, checkpoint and
            expert; or the comment's id.
        field: Which text of it.
        snippet: The text around the first term.
        spans: Where in the snippet the terms stand: start and end.
        score: Higher is better.
    """

    kind: HitKind
    key: tuple[str, ...]
    task_id: str
    field: str
    snippet: str
    spans: tuple[tuple[int, int], ...]
    score: float


class SearchIndex:
    """The search index of one project; open it, search, close it.

    Args:
        project_path: The project file the transactions belong to.
        folder: Where indexes lie; in memory where None, or where that cannot be written to.
    """

    def __init__(self, project_path: Path, folder: Path | None) -> None:
        self._connection = _opened(project_path, folder)
        self._between: Callable[[], object] | None = None
        self._prepare()

    def close(self) -> None:
        """Closes the index."""
        self._connection.close()

    def _prepare(self) -> None:
        run = self._connection.execute
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = OFF")
        (version,) = run("PRAGMA user_version").fetchone()
        if version != _VERSION:
            self._make_anew()

    def _make_anew(self) -> None:
        self._connection.executescript(_SCHEMA)

    @property
    def is_new(self) -> bool:
        """Whether nothing has been indexed yet: the first time takes a while."""
        return self._mark("identity") in {None, ""}

    def update(self, tx: Transaction, between: Callable[[], object] | None = None) -> int:
        """Takes in what was added or edited since the last time; returns how many texts.

        Args:
            tx: A transaction on the project.
            between: Called every few texts: to let others at work, or to stop by raising.
        """
        self._between = between
        state = _state(tx)
        if self._mark("identity") != state.identity or self._went_back(state):
            self._make_anew()
            self._set("identity", state.identity)
        run = self._connection.execute
        run("BEGIN")
        try:
            taken = self._take_edited(tx, state.turn) + self._take_new(tx)
            self._set("turn", state.turn)
            run("COMMIT")
        except BaseException:
            run("ROLLBACK")
            raise
        self._tidy()
        return taken

    def _went_back(self, state: _State) -> bool:
        """Whether the project is older than the index: it went back to a backup."""
        turn = int(self._mark("turn") or 0)
        if turn != state.turn:
            return turn > state.turn
        return any(
            int(self._mark(f"pk:{place}") or 0) > newest
            for place, newest in enumerate(state.newest)
        )

    def _take_edited(self, tx: Transaction, turn: int) -> int:
        last = int(self._mark("turn") or 0)
        if last == turn:
            return 0
        taken = 0
        by_entity = {source.entity: place for place, source in enumerate(SOURCES)}
        edited = {
            (by_entity[kind], key)
            for kind, key in log_steps.touched_since(tx, last)
            if kind in by_entity
        }
        for place, key in edited:
            pk = pk_of(tx, SOURCES[place], key)
            if pk is None:
                continue  # what is gone is not shown: hits are looked up in the project
            self._connection.execute(
                "UPDATE doc SET dead = 1 WHERE source = ? AND pk = ?", (place, pk)
            )
            if pk <= int(self._mark(f"pk:{place}") or 0):
                taken += self._add(place, texts_of(tx, SOURCES[place], [pk]))
        return taken

    def _take_new(self, tx: Transaction) -> int:
        taken = 0
        for place, source in enumerate(SOURCES):
            last = int(self._mark(f"pk:{place}") or 0)
            newest = int(tx.connection.scalar(select(func.max(source.table.c.pk))) or 0)
            if newest > last:
                taken += self._add(place, texts_after(tx, source, last))
            if newest != last:  # a row number may be given again after its row was removed
                self._set(f"pk:{place}", newest)
        return taken

    def _add(self, place: int, texts: Iterable[tuple[int, int, str]]) -> int:
        run = self._connection
        (last,) = run.execute("SELECT coalesce(max(rowid), 0) FROM doc").fetchone()
        number = int(last)
        docs: list[tuple[int, int, int, int]] = []
        words: list[tuple[int, str]] = []
        plain: list[tuple[int, str]] = []
        for pk, field, text in texts:
            number += 1
            body = folded(text[:_LONGEST])
            docs.append((number, place, pk, field))
            words.append((number, " ".join(dict.fromkeys(tokens(body)))))
            rest = latin(body)
            if rest.strip():
                plain.append((number, rest))
            if len(docs) >= _BATCH:
                self._write(docs, words, plain)
                if self._between is not None:
                    self._between()
        self._write(docs, words, plain)
        return number - int(last)

    def _write(
        self,
        docs: list[tuple[int, int, int, int]],
        words: list[tuple[int, str]],
        plain: list[tuple[int, str]],
    ) -> None:
        run = self._connection.executemany
        run("INSERT INTO doc (rowid, source, pk, field) VALUES (?, ?, ?, ?)", docs)
        run("INSERT INTO word (rowid, body) VALUES (?, ?)", words)
        run("INSERT INTO tri (rowid, body) VALUES (?, ?)", plain)
        for rows in (docs, words, plain):
            rows.clear()

    def _tidy(self) -> None:
        """An index that holds more dead texts than living ones is made anew next time."""
        dead, total = self._connection.execute(
            "SELECT coalesce(sum(dead), 0), count(*) FROM doc"
        ).fetchone()
        if dead > 1000 and dead * 2 > total:
            self._set("identity", "")

    def _mark(self, name: str) -> Any:  # noqa: ANN401 - text or number
        row = self._connection.execute("SELECT value FROM mark WHERE name = ?", (name,)).fetchone()
        return None if row is None else row[0]

    def _set(self, name: str, value: object) -> None:
        self._connection.execute("INSERT OR REPLACE INTO mark VALUES (?, ?)", (name, value))

    def search(
        self,
        tx: Transaction,
        query: str,
        *,
        kinds: Sequence[HitKind] = (),
        limit: int = 50,
    ) -> list[Hit]:
        """Where all terms of a query stand in one text, the best places first.

        Args:
            tx: A transaction on the project; the index is brought up to date first.
            query: Words, parts of words, Chinese of any length; "in quotes" as it stands.
            kinds: Only these; all where empty.
            limit: At most so many.
        """
        self.update(tx)
        wanted = terms(query)
        if not wanted:
            return []
        hits = list(self._verified(tx, self._candidates(wanted, kinds), wanted))
        return sorted(hits, key=lambda hit: (-hit.score, hit.kind, hit.key))[:limit]

    def _candidates(
        self, wanted: Sequence[str], kinds: Sequence[HitKind]
    ) -> list[tuple[int, int, int]]:
        """Source, row and field of texts that hold all terms, as far as the index tells."""
        found: set[int] | None = None
        for term in wanted:
            rows = self._rows_with(term)
            found = rows if found is None else found & rows
            if not found:
                return []
        sources = {n for n, source in enumerate(SOURCES) if not kinds or source.kind in kinds}
        chosen: list[tuple[int, int, int]] = []
        for some in in_portions(sorted(found or ())[:_LOOKED_UP]):
            marks = ",".join("?" * len(some))
            query = f"SELECT source, pk, field FROM doc WHERE NOT dead AND rowid IN ({marks})"  # noqa: S608 - question marks only
            chosen += self._connection.execute(query, some)
        chosen = [(source, pk, field) for source, pk, field in chosen if source in sources]
        return sorted(chosen, key=lambda one: one[0])[:_CANDIDATES]

    def _rows_with(self, term: str) -> set[int]:
        run = self._connection.execute
        found: set[int] = set()
        asked = token_query(term)
        if asked is not None:
            found.update(
                row[0] for row in run("SELECT rowid FROM word WHERE word MATCH ?", (asked,))
            )
        trigrams = None if is_han(term) and asked is not None else trigram_query(term)
        if trigrams is not None:
            found.update(
                row[0] for row in run("SELECT rowid FROM tri WHERE tri MATCH ?", (trigrams,))
            )
        return found

    def _verified(
        self, tx: Transaction, rows: list[tuple[int, int, int]], wanted: Sequence[str]
    ) -> Iterator[Hit]:
        for place, items in grouped((place, (pk, field)) for place, pk, field in rows).items():
            source = SOURCES[place]
            keys = keys_of(tx, source, sorted({pk for pk, _ in items}))
            texts = {
                (pk, field): text
                for pk, field, text in texts_of(tx, source, sorted({pk for pk, _ in items}))
            }
            for pk, field in items:
                text = texts.get((pk, field))
                if text is not None and pk in keys:
                    hit = _hit(source, keys[pk], source.fields[field], text, wanted)
                    if hit is not None:
                        yield hit


@dataclass(frozen=True, slots=True)
class _State:
    identity: str
    turn: int
    newest: tuple[int, ...]


def _state(tx: Transaction) -> _State:
    info = settings.project_info(tx)
    turn = log.newest(tx)
    newest = tuple(
        int(tx.connection.scalar(select(func.max(source.table.c.pk))) or 0) for source in SOURCES
    )
    return _State(f"{info.canary}|{info.created_at.isoformat()}", turn, newest)


def _opened(project_path: Path, folder: Path | None) -> sqlite3.Connection:
    if folder is not None:
        with suppress(OSError, sqlite3.Error):
            folder.mkdir(parents=True, exist_ok=True)
            name = hashlib.sha256(str(project_path.resolve()).encode()).hexdigest()[:24]
            connection = sqlite3.connect(
                folder / f"{name}.sqlite", isolation_level=None, check_same_thread=False
            )
            connection.execute("PRAGMA quick_check(1)")
            connection.execute("PRAGMA user_version")
            return connection
    return sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)


def _hit(source: Source, key: Key, field: str, text: str, wanted: Sequence[str]) -> Hit | None:
    """A hit, scored; None where a term that the index promised is not there after all."""
    body = folded(text)
    score = _WEIGHT[source.kind] * (1.5 if field == "title" else 1.0)
    first = len(body)
    for term in wanted:
        place = body.find(term)
        if place < 0:
            return None
        first = min(first, place)
        score += _term_score(body, term, place)
    snippet, spans = _snippet(text, body, first, wanted)
    return Hit(source.kind, key[0], key[1], field, snippet, spans, score)


def _term_score(body: str, term: str, place: int) -> float:
    """Whole words before beginnings of words before parts; often and early before rarely."""
    before = body[place - 1 : place]
    after = body[place + len(term) : place + len(term) + 1]
    starts, ends = not before.isalnum(), not after.isalnum()
    exact = 2.0 if is_han(term) else 2.0 * starts + 1.0 * (starts and ends)
    count = min(body.count(term), 8)
    return exact + count / (1.0 + len(body) / 1000) + 1.0 / (1.0 + place / 200)


def _snippet(
    text: str, body: str, first: int, wanted: Sequence[str]
) -> tuple[str, tuple[tuple[int, int], ...]]:
    # Folding may change lengths; then the place is only about right, and the spans are left out.
    same = len(text) == len(body)
    start, end = max(0, first - _SNIPPET), first + 2 * _SNIPPET
    snippet = " ".join(text[start:end].split())
    plain = folded(snippet)
    spans: list[tuple[int, int]] = []
    if same and len(plain) == len(snippet):
        for term in wanted:
            place = plain.find(term)
            while place >= 0:
                spans.append((place, place + len(term)))
                place = plain.find(term, place + len(term))
    return snippet, tuple(sorted(spans))
