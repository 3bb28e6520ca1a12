"""Project files of every version that there was, each made by the program of its time.

``kept/vNN.xpert.xz``: one task of the sample with two responses, judgments of experts, imported
verdicts and (from version 4 on) a run of the embedded judge and (from version 3 on) a person added
by the lead. What is known of a system is there from version 22 on, pictures of a file from version 23 on. The
program of version 1 was not kept: its file is that of version 2 without the tables
that came with it. A new version gets a file of its own here.
"""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest

from tests.kept_files import unpack
from tests.sampling import NIGHTLY
from tests.store.crashes import killed_everywhere, leave_crashed, say
from tests.store.test_hard_disks import contents, linux_only, read_only, small_disk
from xpert_studio.core.errors import DiskError, NewerProjectError, ProjectBusyError
from xpert_studio.core.records import order_key
from xpert_studio.core.store import ProjectFile, check_file, list_backups, logs, verdicts
from xpert_studio.core.store.file_format import recognise
from xpert_studio.core.store.log_chain import verify_log
from xpert_studio.core.store.schema import SCHEMA_VERSION

VERSIONS = range(1, SCHEMA_VERSION + 1)
OLDER = VERSIONS[:-1]
NAME = "Four professions (sample)"
UNSEEN = '"attachments_not_seen"'


def rows(path: Path) -> dict[str, list[dict[str, object]]]:
    raw = sqlite3.connect(path)
    raw.row_factory = sqlite3.Row
    names = raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    found = {
        name: [dict(row) for row in raw.execute(f'SELECT * FROM "{name}"')]
        for (name,) in names
        if name not in {"alembic_version", "log_mark"}
    }
    raw.close()
    return found


def without(row: dict[str, object], *names: str) -> dict[str, object]:
    return {name: value for name, value in row.items() if name not in names}


def as_in_12(table: str, row: dict[str, object]) -> dict[str, object]:
    """A row as version 12 holds it: ratings have values, positions are keys."""
    found = without(row, "met", "expert_met")
    if table in {"verdict", "judgment"}:
        value = row["met"]
        found["value"] = 1 - value if row.get("status") == "overridden" else value
        if table == "judgment":
            gold = row["status"] in {"confirmed", "overridden"}
            found["adjudicated_value"] = value if gold else None
    if table == "attribution":
        found["expert_value"] = row["expert_met"]
    if table == "checkpoint" and row["position"] is not None:
        digits = str(row["position"])
        found["position"] = f"{'abcdef'[len(digits) - 1]}{digits}"
    return found


TABLES_OF_16 = {"remark": "comment", "open_sheet": "open_form", "proposal": "suggestion"}
COLUMNS_OF_16 = {
    "line": "checkpoint_text",
    "drawn_with_seed": "sampled_with_seed",
    "drawn_from": "sampled_from",
    "drawn_at": "sampled_at",
    "drawn_by": "sampled_by",
    "senior_id": "adjudicator_id",
    "sheet": "form",
}


def as_in_16(table: str, row: dict[str, object]) -> dict[str, object]:
    """A row with the names of version 16."""
    rated = "read_hash" if table == "read_mark" else "rated_hash"
    names = COLUMNS_OF_16 | {"basis": rated}
    return {names.get(name, name): value for name, value in row.items()}


def check_history(events, changes, log) -> None:
    """Every event is a row, and every change the effects of one."""
    told = ("at", "actor_id", "before", "after", "reason")
    assert [[row[name] for name in told] for row in log] == [
        [row[name] for name in told] for row in events
    ]
    assert {row["id"]: (row["effects"], row["state"]) for row in log if row["effects"] != "[]"} == {
        row["id"]: (row["edits"], row["state"]) for row in changes
    }


@pytest.mark.parametrize("version", VERSIONS)
def test_every_version_is_migrated_with_all_it_holds(tmp_path, version):
    path = unpack(version, tmp_path / "p")
    assert recognise(path, mode="ro") == version
    before, original = rows(path), path.read_bytes()
    told = []
    with ProjectFile.open(path, on_progress=lambda done, total: told.append(done / total)) as made:
        assert made.info().name == NAME
        with made.reading() as tx:
            assert len(list(verdicts.all_verdicts(tx))) == (24 if version >= 4 else 12)
            assert list(verify_log(tx)) == []
    assert told == sorted(told)
    assert recognise(path, mode="ro") == SCHEMA_VERSION
    assert check_file(path).problems == ()
    backups = [backup.path.read_bytes() for backup in list_backups(path)]
    if version == SCHEMA_VERSION:
        assert not backups
        assert not told
    else:
        assert told[-1] == 1
        (backup,) = list_backups(path)
        assert rows(backup.path) == before
        assert recognise(backup.path, mode="ro") == version
        assert len(original) == len(backups[0])
    after = rows(path)
    if version < 15:
        check_history(before.pop("event"), before.pop("change", []), after["log"])
        after["setting"] = [row for row in after["setting"] if row["key"] != "log_head"]
        before = {
            name: old for name, old in before.items() if name not in {"packet", "record_version"}
        }
    for table, old in before.items():
        if version < 12:
            old = [as_in_12(table, row) for row in old]
        if version < 16:
            old = [as_in_16(table, row) for row in old]
            table = TABLES_OF_16.get(table, table)
        if table == "decision":
            assert not old
            continue
        new = [{name: row[name] for name in first if name in row}
               for first, row in zip(old, after[table], strict=True)]  # fmt: skip
        if table == "verdict" and version < 8:
            seen = [without(row, "flags") for row in old]
            assert [without(row, "flags") for row in new] == seen
        elif table == "checkpoint" and version < 12:
            assert new == [row | {"position": order_key(row["position"])} for row in old]
        elif table == "run" and version < 9:
            assert new == [without(row, "cost") for row in old]
        else:
            assert [without(row, "checksum") for row in new] == [
                without(row, "checksum") for row in old
            ], table


@pytest.mark.parametrize("version", OLDER)
def test_verdicts_of_the_time_before_attachments_were_shown_say_so(tmp_path, version):
    """Of a judge that reads the brief; the embedded one's only where the response has files."""
    path = unpack(version, tmp_path / "p")
    ProjectFile.open(path).close()
    judges = {row["pk"]: row["provider"] for row in rows(path)["judge"]}
    for row in rows(path)["verdict"]:
        unseen = judges[row["judge_pk"]] == "openai" or row["response_pk"] == 1
        assert (UNSEEN in (row["flags"] or "")) == (unseen and version < 8)


@pytest.mark.parametrize(
    ("version", "every"),
    [(1, 239), (4, 149), (7, 127), (9, 61)] if NIGHTLY else [(1, 1439), (9, 977)],
)
def test_a_migration_killed_anywhere_leaves_a_file_that_opens(tmp_path, version, every):
    kept = unpack(version, tmp_path / "kept")
    whole = tmp_path / "whole" / kept.name
    whole.parent.mkdir()
    shutil.copy(kept, whole)
    ProjectFile.open(whole).close()
    expected = rows(whole)
    path, killed = tmp_path / "now" / kept.name, 0
    path.parent.mkdir()
    shutil.copy(kept, path)
    for _ in killed_everywhere(lambda: ProjectFile.open(path).close(), every=every, in_sql=20):
        killed += 1
        ProjectFile.open(path, read_only=True).close()
        assert rows(path) == expected
        assert check_file(path).problems == ()
        assert not [item for item in path.parent.rglob("*") if ".part" in item.name]
        shutil.rmtree(path.parent)
        path.parent.mkdir()
        shutil.copy(kept, path)
    assert killed > 5


@linux_only
@pytest.mark.parametrize("version", [1, 7])
def test_an_older_file_is_read_through_a_migrated_copy_where_nothing_can_be_written(
    tmp_path, version
):
    path = unpack(version, tmp_path / "p")
    before = contents(path.parent)
    with read_only(path.parent):
        for wants_to_write in (False, True):
            with ProjectFile.open(path, read_only=not wants_to_write) as project:
                assert project.read_only
                assert project.info().name == NAME
                assert len(project.warnings) == wants_to_write
        assert check_file(path).problems == ()
    assert contents(path.parent) == before


@linux_only
def test_an_older_file_on_a_full_disk_can_be_read_and_says_why_it_cannot_be_changed(tmp_path):
    with small_disk(tmp_path / "small", size="600k") as place:
        path = unpack(7, place)
        (place / "filler").write_bytes(b"x" * (shutil.disk_usage(place).free - 8192))
        before = contents(place)
        with ProjectFile.open(path, read_only=True) as project:
            assert project.info().name == NAME
        with pytest.raises(DiskError, match="disk is full"):
            ProjectFile.open(path)
        assert {name: data for name, data in contents(place).items() if "-" not in name} == before
        assert recognise(path, mode="ro") == 7
        assert list_backups(path) == []


def test_an_older_file_with_a_log_is_migrated_with_what_the_log_holds(tmp_path):
    path = unpack(9, tmp_path / "p")
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("PRAGMA journal_mode = WAL")
    raw.execute("INSERT INTO event (at, verb) VALUES ('2026-03-01T12:00:00+00:00', 'late')")
    crashed = tmp_path / "crashed" / path.name
    crashed.parent.mkdir()
    for suffix in ("", logs.WAL):
        shutil.copy(logs.log_of(path, suffix), logs.log_of(crashed, suffix))
    ProjectFile.open(crashed).close()
    assert rows(crashed)["log"][-1]["command"] == "late"
    raw.execute("SELECT 1 FROM event").fetchone()
    with pytest.raises(ProjectBusyError):  # the program of that time has it open
        ProjectFile.open(path)
    raw.close()
    assert recognise(path, mode="ro") == 9


def test_a_log_beside_an_older_file_that_was_closed_is_another_ones(tmp_path, project):
    path = unpack(7, tmp_path / "p")
    say(project, "v1")
    leave_crashed(project, path, log_only=True)
    with ProjectFile.open(path) as opened:
        assert opened.info().name == NAME
        assert "left-log" in opened.warnings[0]


def test_a_newer_file_is_refused_and_left_alone(tmp_path):
    path = unpack(SCHEMA_VERSION, tmp_path / "p")
    raw = sqlite3.connect(path)
    raw.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    raw.close()
    before = contents(path.parent)
    for open_it in (ProjectFile.open, check_file):
        with pytest.raises(NewerProjectError):
            open_it(path)
    assert contents(path.parent) == before
