"""The guides of suites and of CI: their commands run as written, their pipelines are YAML and run in a bare place."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import yaml

from tests.packs.suites.histories import bench
from xpert_studio.core.processes import environment

ROOT = Path(__file__).resolve().parents[3]
GUIDE = "\n".join(
    (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("suites.md", "ci.md")
)


FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks(kind: str) -> list[str]:
    return [text for named, text in FENCED.findall(GUIDE) if named == kind]


def github():
    return yaml.safe_load(blocks("yaml")[0])


def gitlab():
    return yaml.safe_load(blocks("yaml")[1])


@pytest.fixture
def project(xpert, tmp_path, monkeypatch):
    monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path / "config"))
    bench(xpert, tmp_path).rename(tmp_path / "bench.xpert")
    return tmp_path / "bench.xpert"


def test_every_command_of_the_guide_runs_as_it_is_written(xpert, project, monkeypatch):
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    done = 0
    for block in blocks(""):
        for line in block.replace("\\\n", " ").splitlines():
            program, *words = shlex.split(line)
            assert program == "xpert-studio"
            said = xpert(*words)
            assert said.code == 0, (words, said.out, said.err)
            done += 1
    assert done == 6


def test_both_pipelines_run_the_suite_that_the_guide_describes():
    steps = github()["jobs"]["smoke"]["steps"]
    (run,) = [one["run"] for one in steps if "suite run" in one.get("run", "")]
    (own,) = [line for line in gitlab()["benchmark"]["script"] if "suite run" in line]
    names = {"$BRANCH": "$CI_COMMIT_REF_NAME", "$GITHUB_SHA": "$CI_COMMIT_SHA"}
    for one, other in names.items():
        run = run.replace(one, other)
    assert run == own
    assert github()[True] == ["push", "pull_request"]  # what YAML 1.1 makes of "on"
    assert gitlab()["benchmark"]["artifacts"]["reports"] == {"junit": "suite.xml"}


def bare(folder: Path) -> dict[str, str]:
    """The environment of a machine on which nothing was set up but the program."""
    tools = folder / "bin"
    tools.mkdir()
    shim = tools / "xpert-studio"
    shim.write_text(f"#!/bin/sh\nexec '{sys.executable}' -m xpert_studio.start \"$@\"\n")
    shim.chmod(0o755)
    (tools / "python").symlink_to(sys.executable)
    return {
        "PATH": f"{tools}:/usr/bin:/bin",
        "HOME": str(folder / "home"),
        "PYTHONPATH": environment().get("PYTHONPATH", str(ROOT)),
    }


def test_the_pipeline_runs_in_a_bare_place_and_its_code_and_junit_tell_a_regression(
    xpert, project, tmp_path
):
    defined = xpert(
        "suite", "define", project, "smoke", "--stage", "smoke", "--capability", "Edits=tag:edits",
        "--trigger", "src/**",
    )  # fmt: skip
    assert defined.code == 0
    (line,) = [line for line in gitlab()["benchmark"]["script"] if "suite run" in line]
    place = tmp_path / "checkout"
    place.mkdir()
    for name in ("bench.xpert", "agent.py"):
        (tmp_path / name).rename(place / name)
    known = bare(tmp_path)

    def pipeline(branch, revision, *, wrong="[]", changed="src/a.py"):
        (place / "changed.txt").write_text(changed)
        own = {"CI_COMMIT_REF_NAME": branch, "CI_COMMIT_SHA": revision, "WRONG": wrong}
        return subprocess.run(
            ["/bin/bash", "-euo", "pipefail", "-c", line],
            cwd=place, env=known | own, capture_output=True, text=True, check=False,
        )  # fmt: skip

    first = pipeline("main", "r1")
    assert first.returncode == 0, first.stdout + first.stderr
    wrong = '["t00", "t01", "t02", "t03", "t04", "t05"]'
    second = pipeline("fix", "r2", wrong=wrong)
    assert second.returncode == 1, second.stdout + second.stderr
    (suite,) = ET.parse(place / "suite.xml").getroot()
    assert (suite.get("tests"), suite.get("failures")) == ("1", "1")
    untouched = pipeline("fix", "r3", changed="docs/a.md")
    assert (untouched.returncode, "nothing was run" in untouched.stdout) == (0, True)
