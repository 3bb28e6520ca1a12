"""A judge is named in every command by its id, or by a beginning that only it has."""

from __future__ import annotations

import pytest

from tests.report.scored import JUDGE, OTHER, scored_project
from xpert_studio.core.store import ProjectFile, judges

COMMANDS = {
    "align": lambda said: list(said),
    "leaderboard": lambda said: list(said),
    "disagreements": lambda said: [said["judge"]],
}


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.setenv("XPERT_STUDIO_AS", "lena")
    scored_project(tmp_path / "scored.xpert").close()
    return tmp_path / "scored.xpert"


@pytest.mark.parametrize("command", COMMANDS)
def test_the_beginning_names_a_judge(xpert, path, command):
    with ProjectFile.open(path) as project, project.writing() as tx:
        unused = judges.get_judge(tx, JUDGE).model_copy(update={"id": "refused-run"})
        judges.ensure_judge(tx, unused)
    for name in (JUDGE, OTHER):
        said = xpert(command, path, "--judge", name, "--json")
        assert COMMANDS[command](said.json) == [name], said.err
    several = xpert(command, path, "--judge", "judge")
    assert several.code == 2
    assert f"{JUDGE}, {OTHER}" in several.err
    for name in ("ghost", "refused"):
        unknown = xpert(command, path, "--judge", name)
        assert unknown.code == 2
        assert f"Judges with verdicts: {JUDGE}, {OTHER}." in unknown.err


@pytest.mark.parametrize("command", ["align", "leaderboard"])
def test_a_provider_names_its_only_judge(xpert, project, command):
    xpert("score", project)
    (judge_id,) = xpert(command, project, "--judge", "baseline", "--json").json
    assert judge_id.startswith("baseline:zero_shot:")
