"""The section of workspaces: shares by system and kind of check, with what they rest on."""

from __future__ import annotations

import pytest

from tests.packs.workspaces.conftest import LENA
from tests.packs.workspaces.folders import SAMPLE


def test_it_says_how_often_each_kind_of_check_is_met(xpert, project, solved):
    for folder, system in ((solved, "agent"), (SAMPLE / "start", "idle")):
        xpert("workspace", "take", project, "fix-invoice", folder, "--system", system, *LENA)
    xpert("score", project, "--checks", *LENA)
    found = xpert("sections", project, "workspaces", "--json", *LENA).json
    rows = {(one["system"], one["check"]): one for one in found}
    assert rows["agent", "folder_has"]["met"] == pytest.approx(1)
    assert rows["idle", "folder_has"]["met"] == pytest.approx(0)
    assert rows["idle", "folder_unchanged"]["met"] == pytest.approx(1)
    assert {(one["decided"], one["clusters"]) for one in found} == {(1, 1)}
    said = xpert("sections", project, "workspaces", *LENA)
    assert "Folder has files" in said.out and "agent" in said.out


def test_without_such_checks_it_says_nothing(xpert, tmp_path):
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "tasks.jsonl").write_text('{"id": "t", "prompt": "Hi."}\n')
    assert xpert("import", "p.xpert", tmp_path / "b", "--new", *LENA).code == 0
    said = xpert("sections", "p.xpert", "workspaces", *LENA)
    assert "Folder has files" not in said.out
