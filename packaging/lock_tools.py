"""Renews the locks of the tools that the tests run on our exports (needs uv and .venv-tools).

    python packaging/lock_tools.py

Writes ``requirements/tools*.txt`` and ``packaging/promptfoo/package-lock.json``. Neither holds the
address of an index: where packages come from is the installing machine's own affair, what they
must contain is said by their hashes.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from format_tools import LOCKS, PACKAGE, environment, npm
from frozen import LOCK as FROZEN

KEPT = "@libsql/"
"""Of promptfoo's optional packages only its database's bindings are needed; the rest are the SDKs
of a hundred services, heavier than all else together."""


LEFT = {"resolved", "funding", "optionalDependencies"}


def main() -> None:
    """Renews both locks."""
    options = ["--generate-hashes", "--universal", "--python-version", "3.11", "--upgrade"]
    quiet = ["--quiet", "--no-header", "--no-annotate"]
    for lock in (*LOCKS, FROZEN):
        source = lock.with_suffix(".in")
        subprocess.run(["uv", "pip", "compile", *options, *quiet, source, "-o", lock], check=True)
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(PACKAGE / "package.json", folder)
        make = ["install", "--package-lock-only", "--ignore-scripts"]
        subprocess.run([*npm(), *make], cwd=folder, env=environment(), check=True)
        lock = json.loads(Path(folder, "package-lock.json").read_text(encoding="utf-8"))
    pruned = json.dumps(_pruned(lock), indent=2, ensure_ascii=False)
    (PACKAGE / "package-lock.json").write_text(f"{pruned}\n", encoding="utf-8")


def _pruned(lock: dict[str, Any]) -> dict[str, Any]:
    """The lock without optional packages, addresses and appeals for funds."""
    packages = {place: _pruned_entry(entry) for place, entry in lock["packages"].items()}
    needed: set[str] = set()
    waiting = [""]
    while waiting:
        place = waiting.pop()
        if place not in needed:
            needed.add(place)
            waiting += _needed_by(place, packages)
    kept = {place: entry for place, entry in packages.items() if place in needed}
    return lock | {"packages": kept}


def _pruned_entry(entry: dict[str, Any]) -> dict[str, Any]:
    optional = entry.get("optionalDependencies", {})
    needed = {name: version for name, version in optional.items() if name.startswith(KEPT)}
    kept = {key: value for key, value in entry.items() if key not in LEFT}
    return kept | ({"optionalDependencies": needed} if needed else {})


def _needed_by(place: str, packages: dict[str, Any]) -> list[str]:
    """Where the packages stand that one needs, as Node.js would find them."""
    entry = packages[place]
    peers = entry.get("peerDependencies", {})
    spared = entry.get("peerDependenciesMeta", {})
    names = {name for name in peers if not spared.get(name, {}).get("optional")}
    names |= {*entry.get("dependencies", {}), *entry.get("optionalDependencies", {})}
    return [found for name in sorted(names) if (found := _found(place, name, packages))]


def _found(place: str, name: str, packages: dict[str, Any]) -> str:
    while True:
        candidate = f"{place}/node_modules/{name}".lstrip("/")
        if candidate in packages:
            return candidate
        if not place:
            return ""
        place = place.rpartition("node_modules/")[0].rstrip("/")


if __name__ == "__main__":
    main()
