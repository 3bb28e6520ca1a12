"""One entry for the window and the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.documents_made import docx
from xpert_studio import start
from xpert_studio.core.documents import DOCX
from xpert_studio.core.processes import DOCUMENT, WORKER


def _run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    without = {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}
    kept = {name: value for name, value in os.environ.items() if name not in without}
    return subprocess.run(
        [sys.executable, "-m", "xpert_studio.start", *arguments],
        capture_output=True, text=True, check=False, env=kept | environment,
    )  # fmt: skip


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems have a screen")
def test_without_a_display_it_says_so_and_names_the_command_line() -> None:
    for arguments in ((), ("--sample",)):
        done = _run(*arguments)
        assert done.returncode == start.NO_WINDOW
        assert "no display" in done.stderr
        assert "--help" in done.stderr
        assert "sample out" in done.stderr
        assert "doctor" in done.stderr


def test_make_run_runs_the_sample_where_there_is_no_window(tmp_path: Path) -> None:
    """And only then: another exit code is that of the window."""
    lines = (Path(__file__).resolve().parents[2] / "Makefile").read_text().split("\nrun:")[1]
    recipe = [line.strip("\t@\\ ") for line in lines.split("\n\n")[0].splitlines()[2:]]
    script = " ".join(recipe).replace("$(BIN)/xpert-studio", "program").replace("$$", "$")
    for code in (0, 1, start.NO_WINDOW, 3):
        does = f'program() {{ echo "$*"; [ "$1" = --sample ] && return {code}; return 0; }}; '
        said = subprocess.run(["sh", "-c", does + script], capture_output=True, text=True)
        falls_back = code == start.NO_WINDOW
        assert said.stdout.splitlines() == ["--sample", *["sample out"] * falls_back]
        assert said.returncode == (0 if falls_back else code)


def test_commands_run_on_the_terminal() -> None:
    done = _run("--version")
    assert done.returncode == 0
    assert done.stdout.strip()


@pytest.mark.parametrize(
    ("arguments", "window"),
    [
        ([], True),
        (["--sample"], True),
        (["law.xpert"], True),
        (["bundle.zip"], True),
        (["info", "law.xpert"], False),
        (["--help"], False),
        (["leaderboard"], False),
    ],
)
def test_files_open_the_window_and_words_are_commands(
    arguments: list[str], window: bool, tmp_path: Path
) -> None:
    assert start._is_for_window(arguments) is window


def test_a_bundle_folder_opens_the_window(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text("{}", encoding="utf-8")
    assert start._is_for_window([str(tmp_path)])


def test_a_frozen_program_reads_documents_in_its_own_process(tmp_path):
    made = docx("Clause 9 allows a break.")
    said = subprocess.run(
        [sys.executable, "-m", "xpert_studio.start", WORKER, DOCUMENT, DOCX],
        input=made, capture_output=True, check=True,
    )  # fmt: skip
    assert "Clause 9 allows a break." in json.loads(said.stdout)["text"]


def test_nothing_else_is_run_as_a_worker():
    said = subprocess.run(
        [sys.executable, "-m", "xpert_studio.start", WORKER, "http.server"],
        capture_output=True, check=False, text=True,
    )  # fmt: skip
    assert said.returncode == 2
