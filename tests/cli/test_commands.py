"""The table of commands: help without importing, and the same words as the commands' own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.cli.all_commands import leaves
from xpert_studio.cli.main import commands, loaded


@pytest.mark.parametrize("name", commands())
def test_the_line_of_the_list_begins_the_command_s_own_help(name):
    assert loaded(name).help.startswith(commands()[name])


@pytest.mark.parametrize("words", [words for words, _ in leaves() if len(words) == 2], ids=" ".join)
def test_every_command_of_a_group_helps_with_an_example(xpert, words):
    shown = xpert(*words, "--help")
    assert shown.code == 0
    assert "xpert-studio " + " ".join(words) in " ".join(shown.out.split())


@pytest.mark.parametrize("arguments", [["--help"], ["--version"]])
def test_what_needs_no_command_imports_none(arguments):
    code = (
        f"import sys; sys.argv = ['xpert-studio', *{arguments!r}]\n"
        "from xpert_studio.cli.main import run\n"
        "try:\n    run()\nexcept SystemExit: pass\n"
        "found = {'sqlalchemy', 'pydantic', 'numpy', 'xpert_studio.cli.info'} & set(sys.modules)\n"
        "assert not found, found\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_completion_knows_commands_and_their_options(xpert, monkeypatch):
    for line, expected in (
        ("xpert-studio lead", "leaderboard"),
        ("xpert-studio rubric sh", "show"),
        ("xpert-studio score --dry", "--dry-run"),
    ):
        monkeypatch.setenv("_XPERT_STUDIO_COMPLETE", "complete_zsh")
        monkeypatch.setenv("_TYPER_COMPLETE_ARGS", line)
        assert expected in xpert().out
