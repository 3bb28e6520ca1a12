"""What to type, on any distribution."""

from __future__ import annotations

import platform

from hypothesis import given
from hypothesis import strategies as st

from xpert_studio.core.resources import resource_json
from xpert_studio.core.system_packages import distribution, how_to_install, known_things, packages

TABLE = resource_json("system_packages.json")
COMMANDS = TABLE["commands"]
THINGS = known_things()
LIKE = {
    "ubuntu": ("ubuntu", "debian"),
    "linuxmint": ("linuxmint", "ubuntu", "debian"),
    "rocky": ("rocky", "rhel", "centos", "fedora"),
    "manjaro": ("manjaro", "arch"),
    "opensuse-leap": ("opensuse-leap", "suse", "opensuse"),
    **{name: (name,) for name in COMMANDS},
}


def test_the_table_is_whole():
    for thing, named in THINGS.items():
        assert named.keys() >= COMMANDS.keys(), thing
        assert all(name and not set(name) & set(" ;&|$`") for name in named.values())
    assert set(COMMANDS) == {"debian", "fedora", "arch", "suse", "alpine"}


@given(st.lists(st.sampled_from(sorted(THINGS)), min_size=1), st.sampled_from(sorted(LIKE)))
def test_one_command_installs_everything_once(things, name):
    (family,) = set(LIKE[name]) & set(COMMANDS)
    said = how_to_install(things, LIKE[name])
    assert said.startswith(f"Type: {COMMANDS[family]} ")
    named = said.removeprefix(f"Type: {COMMANDS[family]} ").split()
    assert len(named) == len(set(named))
    assert set(named) == {
        next(THINGS[thing][n] for n in LIKE[name] if n in THINGS[thing]) for thing in things
    }


@given(st.lists(st.sampled_from(sorted(THINGS)), min_size=1))
def test_a_distribution_that_is_not_known_is_told_what_is_missing(things):
    for names in ((), ("gentoo",), ("plan9", "unix")):
        said = how_to_install(things, names)
        assert "Type" not in said
        assert all(thing in said for thing in things)
        assert packages(things, names) == []


def test_a_closer_name_counts_first():
    assert packages(["Firefox"], ("ubuntu", "debian")) == ["firefox"]
    assert packages(["Firefox"], ("debian",)) == ["firefox-esr"]


def test_where_there_is_no_os_release_nothing_is_known(monkeypatch):
    def fail():
        raise OSError

    monkeypatch.setattr(platform, "freedesktop_os_release", fail)
    assert distribution() == ()
