"""Damaged project files: every command says so, and none crashes."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from datetime import UTC, datetime

import pytest

from tests.judge.projects import make_project
from tests.sampling import many
from tests.store.crashes import killed_everywhere
from xpert_studio.cli.output import Exit
from xpert_studio.core.judge.request import ScoreRequest
from xpert_studio.core.judge.scoring import BASELINE, BASELINE_MODEL, prepare, score
from xpert_studio.core.records import Person, Role
from xpert_studio.core.store import ProjectFile, people
from xpert_studio.core.store.log_chain import START

SEEDS = range(12)
CRASH = "Something went wrong inside the program"
COMMANDS = (
    ("verify",),
    ("info",),
    ("leaderboard",),
    ("align",),
    ("export", "out.zip", "--replace"),
    ("task", "list"),
    ("runs",),
    ("gold", "list"),
    ("people", "add", "new", "--role", "author", "--as", "lead"),
)


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A project with gold, verdicts of a run, and people."""
    path = tmp_path_factory.mktemp("sound") / "p.xpert"
    with make_project(path) as made:
        with made.writing() as tx:
            people.add_person(tx, Person(id="amara", name="Amara", roles=(Role.AUTHOR,)))
            people.add_person(tx, Person(id="lena", name="Lena", roles=(Role.LEAD,)))
        request = ScoreRequest(provider=BASELINE, model=BASELINE_MODEL)
        score(
            made,
            prepare(made, request),
            clock=lambda: datetime.now(UTC),
            on_progress=lambda _: None,
        )
    return path


def damaged(content: bytes, chance: random.Random) -> bytes:
    """One bit, one byte, a run of bytes, or a whole page of another kind."""
    found = bytearray(content)
    at = chance.randrange(len(found))
    kind = chance.randrange(5)
    if kind <= 1:
        found[at] ^= 1 << chance.randrange(8)
    elif kind == 2:
        found[at] = chance.randrange(256)
    elif kind == 3:
        found[at : at + 60] = chance.randbytes(60)[: len(found) - at]
    else:
        page = at // 4096 * 4096
        found[page : page + 4096] = chance.choice([bytes(4096), chance.randbytes(4096)])
    return bytes(found)


def run_all(xpert, path):
    """What the commands end with; none with a crash."""
    ended = {}
    for name, *more in COMMANDS:
        before = (name, more[0], path, *more[1:]) if name in _GROUPS else (name, path, *more)
        done = ended[name] = xpert(*before)
        assert CRASH not in done.err, (before, done.err)
        assert "Traceback" not in done.err + done.out
    return ended


_GROUPS = {"task", "gold", "people"}


def test_every_command_works_on_the_sound_file(xpert, sound, tmp_path):
    path = tmp_path / "p.xpert"
    shutil.copy(sound, path)
    ended = run_all(xpert, path)
    assert {name: done.code for name, done in ended.items() if name != "people"} == dict.fromkeys(
        (name for name, *_ in COMMANDS if name != "people"), Exit.DONE
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_no_damage_crashes_any_command_and_check_names_it(xpert, sound, tmp_path, seed):
    content, chance = sound.read_bytes(), random.Random(seed)
    path = tmp_path / "p.xpert"
    for _ in range(3):
        path.write_bytes(damaged(content, chance))
        ended = run_all(xpert, path)
        was_damage = [name for name, done in ended.items() if "is damaged" in done.err]
        if was_damage:
            assert ended["verify"].code == Exit.PROBLEMS, (was_damage, ended["verify"])
            assert len(ended["verify"].out.splitlines()) >= 2


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("verdict", "state", "'oj'"),
        ("verdict", "state", "CAST(X'6FFF' AS TEXT)"),
        ("verdict", "evidence", "'[{'"),
        ("verdict", "evidence", "'[{\"quotf\": 1}]'"),
        ("verdict", "trial", "'many'"),
        ("verdict", "judged_at", "'soon'"),
        ("judgment", "status", "'x'"),
        ("judgment", "value", "'yes'"),
        ("task", "stage", "'nowhere'"),
        ("task", "prompt", "CAST(X'E28228' AS TEXT)"),
        ("task", "prompt", "X'00'"),
        ("checkpoint", "weight", "'heavy'"),
        ("response", "role", "'extra'"),
        ("response", "latency_ms", "'fast'"),
        ("judge", "mode", "'best'"),
        ("run", "state", "'lost'"),
        ("call", "usage", "'{'"),
        ("person", "roles", "'[\"king\"]'"),
        ("log", "at", "'then'"),
        ("setting", "value", "'{}'"),
    ],
)
def test_check_names_table_row_and_column(xpert, sound, tmp_path, table, column, value):
    path = tmp_path / "p.xpert"
    shutil.copy(sound, path)
    raw = sqlite3.connect(path)
    (row,) = raw.execute(f"SELECT rowid FROM {table} LIMIT 1").fetchone()
    where = "key = 'project'" if table == "setting" else f"rowid = {row}"
    raw.execute(f"UPDATE {table} SET {column} = {value} WHERE {where}")
    raw.commit()
    raw.close()
    ended = run_all(xpert, path)
    assert ended["verify"].code == Exit.PROBLEMS
    assert f"of {table} cannot be read" in ended["verify"].out
    assert column in ended["verify"].out


@pytest.mark.parametrize(
    "change", ["response SET text = text || ' '", "checkpoint SET weight = 11 - weight"]
)
@pytest.mark.parametrize(
    "command",
    [
        ("export", "out.zip"),
        ("export", "out.csv"),
        ("report", "out.html"),
        ("rubric", "export", "out.csv"),
        ("copy", "create", "out.xpert", "--as", "lena"),
        ("info",),
        ("align",),
        ("task", "list"),
        ("response", "list"),
        ("leaderboard",),
        ("search", "x"),
        ("task", "new", "--as", "lena"),
    ],
)
def test_rows_that_were_changed_past_the_program_do_not_leave_it(
    xpert, sound, tmp_path, change, command
):
    path = tmp_path / "p.xpert"
    shutil.copy(sound, path)
    raw = sqlite3.connect(path)
    table = change.split()[0]
    (row,) = raw.execute(f"SELECT max(rowid) FROM {table}").fetchone()
    raw.execute(f"UPDATE {change} WHERE rowid = {row}")
    raw.commit()
    raw.close()
    at = 2 if command[0] in {"rubric", "copy", "task", "response"} else 1
    done = xpert(*command[:at], path, *command[at:])
    assert done.code not in {Exit.DONE, Exit.USAGE}, done.err
    assert f"Row {row} of {table} in p.xpert is not as it was written." in done.err
    assert "backup" in done.err
    assert not list(tmp_path.glob("out.*"))
    told = xpert("verify", path)
    assert xpert("check", path) == told  # its name in earlier versions
    assert told.code == Exit.PROBLEMS
    assert f"Row {row} of {table} is not as it was written" in told.out


@pytest.mark.parametrize(
    "change",
    [
        "task SET tags = '[' || printf('%.*c', 100000, '[')",
        "log SET effects = printf('%.*c', 100000, '[')",
        "setting SET value = printf('%.*c', 100000, '[') WHERE key = 'project'",
    ],
)
def test_deeply_nested_values_are_said_like_any_damage(xpert, sound, tmp_path, change):
    path = tmp_path / "p.xpert"
    shutil.copy(sound, path)
    raw = sqlite3.connect(path)
    raw.execute(f"UPDATE {change}")
    raw.commit()
    raw.close()
    ended = run_all(xpert, path)
    assert ended["verify"].code == Exit.PROBLEMS
    assert f"of {change.split()[0]} cannot be read" in ended["verify"].out
    assert not [done for done in ended.values() if "Something went wrong" in done.err]


def test_a_log_cut_off_with_a_head_of_its_own_is_noticed(xpert, sound, tmp_path):
    path = tmp_path / "p.xpert"
    shutil.copy(sound, path)
    raw = sqlite3.connect(path)
    raw.execute("DELETE FROM log")
    head = json.dumps({"length": 0, "hash": START})
    raw.execute("UPDATE setting SET value = ? WHERE key = 'log_head'", (head,))
    raw.commit()
    raw.close()
    done = xpert("history", path, "--verify")
    assert done.code == Exit.REFUSED, done.out
    assert "of setting in p.xpert is not as it was written" in done.err


def test_a_message_about_damage_quotes_nothing_of_the_project(xpert, sound, tmp_path):
    path = tmp_path / "p.xpert"
    shutil.copy(sound, path)
    raw = sqlite3.connect(path)
    raw.execute("UPDATE task SET prompt = CAST(X'5365637265745365637265742DFF' AS TEXT)")
    raw.commit()
    raw.close()
    for done in run_all(xpert, path).values():
        assert "Secret" not in done.err + done.out


def test_new_killed_anywhere_leaves_no_project_without_its_lead(xpert, tmp_path):
    path, began = tmp_path / "folder" / "p.xpert", 0
    path.parent.mkdir()
    for _ in killed_everywhere(
        lambda: xpert("new", path, "--as", "lead"),
        every=many(6, by_night=2),
        in_sql=100,
    ):
        began += 1
        if path.exists():
            with ProjectFile.open(path) as made, made.reading() as tx:
                (lead,) = people.all_people(tx)
                assert Role.LEAD in lead.roles
            path.unlink()
        assert xpert("new", path, "--as", "lead").code == Exit.DONE
        assert [item.name for item in path.parent.iterdir()] == ["p.xpert"]
        path.unlink()
    assert began > 5


def test_whatever_makes_a_project_sets_a_log_left_there_aside(xpert, sound, tmp_path):
    """Each command that puts a file under a name, where another project has left its log."""
    with ProjectFile.open(sound) as dead:
        with dead.writing():
            pass
        log = dead.path.with_name(dead.path.name + "-wal").read_bytes()
    bundle = tmp_path / "bundle.zip"
    backups = tmp_path / "restored.backups"
    backups.mkdir()
    copy = backups / "20260101T000000000000Z.xpert"
    shutil.copy(sound, copy)
    assert xpert("export", sound, bundle).code == Exit.DONE
    for name, arguments in {
        "new.xpert": ("new", "new.xpert"),
        "imported.xpert": ("import", "imported.xpert", bundle, "--new", "--as", "lena"),
        "copied.xpert": ("backup", sound, "--to", "copied.xpert"),
        "restored.xpert": ("backup", "restored.xpert", "--restore", copy.name),
    }.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.with_name(path.name + "-wal").write_bytes(log)
        done = xpert(*arguments)
        assert done.code == Exit.DONE, (arguments, done.err)
        assert "the log of another file" in done.err, arguments
        (kept,) = path.parent.glob(f"{path.stem}.left-log-*.xpert-wal")
        assert kept.name in done.err
        assert kept.read_bytes() == log
        assert xpert("verify", path).code == Exit.DONE
        kept.unlink()
