"""A problem report holds facts of the computer and lines of code; nothing of anybody."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.doctor.hidden import started
from xpert_studio.core.doctor import problem_report as made
from xpert_studio.core.doctor.probe import Found, State
from xpert_studio.core.doctor.problem_report import problem_report, write_crash_report
from xpert_studio.core.doctor.registry import PROBES
from xpert_studio.core.judge.providers.registry import PROVIDERS
from xpert_studio.core.packs import in_order

SECRET = "zq7Wxk"
"""In everything that is planted; in nothing that the program knows."""


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    """A process of which everything is called by the secret, and its report."""
    home = tmp_path_factory.mktemp(f"home-{SECRET}")
    config = home / f"settings-{SECRET}"
    config.mkdir()
    project = home / f"{SECRET}-hospital" / "clinic.xpert"
    project.parent.mkdir()
    (config / "window.json").write_text(
        json.dumps({"name": f"Dr. {SECRET}", "recent": [str(project)], "people": {SECRET: SECRET},
                    "model": {"base_url": f"https://{SECRET}.example"}})
    )  # fmt: skip
    environment = {
        **{entry.key_variable: f"sk-{SECRET}-0123456789abcdef" for entry in PROVIDERS.values()},
        **dict.fromkeys(("HOME", "USERPROFILE", "XDG_DATA_HOME"), str(home)),
        **dict.fromkeys(("USER", "LOGNAME", "HOSTNAME", "XPERT_STUDIO_AS"), SECRET),
        "XPERT_STUDIO_CONFIG": str(config),
        "BROWSER": f"/home/{SECRET}/bin/browser",
        "DISPLAY": f"{SECRET}.example:987",
        "WAYLAND_DISPLAY": f"/run/{SECRET}/wayland-0",
        "QT_QPA_PLATFORM": f"{SECRET};xcb;wayland",
        "QT_PLUGIN_PATH": str(home),
        "PYTHON_KEYRING_BACKEND": f"{SECRET}.Keyring",
        "HTTPS_PROXY": f"http://{SECRET}:{SECRET}@proxy.example",
        "PATH": f"{home}{os.pathsep}{os.environ['PATH']}",
    }
    target = home / "report.txt"
    said = started("-m", "xpert_studio.start", "doctor", "--report", str(target), **environment)
    assert said.returncode == 1, said.stderr
    assert SECRET in said.stdout  # the person at the computer may see paths
    return target.read_text(encoding="utf-8")


def test_a_report_holds_nothing_that_was_planted(planted):
    assert SECRET.casefold() not in planted.casefold()
    for word in (Path.home().name, os.uname().nodename if hasattr(os, "uname") else "\0"):
        assert word == "root" or word not in planted


def test_a_report_has_a_line_of_every_probe(planted):
    names = [line.partition(":")[0] for line in planted.splitlines()]
    assert names == [probe.id for probe in in_order(PROBES).values()]
    assert "display: missing" in planted
    assert "keyring: missing, failed: ModuleNotFoundError" in planted


TEXTS = st.text(st.characters(exclude_categories=("Cs",)), min_size=6).filter(
    lambda text: not text.isspace()
)


class QuotedError(ValueError):
    """An error whose message quotes a project."""


@given(TEXTS)
def test_a_report_of_an_error_has_no_word_of_its_message(text):
    text = f"{SECRET}{text}"
    try:
        try:
            raise KeyError(text)
        except KeyError as first:
            error = QuotedError(text)
            error.add_note(text)
            raise error from first
    except QuotedError as raised:
        said = problem_report(raised)
    assert SECRET not in said
    assert "QuotedError" in said
    assert "KeyError" in said


def test_code_is_named_by_its_place_in_the_program_not_on_the_disk(tmp_path):
    folder = tmp_path / f"home-{SECRET}"
    folder.mkdir()
    (folder / f"{SECRET}.py").write_text("import json\ndef call(): json.loads('{')\n")
    spec = importlib.util.spec_from_file_location("outside", folder / f"{SECRET}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with pytest.raises(ValueError, match="Expecting") as raised:
        module.call()
    path = write_crash_report(raised.value, now=datetime(2026, 1, 1, tzinfo=UTC), folder=tmp_path)
    said = path.read_text(encoding="utf-8")
    assert "elsewhere:2 in call" in said
    assert "json/decoder.py:" in said
    assert SECRET not in said
    assert str(Path(sys.prefix)) not in said

    with pytest.raises(AttributeError) as raised:
        problem_report(object())
    assert "xpert_studio/core/doctor/problem_report.py:" in problem_report(raised.value)


def test_a_report_that_cannot_be_written_is_none(tmp_path):
    (tmp_path / "file").write_text("")
    at = datetime(2026, 1, 1, tzinfo=UTC)
    assert write_crash_report(ValueError(), now=at, folder=tmp_path / "file" / "logs") is None


def test_a_key_that_a_fact_would_hold_is_removed(monkeypatch):
    key = "sk-proj-0123456789abcdefABCDEF"
    monkeypatch.setattr(
        made,
        "findings",
        lambda: [made.ProbeFinding(next(iter(PROBES.values())), Found(State.FOUND, key))],
    )
    assert key not in problem_report()
