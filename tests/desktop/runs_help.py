"""A project whose runs are composed and watched in a window."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.desktop.hands import Hands
from tests.judge.projects import make_project
from tests.loopback import LoopbackServer
from xpert_studio.core.store import ProjectFile, runs, verdicts
from xpert_studio.desktop.widgets.form import Form

ROOT = Path(__file__).resolve().parents[2]
LEAD = "tester"


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "XPERT_STUDIO_COMPATIBLE_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "p.xpert"
    make_project(made, tasks=2, checkpoints=3, systems=3).close()
    return made


def until(hands: Hands, condition) -> None:
    hands.qtbot.waitUntil(lambda: bool(condition()))


def widget(form: Form, key: str):
    return form.inputs[key].widget


def provider(form: Form, name: str) -> None:
    """Chooses a provider as a person does."""
    offered = widget(form, "provider")
    offered.setCurrentIndex(offered.findData(name))


def compose(hands: Hands, server: LoopbackServer):
    """Fills the form in as a person does, with the keyboard alone."""
    hands.go("runs")
    hands.key("Ctrl+N")
    hands.settle()
    form = hands.page.composer
    assert hands.focus is widget(form.judge, "provider")
    hands.key("End")
    hands.key("Tab")
    hands.type("local")
    hands.key("Tab")
    hands.type(server.openai_url)
    until(hands, lambda: form.plan.composed is not None and form.plan.composed.may_start)
    hands.settle()
    return form


def state(hands: Hands) -> str:
    return hands.page.detail.state.text()


def recorded(path: Path):
    with ProjectFile.open(path, read_only=True) as project, project.reading() as tx:
        return runs.all_runs(tx), list(verdicts.all_verdicts(tx))
