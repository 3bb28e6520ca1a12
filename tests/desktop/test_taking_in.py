"""Bundles dropped on the window become projects, off its thread; what fails leaves nothing."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog

from tests.benchmarks.synthetic import Size, write_bundle
from tests.desktop.hands import Hands
from tests.workflow.studio import Studio
from xpert_studio.core.records import Role
from xpert_studio.core.resources import SAMPLE, sample_project_path
from xpert_studio.core.store import ProjectFile, responses, tasks
from xpert_studio.desktop.footer import JobBar
from xpert_studio.desktop.welcome.window import WelcomeWindow


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    made = tmp_path / "sent" / "lease & more"
    shutil.copytree(sample_project_path(SAMPLE), made)
    return made


def _beside(bundle: Path) -> list[str]:
    return sorted(path.name for path in bundle.parent.iterdir() if path != bundle)


def test_a_bundle_becomes_a_project_while_the_window_goes_on(hands: Hands, bundle: Path) -> None:
    window = hands.app.welcome()
    said: list[int] = []
    hands.app.bridge.job_began.connect(lambda _: said.append(len(window.findChildren(JobBar))))
    hands.app.open_dropped(bundle)
    assert hands.app.window is window  # it is still there, and says what goes on
    hands.settle()
    assert said == [1]
    assert hands.app.session is not None, "who takes a file in leads the project"
    assert hands.app.session.has_role(Role.LEAD)
    assert "lease & more.xpert" in _beside(bundle)
    with hands.app.session.project.reading() as tx:
        assert len(tasks.all_tasks(tx)) == 22


def test_a_folder_is_chosen_by_its_manifest(
    hands: Hands, bundle: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = (str(bundle / "manifest.json"), "")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: chosen)
    hands.app.welcome()
    hands.app.import_file()
    hands.settle()
    assert hands.app.session is not None
    assert "lease & more.xpert" in _beside(bundle)


def test_a_bundle_that_is_refused_leaves_nothing(hands: Hands, bundle: Path) -> None:
    (bundle / "tasks.jsonl").write_text("{", "utf-8")
    window = hands.app.welcome()
    hands.app.open_dropped(bundle)
    hands.settle()
    assert isinstance(hands.app.window, WelcomeWindow)
    assert "tasks.jsonl" in window.notice.text
    assert _beside(bundle) == []


def test_an_import_that_is_cancelled_leaves_nothing(hands: Hands, tmp_path: Path) -> None:
    bundle = tmp_path / "sent" / "large"
    write_bundle(bundle, Size.scaled(400))
    window = hands.app.welcome()
    hands.app.bridge.job_began.connect(lambda job: job.cancel())
    hands.app.open_dropped(bundle)
    hands.settle()
    assert hands.app.window is window
    assert _beside(bundle) == []


def test_whoever_works_on_another_project_by_then_is_asked(
    hands: Hands, studio: Studio, bundle: Path
) -> None:
    hands.app.welcome()
    hands.app.open_dropped(bundle)
    hands.open(studio.project.path, "wei")
    hands.settle()
    assert hands.app.session is not None
    assert hands.app.session.path == studio.project.path
    assert hands.notice == "lease & more.xpert is ready."
    hands.prefs.people[str(bundle.parent / "lease & more.xpert")] = "lead-moreau"
    hands.click("Open")
    hands.settle()
    assert hands.app.session.path.name == "lease & more.xpert"


ARGILLA = Path(__file__).parents[1] / "packs" / "argilla" / "kept" / "reviews.jsonl"


@pytest.mark.parametrize("chosen", ["response", "instruction"])
def test_the_field_of_argilla_that_holds_the_responses_is_chosen(
    hands: Hands, tmp_path: Path, chosen: str
) -> None:
    dataset = tmp_path / "reviews.jsonl"
    shutil.copy(ARGILLA, dataset)
    hands.app.welcome()
    hands.app.open_dropped(dataset)
    hands.settle()
    dialog = QApplication.activeModalWidget()
    (field,) = dialog.findChildren(QComboBox)
    assert field.currentData() == "response"
    field.setCurrentIndex(field.findData(chosen))
    dialog.accept()
    hands.settle()
    with ProjectFile.open(tmp_path / "reviews.xpert") as made, made.reading() as tx:
        found = {item.text for item in responses.all_responses(tx)}
    assert ("42" in found) is (chosen == "response")


def test_a_field_that_is_not_chosen_imports_nothing(hands: Hands, tmp_path: Path) -> None:
    dataset = tmp_path / "reviews.jsonl"
    shutil.copy(ARGILLA, dataset)
    hands.app.welcome()
    hands.app.open_dropped(dataset)
    hands.settle()
    QApplication.activeModalWidget().reject()
    hands.settle()
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".xpert"] == []
