"""The project file: made whole, opened only if it is one, changed all or nothing."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import textwrap
from datetime import timedelta

import pytest
from sqlalchemy import select

from tests.store.conftest import NOW, PICTURE
from xpert_studio.core.atomic_files import unfinished_path
from xpert_studio.core.errors import (
    DamagedProjectError,
    NewerProjectError,
    NotAProjectError,
    NotFoundError,
    ProjectBusyError,
    ProjectFileError,
    ReadOnlyProjectError,
)
from xpert_studio.core.records import LogEntry
from xpert_studio.core.store import (
    ProjectFile,
    back_up,
    back_up_if_due,
    check_file,
    connection,
    files,
    judgments,
    list_backups,
    log,
    people,
    responses,
    schema,
    tasks,
    verdicts,
)
from xpert_studio.core.store.backups import KEEP_NEWEST, restore
from xpert_studio.core.store.bulk_import import ImportOutcome, Intake
from xpert_studio.core.store.checksums import driver_of
from xpert_studio.core.store.file_format import recognise
from xpert_studio.core.store.migrate import migrate
from xpert_studio.core.store.schema import SCHEMA_VERSION

ROOT = os.geteuid() == 0


def everything(project):
    with project.reading() as tx:
        return (
            people.all_people(tx),
            tasks.all_tasks(tx),
            list(tasks.all_checkpoints(tx)),
            list(responses.all_responses(tx)),
            list(judgments.all_judgments(tx)),
            list(verdicts.all_verdicts(tx)),
        )


def test_what_goes_in_comes_out(project):
    found = everything(project)
    assert [len(part) for part in found] == [1, 2, 2, 1, 1, 2]
    task = found[1][0]
    assert task.extra == {"unknown": {"deep": [None, True]}}
    assert task.full_prompt == "Kontext\n\n报告"
    assert found[5][0].usage.input_tokens == 3
    assert found[5][1].value is None
    with project.reading() as tx:
        assert [point.id for point in tasks.rubric_of(tx, "t1")] == ["c1", "c2"]
        assert files.get_blob(tx, task.attachments[0].sha256) == PICTURE


def test_what_is_there_is_recognised_and_never_overwritten(project):
    before = everything(project)
    with project.writing() as tx:
        intake = Intake(tx)
        for person in before[0]:
            assert intake.person(person) is ImportOutcome.SAME
        for task in before[1]:
            assert intake.task(task) is ImportOutcome.SAME
        for verdict in before[5]:
            assert intake.verdict(verdict) is ImportOutcome.SAME
        for judgment in before[4]:
            assert intake.judgment(judgment) is ImportOutcome.SAME
            changed = judgment.model_copy(update={"value": 1 - judgment.final_value})
            assert intake.judgment(changed) is ImportOutcome.DIFFERENT
        altered = before[1][1].model_copy(update={"prompt": "Something else."})
        assert intake.task(altered) is ImportOutcome.DIFFERENT
        intake.flush()
    assert everything(project) == before


def test_a_change_that_fails_leaves_nothing(project):
    before = everything(project)

    def edit_and_fail():
        with project.writing() as tx:
            log.add_entry(tx, LogEntry(at=NOW, command="checkpoint.edit", task_id="t1"))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        edit_and_fail()
    assert everything(project) == before
    with project.reading() as tx:
        assert log.all_entries(tx) == []


def test_events_are_kept_in_order(project):
    told = [LogEntry(at=NOW + timedelta(hours=-n), command=f"v{n}", task_id="t1") for n in range(3)]
    for event in told:
        with project.writing() as tx:
            log.add_entry(tx, event)
    with project.reading() as tx:
        found = log.all_entries(tx, task_id="t1")
        assert [entry.model_copy(update={"id": None}) for entry in found] == told
        assert len({entry.id for entry in found}) == 3
        assert log.all_entries(tx, task_id="t2") == []


def test_closing_folds_everything_into_one_file(project):
    assert project.path.with_name("clinic.xpert-wal").exists()
    project.close()
    assert [path.name for path in project.path.parent.iterdir()] == ["clinic.xpert"]


def test_an_existing_file_is_never_overwritten(project, info):
    with pytest.raises(ProjectFileError, match="exists already"):
        ProjectFile.create(project.path, info)


def test_no_folder_no_project(tmp_path, info):
    with pytest.raises(ProjectFileError, match="could not be"):
        ProjectFile.create(tmp_path / "nowhere" / "a.xpert", info)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "content", [b"", b"hello", b"SQLite format 2\x00" + b"\x00" * 100, b"{" * 5000]
)
def test_other_files_are_refused_and_left_alone(tmp_path, content):
    path = tmp_path / "a.xpert"
    path.write_bytes(content)
    with pytest.raises(NotAProjectError):
        ProjectFile.open(path)
    assert path.read_bytes() == content
    assert [item.name for item in tmp_path.iterdir()] == ["a.xpert"]


def test_a_folder_and_a_missing_file_are_refused(tmp_path):
    with pytest.raises(NotAProjectError, match="import"):
        ProjectFile.open(tmp_path)
    with pytest.raises(NotFoundError):
        ProjectFile.open(tmp_path / "a.xpert")


def test_an_sqlite_file_of_another_program_is_refused(tmp_path):
    path = tmp_path / "a.xpert"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE task (id)")
    other.close()
    with pytest.raises(NotAProjectError, match="SQLite"):
        ProjectFile.open(path)


def alter(path, *statements):
    raw = sqlite3.connect(path)
    for statement in statements:
        raw.execute(statement)
    raw.commit()
    raw.close()


def test_a_newer_file_is_refused_by_its_version(project):
    project.close()
    alter(project.path, "PRAGMA user_version = 99")
    content = project.path.read_bytes()
    with pytest.raises(NewerProjectError, match="99"):
        ProjectFile.open(project.path)
    assert project.path.read_bytes() == content


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER x AFTER INSERT ON log BEGIN DELETE FROM task; END",
        "CREATE VIEW v AS SELECT * FROM task",
        "CREATE VIRTUAL TABLE f USING fts5(a)",
        "CREATE TABLE more (a)",
        "ALTER TABLE task ADD COLUMN evil TEXT",
        "DROP TABLE verdict",
        "CREATE INDEX i ON task (abs(id))",
    ],
)
def test_planted_schemas_are_refused(project, statement):
    project.close()
    alter(project.path, statement)
    with pytest.raises(DamagedProjectError):
        ProjectFile.open(project.path)


def test_a_truncated_file_is_damage_with_a_backup_to_go_back_to(project):
    for _ in range(3):
        with project.writing() as tx:
            files.put_blob(tx, os.urandom(300_000))
    good = everything(project)
    copy = back_up(project.path)
    project.close()
    size = project.path.stat().st_size
    os.truncate(project.path, size // 2)
    report = check_file(project.path)
    assert report.problems
    assert report.newest_good_backup.path == copy
    aside = restore(project.path, copy.name)
    assert aside.stat().st_size == size // 2
    with ProjectFile.open(project.path) as restored:
        assert everything(restored) == good


def test_flipped_bytes_are_found(project):
    with project.writing() as tx:
        files.put_blob(tx, os.urandom(100_000))
    project.close()
    assert not check_file(project.path).problems
    content = bytearray(project.path.read_bytes())
    for offset in range(len(content) // 2, len(content) // 2 + 4000):
        content[offset] ^= 0xFF
    project.path.write_bytes(content)
    assert check_file(project.path).problems


def test_migrating_an_empty_schema_gives_the_very_schema_of_a_new_file(project, tmp_path):
    """Both ways to make a file lead to the same tables, or ``recognise`` would refuse one."""
    path = tmp_path / "old.xpert"
    project.close()
    shutil.copy(project.path, path)
    raw = sqlite3.connect(path)
    names = [row[0] for row in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    raw.execute("PRAGMA foreign_keys = OFF")
    for name in names:
        raw.execute(f'DROP TABLE "{name}"')
    raw.execute("PRAGMA user_version = 0")
    raw.commit()
    raw.close()
    migrate(path, 0, lambda _done, _total: None)
    assert recognise(path, mode="ro") == SCHEMA_VERSION


@pytest.mark.skipif(ROOT, reason="root may write everywhere")
def test_a_read_only_file_opens_for_reading(project):
    project.close()
    project.path.chmod(0o444)
    with ProjectFile.open(project.path) as opened:
        assert opened.read_only
        assert opened.warnings


def test_a_project_open_for_reading_refuses_changes(project):
    with (
        ProjectFile.open(project.path, read_only=True) as reader,
        pytest.raises(ReadOnlyProjectError),
        reader.writing(),
    ):
        pass


def test_what_is_read_cannot_be_changed_even_where_it_was_just_written(project):
    for data in (b"first", b"second"):
        with (
            pytest.raises(ReadOnlyProjectError, match="open for reading only"),
            project.reading() as tx,
        ):
            files.put_blob(tx, data)
        with project.writing() as tx:
            name = files.put_blob(tx, data)
        with project.reading() as tx:
            assert files.get_blob(tx, name) == data


def test_readers_that_follow_each_other_have_nothing_compiled_anew(project):
    said = []
    with project.reading() as tx:
        driver_of(tx.connection).set_trace_callback(said.append)
    with project.reading() as tx:
        people.all_people(tx)
    assert said
    assert not [one for one in said if one.startswith("PRAGMA")]


def test_reading_sees_one_state_while_another_writes(project):
    with ProjectFile.open(project.path) as other, other.reading() as tx:
        before = len(tasks.all_tasks(tx))
        with project.writing() as writing:
            Intake(writing).task(tasks.all_tasks(writing)[0].model_copy(update={"id": "t9"}))
        assert len(tasks.all_tasks(tx)) == before


def test_a_writer_that_waits_too_long_is_told_so(project, monkeypatch):
    monkeypatch.setattr(connection, "BUSY_SECONDS", 0.2)
    with (
        ProjectFile.open(project.path) as other,
        project.writing(),
        pytest.raises(ProjectBusyError),
        other.writing(),
    ):
        pass


def test_a_file_replaced_while_open_is_noticed(project, tmp_path):
    copy = tmp_path / "copy.xpert"
    shutil.copy(project.path, copy)
    copy.replace(project.path)
    with pytest.raises(ProjectFileError, match="replaced"), project.writing():
        pass


def test_opening_a_project_twice_lets_no_lock_go(project):
    """What another program writes and closes meanwhile is still there for everybody."""
    script = textwrap.dedent("""
        import sys
        from datetime import UTC, datetime
        from pathlib import Path
        from xpert_studio.core.records import LogEntry
        from xpert_studio.core.store import ProjectFile, log
        with ProjectFile.open(Path(sys.argv[1])) as project, project.writing() as tx:
            log.add_entry(tx, LogEntry(at=datetime.now(UTC), command="theirs"))
    """)
    with project.writing() as tx:
        log.add_entry(tx, LogEntry(at=NOW, command="ours"))
    with ProjectFile.open(project.path, read_only=True) as again:
        again.info()
    for _ in range(2):
        subprocess.run([sys.executable, "-c", script, str(project.path)], check=True)
        with project.writing() as tx:
            log.add_entry(tx, LogEntry(at=NOW, command="ours"))
    project.close()
    with ProjectFile.open(project.path) as closed, closed.reading() as tx:
        verbs = [event.command for event in log.latest_entries(tx, 5)]
    assert verbs == ["ours", "theirs", "ours", "theirs", "ours"]


def test_a_killed_writer_loses_nothing_confirmed(project):
    project.close()
    script = textwrap.dedent("""
        import os, sys
        from datetime import datetime, UTC
        from pathlib import Path
        from xpert_studio.core.records import LogEntry
        from xpert_studio.core.store import ProjectFile, log
        project = ProjectFile.open(Path(sys.argv[1]))
        for number in range(10_000):
            with project.writing() as tx:
                log.add_entry(tx, LogEntry(at=datetime.now(UTC), command=f"n{number}"))
            print(number, flush=True)
    """)
    writer = subprocess.Popen(
        [sys.executable, "-c", script, str(project.path)], stdout=subprocess.PIPE, text=True
    )
    for _ in range(50):
        confirmed = int(writer.stdout.readline())
    writer.kill()
    rest = writer.stdout.read().split()
    writer.wait()
    writer.stdout.close()
    confirmed = int(rest[-1]) if rest else confirmed
    with ProjectFile.open(project.path) as opened, opened.reading() as tx:
        found = [int(event.command[1:]) for event in log.all_entries(tx)]
    assert found == list(range(len(found)))
    assert confirmed < len(found) <= confirmed + 2


def test_backups_rotate_and_are_made_when_due(project):
    now = NOW
    assert back_up_if_due(project.path, now=now)
    for _ in range(KEEP_NEWEST + 5):
        back_up(project.path)
    copies = list_backups(project.path)
    assert len(copies) == KEEP_NEWEST
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    left = unfinished_path(copies[0].path)
    left = left.with_name(left.name.replace(f"-{os.getpid()}-", f"-{ended.pid}-"))
    left.write_bytes(b"of a backup that was killed")
    assert back_up_if_due(project.path, now=copies[0].at + timedelta(minutes=5)) is None
    assert not left.exists()
    assert back_up_if_due(project.path, now=copies[0].at + timedelta(hours=2))


def test_a_damaged_project_does_not_push_good_backups_out(project):
    with project.writing() as tx:
        files.put_blob(tx, os.urandom(200_000))
    copy = back_up(project.path)
    project.close()
    content = bytearray(project.path.read_bytes())
    content[8192:60_000] = os.urandom(60_000 - 8192)
    project.path.write_bytes(content)
    with pytest.raises(ProjectFileError):
        back_up(project.path)
    assert [backup.path for backup in list_backups(project.path)] == [copy]


def test_a_new_file_is_whole_though_closing_it_could_not_fold_its_log(tmp_path, info, monkeypatch):
    monkeypatch.setattr(ProjectFile, "_fold", lambda self: self._engine.dispose())

    def fill(made):
        with made.writing() as tx:
            log.add_entry(tx, LogEntry(at=NOW, command="project.create"))

    with ProjectFile.create(tmp_path / "p.xpert", info, fill) as project, project.reading() as tx:
        assert [event.command for event in log.all_entries(tx)] == ["project.create"]


def test_a_statement_is_compiled_once_for_all_project_files(tmp_path, info):
    def compiled(name):
        with ProjectFile.create(tmp_path / name, info) as made, made.reading() as tx:
            found = tx.connection.execute(select(schema.person.c.id, schema.person.c.pk))
            return found.context.compiled

    assert compiled("a.xpert") is compiled("b.xpert")
