"""A copy of the program, to which a test really adds what people add, and counts the files."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from tests.started import RUN, started

ROOT = Path(__file__).resolve().parents[1]
_PARTS = ("xpert_studio", "resources", "sample_projects")


class Copy:
    """A copy of the program."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for part in _PARTS:
            shutil.copytree(ROOT / part, folder / part)  # and what is compiled of it
        (folder / "docs").mkdir()
        (folder / "packaging").mkdir()
        shutil.copy(ROOT / "docs" / "configuration.md", folder / "docs")
        shutil.copy(ROOT / "packaging" / "configuration_page.py", folder / "packaging")

    def put(self, file: str, before: str, text: str) -> None:
        """Writes a text before a place of a file."""
        path = self.folder / file
        whole = path.read_text(encoding="utf-8")
        assert whole.count(before) == 1
        path.write_text(whole.replace(before, text + before), encoding="utf-8")

    def run(self, code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Runs code where the copy is the program."""
        home = self.folder / "home"
        home.mkdir(exist_ok=True)
        environment = os.environ | {
            "PYTHONPATH": str(self.folder), "XPERT_STUDIO_CONFIG": str(home), "COLUMNS": "200",
            "QT_QPA_PLATFORM": "offscreen",
        }  # fmt: skip
        return started(code, *arguments, folder=self.folder, environment=environment)

    def __call__(self, *arguments: object) -> str:
        """The output of a command of the copy."""
        done = self.run(RUN, *arguments)
        assert done.returncode in {0, 4}, done.stdout + done.stderr
        return done.stdout

    @property
    def changed(self) -> set[str]:
        """The files that are not as they are in the program, or not in it."""
        files = (path for part in _PARTS for path in (self.folder / part).rglob("*"))
        found = {path.relative_to(self.folder) for path in files if path.is_file()}
        return {
            str(path)
            for path in found
            if path.suffix != ".pyc"
            and not (
                (ROOT / path).is_file()
                and (ROOT / path).read_bytes() == (self.folder / path).read_bytes()
            )
        }
