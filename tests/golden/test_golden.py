"""Hashes, keys, prompts and certificates of a project of version 11 are the same to the byte.

What people and judges have decided stays known: nothing is scored again, no certificate lapses. Only
the embedded judge, whose algorithm has another version since, is another judge.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import xpert  # noqa: F401 - a fixture
from tests.golden.collected import collected, prompts_of
from tests.kept_files import unpacked
from xpert_studio.core.judge.material import read_material
from xpert_studio.core.judge.selection import Selection
from xpert_studio.core.store import ProjectFile, judges

HERE = Path(__file__).parent
GOLDEN = json.loads((HERE / "golden.json").read_text())
OPENAI = ("--base-url", "http://127.0.0.1:18080/v1")
RUNS = {
    "openai zero-shot": ("openai:golden-1", "--mode", "zero-shot", *OPENAI),
    "openai anchored": ("openai:golden-1", "--mode", "anchored", *OPENAI),
    "weights and parts": (
        "openai:golden-1", "--mode", "anchored", "--show-weights", "--chunk", "5",
        "--temperature", "0.5", "--seed", "7", *OPENAI,
    ),
    "anchors and trials": (
        "openai:golden-1", "--mode", "anchored", "--anchors", "2", "--anchor-seed", "3",
        "--trials", "3", "--systems", "borealis-1-large", *OPENAI,
    ),
    "anthropic": (
        "anthropic:golden-2", "--mode", "zero-shot", "--prompt-language", "en",
        "--max-output-tokens", "4000", "--base-url", "http://127.0.0.1:18080",
    ),
}  # fmt: skip


@pytest.fixture
def old(tmp_path):
    return unpacked(HERE / "v11.xpert.xz", tmp_path / "old.xpert")


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    path = tmp_path_factory.mktemp("golden") / "old.xpert"
    unpacked(HERE / "v11.xpert.xz", path)
    with ProjectFile.open(path) as project:
        return collected(project)


@pytest.mark.parametrize("part", sorted(GOLDEN))
def test_nothing_has_changed(found, part):
    assert json.loads(json.dumps(found[part])) == GOLDEN[part]


def test_prompts_are_the_same_to_the_byte(old):
    with ProjectFile.open(old) as project:
        material = read_material(project, Selection())
        with project.reading() as tx:
            shown = next(j for j in judges.all_judges(tx) if j.settings and j.settings.show_weights)
        texts = prompts_of(shown, material)
    for name in ("prompt_en.txt", "prompt_zh.txt"):
        assert (HERE / name).read_text() in texts


@pytest.mark.parametrize("run", sorted(RUNS))
def test_nothing_is_scored_again(xpert, old, run):  # noqa: F811 - the fixture
    said = xpert("score", old, "--judge", *RUNS[run], "--dry-run", "--json").json
    assert said["calls"] == 0
    assert said["items"] == said["known"] > 200


@pytest.mark.parametrize("mode", ["zero-shot", "anchored"])
def test_verdicts_of_an_earlier_embedded_judge_are_not_taken_for_the_new_ones(xpert, old, mode):  # noqa: F811 - the fixture
    said = xpert("score", old, "--judge", "baseline", "--mode", mode, "--dry-run", "--json").json
    assert said["items"] > 200
    assert said["known"] == 0


def test_certificates_stay_current_and_unchanged(xpert, old):  # noqa: F811 - the fixture
    said = xpert("align", old, "--as", "lead-moreau", "--json").json
    current = {judge["certificate"] for judge in said.values() if judge["certificate_is_current"]}
    assert len(current) == 5
    assert current <= {certificate[0] for certificate in GOLDEN["certificates"]}
