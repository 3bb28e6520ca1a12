"""Arguments that are not UTF-8, and floods of problems: short answers, never a crash."""

from __future__ import annotations

import json

import pytest

from tests.cli.all_commands import leaves
from tests.exchange.conftest import sound_bundle
from xpert_studio.core.exchange.problems import MAX_LISTED

COMMANDS = sorted(words for words, _ in leaves())


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_an_argument_that_is_not_utf_8_is_refused(xpert, project, words):
    for arguments in (("no\udcff.xpert",), (project, "x\udcfe")):
        said = xpert(*words, *arguments, "--json")
        assert said.code == 2
        assert said.json["error"] == "UsageError"
        assert "not UTF-8" in said.json["message"]
        assert said.json["remedy"]
        assert "inside the program" not in said.err
    assert "\\udcff" in xpert(*words, "no\udcff.xpert").err


def test_a_flood_of_problems_is_cut_short(xpert, tmp_path):
    rows = [{"id": f"a/{number}", "prompt": ""} for number in range(5_000)]
    source = sound_bundle(tmp_path / "b", tasks=rows, checkpoints=None, responses=None,
                          judgments=None, judges=None, verdicts=None)  # fmt: skip
    said = xpert("import", "p.xpert", source, "--new")
    assert said.code == 3
    lines = said.err.splitlines()
    assert len(lines) == MAX_LISTED + 3
    assert lines[-2] == ("  … and 9,800 more (tasks.jsonl, id: 4,900; tasks.jsonl, prompt: 4,900).")
    said = xpert("import", "p.xpert", source, "--new", "--json")
    assert said.code == 3
    assert len(said.json["problems"]) == MAX_LISTED
    assert said.json["total"] == 10_000
    assert said.json["more"] == {"tasks.jsonl, id": 4_900, "tasks.jsonl, prompt": 4_900}
    assert len(json.dumps(said.json)) < 100_000
    assert not (tmp_path / "p.xpert").exists()
