"""What a command imports: nothing heavy that it does not use, and nothing of a pack before that."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ALWAYS = {
    *("PySide6", "aiohttp", "alembic", "anthropic", "google.genai", "jinja2", "openai"),
    *("openpyxl", "pandas", "pyarrow", "pypdfium2", "scipy", "typst", "uvloop", "xlrd"),
}
"""What no command imports that neither calls a model, nor writes a file, nor migrates one."""
FIGURES = {"numpy", "xpert_studio.core.metrics", "xpert_studio.report.analysis"}
LINTER = {"xpert_studio.core.lint.linter"}
REPORTS = {"xpert_studio.report.blocks", "xpert_studio.report.html"}
WORK = {"xpert_studio.core.judge.engine", "xpert_studio.core.judge.scoring"}
STORE = {"sqlalchemy", "pydantic", "xpert_studio.core.records"}


def imported(*arguments):
    """The modules that a command has imported when it ends."""
    code = (
        "import atexit, json, sys\n"
        f"sys.argv = ['xpert-studio', *{[*map(str, arguments)]!r}]\n"
        "atexit.register(lambda: print(json.dumps([*sys.modules]), file=sys.stderr))\n"
        "from xpert_studio.start import run\nrun()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stderr.splitlines()[-1]))


@pytest.mark.parametrize(
    ("arguments", "refused"),
    [
        (["--help"], FIGURES | LINTER | REPORTS | WORK | STORE),
        (["score", "--help"], FIGURES | LINTER | REPORTS | WORK),
        (["info", "{project}"], FIGURES | LINTER | WORK),
        (["task", "list", "{project}"], FIGURES | LINTER | REPORTS | WORK),
        (["leaderboard", "{project}"], LINTER | WORK),
        (["align", "{project}"], LINTER),
        (["lint", "rules"], FIGURES | WORK | {"xpert_studio.core.generation"}),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_command_imports_nothing_heavy_that_it_does_not_use(xpert, project, arguments, refused):
    assert xpert("score", project, "--judge", "baseline").code == 0
    found = imported(*(part.format(project=project) for part in arguments))
    assert not found & (ALWAYS | refused)


@pytest.mark.parametrize(
    "arguments", [["--help"], ["packs", "list"], ["task", "list", "{project}"]], ids=lambda a: a[0]
)
def test_nothing_of_a_pack_is_imported_before_it_is_used(project, arguments):
    found = imported(*(part.format(project=project) for part in arguments))
    manifests = {name for name in found if name.startswith("xpert_studio.packs.")}
    assert {name for name in manifests if name.count(".") > 2} == set()
    assert len(manifests) > 20
