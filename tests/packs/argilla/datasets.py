"""Datasets of Argilla, as its exports and the hub have them."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

REAL = Path(__file__).parent / "kept"


def question(name: str, kind: str, *options: int | str, **more: Any) -> dict[str, Any]:
    settings_ = {"type": kind, "options": [{"value": value} for value in options]}
    return {"name": name, "title": name.title(), "settings": settings_, **more}


def fields(*names: str) -> list[dict[str, Any]]:
    return [{"name": name, "title": name.title(), "settings": {"type": "text"}} for name in names]


SETTINGS: dict[str, Any] = {
    "guidelines": None,
    "fields": fields("prompt", "reply"),
    "questions": [question("quality", "rating", 1, 2, 3), question("ok", "label_selection", "no", "yes")],
}  # fmt: skip


def record(key: str, text: str, **more: Any) -> dict[str, Any]:
    return {"id": key, "fields": {"prompt": "Add 2 and 2.", "reply": text}, "responses": {}, **more}


def answers(**said: Any) -> list[dict[str, Any]]:
    return [
        {"user_id": user, "value": value, "status": "submitted"} for user, value in said.items()
    ]


RECORDS = [
    record("a", "4", metadata={"model": "alpha"},
           responses={"quality": answers(ana=3, ben=2), "ok": answers(ana="yes", ben="yes")}),
    record("b", "5", metadata={"system": "beta"},
           responses={"quality": answers(ana=1, ben=1), "ok": answers(ana="no", ben="yes")}),
]  # fmt: skip


def folder(at: Path, records: Any = None, **changes: Any) -> Path:
    """A dataset as ``to_disk`` writes it."""
    (at / ".argilla").mkdir(parents=True)
    whole = json.dumps(SETTINGS | changes)
    (at / ".argilla" / "settings.json").write_text(whole, encoding="utf-8")
    (at / ".argilla" / "dataset.json").write_text('{"name": "Sums"}', encoding="utf-8")
    (at / "records.json").write_text(json.dumps(RECORDS if records is None else records))
    return at


def spoilt(change: Any) -> list[Any]:
    made = copy.deepcopy(RECORDS)
    change(made)
    return made


def said(name: str, value: Any) -> list[Any]:
    return spoilt(lambda made: made[1]["responses"].update({name: answers(ana=value)}))
