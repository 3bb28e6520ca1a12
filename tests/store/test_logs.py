"""A log is replayed into the file it was written for, and into no other one."""

from __future__ import annotations

import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.sampling import examples
from tests.store.conftest import NOW
from tests.store.crashes import killed_everywhere, leave_crashed, said, say
from xpert_studio.core.errors import ProjectBusyError
from xpert_studio.core.records import ProjectInfo
from xpert_studio.core.store import ProjectFile, back_up, check_file, connection, files, logs
from xpert_studio.core.store.backups import restore

STEPS = st.lists(
    st.sampled_from(["say", "fail", "much", "fold some", "fold", "reader", "again", "second"]),
    min_size=1,
    max_size=8,
)


def made(path: Path, *verbs: str) -> ProjectFile:
    project = ProjectFile.create(path, ProjectInfo(name=path.stem, created_at=NOW))
    say(project, *verbs)
    return project


def beside(path: Path) -> list[str]:
    return sorted(item.name for item in path.parent.iterdir() if item != path)


def elsewhere(code: str, *arguments: object) -> str:
    """What code says in another process, where ``path`` is its first argument."""
    code = f"import sys; from pathlib import Path; path = Path(sys.argv[1])\n{code}"
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


class Life:
    """A project through transactions, checkpoints and readers that hold them up."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.project = made(folder / "a.xpert")
        self.verbs: list[str] = []
        self._readers: list[object] = []

    def do(self, step: str) -> None:
        if step in {"say", "much"}:
            self.verbs.append(f"v{len(self.verbs)}")
            with self.project.writing() as tx:
                if step == "much":
                    files.put_blob(tx, bytes([len(self.verbs)]) * 600_000)
            say(self.project, self.verbs[-1])
        elif step == "fail":
            with suppress(RuntimeError), self.project.writing() as tx:
                files.put_blob(tx, b"x" * 100_000)
                raise RuntimeError
        elif step in {"fold", "fold some"}:
            self._fold("PASSIVE" if step == "fold some" else "TRUNCATE")
        elif step == "reader":
            reader = self.project.reading()
            reader.__enter__().connection.exec_driver_sql("SELECT count(*) FROM log").all()
            self._readers.append(reader)
        elif step == "again":
            self.end()
            self.project = ProjectFile.open(self.project.path)
        else:
            with ProjectFile.open(self.project.path) as second:
                self.verbs.append(f"v{len(self.verbs)}")
                say(second, self.verbs[-1])

    def _fold(self, how: str) -> None:
        raw = connection.connect(self.project.path, mode="rw")
        raw.execute("PRAGMA busy_timeout = 0")
        raw.execute(f"PRAGMA wal_checkpoint({how})")
        raw.close()

    def end(self) -> None:
        while self._readers:
            self._readers.pop().__exit__(None, None, None)
        self.project.close()


@examples(10)
@given(steps=STEPS)
def test_a_log_is_used_where_it_continues_the_file_and_nowhere_else(tmp_path_factory, steps):
    """Each file on the way with each log on the way: its own, an earlier and a later one."""
    folder = tmp_path_factory.mktemp("life")
    life, states = Life(folder / "life"), []
    for number, step in enumerate(steps):
        life.do(step)
        state = folder / str(number) / "a.xpert"
        state.parent.mkdir()
        leave_crashed(life.project, state)
        states.append((state, list(life.verbs)))
    life.end()
    for state, verbs in states:
        assert logs.belongs(state), "its own log"
        for other, others_verbs in states:
            pair = folder / "pair" / "a.xpert"
            pair.parent.mkdir()
            shutil.copy(state, pair)
            if logs.log_of(other).exists():
                shutil.copy(logs.log_of(other), logs.log_of(pair))
            if logs.has_log(pair) and logs.belongs(pair):
                found = said(pair)
                assert found in (others_verbs, verbs)
            else:
                assert not logs.has_log(pair) or other != state
            shutil.rmtree(pair.parent)
        assert said(state) == verbs


@pytest.mark.parametrize("is_crashed", [True, False])
def test_a_log_of_another_project_is_set_aside_and_neither_file_changed(tmp_path, is_crashed):
    a, b = made(tmp_path / "a.xpert", "a1"), made(tmp_path / "b.xpert", *"bbbbb")
    target = tmp_path / "there" / "a.xpert"
    target.parent.mkdir()
    if is_crashed:
        leave_crashed(a, target)  # which keeps a log of its own, as it says itself
        expected = []
    else:
        a.close()
        shutil.copy(a.path, target)
        expected = ["a1"]
    leave_crashed(b, target, log_only=True)
    log = logs.log_of(target).read_bytes()
    content = target.read_bytes()
    report = check_file(target)
    assert any("belongs to another file" in problem for problem in report.problems)
    assert target.read_bytes() == content
    with ProjectFile.open(target, read_only=True) as project:
        (warning,) = project.warnings
        assert project.info().name == "a"
    assert target.read_bytes() == content
    (kept,) = [name for name in beside(target) if "left-log" in name]
    assert kept in warning
    assert (target.parent / kept).read_bytes() == log
    assert said(target) == expected
    b.close()


def test_a_log_in_use_by_another_process_is_never_moved(tmp_path):
    project = made(tmp_path / "a.xpert", "v1")
    names = beside(project.path)
    code = (
        "from xpert_studio.core.store import logs\n"
        "logs.belongs = lambda path: False  # as if it had looked at a wrong moment\n"
        "print(logs.set_foreign_aside(path))"
    )
    assert elsewhere(code, project.path) == "None"
    assert beside(project.path) == names
    project.close()
    assert said(project.path) == ["v1"]


def test_a_backup_and_a_new_file_get_no_log_that_was_left_there(tmp_path):
    dead = made(tmp_path / "dead.xpert", "d1", "d2")
    living = made(tmp_path / "a.xpert", "a1")
    notices = []
    target = tmp_path / "copy.xpert"
    leave_crashed(dead, target, log_only=True)
    back_up(living.path, to=target, on_notice=notices.append)
    assert len(notices) == 1
    assert said(target) == ["a1"]
    target = tmp_path / "new.xpert"
    leave_crashed(dead, target, log_only=True)
    new = made(target, "n1")
    assert "new.left-log-" in new.warnings[0]
    new.close()
    assert said(target) == ["n1"]
    assert len([name for name in beside(target) if name.endswith("-wal")]) == 4
    living.close()
    dead.close()


def test_a_restored_backup_takes_no_log_of_a_lost_file(tmp_path):
    project = made(tmp_path / "a.xpert", "v1")
    copy = back_up(project.path)
    say(project, "v2", "v3")
    kept = tmp_path / "kept" / "a.xpert"
    kept.parent.mkdir()
    leave_crashed(project, kept, log_only=True)
    project.close()
    project.path.unlink()
    shutil.copy(logs.log_of(kept), logs.log_of(project.path))
    notices = []
    assert restore(project.path, copy.name, on_notice=notices.append) is None
    assert "left-log" in notices[0]
    assert said(project.path) == ["v1"]


def test_what_is_restored_over_keeps_what_its_log_held(tmp_path):
    live = made(tmp_path / "live.xpert", "v1", "v2")
    path = tmp_path / "a.xpert"
    leave_crashed(live, path)
    (tmp_path / "a.backups").mkdir()
    copy = back_up(live.path, to=tmp_path / "a.backups" / "20260101T000000000000Z.xpert")
    live.close()
    aside = restore(path, copy.name)
    assert said(aside) == ["v1", "v2"]


def test_an_open_project_is_not_restored_over(tmp_path):
    with made(tmp_path / "a.xpert", "v1") as project:
        copy = back_up(project.path)
        say(project, "v2")
        with pytest.raises(ProjectBusyError, match="open"):
            restore(project.path, copy.name)
    assert said(project.path) == ["v1", "v2"]
    with ProjectFile.open(project.path) as project:
        project.info()
        code = (
            "from xpert_studio.core.errors import ProjectBusyError\n"
            "from xpert_studio.core.store.backups import restore\n"
            "try: restore(path, sys.argv[2])\n"
            "except ProjectBusyError: print('busy')"
        )
        assert elsewhere(code, project.path, copy.name) == "busy"
    assert said(project.path) == ["v1", "v2"]


@pytest.mark.parametrize("is_damaged", [False, True])
def test_restoring_is_killed_anywhere_and_run_again(tmp_path, is_damaged):
    origin = tmp_path / "origin" / "a.xpert"
    origin.parent.mkdir()
    live = made(origin, "v1")
    copy = back_up(origin)
    say(live, "v2")
    crashed = tmp_path / "crashed" / "a.xpert"
    crashed.parent.mkdir()
    leave_crashed(live, crashed)
    live.close()
    if is_damaged:
        content = bytearray(crashed.read_bytes())
        content[100:3000] = b"\xff" * 2900
        crashed.write_bytes(content)
    shutil.copytree(tmp_path / "origin" / "a.backups", crashed.parent / "a.backups")
    path = tmp_path / "now" / "a.xpert"
    steps = 0
    shutil.copytree(crashed.parent, path.parent)
    for step in killed_everywhere(lambda: restore(path, copy.name)):
        steps = step
        assert path.exists()
        content = path.read_bytes()
        if is_damaged and content == crashed.read_bytes():
            assert logs.log_of(path).read_bytes() == logs.log_of(crashed).read_bytes()
        else:
            assert said(path) in (["v1", "v2"], ["v1"])
        restore(path, copy.name)
        assert said(path) == ["v1"]
        if not is_damaged:
            kept = path.parent.glob("a.before-restore-*.xpert")
            assert ["v1", "v2"] in [said(item) for item in kept]
        else:
            found = [p for p in path.parent.iterdir() if p.name.endswith(".xpert-wal")]
            assert logs.log_of(crashed).read_bytes() in [p.read_bytes() for p in found]
        assert not [item for item in path.parent.iterdir() if ".part" in item.name]
        shutil.rmtree(path.parent)
        shutil.copytree(crashed.parent, path.parent)
    assert steps > 4
