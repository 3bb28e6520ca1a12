"""A blind judge's machine keeps no name of a system outside the project file."""

from __future__ import annotations

from pathlib import Path

from tests.desktop.hands import Hands
from tests.workflow.blinded import IDS, SYSTEMS, blinded_studio
from xpert_studio.desktop.places import Place


def kept_files(folder: Path, project: Path) -> list[Path]:
    """Everything the program wrote, but for the project and its backups."""
    return [
        path
        for path in folder.rglob("*")
        if path.is_file() and not path.relative_to(folder).parts[0].startswith(project.stem)
    ]


def telling(folder: Path, project: Path) -> list[tuple[str, str]]:
    """Files that name a system, and the system."""
    return [
        (str(file.relative_to(folder)), name)
        for file in kept_files(folder, project)
        for name in SYSTEMS
        if name.encode() in file.read_bytes() or name in file.name
    ]


def test_what_is_kept_of_a_judges_window_names_no_system(hands: Hands, tmp_path: Path) -> None:
    made = blinded_studio(tmp_path / "p.xpert")
    path = made.project.path
    made.project.close()
    hands.open(path, "maria")
    hands.app.session.unsaved.drop = lambda words: None  # as if the power went off meanwhile
    hands.go("judging", task_id="t1", item=IDS[0])
    hands.key("M")
    hands.key("R")
    assert hands.focus is hands.page.form.detail.rationale
    hands.type("Half a sentence")
    hands.page.form.detail.rationale.kept.emit("Half a sentence")  # as after a while of typing
    hands.settle()
    unsaved = [
        file for file in kept_files(tmp_path, path) if b"Half a sentence" in file.read_bytes()
    ]
    assert unsaved, "words being typed are kept"
    hands.app._leave()
    kept = kept_files(tmp_path, path)
    assert any(b'"judging"' in file.read_bytes() for file in kept), "the place is kept"
    assert not telling(tmp_path, path)
    hands.open(path, "maria")
    assert hands.window.place == Place("judging", task_id="t1", item=IDS[0])
