"""Whatever becomes of the output, what a command did is done, and its exit code says so."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.waiting import PATIENCE
from xpert_studio.core.store import ProjectFile, people

pytestmark = pytest.mark.skipif(os.name != "posix", reason="by a shell and its files")


def shell(line: str, folder, **environment: str):
    program = f"{sys.executable} -m xpert_studio.start"
    return subprocess.run(
        ["sh", "-c", line.replace("xpert-studio", program)], cwd=folder, capture_output=True,
        env={**os.environ, **environment}, timeout=PATIENCE, check=False,
    )  # fmt: skip


@pytest.fixture
def project(xpert, tmp_path):
    assert xpert("new", "p.xpert", "--as", "lena").code == 0
    return tmp_path / "p.xpert"


def names_in(project) -> set[str | None]:
    with ProjectFile.open(project, read_only=True) as opened, opened.reading() as tx:
        return {person.name for person in people.all_people(tx)}


def test_a_terminal_without_chinese_shows_it_by_its_numbers(project, tmp_path):
    ascii_only = {"PYTHONIOENCODING": "ascii", "LANG": "C"}
    added = shell(
        "xpert-studio people add p.xpert li --name 李明 --role expert --as lena", tmp_path,
        **ascii_only,
    )  # fmt: skip
    assert added.returncode == 0, added.stderr
    assert "李明" in names_in(project)
    listed = shell("xpert-studio people list p.xpert --json", tmp_path, **ascii_only)
    assert json.loads(listed.stdout)[-1]["name"] == "李明"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no disk that is always full")  # noqa: PTH110
def test_a_full_disk_behind_the_output_undoes_nothing(project, tmp_path):
    line = "xpert-studio people add p.xpert li --name Li --role expert --as lena > /dev/full"
    said = shell(line, tmp_path)
    assert said.returncode == 1
    assert b"What the command did is saved" in said.stderr
    assert b"crash" not in said.stderr
    assert "Li" in names_in(project)


@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-"])
def test_closed_output_is_no_error(project, tmp_path, closed):
    line = f"xpert-studio people add p.xpert li --name Li --role expert --as lena {closed}"
    assert shell(line, tmp_path).returncode == 0
    assert "Li" in names_in(project)


@pytest.mark.parametrize("command", ["info", "verify", "backup", "task list"])
def test_a_pipe_with_the_name_of_a_project_keeps_nobody_waiting(xpert, tmp_path, command):
    os.mkfifo(tmp_path / "pipe.xpert")
    said = xpert(*command.split(), "pipe.xpert")
    assert said.code in {1, 3}
    assert "not an ordinary file" in said.out + said.err
