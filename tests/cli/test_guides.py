"""The commands of the guides run as they are written, in their order."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sampling import some

ROOT = Path(__file__).resolve().parents[2]
IN_CONFLICT = 4
LOOP = re.compile(r"for n in (?P<values>[\w ]+); do (?P<line>.+); done")
WRITTEN = re.compile(r"echo \"(?P<text>[^\"]+)\" > (?P<file>\S+)")


def lines(guide: str) -> Iterator[str]:
    text = (ROOT / "docs" / guide).read_text(encoding="utf-8")
    for block in text.split("```\n")[1::2]:
        for line in block.splitlines():
            loop = LOOP.fullmatch(line)
            if loop is None:
                yield line
                continue
            for value in loop["values"].split():
                yield loop["line"].replace("$n", value)


def test_every_command_of_the_guide_runs_as_it_is_written(xpert, tmp_path):
    shutil.copytree(ROOT / "sample_projects", tmp_path / "sample_projects")
    Path("answer.md").write_text("The notice was served in time, but on the wrong company.")
    done = []
    for program, *words in map(shlex.split, lines("assignments.md")):
        if program == "cp":
            shutil.copy(*words)
            continue
        assert program == "xpert-studio"
        said = xpert(*words)
        done.append(" ".join(words))
        is_conflict = "third.xsubmission" in words and "--dry-run" in words
        assert said.code == (IN_CONFLICT if is_conflict else 0), (words, said.out, said.err)
        if is_conflict:
            assert "task:law-privacy-notice#title" in said.out
    assert len(done) > 40
    shown = xpert("task", "show", "ines.xpert", "law-privacy-notice")
    assert "A privacy notice for a dental practice in Cork" in shown.out
    assert xpert("history", "ines.xpert", "--verify").code == 0


@pytest.mark.parametrize("language", some(["en", "zh"], 1, "tutorial"))
def test_the_tutorial_leads_from_an_empty_folder_to_published_benchmarks(xpert, language):
    guide = "tutorial.md" if language == "en" else "tutorial.zh.md"
    for line in lines(guide):
        if written := WRITTEN.fullmatch(line):
            Path(written["file"]).write_text(written["text"], encoding="utf-8")
            continue
        program, *words = shlex.split(line)
        assert program == "xpert-studio"
        said = xpert("--lang", language, *words)
        assert said.code == 0, (words, said.out, said.err)
    forms = {
        system: [
            row["met"]
            for row in xpert(
                "judge", "show", "notes.xpert", f"letter:{system}", "--as", "keller", "--json"
            ).json["lines"]
        ]
        for system in ("aurora", "borealis")
    }
    assert forms == {"aurora": [True, True, True, False], "borealis": [False, False, False, True]}
    for name in ("notes", "leases"):
        xpert("new", f"{name}-again.xpert")
        assert "tasks 1" in xpert("import", f"{name}-again.xpert", f"{name}-public.zip").out


def test_both_tutorials_have_the_same_commands():
    assert list(lines("tutorial.md")) == list(lines("tutorial.zh.md"))
