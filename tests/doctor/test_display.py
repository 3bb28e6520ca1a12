"""What Qt would abort over is found before it starts: each case is tried on Qt itself, too."""

from __future__ import annotations

import importlib.util
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.doctor.hidden import started, without
from xpert_studio.core.doctor import display
from xpert_studio.core.doctor.display import (
    NoWindowError,
    missing_libraries,
    platforms,
    usable_platform,
)
from xpert_studio.core.system_packages import how_to_install, known_things

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="other systems have their libraries"
)
QT = "from PySide6.QtWidgets import QApplication; QApplication([])"
PYSIDE = Path(importlib.util.find_spec("PySide6").submodule_search_locations[0])
ALWAYS_THERE = re.compile(r"lib(c|m|dl|rt|pthread|gcc_s|stdc\+\+|z)\.so\.\d+|ld-linux.*")


@pytest.fixture
def session(monkeypatch):
    """``session(DISPLAY=":0")``: the displays that the session names."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "QT_PLUGIN_PATH"):
        monkeypatch.delenv(name, raising=False)

    def name(**values: str) -> None:
        for variable, value in values.items():
            monkeypatch.setenv(variable, value)

    return name


@pytest.mark.parametrize(
    ("library", "named"),
    [
        ("libxcb-cursor.so.0", {"DISPLAY": ":0"}),
        ("libwayland-cursor.so.0", {"QT_QPA_PLATFORM": "wayland"}),
        ("libxkbcommon.so.0", {"QT_QPA_PLATFORM": "offscreen"}),
        ("libEGL.so.1", {"QT_QPA_PLATFORM": "offscreen"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_missing_library_is_named_with_its_package(library, named, tmp_path):
    with without(library, tmp_path) as before:
        if named.get("QT_QPA_PLATFORM") == "offscreen":  # Qt needs no display for it
            assert started("-c", QT, **named).returncode == 0
        assert started("-c", QT, before=before, **named).returncode != 0
        said = started("-m", "xpert_studio.start", "--sample", before=before, **named)
    assert said.returncode == 2
    assert library in said.stderr
    assert how_to_install([library]) in said.stderr
    assert "sample out" in said.stderr
    assert "Reinstalling" not in said.stderr


def test_doctor_tells_the_library_to_the_person_and_in_the_report(tmp_path):
    report, hidden = tmp_path / "report.txt", tmp_path / "libraries"
    hidden.mkdir()
    with without("libxcb-keysyms.so.1", hidden) as before:
        said = started("-m", "xpert_studio.start", "doctor", "--report", str(report),
                       before=before, DISPLAY=":0")  # fmt: skip
    assert said.returncode == 1
    assert how_to_install(["libxcb-keysyms.so.1"]) in said.stdout
    assert "display: missing, libraries missing: libxcb-keysyms.so.1\n" in report.read_text()


@pytest.mark.parametrize(
    ("named", "why"),
    [
        ({"DISPLAY": ":987"}, "xcb: the display accepts no connection."),
        ({"WAYLAND_DISPLAY": "wayland-987"}, "wayland: the display accepts no connection."),
        ({"QT_QPA_PLATFORM": "nonsense"}, "Qt has no platform nonsense."),
        ({"QT_QPA_PLATFORM": "../../platforms/offscreen"}, "Qt has no platform"),
        ({"QT_QPA_PLATFORM": "eglfs:x=1"}, "eglfs: the display accepts"),
        ({"QT_QPA_PLATFORM": "wayland;xcb", "DISPLAY": ":987"}, "xcb: the display accepts"),
    ],
    ids=str,
)
def test_a_display_that_qt_aborts_over_is_refused_before(named, why):
    assert started("-c", QT, **named).returncode == -6
    said = started("-m", "xpert_studio.start", **named)
    assert said.returncode == 2
    assert why in said.stderr
    assert "Traceback" not in said.stderr


def test_a_socket_that_is_left_over_is_no_display(session, tmp_path):
    place = tmp_path / "wayland-0"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(place))
    session(WAYLAND_DISPLAY=str(place))
    with pytest.raises(NoWindowError) as raised:
        usable_platform()
    assert len(raised.value.missing) == 2
    assert not raised.value.libraries


@pytest.mark.parametrize(
    "named", ["offscreen", "minimal", "nonsense;offscreen", "xcb;offscreen:size=9", "OFFSCREEN"]
)
def test_what_qt_starts_with_is_not_refused(named):
    assert started("-c", QT, QT_QPA_PLATFORM=named).returncode == 0
    code = "from xpert_studio.core.doctor.display import usable_platform; print(usable_platform())"
    said = started("-c", code, QT_QPA_PLATFORM=named)
    assert said.stdout.strip().casefold() in {"offscreen", "minimal"}, said.stderr


def test_what_the_linker_of_alpine_says_is_understood(tmp_path, monkeypatch):
    linker = tmp_path / "ldd"
    linker.write_text(
        "#!/bin/sh\n"
        "echo '\t/lib/ld-musl-x86_64.so.1 (0x7f1)'\n"
        "for name in libGL.so.1 libxcb-cursor.so.0 libGL.so.1; do\n"
        'echo "Error loading shared library $name: No such file or directory (needed by x)" >&2\n'
        "done; exit 127\n"
    )
    linker.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert missing_libraries([tmp_path]) == ["libGL.so.1", "libxcb-cursor.so.0"]


def test_without_a_linker_to_ask_qt_is_tried(tmp_path):
    with without("libxkbcommon.so.0", tmp_path) as before:
        said = started("-m", "xpert_studio.start", before=before, PATH="/nowhere",
                       QT_QPA_PLATFORM="offscreen")  # fmt: skip
    assert said.returncode == 2
    assert "sample out" in said.stderr
    code = "from xpert_studio.core.doctor.display import usable_platform; print(usable_platform())"
    found = started("-c", code, PATH="/nowhere", QT_QPA_PLATFORM="offscreen").stdout
    assert found == "offscreen\n"


def test_a_session_without_a_display_is_told_apart(session):
    with pytest.raises(NoWindowError) as raised:
        usable_platform()
    assert raised.value.is_headless


def test_a_plugin_that_lacks_something_does_where_another_does_not(session, tmp_path, monkeypatch):
    """Qt goes on to its own plugin where the one in a folder that is named cannot be loaded."""
    own = PYSIDE / "Qt" / "plugins" / "platforms" / "libqoffscreen.so"
    broken = own.read_bytes().replace(b"libxkbcommon.so.0", b"libxkbabsent.so.0")
    (tmp_path / own.name).write_bytes(broken)
    assert "libxkbabsent.so.0" in missing_libraries([tmp_path / own.name])
    named = {"QT_QPA_PLATFORM": "offscreen", "QT_QPA_PLATFORM_PLUGIN_PATH": str(tmp_path)}
    assert started("-c", QT, **named).returncode == 0
    session(**named)
    assert usable_platform() == "offscreen"


def test_other_systems_are_not_asked(session, monkeypatch):
    monkeypatch.setattr(display.sys, "platform", "darwin")
    assert usable_platform() == ""


@given(
    st.lists(st.sampled_from(["xcb", "wayland", "vnc:size=1x1", "offscreen"]), min_size=1),
    st.booleans(),
)
def test_a_named_platform_is_the_only_one_tried(named, has_wayland):
    found = platforms({"QT_QPA_PLATFORM": ";".join(named), "WAYLAND_DISPLAY": "w" * has_wayland})
    assert found == [name.partition(":")[0] for name in named]


def test_every_library_that_qt_names_has_a_package():
    """Those of the files that a window needs; what Qt brings itself is not the system's."""
    plugins = PYSIDE / "Qt" / "plugins"
    files = [
        *(plugins / "platforms" / f"libq{name}.so" for name in ("xcb", "wayland", "offscreen")),
        *(plugins / "wayland-shell-integration").glob("*.so"),
        *(PYSIDE / f"Qt{name}.abi3.so" for name in ("Core", "Gui", "Widgets", "Svg")),
    ]
    listed = subprocess.run(["ldd", *files], capture_output=True, text=True, check=True).stdout
    found = dict(re.findall(r"(\S+) => (\S+)", listed))
    of_qt = {Path(place) for place in found.values() if str(PYSIDE) in place}
    of_system = {name for name, place in found.items() if Path(place) not in of_qt}
    content = b"".join(path.read_bytes() for path in (*files, *of_qt))
    direct = {name for name in of_system if f"\0{name}\0".encode() in content}
    assert len(direct) > 20
    assert {name for name in direct if not ALWAYS_THERE.fullmatch(name)} <= known_things().keys()
