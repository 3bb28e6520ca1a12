"""The tools of others run here at all, at the versions that the locks name."""

import json

import pytest

from tests.exchange.formats.tools import ROOT, need_tools, run_promptfoo, run_python


@pytest.mark.parametrize(
    ("package", "lock"),
    [("inspect-ai", "tools"), ("datasets", "tools"), ("mlcroissant", "tools"),
     ("autorubric", "tools-autorubric"), ("verifiers", "tools-verifiers")],
)  # fmt: skip
def test_a_tool_of_python_is_the_locked_one(package, lock, tmp_path):
    need_tools()
    ask = f"from importlib.metadata import version; print(version('{package}'))"
    version = run_python("-c", ask, at=tmp_path, lock=lock).strip()
    assert f"\n{package}=={version} " in (ROOT / f"requirements/{lock}.txt").read_text()


def test_promptfoo_is_the_locked_one(tmp_path):
    need_tools()
    lock = json.loads((ROOT / "packaging/promptfoo/package-lock.json").read_text())
    locked = lock["packages"]["node_modules/promptfoo"]["version"]
    assert run_promptfoo("--version", at=tmp_path).strip() == locked


def test_no_lock_names_where_packages_come_from():
    lock = json.loads((ROOT / "packaging/promptfoo/package-lock.json").read_text())
    entries = [entry for place, entry in lock["packages"].items() if place]
    assert all(entry["integrity"].startswith("sha512-") for entry in entries)
    assert not any("resolved" in entry for entry in entries)
    for name in ("tools", "tools-autorubric", "tools-verifiers"):
        assert "://" not in (ROOT / f"requirements/{name}.txt").read_text()
