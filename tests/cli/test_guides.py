"""The commands of the guides run as they are written, in their order."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sampling import some
from xpert_studio.core.names import LISTS

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
    guide, person = {
        "en": ("tutorial.md", "keller"), "zh": ("tutorial.zh.md", "chen")
    }[language]  # fmt: skip
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
                "judge", "show", "notes.xpert", f"letter:{system}", "--as", person, "--json"
            ).json["lines"]
        ]
        for system in ("aurora", "borealis")
    }
    assert forms == {"aurora": [True, True, True, False], "borealis": [False, False, False, True]}
    for name in ("notes", "leases"):
        xpert("new", f"{name}-again.xpert")
        assert "tasks 1" in xpert("import", f"{name}-again.xpert", f"{name}-public.zip").out


def commands(guide: str) -> Iterator[list[str]]:
    """The commands of a guide with their options: what is typed for them differs by language."""
    for words in map(shlex.split, lines(guide)):
        options = [word for word in words if word.startswith("--")]
        yield words[:1] if words[0] == "echo" else [*words[:2], *options]


def test_both_tutorials_have_the_same_commands_and_the_chinese_one_a_chinese_task():
    assert list(commands("tutorial.md")) == list(commands("tutorial.zh.md"))
    typed = " ".join(word for line in lines("tutorial.zh.md") for word in shlex.split(line)[3:])
    names = {name for names in LISTS.values() for name in names if name[:1].isupper()}
    assert not [name for name in names if re.search(rf"\b{re.escape(name)}\b", typed)]
