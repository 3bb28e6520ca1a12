"""The frozen program: it starts without Python, knows its packs, takes in the sample and ranks it.

``make frozen`` builds it, ``make nightly`` does so first; without it these tests are skipped.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sampling import NIGHTLY
from xpert_studio import __version__
from xpert_studio.core.packs import packs

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = ROOT / "dist" / "xpert-studio" / f"xpert-studio{'.exe' if os.name == 'nt' else ''}"
pytestmark = pytest.mark.skipif(
    not NIGHTLY or not PROGRAM.exists(), reason="of nightly runs, after make frozen"
)


def frozen(*arguments, home):
    """Runs the program where no Python and no package can be found."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False, cwd=home,
        env=kept | {"PATH": "/nowhere", "XPERT_STUDIO_CONFIG": str(home)},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_starts_and_lists_the_packs_it_was_built_with(tmp_path):
    assert frozen("--version", home=tmp_path).strip() == f"xpert-studio {__version__}"
    found = json.loads(frozen("packs", "list", "--json", home=tmp_path))
    assert [one["id"] for one in found["packs"]] == [one.id for one in packs() if not one.origin]
    assert (found["unusable"], found["missing_extras"]) == ([], {})


def test_it_takes_in_the_sample_and_ranks_its_systems(tmp_path):
    frozen("sample", "out", home=tmp_path)
    written = {path.suffix for path in (tmp_path / "out").iterdir()}
    assert {".html", ".pdf", ".xlsx", ".xpert", ".zip"} <= written
    board = json.loads(frozen("leaderboard", "out/sample.xpert", "--json", home=tmp_path))
    command = [sys.executable, "-m", "xpert_studio.start", "leaderboard", "out/sample.xpert"]
    here = subprocess.run(
        [*command, "--json"], capture_output=True, text=True, check=True, cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert board == json.loads(here.stdout)
