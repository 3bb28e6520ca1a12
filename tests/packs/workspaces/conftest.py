"""The program at the command line, and the sample's project with nothing answered."""

import json
import shutil

import pytest

from tests.cli.conftest import xpert
from tests.packs.workspaces.folders import SAMPLE

__all__ = ["xpert"]
LENA = ("--as", "lena")
PLAIN = {"id": "plain", "prompt": "Say hello.", "domain": "Software"}
BY_PEOPLE = {"task_id": "fix-invoice", "id": "c6", "text": "Names the cause.", "weight": 2}


def made(xpert, tmp_path, *checkpoints):
    """A project of the sample, of a task without a folder, and of checkpoints beside the sample's.

    Code of its responses may be run.
    """
    place, file = tmp_path / "bundle", tmp_path / "p.xpert"
    shutil.copytree(SAMPLE, place, ignore=shutil.ignore_patterns("start", "solve.py", "README.md"))
    for name, rows in (("tasks", (PLAIN,)), ("checkpoints", checkpoints)):
        with (place / f"{name}.jsonl").open("a", encoding="utf-8") as lines:
            lines.writelines(json.dumps(row) + "\n" for row in rows)
    assert xpert("import", file, place, "--new", *LENA).code == 0
    xpert("score", file, "--checks", "--allow-code", *LENA)
    return file


@pytest.fixture
def project(xpert, tmp_path, monkeypatch):
    """The sample's project, whose checkpoints are all decided by program."""
    monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path / "config"))
    return made(xpert, tmp_path)


@pytest.fixture
def judged(xpert, tmp_path, monkeypatch, solved):
    """The same with a checkpoint that people judge, an answer, and Ada, who has not judged it."""
    monkeypatch.setenv("XPERT_STUDIO_CONFIG", str(tmp_path / "config"))
    file = made(xpert, tmp_path, BY_PEOPLE)
    for words in (
        ("workspace", "take", file, "fix-invoice", solved, "--system", "agent"),
        ("response", "baseline", file, "agent"),
        ("people", "add", file, "ada", "--role", "expert", "--domain", "Software"),
        (
            "people",
            "qualify",
            file,
            "ada",
            "passed",
            "--exemption",
            "Known.",
        ),
    ):
        said = xpert(*words, *LENA)
        assert said.code == 0, said
    return file


@pytest.fixture
def solved(tmp_path):
    """The sample's folder as its system leaves it."""
    place = tmp_path / "solved"
    shutil.copytree(SAMPLE / "start", place)
    file = place / "invoice.py"
    wrong = 'item["quantity"] + item["price"]'
    file.write_text(file.read_text("utf-8").replace(wrong, wrong.replace("+", "*")), "utf-8")
    (place / "CHANGES.md").write_text("# Changes\n\n- It multiplies now.\n", "utf-8")
    return place
