"""A program with real windows on a screen that nobody sees, and hands on its keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.desktop.hands import WAIT_MS, Hands
from tests.desktop.sample_places import copied_sample, make_scored_sample
from tests.waiting import Awaited
from tests.workflow.studio import Studio
from xpert_studio.core.language import CONFIG_VARIABLE
from xpert_studio.desktop import opening

opening.sample_project = copied_sample


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "config"
    folder.mkdir()
    monkeypatch.setenv(CONFIG_VARIABLE, str(folder))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LANGUAGE", "en")
    return folder


class PatientBot(QtBot):
    """One that does not give up because the machine is busy."""

    def waitUntil(self, callback, *, timeout: int = WAIT_MS) -> None:  # noqa: N802
        awaited = Awaited(callback)
        try:
            super().waitUntil(awaited, timeout=timeout)
        except TimeoutError as late:
            raise late from awaited.raised

    def waitSignal(self, signal, *, timeout: int = WAIT_MS, **more):  # noqa: N802
        return super().waitSignal(signal, timeout=timeout, **more)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    return PatientBot(request)


@pytest.fixture
def hands(qapp: QApplication, qtbot, config: Path, tmp_path: Path) -> Iterator[Hands]:
    QTest.keyRelease(QWidget(), Qt.Key.Key_Control)  # Qt keeps the keys held at the last press
    made = Hands(qapp, qtbot, tmp_path)
    yield made
    made.put_down()


@pytest.fixture
def studio(tmp_path: Path) -> Iterator[Studio]:
    """A small project with people in every role; closed again before a window opens it."""
    made = Studio(tmp_path / "studio.xpert")
    yield made
    made.project.close()


@pytest.fixture
def sample(hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sample project with something on every page; the current folder is beside it."""
    monkeypatch.chdir(tmp_path)
    return make_scored_sample(tmp_path)
