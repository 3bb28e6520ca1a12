"""A window opens inside its screen, however large it was on another one and whatever the text."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.workflow.studio import Studio

_PROGRAM = """
import json, sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from xpert_studio.desktop.app import App
from xpert_studio.desktop.prefs import Prefs

qt, found = QApplication(["x"]), []
for text_size in (100, 150, 200):
    prefs = Prefs.load()
    prefs.name, prefs.language, prefs.text_size = "Wei", "en", text_size
    prefs.window = {"width": 2560, "height": 1440, "maximised": 0}
    prefs.people[sys.argv[1]] = "wei"
    app = App(qt, prefs)
    app.dress()
    app.welcome()
    for opens in (lambda: None, lambda: app.open_project(Path(sys.argv[1]))):
        opens()
        qt.processEvents()
        window = app.window
        rect, room = window.frameGeometry(), window.screen().availableGeometry()
        found.append([type(window).__name__, text_size, rect.getRect(), room.getRect()])
    app.window.close()
    app.bridge.close()
print(json.dumps(found))
"""


def test_on_a_small_screen(studio: Studio, tmp_path: Path) -> None:
    studio.brief()
    studio.project.close()
    screens = tmp_path / "screens.json"
    one = {"name": "small", "x": 0, "y": 0, "width": 1280, "height": 720, "dpr": 1}
    screens.write_text(json.dumps({"screens": [one]}))
    around = {
        **os.environ,
        "QT_QPA_PLATFORM": f"offscreen:configfile={screens}",
        "XPERT_STUDIO_CONFIG": str(tmp_path),
    }
    ran = subprocess.run(
        [sys.executable, "-c", _PROGRAM, str(studio.project.path)],
        capture_output=True, text=True, env=around, check=True,
    )  # fmt: skip
    found = json.loads(ran.stdout.splitlines()[-1])
    assert len(found) == 6
    for name, text_size, (x, y, wide, high), room in found:
        assert room == [0, 0, 1280, 720]
        assert x >= 0 and y >= 0, (name, text_size)
        assert x + wide <= 1280 and y + high <= 720, (name, text_size, wide, high)
