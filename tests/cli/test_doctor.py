"""``xpert-studio doctor`` on the terminal."""

from __future__ import annotations

import pytest

from xpert_studio.core.doctor.probe import Found, Need, Probe, State
from xpert_studio.core.doctor.registry import PROBES, findings
from xpert_studio.core.packs import in_order


@pytest.fixture(autouse=True)
def looked_anew():
    findings.cache_clear()
    yield
    findings.cache_clear()


def _registered(monkeypatch, *probes):
    monkeypatch.setattr(
        "xpert_studio.core.doctor.registry.PROBES", {probe.id: probe for probe in probes}
    )


def _probe(name, need, found, packages=()):
    return Probe(name, name.title(), "tries", need, "Less works.", lambda: found, packages)


def test_on_this_computer(xpert, monkeypatch, tmp_path):
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    said = xpert("doctor", "--json")
    assert said.code == 0
    assert [one["name"] for one in said.json["findings"]] == [
        probe.id for probe in in_order(PROBES).values()
    ]
    shown = xpert("doctor")
    assert shown.code == 0
    assert "All that is needed is there." in shown.out


@pytest.mark.parametrize("need", Need)
@pytest.mark.parametrize("state", State)
def test_it_ends_with_1_where_something_needed_is_missing(xpert, monkeypatch, need, state):
    _registered(monkeypatch, _probe("thing", need, Found(state), ("bwrap",)))
    said = xpert("doctor")
    is_fault = need is Need.NEEDED and state is State.MISSING
    assert said.code == (1 if is_fault else 0)
    assert ("1 thing that is needed is missing." in said.out) == is_fault
    assert ("Less works." in said.out) == (state is State.MISSING)
    assert ("bubblewrap" in said.out) == (state is State.MISSING)
    assert need.value in said.out


def test_a_report_is_written_also_where_something_is_missing(xpert, monkeypatch, tmp_path):
    missing = Found(State.MISSING, "1.2", f"{tmp_path} is full.", "Free some room.")
    _registered(monkeypatch, _probe("disk", Need.NEEDED, missing))
    said = xpert("doctor", "--report", "p.txt")
    assert said.code == 1
    assert "is full. Less works.\nFree some room." in said.out
    assert (tmp_path / "p.txt").read_text() == "disk: missing, 1.2\n"
    assert xpert("doctor", "--report", "no/folder/p.txt").code == 1
    assert xpert("--lang", "zh", "doctor").code == 1
