"""No code asks a layout of Qt's for its items.

Qt deletes an item with its widget and says nothing. The wrapper that ``itemAt`` made is kept by
the layout's own, and later stands for whatever comes to the same address: the process ends in
broken memory long after. Code that fills a layout keeps the widgets it needs again.
"""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BY = ("itemAt(", "itemAtPosition(")


def test_no_layout_is_asked_for_its_items() -> None:
    asked = [
        f"{path.relative_to(ROOT)}:{place}"
        for folder in ("xpert_studio", "tests", "packaging")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path != Path(__file__).resolve()
        for place, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if any(f".{name}" in line for name in BY)
    ]
    assert not asked
