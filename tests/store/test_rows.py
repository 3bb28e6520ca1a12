"""Rows follow from the records, and each carries the checksum of what was written."""

from __future__ import annotations

import sqlite3

import pytest
from sqlalchemy import MetaData, create_engine, select

from tests.store.conftest import NOW
from tests.store.test_kept_files import unpack
from tests.store.test_project_file import alter
from xpert_studio.core.errors import DamagedProjectError
from xpert_studio.core.records import Checkpoint, LogEntry, Person, Task
from xpert_studio.core.store import (
    ProjectFile,
    check_file,
    entities,
    log,
    people,
    tasks,
    verify,
)
from xpert_studio.core.store import mapping as mapping_
from xpert_studio.core.store.bulk_import import Intake
from xpert_studio.core.store.checksums import checksum
from xpert_studio.core.store.schema import STORED, metadata, task, verdict


class Longer(Person):
    """A person with fields that no table has yet."""

    languages: tuple[str, ...] = ()
    hours: float = 8.0
    is_away: bool = False
    joined: int | None = None


def test_a_new_field_of_a_record_is_a_column_and_is_written_and_read(monkeypatch):
    own = MetaData()
    monkeypatch.setattr(mapping_, "metadata", own)
    stored = mapping_.stored_in(Longer, ("id",), kind="longer")
    engine = create_engine("sqlite://")
    own.create_all(engine)
    record = Longer(id="amara", languages=("en", "zh"), hours=7, is_away=True, joined=2024)
    with engine.begin() as connection:
        connection.execute(stored.table.insert().values(stored.columns(record)))
        connection.execute(stored.table.insert().values(stored.columns(Longer(id="wei"))))
        query = stored.query().order_by(stored.table.c.pk)
        assert list(stored.records(connection, query)) == [record, Longer(id="wei")]
        raw = connection.execute(select(stored.table).where(stored.table.c.id == "amara")).one()
    assert (raw.languages, raw.hours, raw.is_away, raw.joined) == ('["en","zh"]', 7.0, True, 2024)
    columns = stored.table.c
    assert not columns.hours.nullable
    assert columns.joined.nullable
    assert columns.languages.nullable


def test_every_record_of_every_kind_has_its_row(project):
    for stored in STORED:
        names = {*stored.fields, *stored.references}
        assert names == set(stored.record.model_fields), stored.kind


def shape(path):
    raw = sqlite3.connect(path)
    names = raw.execute("SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'")
    found = {}
    for kind, name in names.fetchall():
        pragma = "table_info" if kind == "table" else "index_info"
        rows = raw.execute(f"PRAGMA {pragma}({name})").fetchall()
        # The order of a table's columns means nothing, nor does a default that is not relied on.
        found[name] = (
            {row[1]: (row[2], row[3], row[5]) for row in rows}
            if kind == "table"
            else [row[2] for row in rows]
        )
    raw.close()
    found.pop("alembic_version", None)
    return found


@pytest.mark.parametrize("version", [1, 7, 11])
def test_a_migrated_file_has_the_columns_types_and_indexes_of_a_new_one(tmp_path, project, version):
    path = unpack(version, tmp_path / "old")
    ProjectFile.open(path).close()
    assert shape(path) == shape(project.path)


@pytest.mark.parametrize("version", range(1, 12))
def test_a_migrated_file_can_be_written(tmp_path, version):
    path = unpack(version, tmp_path / "old")
    with ProjectFile.open(path) as opened:
        with opened.writing() as tx:
            people.add_person(tx, Person(id="late"))
            Intake(tx).flush()
        with opened.reading() as tx:
            verify(tx, metadata.sorted_tables)
    assert check_file(path).problems == ()


def test_a_row_that_could_not_be_read_before_a_migration_is_named_after_it(tmp_path):
    path = unpack(11, tmp_path / "old")
    alter(
        path,
        "UPDATE response SET role = 'extra' WHERE pk = 1",
        "UPDATE task SET prompt = CAST(X'E28228' AS TEXT) WHERE pk = 1",
    )
    ProjectFile.open(path).close()
    assert check_file(path).problems == (
        "Row 1 of task cannot be read: prompt has an impossible value.",
        "Row 1 of response cannot be read: role has an impossible value.",
    )


def test_the_checksum_of_a_row_is_the_same_for_ever():
    row = (1, None, 0, 0.0, "", b"", "报告 é", -(2**40), 1.5, b"\xff\x00")
    assert checksum(*row) == 3368518555
    one_off = [(None,), (0,), (0.0,), ("",), (b"",), ("0",), (b"0",), (1,)]
    assert len({checksum(*values) for values in one_off}) == len(one_off)
    assert checksum("ab", "c") != checksum("a", "bc")


def test_no_write_forgets_the_checksum(project):
    with project.writing() as tx:
        log.add_entry(tx, LogEntry(at=NOW, command="told", task_id="t1"))
        entities.put(tx, Person(id="amara", name="Amara", credentials="RN"))
        entities.put(tx, tasks.get_task(tx, "t1").model_copy(update={"title": "New"}))
        tx.connection.execute(verdict.update().values(stale=True))
    with project.reading() as tx:
        verify(tx, metadata.sorted_tables)
    project.close()
    assert check_file(project.path).problems == ()


@pytest.mark.parametrize(
    ("table", "change"),
    [
        ("response", "text = text || ' '"),
        ("checkpoint", "weight = weight + 1"),
        ("checkpoint", "position = 'a7'"),
        ("judgment", "value = 1 - value"),
        ("verdict", "superseded = 1 - superseded"),
        ("verdict", "rationale = ''"),
        ("person", "pk = pk + 10"),
        ("log", "at = '2020-01-01T00:00:00.000000+00:00'"),
        ("setting", "value = replace(value, 'Clinic', 'Klinik')"),
        ("task", "checksum = NULL"),
    ],
)
def test_a_valid_value_that_was_changed_past_the_program_is_found(project, table, change):
    with project.writing() as tx:
        log.add_entry(tx, LogEntry(at=NOW, command="told"))
    project.close()
    which = "key = 'project'" if table == "setting" else "true"
    number = f"SELECT rowid FROM {table} WHERE {which} LIMIT 1"
    alter(
        project.path,
        "PRAGMA foreign_keys = OFF",
        f"UPDATE {table} SET {change} WHERE rowid = ({number})",
    )
    problem = check_file(project.path).problems[0]
    assert f"of {table} is not as it was written" in problem
    assert "backup" in problem
    with (
        ProjectFile.open(project.path, read_only=True) as opened,
        opened.reading() as tx,
        pytest.raises(DamagedProjectError, match=f"of {table} in .* is not as it was written"),
    ):
        verify(tx, metadata.sorted_tables)


def test_other_tools_can_write_the_file_and_the_program_mends_what_it_writes_again(project):
    project.close()
    alter(project.path, "UPDATE task SET title = 'By hand' WHERE id = 't2'")
    assert check_file(project.path).problems
    with ProjectFile.open(project.path) as opened, opened.writing() as tx:
        entities.put(tx, tasks.get_task(tx, "t2").model_copy(update={"title": "By us"}))
    assert check_file(project.path).problems == ()


def test_lines_of_equal_keys_stand_in_the_order_of_their_ids(project):
    with project.writing() as tx:
        for id_ in ("z", "m", "a"):
            line = Checkpoint(task_id="t2", id=id_, text="Is.", weight=1, position="a0V")
            entities.put(tx, line)
        entities.put(tx, Checkpoint(task_id="t2", id="b", text="Is.", weight=1, position=0))
        assert [line.id for line in tasks.rubric_of(tx, "t2")] == ["b", "a", "m", "z"]
        assert tx.connection.scalar(select(task.c.pk).where(task.c.id == "t2")) is not None


def test_a_line_offered_at_the_place_it_has_is_the_same(project):
    with project.writing() as tx:
        entities.put(tx, Task(id="t2", prompt="Do it."))
        for id_, position in (("b", "a0V"), ("a", 0), ("c", 1)):
            line = Checkpoint(task_id="t2", id=id_, text="Is.", weight=1, position=position)
            entities.put(tx, line)
        offered = [
            Checkpoint(task_id="t2", id=id_, text="Is.", weight=1, position=place)
            for place, id_ in enumerate("abc")
        ]
        assert {Intake(tx).checkpoint(line).name for line in offered} == {"SAME"}
        moved = offered[0].model_copy(update={"position": 2})
        assert Intake(tx).checkpoint(moved).name == "DIFFERENT"
