"""The chain of the log: every row that was altered, dropped, moved or added is found."""

from __future__ import annotations

import random
import shutil
import sqlite3
from datetime import UTC, datetime

import pytest

from tests.sampling import SEED, many
from tests.workflow.studio import Studio
from xpert_studio.core.records import LogEntry
from xpert_studio.core.store import ProjectFile, check_file, checksums, log
from xpert_studio.core.store.log_chain import TOLD, LogHead, head_of, row_hash, verify_log
from xpert_studio.core.store.schema import log as table
from xpert_studio.core.store.schema import setting
from xpert_studio.core.workflow import (
    add_checkpoint,
    add_comment,
    describe_project,
    edit_checkpoint,
    redo,
    undo,
)

COLUMNS = [column.name for column in table.columns if column.name not in {"pk", "checksum"}]
TAMPERINGS = many(108, by_night=1000)


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A project with a log of every kind of row, closed."""
    studio = Studio(tmp_path_factory.mktemp("chain") / "log.xpert")
    first, *_ = studio.rubric("t1", lines=3)
    edit_checkpoint(studio.wei, "t1", first, text="Cites clause 9.")
    undo(studio.wei)
    redo(studio.wei)
    undo(studio.wei)
    add_checkpoint(studio.wei, "t1", text="Names the landlord.", dimension="Accuracy")
    studio.review("t2")
    add_comment(studio.maria, "t2", "Say which clause.")
    describe_project(studio.lena, licence="CC-BY-4.0")
    undo(studio.lena)
    with studio.project.writing() as tx:
        log.add_entry(tx, LogEntry(at=studio.now(), command="run.finish", after="done"))
    studio.project.close()
    return studio.project.path


def problems(path):
    with ProjectFile.open(path, read_only=True) as project, project.reading() as tx:
        return verify_log(tx)


def changed(raw, rng, count):
    """A value of one column of one row becomes another one."""
    row, name = rng.randint(1, count), rng.choice(COLUMNS)
    (value,) = raw.execute(f"SELECT {name} FROM log WHERE pk = ?", (row,)).fetchone()
    others = [value for (value,) in raw.execute(f"SELECT DISTINCT {name} FROM log") if value]
    if name == "state":
        others = ["done", "undone", "dropped", "told"]
    new = 7 if name == "version" else rng.choice([*others, f"{value or ''} ", "x"])
    if new == value or (name == "id" and new in others):
        new = f"{value}1"
    raw.execute(f"UPDATE log SET {name} = ? WHERE pk = ?", (new, row))


def letter(raw, rng, count):
    """One character of a long value is another one."""
    row, name = rng.randint(1, count), rng.choice(["effects", "parameters", "scopes", "hash"])
    (value,) = raw.execute(f"SELECT {name} FROM log WHERE pk = ?", (row,)).fetchone()
    place = rng.randrange(len(value))
    new = "0" if value[place] != "0" else "1"
    raw.execute(
        f"UPDATE log SET {name} = ? WHERE pk = ?", (value[:place] + new + value[place + 1 :], row)
    )


def dropped(raw, rng, count):
    raw.execute("DELETE FROM log WHERE pk = ?", (rng.randint(1, count),))


def dropped_and_closed_up(raw, rng, count):
    row = rng.randint(1, count)
    raw.execute("DELETE FROM log WHERE pk = ?", (row,))
    raw.execute("UPDATE log SET pk = -pk WHERE pk > ?", (row,))
    raw.execute("UPDATE log SET pk = -pk - 1 WHERE pk < 0")


def cut_off(raw, rng, count):
    raw.execute("DELETE FROM log WHERE pk > ?", (rng.randint(0, count - 1),))


def exchanged(raw, rng, count):
    first, second = rng.sample(range(1, count + 1), 2)
    for old, new in ((first, -1), (second, first), (-1, second)):
        raw.execute("UPDATE log SET pk = ? WHERE pk = ?", (new, old))


def repeated(raw, rng, count):
    row = rng.randint(1, count)
    names = ", ".join(name for name in COLUMNS if name != "id")
    raw.execute(
        f"INSERT INTO log (pk, id, {names}) SELECT ?, 'n-again', {names} FROM log WHERE pk = ?",
        (count + 1, row),
    )


def added(raw, rng, count):
    """A row more, which is chained as the program would: the head alone does not know it."""
    names = ["pk", *COLUMNS]
    raw.row_factory = sqlite3.Row
    last = raw.execute("SELECT * FROM log WHERE pk = ?", (count,)).fetchone()
    source = raw.execute("SELECT * FROM log WHERE pk = ?", (rng.randint(1, count),)).fetchone()
    row = dict(source) | {"pk": count + 1, "id": "n-again"}
    row |= {"effects": "[]", "reverses": None, "state": TOLD}
    row["hash"] = row_hash(last["hash"], row)
    places = ", ".join("?" * len(names))
    raw.execute(
        f"INSERT INTO log ({', '.join(names)}) VALUES ({places})", [row[name] for name in names]
    )


def head(raw, rng, count):
    raw.execute(
        "UPDATE setting SET value = replace(value, ?, ?) WHERE key = 'log_head'",
        (f'"length": {count}', f'"length": {rng.randint(0, count - 1)}'),
    )


WAYS = (changed, letter, dropped, dropped_and_closed_up, cut_off, exchanged, repeated, added, head)


def test_a_log_that_nobody_touched_fits(written):
    assert problems(written) == []
    assert check_file(written).problems == ()


def test_every_tampering_is_found(written, tmp_path):
    """Each repairs the checksums of the rows, so that the chain alone can tell."""
    rng = random.Random(SEED)
    found = {way.__name__: [0, 0] for way in WAYS}
    original = written.read_bytes()
    path = tmp_path / "log.xpert"
    for number in range(TAMPERINGS):
        path.write_bytes(original)
        way = WAYS[number % len(WAYS)]
        raw = sqlite3.connect(path, isolation_level=None)
        checksums.teach(raw)
        (count,) = raw.execute("SELECT count(*) FROM log").fetchone()
        way(raw, rng, count)
        checksums.fill(raw, table)
        checksums.fill(raw, setting)
        raw.close()
        found[way.__name__][0] += bool(problems(path))
        found[way.__name__][1] += 1
    assert {name: told for name, told in found.items() if told[0] != told[1]} == {}


def test_a_head_that_was_kept_elsewhere_finds_a_chain_that_was_computed_anew(written, tmp_path):
    path = tmp_path / "log.xpert"
    shutil.copy(written, path)
    with ProjectFile.open(path) as project:
        with project.reading() as tx:
            kept = head_of(tx)
            assert verify_log(tx, [("the assignment", kept)]) == []
            other = LogHead(kept.length, "0" * 64)
            assert verify_log(tx, [("the assignment", other)]) == [
                "The log is not the one that the assignment was made with."
            ]
        with project.writing() as tx:
            now = datetime(2026, 11, 23, tzinfo=UTC)
            log.add_entry(tx, LogEntry(at=now, command="run.finish"))
            assert verify_log(tx, [("the assignment", kept)]) == []
