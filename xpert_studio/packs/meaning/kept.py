"""Vectors that take long or cost money, kept by the hashes of their texts.

They lie beside the user's other caches, not in the project: they can be made anew at any time, and
a file from another person cannot bring doctored ones along. Texts themselves are not in there.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

import numpy as np

from xpert_studio.core.extras import need
from xpert_studio.core.store.values import in_portions
from xpert_studio.packs.meaning.encoder import Encode, Encoder, Vectors

Progress = Callable[[int, int], None]
"""Is told how many texts are done, and of how many."""

_TABLE: Final = "CREATE TABLE IF NOT EXISTS vec (key BLOB PRIMARY KEY, row BLOB) WITHOUT ROWID"
_AT_ONCE: Final = 64
"""Texts that are made into vectors and kept in one step: no more is lost where it is stopped."""


def coder(encoder: Encoder, among: Sequence[str], on_progress: Progress | None = None) -> Encode:
    """What makes vectors of texts, and keeps them where the encoder's are kept.

    Args:
        encoder: Of which.
        among: The texts among which is searched.
        on_progress: Is told of the vectors that are made.

    Raises:
        MissingExtraError: The encoder needs an extra that is not installed.
    """
    if encoder.extra:
        need(encoder.extra)
    if not encoder.keeps:
        return encoder.make(among)
    made: list[Encode] = []

    def encode(texts: Sequence[str]) -> Vectors:
        with _opened(encoder.keeps) as store:
            known = _known(store, texts)
            new = [text for text in dict.fromkeys(texts) if _key(text) not in known]
            if new and not made:
                made.append(encoder.make(among))
            for start in range(0, len(new), _AT_ONCE):
                some = new[start : start + _AT_ONCE]
                rows = [row.tobytes() for row in made[0](some).astype(np.float16)]
                found = list(zip(map(_key, some), rows, strict=True))
                with store:
                    store.executemany("INSERT OR REPLACE INTO vec VALUES (?, ?)", found)
                known.update(found)
                if on_progress is not None:
                    on_progress(min(start + _AT_ONCE, len(new)), len(new))
        if not texts:
            return np.zeros((0, 1), np.float32)
        whole = np.frombuffer(b"".join(known[_key(text)] for text in texts), np.float16)
        return whole.reshape(len(texts), -1).astype(np.float32)

    return encode


def missing(encoder: Encoder, texts: Sequence[str]) -> list[str]:
    """Of some texts those without a vector that is kept, each once."""
    with _opened(encoder.keeps) as store:
        known = _known(store, texts)
    return [text for text in dict.fromkeys(texts) if _key(text) not in known]


def _opened(name: str) -> closing[sqlite3.Connection]:
    """The vectors of one encoder; in memory where they cannot be kept."""
    from platformdirs import user_cache_path

    path = user_cache_path("xpert-studio") / "meaning" / f"{_key(name).hex()}.sqlite"
    with suppress(OSError, sqlite3.Error):
        path.parent.mkdir(parents=True, exist_ok=True)
        return closing(_prepared(path))
    return closing(_prepared(":memory:"))


def _prepared(path: Path | str) -> sqlite3.Connection:
    store = sqlite3.connect(path, timeout=30)
    try:
        store.execute("PRAGMA synchronous = OFF")
        store.execute(_TABLE)
    except sqlite3.Error:
        store.close()
        raise
    return store


def _known(store: sqlite3.Connection, texts: Sequence[str]) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = {}
    for some in in_portions([_key(text) for text in dict.fromkeys(texts)]):
        marks = ",".join("?" * len(some))
        query = f"SELECT key, row FROM vec WHERE key IN ({marks})"  # noqa: S608 - question marks only
        found.update(store.execute(query, some))
    return found


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:16]
