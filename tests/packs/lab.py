"""The stranger's pack in this process: found as one that is installed, or not there."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from xpert_studio.core.pack_manifest import Pack
from xpert_studio.core.packs import packs
from xpert_studio.core.records import record_kinds

SOURCE = Path(__file__).parent / "outside"
SIGHTING = ("lab_scales", "sighting")
PLAN = ("lab_scales", "plan")


def lab_pack(**changes: Any) -> Pack:
    """As it is found where it is installed."""
    if str(SOURCE) not in sys.path:
        sys.path.append(str(SOURCE))
    import lab_scales

    found = {"package": "lab_scales", "origin": "lab-scales", "version": "1.2"} | changes
    return replace(lab_scales.PACK, **found)


def install(monkeypatch: pytest.MonkeyPatch, *there: Pack) -> None:
    """Only these packs of others are installed."""
    known = (*packs(), *there)
    monkeypatch.setattr(record_kinds, "packs", lambda: known)


def with_kinds(monkeypatch: pytest.MonkeyPatch, *kinds: record_kinds.RecordKind) -> None:
    """The pack is installed in a version that has these kinds of records and no others."""
    pack = lab_pack(records={})
    install(monkeypatch, pack)
    found = {kind.id: kind for kind in kinds}
    before: Callable[[Pack], Any] = record_kinds.record_kinds
    monkeypatch.setattr(
        record_kinds, "record_kinds", lambda one: found if one is pack else before(one)
    )
