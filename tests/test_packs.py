"""Packs: what they bring lies where they say, and they import no more than they name."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from threading import Event, Thread

import pytest

from xpert_studio.cli.packs import _WORDS
from xpert_studio.core.pack_manifest import KINDS, Offer
from xpert_studio.core.packs import _load, brought, packs, unusable

ROOT = Path(__file__).parents[1] / "xpert_studio" / "packs"
PACKS = packs()
ALONE = {"instruments", "editors", "imports", "exports", "providers", "sections", "pages"}
"""Kinds of which a manifest names each entry, so that it is imported by itself."""
FRONT_ENDS = {"cli", "desktop", "report", "worker"}


def imported(path: Path) -> set[str]:
    """The modules of the program that a file imports, anywhere in its code."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name for name in found if name.startswith("xpert_studio.")}


def test_each_folder_is_a_pack_of_its_name():
    folders = {path.name for path in ROOT.iterdir() if (path / "__init__.py").exists()}
    assert {pack.id for pack in PACKS if not pack.origin} == folders
    assert len({pack.order for pack in PACKS}) == len(PACKS)


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.id)
def test_what_a_pack_brings_lies_where_it_says(pack):
    assert any(getattr(pack, kind) for kind in KINDS)
    for kind in KINDS:
        for name in getattr(pack, kind):
            found = brought(pack, kind, name)
            assert found, (kind, name)
            if kind in ALONE:
                assert [one.id for one in found] == [name]


def test_a_list_shows_commands_without_importing_them():
    offers = [one for pack in PACKS for one in pack.commands.values()]
    assert offers
    assert all(isinstance(one, Offer) and one.text for one in offers)
    assert unusable() == ()


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.id)
def test_a_pack_imports_the_core_and_the_packs_that_it_names(pack):
    for path in sorted((ROOT / pack.id).rglob("*.py")):
        for name in imported(path):
            part, _, rest = name.removeprefix("xpert_studio.").partition(".")
            if part == "packs":
                assert rest.split(".")[0] in {pack.id, *pack.needs}, (path, name)
            kind = path.stem.split("_")[0]
            if part in FRONT_ENDS:
                allowed = {
                    "command": {"cli", "report"},
                    "section": {"report"},
                    "page": {"desktop", "report"},
                }
                assert part in allowed.get(kind, set()), (path, name)
            if name.startswith("xpert_studio.api.pages"):
                assert kind == "page", path


def test_every_kind_of_entry_has_words():
    assert _WORDS.keys() == set(KINDS)


def test_two_threads_that_import_packs_give_standard_output_back():
    own, seen = sys.stdout, []
    begun, left = Event(), Event()

    class Slow:
        def load(self):
            begun.set()
            assert left.wait(20)
            seen.append(sys.stdout is sys.stderr)

    class Within:
        def load(self):
            thread.start()
            assert begun.wait(20)
            seen.append(sys.stdout is sys.stderr)

    thread = Thread(target=lambda: _load(Slow()))
    _load(Within())
    left.set()
    thread.join()
    found, sys.stdout = sys.stdout, own
    assert seen == [True, True]
    assert found is own
