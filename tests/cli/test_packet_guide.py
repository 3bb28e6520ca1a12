"""The commands in docs/packets.md, in their order, on the sample project."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ASKS = 4
"""How the command ends that shows what is to be decided."""


def commands() -> list[list[str]]:
    text = (ROOT / "docs" / "packets.md").read_text(encoding="utf-8")
    blocks = text.split("```\n")[1::2]
    return [shlex.split(line) for block in blocks for line in block.splitlines()]


def test_every_command_of_the_guide_runs_as_it_is_written(xpert, tmp_path):
    shutil.copytree(ROOT / "sample_projects", tmp_path / "sample_projects")
    Path("answer.md").write_text("The notice was served in time, but on the wrong company.")
    ends = {}
    for program, *words in commands():
        if program == "cp":
            shutil.copy(*words)
            continue
        assert program == "xpert-studio"
        said = xpert(*words)
        ends[" ".join(words)] = said.code
        asks = "laptop.xpacket" in words and "--dry-run" in words
        assert said.code == (ASKS if asks else 0), (words, said.out, said.err)
        if asks:
            assert "task:law-privacy-notice#title" in said.out
    assert len(ends) > 15
    shown = xpert("task", "show", "house.xpert", "law-privacy-notice")
    assert "A privacy notice for a dental practice in Cork" in shown.out
