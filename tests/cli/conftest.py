"""Runs the program as its entry point does, and gives what it printed."""

from __future__ import annotations

import inspect
import sys
from contextlib import chdir

import pytest

from tests.built import built
from tests.judge.projects import make_project
from tests.program import Said, exit_code_of
from xpert_studio.cli.main import run
from xpert_studio.core.wording import speak


@pytest.fixture
def xpert(monkeypatch, capsys, tmp_path):
    """``xpert("info", path)`` runs ``xpert-studio info PATH`` in this process."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: object) -> Said:
        monkeypatch.setattr(sys, "argv", ["xpert-studio", *map(str, arguments)])
        monkeypatch.setattr(sys.modules["__main__"], "__package__", None)  # not "python -m pytest"
        code = exit_code_of(run)
        printed = capsys.readouterr()
        return Said(code, printed.out, printed.err)

    yield call
    speak("en")


@pytest.fixture
def begin(xpert, tmp_path):
    """``begin(lead)``: what ``lead(xpert)`` does in an empty folder, done once, and copied here."""

    def begin(lead):
        def make(folder):
            with chdir(folder):
                return lead(xpert)

        name = f"{lead.__module__}.{lead.__qualname__}"
        return built(name, make, [inspect.getsourcefile(lead)]).into(tmp_path)

    return begin


@pytest.fixture
def project(tmp_path):
    """The path of a small project with gold sheets on its baseline."""
    path = tmp_path / "p.xpert"
    make_project(path).close()
    return path
