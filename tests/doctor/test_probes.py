"""Each probe, where what it looks for is there and where it is not: really so, not in its answer."""

from __future__ import annotations

import json
import os
import stat
import sys
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from tests.doctor.hidden import started
from xpert_studio.core.doctor import looks
from xpert_studio.core.doctor.probe import Found, Need, Probe, ProbeFinding, State
from xpert_studio.core.doctor.registry import PROBES, looked
from xpert_studio.core.language import CONFIG_VARIABLE
from xpert_studio.core.system_packages import how_to_install, known_things
from xpert_studio.packs.code.sandbox import command

FONTS = Path(os.environ["FONTCONFIG_FILE"]).parent
BY_NAME = PROBES


@pytest.fixture
def programs(monkeypatch, tmp_path):
    """``programs("soffice")``: what can be found on the path, and a display that is named."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("DISPLAY", ":987")
    for name in ("BROWSER", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)

    def make(name: str) -> None:
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(stat.S_IRWXU)

    return make


def test_every_probe_says_what_it_is_for_and_what_works_without():
    assert len(BY_NAME) == len(PROBES)
    for probe in PROBES.values():
        assert probe.use
        assert probe.without or probe.look in {looks.program, looks.system}
        assert set(probe.packages) <= known_things().keys()


def test_what_is_optional_has_a_remedy_by_distribution():
    for probe in PROBES.values():
        missing = ProbeFinding(probe, Found(State.MISSING))
        if probe.need is Need.OPTIONAL and not probe.id.startswith("extra_"):
            assert missing.remedy == how_to_install(probe.packages)
            assert not missing.is_fault


def test_a_probe_that_fails_counts_as_missing():
    def fail() -> Found:
        raise RuntimeError("/home/anna/secret")

    found = looked(Probe("x", "x", "x", Need.NEEDED, "", fail))
    assert found.state is State.MISSING
    assert "anna" not in found.fact
    assert "RuntimeError" in found.detail


def test_what_this_computer_runs_on_is_found():
    for name in ("program", "system", "python", "sqlite", "qt"):
        assert looked(BY_NAME[name]).state is State.FOUND
    assert looks.python().fact == ".".join(map(str, sys.version_info[:3]))


def test_fonts_for_chinese(monkeypatch, tmp_path):
    config, folder = tmp_path / "fonts.conf", tmp_path / "fonts"
    folder.mkdir()
    config.write_text(f"<fontconfig><dir>{folder}</dir></fontconfig>")
    monkeypatch.setenv("FONTCONFIG_FILE", str(config))
    assert looks.chinese_fonts().state is State.MISSING
    with TTFont(Path(FONTS, "Chinese.ttf")) as font:
        font["name"].setName("NotoSansCJKsc-Regular", 6, 3, 1, 0x409)  # the typesetter wants one
        font.save(folder / "Chinese.ttf")
    assert looks.chinese_fonts().state is State.FOUND


@pytest.mark.parametrize(
    ("backend", "state"),
    [
        ("keyring.backends.null.Keyring", State.MISSING),
        ("keyring.backends.fail.Keyring", State.MISSING),
        ("tests.doctor.rings.Kept", State.FOUND),
    ],
)
def test_a_keyring_that_keeps_nothing_is_none(backend, state):
    code = "from xpert_studio.core.doctor.looks import keyring as k; print(k().state.value)"
    said = started("-c", code, PYTHON_KEYRING_BACKEND=backend)
    assert said.stdout.strip() == state.value, said.stderr


def test_the_sandbox_and_what_runs_in_it(monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(command, "_PATH", "/nowhere")
        found = ProbeFinding(BY_NAME["sandbox"], BY_NAME["sandbox"].look())
        assert "bwrap" in found.found.detail
        assert found.remedy == how_to_install(["bwrap", "prlimit", "choom"])
    with monkeypatch.context() as patch:
        patch.setitem(command._INTERPRETERS, "javascript", ("/nowhere/node",))
        assert BY_NAME["node"].look().state is State.MISSING


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere files have their programs")
def test_programs_that_open_files(programs, monkeypatch):
    assert looks.browser().state is looks.office().state is State.MISSING
    programs("soffice")
    programs("firefox")
    assert looks.office().state is State.FOUND
    code = "from xpert_studio.core.doctor.looks import browser; print(browser().state.value)"
    assert started("-c", code, DISPLAY=":987").stdout.strip() == "found"
    for name in ("DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert looks.browser().state is looks.office().state is State.UNUSED


def test_the_folder_of_settings_that_is_not_made_yet(monkeypatch, tmp_path):
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path / "a" / "b"))
    found = looks.settings()
    assert found.state is State.FOUND
    assert str(tmp_path) in found.detail
    assert not (tmp_path / "a").exists()
    monkeypatch.setattr(looks, "ROOM_NEEDED", 10**18)
    full = looks.settings()
    assert full.state is State.MISSING
    assert "room" in full.remedy


@pytest.mark.skipif(sys.platform != "linux", reason="a folder that nobody can write to")
def test_a_folder_that_cannot_be_written_to(monkeypatch):
    monkeypatch.setenv(CONFIG_VARIABLE, "/proc/xpert-studio")
    found = looks.settings()
    assert (found.state, found.fact) == (State.MISSING, "cannot be written to")
    assert "/proc" in found.detail


def test_folders_of_recent_projects_are_looked_at_where_they_are_there(monkeypatch, tmp_path):
    monkeypatch.setenv(CONFIG_VARIABLE, str(tmp_path))
    for recent in (["/proc/clinic.xpert"], "x", 7, [None, 3], ["/media/gone/clinic.xpert"]):
        (tmp_path / "window.json").write_text(json.dumps({"recent": recent}))
        is_bad = recent == ["/proc/clinic.xpert"] and sys.platform == "linux"
        assert (looks.projects().state is State.MISSING) == is_bad, recent
    (tmp_path / "window.json").write_text("[" * 100_000)
    assert looks.projects().state is State.FOUND


@pytest.mark.skipif(os.name == "nt", reason="a server")
def test_a_server_without_a_display_lacks_nothing_that_is_needed(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    assert looks.shown().state is State.UNUSED
    assert looks.shown().fact == "no display"
    monkeypatch.setenv("QT_QPA_PLATFORM", f"{Path.home().name};nonsense")
    assert (looks.shown().state, looks.shown().fact) == (State.MISSING, "no connection")
