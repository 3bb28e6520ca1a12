"""No public export holds a known key; what looks like one goes out only when it was allowed."""

from __future__ import annotations

import base64

import pytest

from tests.judge.projects import NOW, make_project
from tests.workflow.studio import Studio
from xpert_studio.errors import UsageError
from xpert_studio.exchange import export_bundle
from xpert_studio.exchange.formats import FORMATS, export_foreign
from xpert_studio.exchange.key_check import PossibleKeysError
from xpert_studio.instruments.binary import Binary
from xpert_studio.judge import redaction
from xpert_studio.records import Visibility

KEY = "sk-proj-Wq7cT2_mXbL9vN4-sRk1HdYp8GcAe5MfUj3SiVoQx6tBz0E"
POSSIBLE = (
    "sk-" + "a1B2" * 8,
    "AKIA" + "7Q2X" * 4,
    "ghp_" + "a1B2" * 9,
    "AIza" + "Sy1_" * 9,
    "Authorization: Bearer " + "a1B2" * 6,
    "-----BEGIN OPENSSH PRIVATE KEY-----",
)


@pytest.fixture(autouse=True)
def _known(monkeypatch):
    monkeypatch.setattr(redaction, "_known", set())
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)


def project_with(tmp_path, text):
    """Two tasks with three responses each, every one of which ends with a text."""
    return make_project(tmp_path / "p.xpert", more=f" {text}")


@pytest.mark.parametrize(
    "hidden", [KEY, " ".join(KEY), base64.b64encode(KEY.encode()).decode(), KEY[-16:]]
)
def test_a_known_key_refuses_a_public_bundle_by_file_and_row(tmp_path, hidden):
    out = tmp_path / "out.zip"
    with (
        project_with(tmp_path, hidden) as project,
        pytest.raises(UsageError) as refused,
    ):
        export_bundle(project, out, visibility=Visibility.PUBLIC, now=NOW, allow_possible_keys=True)
    assert "responses.jsonl row 1, responses.jsonl row 2" in str(refused.value)
    assert hidden not in str(refused.value)
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".xpert"] == []


@pytest.mark.parametrize("text", POSSIBLE)
def test_what_looks_like_a_key_goes_out_when_it_is_allowed(tmp_path, text):
    out = tmp_path / "out"
    with project_with(tmp_path, text) as project:
        with pytest.raises(PossibleKeysError) as refused:
            export_bundle(project, out, visibility=Visibility.PUBLIC, now=NOW)
        assert refused.value.places == tuple(f"responses.jsonl row {n}" for n in range(1, 7))
        assert not out.exists()
        report = export_bundle(
            project, out, visibility=Visibility.PUBLIC, now=NOW, allow_possible_keys=True
        )
    assert report.possible_keys == 6


def test_a_private_bundle_and_ordinary_texts_need_no_leave(tmp_path):
    words = "Basic understanding of risk-assessment, hf_datasets and 9f86d081884c7d65 is shown."
    with project_with(tmp_path, words) as project:
        report = export_bundle(project, tmp_path / "a", visibility=Visibility.PUBLIC, now=NOW)
    assert report.possible_keys == 0
    (tmp_path / "p.xpert").unlink()
    with project_with(tmp_path, KEY) as project:
        export_bundle(project, tmp_path / "b", visibility=Visibility.PRIVATE, now=NOW)


@pytest.mark.parametrize(
    "wanted", [item for item in FORMATS if item.id in Binary.formats], ids=lambda wanted: wanted.id
)
def test_formats_of_other_tools_are_checked_too(tmp_path, wanted):
    studio = Studio(tmp_path / "p.xpert")
    (response_id,) = studio.answered("t1", (f"model {KEY}",))
    target = tmp_path / f"out{wanted.suffix}"
    with pytest.raises(UsageError, match="set up on this machine") as refused:
        export_foreign(studio.project, wanted, target, now=NOW, allow_possible_keys=True)
    assert f"response t1 / {response_id}" in str(refused.value)
    assert not target.exists()
    studio.project.close()
